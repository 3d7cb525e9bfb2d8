#include "game/replay.hpp"

#include "base/error.hpp"
#include "base/say.hpp"
#include "base/ways_out.hpp"

namespace cofnod {

namespace {

[[noreturn]] void damaged(const std::string& what) {
    throw StoreError(say("a stored game is damaged: {}", what), WayOut::Kind::check_database);
}

}  // namespace

void throw_damaged_moves() { damaged(say("its moves cannot be read")); }
void throw_damaged_start(const std::string& fault) { damaged(fault); }

}  // namespace cofnod
