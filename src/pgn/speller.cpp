#include "pgn/speller.hpp"

#include "camelot/notation.hpp"
#include "chess/san.hpp"
#include "notation/write_move.hpp"

namespace cofnod::pgn {

Speller<ChessGame>::Speller(const WriteOptions& options, const chess::Position& start)
    : options_(options), castling_(uci_castling(start)) {}

notation::Reading Speller<ChessGame>::begin(const chess::Position& before, chess::Move move) const {
    return chess::san_reading(before, move);
}

void Speller<ChessGame>::end(chess::Move move, const Draft& draft, const chess::Position& after,
                             std::string& out) const {
    switch (options_.style) {
        case MoveStyle::standard: return notation::write_move(*options_.language, draft, chess::check_mark(after), out);
        case MoveStyle::long_algebraic: return write_long_algebraic(move, draft, chess::check_mark(after), out);
        case MoveStyle::uci: out += chess::write_uci(move, castling_);
    }
}

std::string Speller<CamelotGame>::begin(const camelot::Position& before, const camelot::Path& path) const {
    return camelot::write_path(before, path);
}

}  // namespace cofnod::pgn
