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

    [[nodiscard]] bool is_pure() const {
        for (const Square square : field())
            if (!is_clean(square)) return false;
        return are_needed(checkers_);
    }
    /// Returns the pieces that take part; requires is_pure().
    [[nodiscard]] Bitboard taking_part() const {
        Bitboard pieces = checkers_ | king_ | (field() & own_);
        for (const Square square : field()) pieces |= guards_of(square);
        const Square their_king = now_.board.king(!us_);
        pieces |= shields(their_king, own_);
        if (checkers_.empty()) return pieces | own_ | pinning(own_);
        if (checkers_.has_several()) return pieces;
        const Bitboard parries = chess::attacks::between(king_, checkers_.first()) | checkers_;
        const MoveSets moves(now_, Rule::pseudo_legal);
        Bitboard refuters;
        for (const Square man : own_ & ~Bitboard(king_))
            if (!(moves.targets(man) & (parries | their_king)).empty()) refuters |= man;
        pieces |= pinning(refuters);
        for (const Square parry : parries) pieces |= shields(parry, own_ & ~Bitboard(king_));
        return pieces;
    }
    [[nodiscard]] bool is(MateKind kind, Bitboard pieces) const {
        const Bitboard officers = enemies_ & ~now_.board.of(Role::king) & ~now_.board.of(Role::pawn);
        const Bitboard wanted = kind == MateKind::pure    ? Bitboard{}
                                : kind == MateKind::model ? officers
                                                          : now_.board.of(PieceSets::occupied);
        return (wanted & ~pieces).empty();
    }

private:
    [[nodiscard]] Bitboard field() const { return chess::attacks::king(king_); }

    /// Returns the enemies that guard a square of the field, also through the king.
    [[nodiscard]] Bitboard guards_of(Square square) const {
        return strikers_of(now_.board, square, now_.board.of(PieceSets::occupied) ^ king_) & enemies_;
    }

    /// Calls visit(slider, piece) for each slider of `sliders` that one piece alone keeps from attacking `target`.
    template <typename Visit>
    void for_each_shield(Square target, Bitboard sliders, Visit visit) const {
        const PieceSets& board = now_.board;
        const Bitboard lines = board.of(Role::queen) | board.of(Role::rook) | board.of(Role::bishop);
        for (const Square slider : strikers_of(board, target, {}) & sliders & lines) {
            const Bitboard between = chess::attacks::between(slider, target) & board.of(PieceSets::occupied);
            if (!between.empty() && !between.has_several()) visit(slider, between.first());
        }
    }
    [[nodiscard]] Bitboard shields(Square target, Bitboard sliders) const {
        Bitboard pieces;
        for_each_shield(target, sliders, [&](Square, Square piece) { pieces |= piece; });
        return pieces;
    }
    /// Returns the enemies that pin one of `pinned` to the king.
    [[nodiscard]] Bitboard pinning(Bitboard pinned) const {
        Bitboard pieces;
        for_each_shield(king_, enemies_, [&](Square slider, Square piece) {
            if (pinned.contains(piece)) pieces |= slider;
        });
        return pieces;
    }

    /// Returns true if the square is guarded exactly once, or blocked and not guarded.
    [[nodiscard]] bool is_clean(Square square) const {
        const Bitboard guards = guards_of(square);
        if (!own_.contains(square)) return !guards.empty() && !guards.has_several();
        if (guards.empty()) return true;
        return !guards.has_several() && chess::attacks::line(guards.first(), king_).contains(square) &&
               is_pin_needed(square);
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
};

}  // namespace

Bitboard pieces_of_fine_mate(const Snapshot& now, MateKind kind) {
    return is_mate(now) ? pieces_of_fine_stalemate(now, kind) : Bitboard{};
}

Bitboard pieces_of_fine_stalemate(const Snapshot& now, MateKind kind) {
    const KingsField field(now);
    if (!field.is_pure()) return {};
    const Bitboard pieces = field.taking_part();
    return field.is(kind, pieces) ? pieces : Bitboard{};
}

}  // namespace cofnod::cql
