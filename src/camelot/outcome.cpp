#include "camelot/outcome.hpp"

#include "camelot/movegen.hpp"

namespace cofnod::camelot {
namespace {

bool fills_enemy_castle(const Position& position, Color color) {
    const Bitboard& goal = position.board().castle(!color);
    return (position.pieces(color) & goal) == goal;
}

Result win_of(Color color) { return color == Color::white ? Result::white_wins : Result::black_wins; }

}  // namespace

Outcome outcome_on_board(const Position& position) {
    for (const Color color : {Color::white, Color::black})
        if (fills_enemy_castle(position, color)) return Outcome::castle;
    const int white = position.pieces(Color::white).count();
    const int black = position.pieces(Color::black).count();
    if (white <= 1 && black <= 1) return Outcome::material;
    return white == 0 || black == 0 ? Outcome::elimination : Outcome::none;
}

Outcome outcome(const Position& position) {
    const Outcome on_board = outcome_on_board(position);
    if (on_board != Outcome::none || has_legal_move(position)) return on_board;
    return position.pieces(!position.turn()).count() > 1 ? Outcome::no_move : Outcome::no_move_but_alone;
}

Result result_of(const Position& position, Outcome outcome) {
    switch (outcome) {
        case Outcome::none: return Result::unknown;
        case Outcome::castle: return win_of(fills_enemy_castle(position, Color::white) ? Color::white : Color::black);
        case Outcome::elimination: return win_of(position.pieces(Color::white).empty() ? Color::black : Color::white);
        case Outcome::no_move: return win_of(!position.turn());
        case Outcome::material:
        case Outcome::no_move_but_alone: return Result::draw;
    }
    return Result::unknown;
}

}  // namespace cofnod::camelot
