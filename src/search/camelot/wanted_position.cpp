#include "search/camelot/wanted_position.hpp"

namespace cofnod::search {

using camelot::Color;

WantedCamelotPosition::WantedCamelotPosition(const camelot::Position& position, Fields fields)
    : position_(position),
      fields_(fields),
      counts_{position.pieces(Color::white).count(), position.pieces(Color::black).count()} {}

bool WantedCamelotPosition::is_in(const camelot::Replayer& game) const {
    const camelot::Position& now = game.position();
    if (is_exact() && now.key() != key()) return false;
    if (&now.board() != &position_.board() || now.knights() != position_.knights() ||
        now.pieces(Color::white) != position_.pieces(Color::white) ||
        now.pieces(Color::black) != position_.pieces(Color::black))
        return false;
    if (fields_.turn && now.turn() != position_.turn()) return false;
    if (!fields_.castle_moves) return true;
    return now.castle_moves(Color::white) == position_.castle_moves(Color::white) &&
           now.castle_moves(Color::black) == position_.castle_moves(Color::black);
}

bool WantedCamelotPosition::is_gone(const camelot::Replayer& game) const {
    const camelot::Position& now = game.position();
    return now.pieces(Color::white).count() < counts_[0] || now.pieces(Color::black).count() < counts_[1];
}

}  // namespace cofnod::search
