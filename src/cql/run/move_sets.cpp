#include "cql/run/move_sets.hpp"

#include "chess/attacks.hpp"
#include "chess/castling.hpp"
#include "cql/run/attack_sets.hpp"

namespace cofnod::cql {

namespace {

namespace attacks = chess::attacks;
using chess::Move;

constexpr Bitboard not_a = ~Bitboard::of(notation::File::a);
constexpr Bitboard not_h = ~Bitboard::of(notation::File::h);

}  // namespace

MoveSets::MoveSets(const Snapshot& now, Rule rule)
    : now_(now),
      rule_(rule),
      us_(now.turn),
      king_(now.board.king(us_)),
      own_(now.board.of(us_)),
      enemies_(now.board.of(!us_)),
      occupied_(now.board.of(PieceSets::occupied)),
      allowed_(~own_ & ~now.board.of(!us_, Role::king)) {
    const PieceSets& board = now.board;
    const Bitboard queens = board.of(!us_, Role::queen);
    checkers_ = (attacks::knight(king_) & board.of(!us_, Role::knight)) |
                (attacks::pawn(us_, king_) & board.of(!us_, Role::pawn));
    const Bitboard sliders = (attacks::bishop_rays(king_) & (board.of(!us_, Role::bishop) | queens)) |
                             (attacks::rook_rays(king_) & (board.of(!us_, Role::rook) | queens));
    for (const Square slider : sliders) {
        const Bitboard shield = attacks::between(king_, slider) & occupied_;
        if (shield.empty()) checkers_ |= slider;
        if (!shield.has_several()) pinned_ |= shield & own_;
    }
    if (rule == Rule::pseudo_legal) {
        pinned_ = {};
    } else if (checkers_.has_several()) {
        allowed_ = {};
    } else if (!checkers_.empty()) {
        allowed_ &= attacks::between(king_, checkers_.first()) | checkers_;
    }
}

Bitboard MoveSets::on_its_line(Square from, Bitboard squares) const {
    return pinned_.contains(from) ? squares & attacks::line(king_, from) : squares;
}

bool MoveSets::is_struck(Square square, Bitboard occupied) const {
    return !(strikers_of(now_.board, square, occupied) & enemies_).empty();
}

Bitboard MoveSets::king_targets() const {
    const Bitboard steps = attacks::king(king_) & ~own_;
    if (rule_ == Rule::pseudo_legal) return steps;
    Bitboard result;
    const Bitboard without_king = occupied_ ^ king_;
    for (const Square to : steps)
        if (!is_struck(to, without_king)) result |= to;
    return result;
}

Bitboard MoveSets::pawn_targets(Square from) const {
    const int up = chess::forward(us_);
    const Bitboard once = Bitboard(from).shifted(up) & ~occupied_;
    const Bitboard third = Bitboard::of(chess::relative(us_, notation::Rank::r3));
    const Bitboard twice = (once & third).shifted(up) & ~occupied_;
    const Bitboard captures = attacks::pawn(us_, from) & enemies_;
    return on_its_line(from, (once | twice | captures) & allowed_) | en_passant(from);
}

Bitboard MoveSets::en_passant(Square from) const {
    const Bitboard passed = now_.passed_square() & attacks::pawn(us_, from);
    if (passed.empty() || !now_.board.of(us_, Role::pawn).contains(from)) return {};
    if (rule_ == Rule::pseudo_legal) return passed;
    const Square victim = Square::from_index(passed.first().index() - chess::forward(us_));
    const Bitboard after = (occupied_ ^ from ^ victim) | passed;
    const Bitboard enemies = enemies_ & ~Bitboard(victim);
    return (strikers_of(now_.board, king_, after) & enemies).empty() ? passed : Bitboard{};
}

Bitboard MoveSets::castling_rooks() const {
    const Bitboard rooks = now_.castling_rooks & own_;
    if (rooks.empty() || in_check()) return {};
    Bitboard result;
    for (const Square rook : rooks)
        if (can_castle(Move::castling(king_, rook))) result |= rook;
    return result;
}

bool MoveSets::can_castle(Move move) const {
    const auto squares = chess::Castling::of(move);
    const Bitboard others = occupied_ ^ squares.king_from ^ squares.rook_from;
    if (!(others & chess::castling_path(squares)).empty()) return false;
    // As in chess::judge_castling: in Chess960 the rook may have shielded the king.
    const Bitboard settled = others | squares.rook_to;
    if (is_struck(squares.king_to, settled)) return false;
    for (const Square square : attacks::between(squares.king_from, squares.king_to))
        if (is_struck(square, others | squares.rook_from)) return false;
    return true;
}

Bitboard MoveSets::targets(Square from) const {
    if (!own_.contains(from)) return {};
    const PieceSets& board = now_.board;
    if (from == king_) {
        Bitboard result = king_targets();
        for (const Square rook : castling_rooks()) result |= to_square(Move::castling(king_, rook));
        return result;
    }
    if (board.of(us_, Role::pawn).contains(from)) return pawn_targets(from);
    Bitboard reach;
    if (board.of(us_, Role::knight).contains(from)) {
        reach = attacks::knight(from);
    } else {
        if (!board.of(us_, Role::rook).contains(from)) reach |= attacks::bishop(from, occupied_);
        if (!board.of(us_, Role::bishop).contains(from)) reach |= attacks::rook(from, occupied_);
    }
    return on_its_line(from, reach & allowed_);
}

Move MoveSets::plain_move(Square from, Square to) const {
    const bool passing =
        now_.board.of(us_, Role::pawn).contains(from) && from.file() != to.file() && !occupied_.contains(to);
    return passing ? Move::en_passant(from, to) : Move::ordinary(from, to);
}

template <typename Take>
void MoveSets::for_each_pawn_targets(Take take) const {
    const Bitboard pawns = now_.board.of(us_, Role::pawn);
    const Bitboard free = pawns & ~pinned_;
    const int up = chess::forward(us_);
    const Bitboard once = free.shifted(up) & ~occupied_;
    const Bitboard third = Bitboard::of(chess::relative(us_, notation::Rank::r3));
    take(once & allowed_);
    take((once & third).shifted(up) & ~occupied_ & allowed_);
    take((free & not_a).shifted(up - 1) & enemies_ & allowed_);
    take((free & not_h).shifted(up + 1) & enemies_ & allowed_);
    for (const Square pawn : pawns& pinned_) take(pawn_targets(pawn));
    if (const Bitboard passed = now_.passed_square(); !passed.empty())
        for (const Square pawn : attacks::pawn(!us_, passed.first()) & free) take(en_passant(pawn));
}

template <typename Take>
void MoveSets::for_each_targets(Take take) const {
    take(targets(king_));
    if (allowed_.empty()) return;
    const PieceSets& board = now_.board;
    for_each_pawn_targets(take);
    for (const Square from : board.of(us_, Role::knight) & ~pinned_) take(attacks::knight(from) & allowed_);
    const Bitboard queens = board.of(us_, Role::queen);
    for (const Square from : board.of(us_, Role::bishop) | queens)
        take(on_its_line(from, attacks::bishop(from, occupied_) & allowed_));
    for (const Square from : board.of(us_, Role::rook) | queens)
        take(on_its_line(from, attacks::rook(from, occupied_) & allowed_));
}

int MoveSets::count() const {
    int result = 0;
    for_each_targets([&](Bitboard squares) { result += squares.count(); });
    return result;
}

Bitboard MoveSets::reach() const {
    Bitboard result;
    for_each_targets([&](Bitboard squares) { result |= squares; });
    return result;
}

bool MoveSets::any() const {
    if (!king_targets().empty()) return true;
    if (rule_ == Rule::legal && checkers_.has_several()) return false;
    for (const Square from : own_ & ~Bitboard(king_))
        if (!targets(from).empty()) return true;
    return false;
}

bool is_mate(const Snapshot& now) { return is_check(now) && !MoveSets(now).any(); }

}  // namespace cofnod::cql
