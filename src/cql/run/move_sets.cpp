#include "cql/run/move_sets.hpp"

#include "cql/run/context.hpp"
#include "games/chess/attacks.hpp"
#include "games/chess/position.hpp"

namespace cofnod::cql {

namespace {

namespace attacks = chess::attacks;
using chess::Move;

constexpr Bitboard not_a = ~Bitboard::of(notation::File::a);
constexpr Bitboard not_h = ~Bitboard::of(notation::File::h);
constexpr Bitboard not_ab = not_a & ~Bitboard::of(notation::File::b);
constexpr Bitboard not_gh = not_h & ~Bitboard::of(notation::File::g);

constexpr Bitboard pawn_strikes(Color color, Bitboard pawns) {
    const int up = chess::forward(color);
    return (pawns & not_a).shifted(up - 1) | (pawns & not_h).shifted(up + 1);
}

constexpr Bitboard knight_strikes(Bitboard from) {
    const Bitboard one = (from & not_h).shifted(1) | (from & not_a).shifted(-1);
    const Bitboard two = (from & not_gh).shifted(2) | (from & not_ab).shifted(-2);
    return one.shifted(16) | one.shifted(-16) | two.shifted(8) | two.shifted(-8);
}

constexpr Bitboard king_strikes(Bitboard from) {
    const Bitboard sideways = (from & not_h).shifted(1) | (from & not_a).shifted(-1);
    const Bitboard row = from | sideways;
    return sideways | row.shifted(8) | row.shifted(-8);
}

Bitboard diagonal_sliders(const PieceSets& board) { return board.of(Role::bishop) | board.of(Role::queen); }
Bitboard straight_sliders(const PieceSets& board) { return board.of(Role::rook) | board.of(Role::queen); }

/// Returns the non-sliding attackers among `from`.
Bitboard stepping_attackers(const PieceSets& board, Bitboard from, Bitboard targets) {
    // In reverse: a white pawn attacks a square if and only if a black pawn there would attack the white pawn's square.
    Bitboard result = pawn_strikes(Color::black, targets) & board.of(Color::white, Role::pawn);
    result |= pawn_strikes(Color::white, targets) & board.of(Color::black, Role::pawn);
    result |= knight_strikes(targets) & board.of(Role::knight);
    result |= king_strikes(targets) & board.of(Role::king);
    return result & from;
}

bool has_more_than_two(Bitboard squares) { return (squares & Bitboard(squares.bits() - 1)).has_several(); }

/// Returns the squares attacked by the pieces on `from`.
Bitboard struck_by(const PieceSets& board, Bitboard from) {
    const Bitboard occupied = board.of(PieceSets::occupied);
    Bitboard result = pawn_strikes(Color::white, from & board.of(Color::white, Role::pawn)) |
                      pawn_strikes(Color::black, from & board.of(Color::black, Role::pawn)) |
                      knight_strikes(from & board.of(Role::knight)) | king_strikes(from & board.of(Role::king));
    for (const Square square : from& diagonal_sliders(board)) result |= attacks::bishop(square, occupied);
    for (const Square square : from& straight_sliders(board)) result |= attacks::rook(square, occupied);
    return result;
}

/// Returns the squares attacked by a colour, cached per position; nullptr if they are not cached and not worth
/// computing for few squares.
const Bitboard* struck_by(Context& context, Color color, bool few) {
    auto& struck = context.struck[static_cast<std::size_t>(color)];
    const bool asked_before = struck.id == context.at && struck.game == context.game_stamp;
    if (asked_before && struck.known) return &struck.squares;
    const bool pays = !few || asked_before;
    struck = {context.game_stamp, context.at, pays, {}};
    if (!pays) return nullptr;
    struck.squares = struck_by(context.now->board, context.now->board.of(color));
    return &struck.squares;
}

}  // namespace

Bitboard struck_by_one(const PieceSets& board, Square from) {
    const int kind = board.kind_at(from);
    if (kind == PieceSets::empty) return {};
    return attacks::of(chess::Piece::from_index(kind), from, board.of(PieceSets::occupied));
}

Bitboard strikers(const PieceSets& board, Bitboard from, Bitboard targets) {
    const Bitboard occupied = board.of(PieceSets::occupied);
    Bitboard result = stepping_attackers(board, from, targets);
    for (const Square square : from& diagonal_sliders(board))
        if (!(attacks::bishop_rays(square) & targets).empty() && !(attacks::bishop(square, occupied) & targets).empty())
            result |= square;
    for (const Square square : from& straight_sliders(board))
        if (!(attacks::rook_rays(square) & targets).empty() && !(attacks::rook(square, occupied) & targets).empty())
            result |= square;
    return result;
}

Bitboard strikers_of(const PieceSets& board, Square square, Bitboard occupied) {
    return (attacks::pawn(Color::black, square) & board.of(Color::white, Role::pawn)) |
           (attacks::pawn(Color::white, square) & board.of(Color::black, Role::pawn)) |
           (attacks::knight(square) & board.of(Role::knight)) | (attacks::king(square) & board.of(Role::king)) |
           (attacks::bishop(square, occupied) & diagonal_sliders(board)) |
           (attacks::rook(square, occupied) & straight_sliders(board));
}

Bitboard struck_among(Context& context, Bitboard squares, Bitboard from) {
    const PieceSets& board = context.now->board;
    from &= board.of(PieceSets::occupied);
    if (squares.empty() || from.empty()) return {};
    if (!from.has_several()) return squares & struck_by_one(board, from.first());
    const bool few = !has_more_than_two(squares);
    const bool is_played = context.at < context.tree.size();
    for (const Color color : {Color::white, Color::black}) {
        if (!is_played || from != board.of(color)) continue;
        if (const Bitboard* struck = struck_by(context, color, few)) return squares & *struck;
    }
    if (!few) return squares & struck_by(board, from);
    Bitboard result;
    for (const Square square : squares)
        if (!(strikers_of(board, square, board.of(PieceSets::occupied)) & from).empty()) result |= square;
    return result;
}

Bitboard checkers(const Snapshot& now) {
    const PieceSets& board = now.board;
    const Square king = board.king(now.turn);
    const Color enemy = !now.turn;
    const Bitboard queens = board.of(enemy, Role::queen);
    Bitboard result = (attacks::knight(king) & board.of(enemy, Role::knight)) |
                      (attacks::pawn(now.turn, king) & board.of(enemy, Role::pawn));
    const Bitboard sliders = (attacks::bishop_rays(king) & (board.of(enemy, Role::bishop) | queens)) |
                             (attacks::rook_rays(king) & (board.of(enemy, Role::rook) | queens));
    for (const Square slider : sliders)
        if ((attacks::between(king, slider) & board.of(PieceSets::occupied)).empty()) result |= slider;
    return result;
}

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
    if (rooks.empty() || !checkers_.empty()) return {};
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
        pieces |= pinning(men_reaching(parries | their_king));
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

    /// Returns the enemies that guard a square of the field, including those that attack it through the king.
    [[nodiscard]] Bitboard guards_of(Square square) const {
        return strikers_of(now_.board, square, now_.board.of(PieceSets::occupied) ^ king_) & enemies_;
    }

    /// Calls visit(slider, piece) for each slider of `sliders` that a single piece keeps from attacking `target`.
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

    /// Returns true if each of two checks alone could be parried by a capture or block.
    [[nodiscard]] bool are_needed(Bitboard checkers) const {
        if (!checkers.has_several()) return true;
        for (const Square checker : checkers)
            if (men_reaching(chess::attacks::between(king_, checker) | checker).empty()) return false;
        return true;
    }

    /// Returns the men but the king that could go to one of the squares, were they not pinned.
    [[nodiscard]] Bitboard men_reaching(Bitboard squares) const {
        const MoveSets moves(now_, Rule::pseudo_legal);
        Bitboard men;
        for (const Square man : own_ & ~Bitboard(king_))
            if (!(moves.targets(man) & squares).empty()) men |= man;
        return men;
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
