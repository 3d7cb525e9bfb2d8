#include "games/chess/movegen.hpp"

namespace cofnod::chess {

namespace {

class Generator {
public:
    explicit Generator(const Position& position)
        : position_(position),
          us_(position.turn()),
          king_(position.king(us_)),
          own_(position.pieces(us_)),
          enemies_(position.pieces(!us_)),
          occupied_(position.occupied()),
          checkers_(position.checkers()) {}

    void generate(MoveList& moves) {
        add_king_moves(moves);
        if (checkers_.has_several()) return;
        targets_ = checkers_.empty() ? ~own_ : attacks::between(king_, checkers_.first()) | checkers_;
        find_pinned();
        add_piece_moves(moves);
        add_pawn_moves(moves);
        if (checkers_.empty()) add_castling(moves);
    }

private:
    void find_pinned() {
        for (const Square slider : position_.sliders_towards_king(us_)) {
            const Bitboard shield = attacks::between(king_, slider) & occupied_;
            if (!shield.has_several()) pinned_ |= shield & own_;
        }
    }

    /// Restricts a pinned piece to the line through its king.
    [[nodiscard]] Bitboard unpinned(Square from, Bitboard squares) const {
        return pinned_.contains(from) ? squares & attacks::line(king_, from) : squares;
    }

    void add_king_moves(MoveList& moves) const {
        const Bitboard without_king = occupied_ ^ king_;
        for (const Square to : attacks::king(king_) & ~own_)
            if (!position_.is_attacked(to, !us_, without_king)) moves.add(Move::ordinary(king_, to));
    }

    void add_piece_moves(MoveList& moves) const {
        for (const Role role : {Role::knight, Role::bishop, Role::rook, Role::queen})
            for (const Square from : own_& position_.pieces(role))
                for (const Square to : unpinned(from, attacks::of({us_, role}, from, occupied_) & targets_))
                    moves.add(Move::ordinary(from, to));
    }

    void add_pawn_moves(MoveList& moves) const {
        const int up = forward(us_);
        const Bitboard pawns = position_.pieces(us_, Role::pawn);
        const Bitboard once = pawns.shifted(up) & ~occupied_;
        const Bitboard twice = (once & Bitboard::of(relative(us_, Rank::r3))).shifted(up) & ~occupied_;
        const Bitboard to_the_left = (pawns & ~Bitboard::of(File::a)).shifted(up - 1) & enemies_;
        const Bitboard to_the_right = (pawns & ~Bitboard::of(File::h)).shifted(up + 1) & enemies_;
        add_pawn_steps(moves, once, up);
        add_pawn_steps(moves, twice, 2 * up);
        add_pawn_steps(moves, to_the_left, up - 1);
        add_pawn_steps(moves, to_the_right, up + 1);
        add_en_passant(moves);
    }

    void add_pawn_steps(MoveList& moves, Bitboard reached, int step) const {
        for (const Square to : reached& targets_) {
            const Square from = Square::from_index(to.index() - step);
            if (!unpinned(from, to).contains(to)) continue;
            if (relative(us_, to.rank()) != Rank::r8) {
                moves.add(Move::ordinary(from, to));
                continue;
            }
            for (const Role role : {Role::queen, Role::knight, Role::rook, Role::bishop})
                moves.add(Move::promotion(from, to, role));
        }
    }

    void add_en_passant(MoveList& moves) const {
        const auto to = position_.en_passant();
        if (!to) return;
        for (const Square from : attacks::pawn(!us_, *to) & position_.pieces(us_, Role::pawn))
            if (const Move move = Move::en_passant(from, *to); position_.leaves_king_safe(move)) moves.add(move);
    }

    void add_castling(MoveList& moves) const {
        if ((position_.castling_rooks() & own_).empty()) return;
        for (const CastlingSide side : {CastlingSide::king_side, CastlingSide::queen_side})
            if (const auto judgement = judge_castling(position_, side); !judgement.fault) moves.add(judgement.move);
    }

