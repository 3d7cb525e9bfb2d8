#pragma once

#include "cql/run/board.hpp"
#include "games/chess/move.hpp"

/// Attacks of sets of pieces. Sliders are blocked, pins are ignored, own pieces count as attacked.
namespace cofnod::cql {

struct Context;

/// Returns the squares attacked by the piece on a square.
Bitboard struck_by_one(const PieceSets& board, Square from);

/// Returns the squares of `from` whose piece attacks some square of `targets`.
Bitboard strikers(const PieceSets& board, Bitboard from, Bitboard targets);

/// Returns the pieces of both colours that attack a square, with sliders blocked by `occupied`.
Bitboard strikers_of(const PieceSets& board, Square square, Bitboard occupied);

/// Returns the subset of `squares` attacked by pieces on `from` at the current position. The attacks of all pieces of a
/// colour are cached between calls.
Bitboard struck_among(Context& context, Bitboard squares, Bitboard from);

/// Returns the pieces that give check to the side to move.
Bitboard checkers(const Snapshot& now);
inline bool is_check(const Snapshot& now) { return !checkers(now).empty(); }

enum class Rule : std::uint8_t {
    legal,
    pseudo_legal,  ///< may leave the king in check, except castling
};

/// Moves of the side to move as sets of squares, since patterns rarely need a list. Castling goes to the king's target
/// square; promotions to one square count as one move.
class MoveSets {
public:
    /// Keeps a reference to the snapshot.
    explicit MoveSets(const Snapshot& now, Rule rule = Rule::legal);

    /// Returns the targets of the piece on `from`; empty if it does not belong to the side to move.
    [[nodiscard]] Bitboard targets(Square from) const;
    /// Returns the number of moves, counted as distinct pairs of squares.
    [[nodiscard]] int count() const;
    /// Returns the targets of all pieces.
    [[nodiscard]] Bitboard reach() const;
    [[nodiscard]] bool any() const;
    /// Returns the en-passant targets of a pawn on `from`.
    [[nodiscard]] Bitboard en_passant(Square from) const;
    /// Returns the rooks with which the king may castle.
    [[nodiscard]] Bitboard castling_rooks() const;

    /// Visit only castlings or en-passant captures, like visit().
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

// Pure, model and ideal mates and stalemates, as defined in chess composition.

enum class MateKind : std::uint8_t {
    pure,   ///< each square of the king's field is guarded exactly once, or blocked by an own man and not guarded
    model,  ///< pure, and all queens, rooks, bishops and knights of the other side take part
    ideal,  ///< pure, and every man on the board takes part
};

/// Returns the pieces that take part in a mate of this kind: the king, its neighbours, and pieces that guard its field,
/// pin or shield; empty if it is not such a mate. Source: CQL's documentation of `puremate`.
Bitboard pieces_of_fine_mate(const Snapshot& now, MateKind kind);
/// Returns the pieces that take part in a stalemate of this kind. Requires a stalemate position.
Bitboard pieces_of_fine_stalemate(const Snapshot& now, MateKind kind);

}  // namespace cofnod::cql
