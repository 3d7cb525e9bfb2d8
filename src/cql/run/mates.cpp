#include "cql/run/mates.hpp"

#include "chess/attacks.hpp"
#include "cql/run/attack_sets.hpp"
#include "cql/run/move_sets.hpp"

namespace cofnod::cql {

namespace {

/// The mated king, its field, and the pieces that guard or block it.
class KingsField {
public:
    explicit KingsField(const Snapshot& now)
        : now_(now),
          us_(now.turn),
          king_(now.board.king(us_)),
          own_(now.board.of(us_)),
          enemies_(now.board.of(!us_)),
          checkers_(checkers(now)) {}

    [[nodiscard]] bool is_pure() {
        taking_part_ = checkers_ | king_;
        const Bitboard field = chess::attacks::king(king_);
        for (const Square square : field)
            if (!is_clean(square)) return false;
        return are_needed(checkers_);
    }
    /// Requires is_pure().
    [[nodiscard]] bool is_model() const {
        const Bitboard officers = enemies_ & ~now_.board.of(Role::king) & ~now_.board.of(Role::pawn);
        return (officers & ~taking_part_).empty();
    }
    [[nodiscard]] bool is_ideal() const { return (now_.board.of(PieceSets::occupied) & ~taking_part_).empty(); }

private:
    /// Returns true if the square is guarded exactly once, or blocked and not guarded.
    bool is_clean(Square square) {
        const Bitboard without_king = now_.board.of(PieceSets::occupied) ^ king_;
        const Bitboard guards = strikers_of(now_.board, square, without_king) & enemies_;
        if (!own_.contains(square)) {
            taking_part_ |= guards;
            return !guards.empty() && !guards.has_several();
        }
        taking_part_ |= square;
        if (guards.empty()) return true;
        const bool pins = !guards.has_several() && chess::attacks::line(guards.first(), king_).contains(square) &&
                          is_pin_needed(square);
        if (pins) taking_part_ |= guards;
        return pins;
    }

    /// Returns true if the pinned man could parry the check were it not pinned.
    [[nodiscard]] bool is_pin_needed(Square pinned) const {
        if (checkers_.empty()) return true;
        if (checkers_.has_several()) return false;
        const Square checker = checkers_.first();
        const Bitboard parries = chess::attacks::between(king_, checker) | checker;
        return !(MoveSets(now_, Rule::pseudo_legal).targets(pinned) & parries).empty();
    }

    /// Returns true if each of two checking pieces alone could be captured or blocked.
    [[nodiscard]] bool are_needed(Bitboard checkers) const {
        if (!checkers.has_several()) return true;
        for (const Square checker : checkers)
            if (!can_parry(chess::attacks::between(king_, checker) | checker)) return false;
        return true;
    }

    [[nodiscard]] bool can_parry(Bitboard parries) const {
        const MoveSets moves(now_, Rule::pseudo_legal);
        for (const Square man : own_ & ~Bitboard(king_))
            if (!(moves.targets(man) & parries).empty()) return true;
        return false;
    }

    const Snapshot& now_;
    Color us_;
    Square king_;
    Bitboard own_, enemies_, checkers_;
    Bitboard taking_part_;
};

bool is_fine(const Snapshot& now, MateKind kind) {
    KingsField field(now);
    if (!field.is_pure()) return false;
    switch (kind) {
        case MateKind::pure: return true;
        case MateKind::model: return field.is_model();
        case MateKind::ideal: return field.is_ideal();
    }
    return false;
}

}  // namespace

bool is_fine_mate(const Snapshot& now, MateKind kind) { return is_mate(now) && is_fine(now, kind); }

bool is_fine_stalemate(const Snapshot& now, MateKind kind) { return is_fine(now, kind); }

}  // namespace cofnod::cql
