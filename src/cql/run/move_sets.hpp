#pragma once

#include "chess/move.hpp"
#include "cql/run/board.hpp"

namespace cofnod::cql {

enum class Rule : std::uint8_t {
    legal,
    pseudo_legal,  ///< may leave the king in check (a castling may not)
};

/// What the side to move can play, as sets of squares: what a pattern asks is seldom a list. Castling goes to the
/// square that the king comes to, and promotions to one square are one.
class MoveSets {
public:
    /// The snapshot must outlive this.
    explicit MoveSets(const Snapshot& now, Rule rule = Rule::legal);

    [[nodiscard]] bool in_check() const { return !checkers_.empty(); }
    /// Where the piece on `from` may go; nothing if none of the side to move stands there.
    [[nodiscard]] Bitboard targets(Square from) const;
    /// Pairs of squares.
    [[nodiscard]] int count() const;
    /// Where any of the pieces may go.
    [[nodiscard]] Bitboard reach() const;
    [[nodiscard]] bool any() const;
    /// Where a pawn on `from` may capture in passing.
    [[nodiscard]] Bitboard en_passant(Square from) const;
    /// The rooks with which the king may castle.
    [[nodiscard]] Bitboard castling_rooks() const;

    /// The same for castlings and captures in passing alone.
    template <typename Visit>
    bool visit_castlings(Visit visit) const;
    template <typename Visit>
    bool visit_en_passants(Visit visit) const;

    /// Calls visit(Move) for each move from a square of `from` to a square of `to`, every promotion by itself, until
    /// it returns true; returns whether it did.
    template <typename Visit>
    bool visit(Bitboard from, Bitboard to, Visit visit) const;

private:
    [[nodiscard]] Bitboard king_targets() const;
    [[nodiscard]] Bitboard pawn_targets(Square from) const;
    /// Calls take(squares) with where one piece, or pawns in one way, may go: the moves are so many squares.
    template <typename Take>
    void for_each_targets(Take take) const;
    template <typename Take>
    void for_each_pawn_targets(Take take) const;
    [[nodiscard]] bool can_castle(chess::Move move) const;
    [[nodiscard]] bool is_struck(Square square, Bitboard occupied) const;
    [[nodiscard]] Bitboard on_its_line(Square from, Bitboard squares) const;
    [[nodiscard]] chess::Move plain_move(Square from, Square to) const;

    const Snapshot& now_;
    Rule rule_;
    Color us_;
    Square king_;
    Bitboard own_, enemies_, occupied_;
    Bitboard checkers_;
    Bitboard allowed_;  ///< targets of all but the king
    Bitboard pinned_;
};

template <typename Visit>
bool MoveSets::visit(Bitboard from, Bitboard to, Visit visit) const {
    for (const Square square : from& own_) {
        const bool is_pawn = now_.board.of(us_, Role::pawn).contains(square);
        const bool is_king = square == king_;
        const Bitboard castling_rooks_of_king = is_king ? castling_rooks() : Bitboard{};
        Bitboard castles;
        for (const Square rook : castling_rooks_of_king) {
            const auto move = chess::Move::castling(square, rook);
            castles |= to_square(move);
            if (to.contains(to_square(move)) && visit(move)) return true;
        }
        Bitboard goals = targets(square) & to;
        if (is_king) goals &= ~castles | king_targets();
        for (const Square target : goals) {
            const bool promotes = is_pawn && chess::relative(us_, target.rank()) == notation::Rank::r8;
            if (!promotes) {
                if (visit(plain_move(square, target))) return true;
                continue;
            }
            for (const Role role : {Role::queen, Role::knight, Role::rook, Role::bishop})
                if (visit(chess::Move::promotion(square, target, role))) return true;
        }
    }
    return false;
}

template <typename Visit>
bool MoveSets::visit_castlings(Visit visit) const {
    for (const Square rook : castling_rooks())
        if (visit(chess::Move::castling(king_, rook))) return true;
    return false;
}

template <typename Visit>
bool MoveSets::visit_en_passants(Visit visit) const {
    const Bitboard passed = now_.passed_square();
    if (passed.empty()) return false;
    for (const Square pawn : now_.board.of(us_, Role::pawn))
        if (!en_passant(pawn).empty() && visit(chess::Move::en_passant(pawn, passed.first()))) return true;
    return false;
}

bool is_mate(const Snapshot& now);

}  // namespace cofnod::cql
