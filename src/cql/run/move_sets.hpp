#pragma once

#include "chess/move.hpp"
#include "cql/run/board.hpp"

namespace cofnod::cql {

enum class Rule : std::uint8_t {
    legal,
    pseudo_legal,  ///< may leave the king in check, except castling
};

/// Moves of the side to move as sets of squares, since patterns rarely need a list. Castling goes to the king's target;
/// promotions on one square count as one.
class MoveSets {
public:
    /// Keeps a reference to the snapshot.
    explicit MoveSets(const Snapshot& now, Rule rule = Rule::legal);

    [[nodiscard]] bool in_check() const { return !checkers_.empty(); }
    /// Returns the targets of the piece on `from`; empty if it is not of the side to move.
    [[nodiscard]] Bitboard targets(Square from) const;
    /// Returns the number of distinct pairs of squares.
    [[nodiscard]] int count() const;
    /// Returns the targets of all pieces.
    [[nodiscard]] Bitboard reach() const;
    [[nodiscard]] bool any() const;
    /// Returns the en-passant targets of a pawn on `from`.
    [[nodiscard]] Bitboard en_passant(Square from) const;
    /// Returns the rooks with which the king may castle.
    [[nodiscard]] Bitboard castling_rooks() const;

    /// Visits castlings or en-passant captures only, like visit().
    template <typename Visit>
    bool visit_castlings(Visit visit) const;
    template <typename Visit>
    bool visit_en_passants(Visit visit) const;

    /// Calls visit(Move) for each move from a square of `from` to a square of `to`, promotions separately, until it
    /// returns true. Returns true if stopped.
    template <typename Visit>
    bool visit(Bitboard from, Bitboard to, Visit visit) const;

private:
    [[nodiscard]] Bitboard king_targets() const;
    [[nodiscard]] Bitboard pawn_targets(Square from) const;
    /// Calls take(squares) with the targets of each piece, and of pawns by kind of move; each square is one move.
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
    Bitboard allowed_;  ///< allowed targets of pieces other than the king
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
