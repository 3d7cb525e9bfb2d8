// Any bytes: a FEN, then packed moves. A position that is read is written and read again as the same; packed moves
// are legal or damaged, never anything else.

#include <cstdlib>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/pack.hpp"
#include "chess/replayer.hpp"

using namespace cofnod::chess;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::size_t split = std::min(text.find('\n'), size);
    const auto fen = read_fen(text.substr(0, split));
    const Position start = fen ? fen->position : Position::initial();
    const auto again = read_fen(write_fen(start));
    if (!again || !(again->position == start)) std::abort();

    const std::string_view moves = split < size ? text.substr(split + 1) : text;
    Unpacker game(start, moves);
    Position position = start;
    while (const auto move = game.next()) {
        if (!is_legal(position, *move)) std::abort();
        position.play(*move);
    }
    Replayer replayer(start);
    for (replayer.read(moves); replayer.next();) {
    }
    return 0;
}