    const Position& position_;
    Color us_;
    Square king_;
    Bitboard own_, enemies_, occupied_, checkers_;
    Bitboard targets_, pinned_;
};

bool is_castling(const Position& position, Move move) {
    for (const CastlingSide side : {CastlingSide::king_side, CastlingSide::queen_side})
        if (const auto judged = judge_castling(position, side); !judged.fault && judged.move == move) return true;
    return false;
}

/// True if a pawn of the side to move can go from `from` to `to`, other than en passant.
bool is_pawn_move(const Position& position, Square from, Square to) {
    const Color us = position.turn();
    if (attacks::pawn(us, from).contains(to)) return position.pieces(!us).contains(to);
    const int step = to.index() - from.index();
    if (position.occupied().contains(to)) return false;
    if (step == forward(us)) return true;
    return step == 2 * forward(us) && relative(us, from.rank()) == Rank::r2 &&
           (attacks::between(from, to) & position.occupied()).empty();
}

/// True if the move is pseudo-legal: legal, or only illegal because it leaves the king in check.
bool is_possible(const Position& position, Move move) {
    const auto piece = position.piece_at(move.from());
    if (!piece || piece->color != position.turn() || position.pieces(position.turn()).contains(move.to())) return false;
    if (piece->role != Role::pawn)
        return move.kind() == Move::Kind::ordinary && attacks::reach(piece->role, move.from()).contains(move.to()) &&
               (attacks::between(move.from(), move.to()) & position.occupied()).empty();
    if (move.kind() == Move::Kind::en_passant)
        return position.en_passant() == move.to() && attacks::pawn(piece->color, move.from()).contains(move.to());
    const bool promotes = relative(piece->color, move.to().rank()) == Rank::r8;
    return promotes == (move.kind() == Move::Kind::promotion) && is_pawn_move(position, move.from(), move.to());
}

}  // namespace

MoveList legal_moves(const Position& position) {
    MoveList moves;
    Generator(position).generate(moves);
    return moves;
}

/// Returns true if a pawn that cannot be pinned may step ahead, and the king is not in check.
static bool has_free_pawn(const Position& position) {
    if (position.is_check()) return false;
    const Color us = position.turn();
    const Square king = position.king(us);
    const Bitboard lines = attacks::bishop(king, {}) | attacks::rook(king, {});
    const Bitboard free = position.pieces(us) & position.pieces(Role::pawn) & ~lines;
    const std::uint64_t ahead = us == Color::white ? free.bits() << 8 : free.bits() >> 8;
    return !(Bitboard(ahead) & ~position.occupied()).empty();
}

bool has_legal_move(const Position& position) {
    const Color us = position.turn();
    const Square king = position.king(us);
    const Bitboard without_king = position.occupied() ^ king;
    for (const Square to : attacks::king(king) & ~position.pieces(us))
        if (!position.is_attacked(to, !us, without_king)) return true;
    return has_free_pawn(position) || !legal_moves(position).empty();
}

bool is_legal(const Position& position, Move move) { return is_legal(position, move, true); }

bool is_legal(const Position& position, Move move, bool may_be_check) {
    if (move.is_null()) return !position.is_check();
    if (move.kind() == Move::Kind::null_move || move.raw() > 0x7FFF) return false;
    if (move.kind() == Move::Kind::castling) return is_castling(position, move);
    if (position.pieces(Role::king).contains(move.to())) return false;
    if (!is_possible(position, move)) return false;
    return (!may_be_check && !position.may_uncover_king(move)) || position.leaves_king_safe(move);
}

Outcome outcome(const Position& position) {
    if (!legal_moves(position).empty()) return Outcome::none;
    return position.is_check() ? Outcome::checkmate : Outcome::stalemate;
}

bool has_insufficient_material(const Position& position) {
    constexpr Bitboard dark(0xAA55AA55AA55AA55ULL);
    const Bitboard strong = position.pieces(Role::pawn) | position.pieces(Role::rook) | position.pieces(Role::queen);
    if (!strong.empty()) return false;
    if (position.occupied().count() <= 3) return true;
    const Bitboard bishops = position.pieces(Role::bishop);
    return position.pieces(Role::knight).empty() && ((bishops & dark).empty() || (bishops & ~dark).empty());
}

std::optional<Result> result_of(const Position& position) {
    if (has_insufficient_material(position)) return Result::draw;
    if (has_legal_move(position)) return std::nullopt;
    if (!position.is_check()) return Result::draw;
    return position.turn() == Color::white ? Result::black_wins : Result::white_wins;
}

std::uint64_t perft(const Position& position, int depth) {
    if (depth <= 0) return 1;
    const MoveList moves = legal_moves(position);
    if (depth == 1) return moves.size();
    std::uint64_t lines = 0;
    for (const Move move : moves) {
        Position after = position;
        after.play(move);
        lines += perft(after, depth - 1);
    }
    return lines;
}

std::vector<std::pair<Move, std::uint64_t>> divide(const Position& position, int depth) {
    std::vector<std::pair<Move, std::uint64_t>> lines;
    for (const Move move : legal_moves(position)) {
        Position after = position;
        after.play(move);
        lines.emplace_back(move, perft(after, depth - 1));
    }
    return lines;
}

}  // namespace cofnod::chess
