#include "game/replay.hpp"

#include "base/error.hpp"
#include "base/ways_out.hpp"

namespace cofnod {

namespace {

[[noreturn]] void damaged(const std::string& what) {
    throw StoreError("a stored game is damaged: " + what, WayOut::Kind::check_database);
}

}  // namespace

void throw_damaged_moves() { damaged("its moves cannot be read"); }
void throw_damaged_start(const std::string& fault) { damaged(fault); }

}  // namespace cofnod
