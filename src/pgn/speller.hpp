#pragma once

#include <cstdint>
#include <string>

#include "chess/san.hpp"
#include "chess/uci.hpp"
#include "game/chess_game.hpp"
#include "notation/write_move.hpp"
#include "pgn/writer.hpp"

/// Spells the moves of a game. Called before and after each move is played: chess needs the former for the letters and
/// the latter for the check mark.
namespace cofnod::pgn {

/// Speller of games whose moves are written alike in all languages, without marks.
template <WordGame G>
class WordSpeller {
public:
    using Position = typename G::Position;
    using Ply = typename G::Ply;
    using Draft = std::string;

    WordSpeller(const WriteOptions&, const Position& start) : black_begins_(!G::is_white_to_move(start)) {}

    [[nodiscard]] std::uint32_t number(const Position&, std::uint32_t ply) const {
        return (ply + (black_begins_ ? 1 : 0)) / 2 + 1;
    }
    [[nodiscard]] Draft begin(const Position& before, const Ply& ply) const { return G::write_ply(before, ply); }
    void end(const Ply&, const Draft& draft, const Position&, std::string& out) const { out += draft; }

private:
    bool black_begins_;
};

class ChessSpeller {
public:
    using Draft = notation::Reading;

    ChessSpeller(const WriteOptions& options, const chess::Position& start)
        : options_(options), castling_(chess::uci_castling(start)) {}

    [[nodiscard]] std::uint32_t number(const chess::Position& before, std::uint32_t) const {
        return static_cast<std::uint32_t>(before.fullmove_number());
    }
    [[nodiscard]] Draft begin(const chess::Position& before, chess::Move move) const {
        return chess::san_reading(before, move);
    }
    void end(chess::Move move, const Draft& draft, const chess::Position& after, std::string& out) const {
        switch (options_.style) {
            case MoveStyle::standard:
                return notation::write_move(*options_.language, draft, chess::check_mark(after), out);
            case MoveStyle::long_algebraic: return write_long_algebraic(move, draft, chess::check_mark(after), out);
            case MoveStyle::uci: out += chess::write_uci(move, castling_);
        }
    }

private:
    const WriteOptions& options_;
    chess::UciCastling castling_;
};

template <RecordedGame G>
struct SpellerOf {
    using Type = WordSpeller<G>;
};
template <>
struct SpellerOf<ChessGame> {
    using Type = ChessSpeller;
};
template <RecordedGame G>
using Speller = typename SpellerOf<G>::Type;

}  // namespace cofnod::pgn
