#include "camelot/board.hpp"

#include <algorithm>

#include "base/ascii.hpp"

namespace cofnod::camelot {

const Board* board_named(std::string_view name) {
    const auto lower = [](char c) { return to_lower(c); };
    for (const Board* board : {&boards::camelot, &boards::cam, &boards::camette, &boards::chivalry})
        if (std::ranges::equal(name, board->name, {}, lower, lower)) return board;
    return nullptr;
}

}  // namespace cofnod::camelot
