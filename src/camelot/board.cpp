#include "camelot/board.hpp"

#include <algorithm>

namespace cofnod::camelot {

const Board* board_named(std::string_view name) {
    const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; };
    for (const Board* board : {&boards::camelot, &boards::cam, &boards::camette, &boards::chivalry})
        if (std::ranges::equal(name, board->name, {}, small, small)) return board;
    return nullptr;
}

}  // namespace cofnod::camelot
