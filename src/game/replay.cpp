#include "game/replay.hpp"

#include "base/error.hpp"

namespace cofnod {

namespace {

[[noreturn]] void damaged(const std::string& what) {
    throw StoreError("a stored game is damaged: " + what, "see 'cofnod check' on the database");
}

}  // namespace

void throw_damaged_moves() { damaged("its moves cannot be read"); }
void throw_damaged_start(const std::string& fault) { damaged(fault); }

}  // namespace cofnod
