// Any bytes as a position of chess and of Camelot: it is refused with a place inside the text, or written and read
// again as the same.

#include "base/problem.hpp"
#include "fuzz.hpp"
#include "games/camelot/movegen.hpp"
#include "games/camelot/notation.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/movegen.hpp"

using namespace cofnod;
using namespace cofnod::fuzz;

namespace {

template <typename Fault>
void require_told(const Fault& fault, std::string_view text) {
    require(fault.column > 0 && fault.column <= text.size() + 1 && !sentence(fault.reason()).empty(),
            "a fault names a place in the text");
}

void read_as_chess(std::string_view text) {
    const auto fen = chess::read_fen(text);
    if (!fen) return require_told(fen.error(), text);
    const auto& position = fen->position;
    const std::string written = write_fen(position);
    const auto again = chess::read_fen(written);
    require(again && again->position == position && !again->dropped_castling && !again->dropped_en_passant,
            "a FEN is written and read again");
    require(write_fen(again->position) == written, "equal positions have equal text");
    const auto moves = legal_moves(position);
    require(moves.empty() != has_legal_move(position), "there are moves or there are none");
    for (const chess::Move move : moves) {
        chess::Position after = position;
        after.play(move);
        const auto reread = chess::read_fen(write_fen(after));
        require(reread && reread->position.key() == after.key(), "the key is kept up to date");
    }
}

void read_as_camelot(std::string_view text) {
    const auto position = camelot::read_position(text, camelot::board_of(text));
    if (!position) return require_told(position.error(), text);
    const std::string written = write_position(*position);
    const auto again = camelot::read_position(written, camelot::board_of(written));
    require(again && *again == *position, "a position is written and read again");
    const auto moves = legal_moves(*position);
    require(moves.empty() != has_legal_move(*position), "there are moves or there are none");
    for (const camelot::Move& move : moves) {
        camelot::Position after = *position;
        after.play(move);
        require(key_from_scratch(after) == after.key(), "the key is kept up to date");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = text_of(data, size);
    read_as_chess(text);
    read_as_camelot(text);
    return 0;
}
