#pragma once

#include <cstdint>
#include <string>

#include "camelot/notation.hpp"
#include "chess/san.hpp"
#include "chess/uci.hpp"
#include "game/camelot_game.hpp"
#include "game/chess_game.hpp"
#include "notation/write_move.hpp"
#include "pgn/writer.hpp"

/// How the moves of each game are spelt. A move is looked at twice, before it is played and after: chess needs the one
/// for the letters and the other for the sign of check.
namespace cofnod::pgn {

template <RecordedGame G>
class Speller;

template <>
class Speller<ChessGame> {
public:
    using Draft = notation::Reading;

    Speller(const WriteOptions& options, const chess::Position& start)
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

/// Paths, with no marks.
template <>
class Speller<CamelotGame> {
public:
    using Draft = std::string;

    Speller(const WriteOptions&, const camelot::Position& start)
        : black_begins_(start.turn() == camelot::Color::black) {}

    [[nodiscard]] std::uint32_t number(const camelot::Position&, std::uint32_t ply) const {
        return (ply + (black_begins_ ? 1 : 0)) / 2 + 1;
    }
    [[nodiscard]] Draft begin(const camelot::Position& before, const camelot::Path& path) const {
        return camelot::write_path(before, path);
    }
    void end(const camelot::Path&, const Draft& draft, const camelot::Position&, std::string& out) const {
        out += draft;
    }

private:
    bool black_begins_;
};

}  // namespace cofnod::pgn
