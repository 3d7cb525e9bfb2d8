#include "games/chess/resolve.hpp"

#include <algorithm>
#include <optional>

#include "base/problem.hpp"
#include "base/problem_kinds.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/position.hpp"
#include "games/chess/resolve_named.hpp"
#include "games/chess/san.hpp"

namespace cofnod::chess {

namespace {

using detail::capturing_pawns;
using detail::stepping_pawn;
using notation::Reading;
using notation::Readings;

bool is_last_rank(const Position& position, Square to) { return relative(position.turn(), to.rank()) == Rank::r8; }

/// Returns the origin squares that the reading allows.
Bitboard written_origin(const Reading& reading) {
    Bitboard squares(~std::uint64_t{0});
    if (reading.from_file) squares &= Bitboard::of(*reading.from_file);
    if (reading.from_rank) squares &= Bitboard::of(*reading.from_rank);
    return squares;
}

Bitboard piece_origins(const Position& position, const Reading& reading, Square to) {
    const Color us = position.turn();
    if (position.pieces(us).contains(to)) return {};
    return attacks::of({us, reading.role}, to, position.occupied()) & position.pieces(us, reading.role) &
           written_origin(reading);
}

Bitboard pawn_origins(const Position& position, const Reading& reading, Square to) {
    const Bitboard written = written_origin(reading);
    Bitboard origins;
    if (reading.from_file ? reading.from_file != reading.to_file : reading.capture)
        origins = capturing_pawns(position, to) & written;
    if (origins.empty()) origins = stepping_pawn(position, to) & written;
    return origins;
}

Move pawn_move(const Position& position, const Reading& reading, Square from, Square to) {
    if (reading.promotion) return Move::promotion(from, to, *reading.promotion);
    const bool passing = from.file() != to.file() && !position.occupied().contains(to);
    return passing ? Move::en_passant(from, to) : Move::ordinary(from, to);
}

/// True if a promotion piece is given exactly when required, and is a possible one.
bool promotes_rightly(const Position& position, const Reading& reading, Square to) {
    if (reading.promotion.has_value() != is_last_rank(position, to)) return false;
    return !reading.promotion || (*reading.promotion != Role::pawn && *reading.promotion != Role::king);
}

/// Turns readings into moves: generates pseudo-legal ones and keeps those that leave the king safe.
class Candidates {
public:
    Candidates(const Position& position, FewMoves& legal) : position_(position), legal_(legal) {}

    void add(const Reading& reading) {
        switch (reading.kind) {
            case Reading::Kind::castle_king_side: return add_castling(CastlingSide::king_side);
            case Reading::Kind::castle_queen_side: return add_castling(CastlingSide::queen_side);
            case Reading::Kind::null_move:
                if (!position_.is_check()) legal_.add_new(Move::null());
                return;
            case Reading::Kind::move: break;
        }
        if (!reading.to_file) return;
        if (reading.role == Role::pawn) return add_pawn(reading);
        if (!reading.to_rank || reading.promotion) return;
        const Square to = Square::of(*reading.to_file, *reading.to_rank);
        for (const Square from : piece_origins(position_, reading, to)) add_safe(Move::ordinary(from, to));
    }

    /// Adds moves for "g1f3": both squares written, but no piece letter.
    void add_coordinates(const Reading& reading) {
        if (reading.kind != Reading::Kind::move || reading.role != Role::pawn || reading.promotion) return;
        if (!reading.from_file || !reading.from_rank || !reading.to_file || !reading.to_rank) return;
        const Square from = Square::of(*reading.from_file, *reading.from_rank);
        const Square to = Square::of(*reading.to_file, *reading.to_rank);
        const Move move = Move::ordinary(from, to);
        const bool is_ordinary = is_legal(position_, move);
        if (is_ordinary) legal_.add_new(move);
        for (const CastlingSide side : {CastlingSide::king_side, CastlingSide::queen_side}) {
            const auto judgement = judge_castling(position_, side);
            if (judgement.fault || from != judgement.move.from()) continue;
            const Castling castling = Castling::of(judgement.move);
            // If the king can also simply step to its castling square, castling is written with the rook's square
            // (UCI_Chess960).
            if (to == castling.rook_from || (to == castling.king_to && !is_ordinary)) legal_.add_new(judgement.move);
        }
    }

private:
    void add_safe(Move move) {
        if (position_.leaves_king_safe(move)) legal_.add_new(move);
    }

    void add_castling(CastlingSide side) {
        if (const auto judgement = judge_castling(position_, side); !judgement.fault) legal_.add_new(judgement.move);
    }

    void add_pawn(const Reading& reading) {
        if (reading.to_rank) return add_pawn_to(reading, Square::of(*reading.to_file, *reading.to_rank));
        if (!reading.from_file || reading.from_file == reading.to_file) return;
        for (const Square to : Bitboard::of(*reading.to_file)) add_pawn_to(reading, to);
    }

    void add_pawn_to(const Reading& reading, Square to) {
        if (!promotes_rightly(position_, reading, to)) return;
        for (const Square from : pawn_origins(position_, reading, to))
            add_safe(pawn_move(position_, reading, from, to));
    }

    const Position& position_;
    FewMoves& legal_;
};

/// Reason why a reading has no legal move, and the square concerned, if any.
struct Diagnosis {
    IllegalReason reason;
    std::optional<Square> square;
};

Diagnosis diagnose_castling(const Position& position, CastlingSide side) {
    const CastlingJudgement judgement = judge_castling(position, side);
    switch (judgement.fault.value_or(CastlingFault::no_right)) {
        case CastlingFault::no_right: return {IllegalReason::castling_no_right, std::nullopt};
        case CastlingFault::blocked: return {IllegalReason::castling_blocked, judgement.square};
        case CastlingFault::in_check: return {IllegalReason::castling_in_check, judgement.square};
        case CastlingFault::through_check: return {IllegalReason::castling_through_check, judgement.square};
    }
    return {IllegalReason::castling_no_right, std::nullopt};
}

Diagnosis diagnose_square(const Position& position, const Reading& reading, Square to) {
    if (position.pieces(position.turn()).contains(to)) return {IllegalReason::own_piece_there, to};
    const bool pawn = reading.role == Role::pawn;
    const Bitboard origins = pawn ? pawn_origins(position, reading, to) : piece_origins(position, reading, to);
    if (origins.empty()) return {IllegalReason::nothing_reaches, to};
    const bool due = pawn && is_last_rank(position, to);
    if (due && !reading.promotion) return {IllegalReason::promotion_missing, to};
    if (reading.promotion && (!due || !promotes_rightly(position, reading, to)))
        return {IllegalReason::promotion_misplaced, to};
    return {IllegalReason::leaves_king_in_check, to};
}

/// Diagnoses "ed": prefers a capture between the files that fails for a reason more specific than nothing_reaches.
Diagnosis diagnose_short_capture(const Position& position, const Reading& reading) {
    for (const Square to : Bitboard::of(*reading.to_file))
        if (!(capturing_pawns(position, to) & written_origin(reading)).empty())
            return diagnose_square(position, reading, to);
    return {IllegalReason::nothing_reaches, std::nullopt};
}

Diagnosis diagnose(const Position& position, const Reading& reading) {
    switch (reading.kind) {
        case Reading::Kind::castle_king_side: return diagnose_castling(position, CastlingSide::king_side);
        case Reading::Kind::castle_queen_side: return diagnose_castling(position, CastlingSide::queen_side);
        case Reading::Kind::null_move: return {IllegalReason::null_in_check, std::nullopt};
        case Reading::Kind::move: break;
    }
    if (!reading.to_file) return {IllegalReason::unreadable, std::nullopt};
    if (reading.to_rank) return diagnose_square(position, reading, Square::of(*reading.to_file, *reading.to_rank));
    if (reading.role != Role::pawn || !reading.from_file) return {IllegalReason::unreadable, std::nullopt};
    return diagnose_short_capture(position, reading);
}

/// Returns the similarity of a legal move to a reading: 2 same role and target square, 1 same target square, 0 neither.
int nearness(const Position& position, const Reading& reading, Move move) {
    const bool castles = move.kind() == Move::Kind::castling;
    if (reading.kind != Reading::Kind::move || !reading.to_file) return castles ? 1 : 0;
    if (castles || move.to().file() != *reading.to_file) return 0;
    if (reading.to_rank && move.to().rank() != *reading.to_rank) return 0;
    return position.piece_at(move.from())->role == reading.role ? 2 : 1;
}

void add_nearest(const Position& position, const Reading& reading, FewMoves& nearest) {
    int best = 1;
    for (const Move move : legal_moves(position)) {
        const int near = nearness(position, reading, move);
        if (near < best) continue;
        if (near > best) nearest.clear();
        best = near;
        nearest.add(move);
    }
}

/// Reports the reading that comes closest to a legal move.
void explain_failure(const Position& position, const Readings& readings, Resolution& resolution) {
    resolution.kind = Resolution::Kind::illegal;
    resolution.reason = IllegalReason::unreadable;
    for (std::size_t i = 0; i < readings.size(); ++i) {
        const IllegalReason reason = diagnose(position, readings[i]).reason;
        const bool said_little = resolution.reason <= IllegalReason::nothing_reaches;
        const bool says_more = i == 0 || (said_little && reason > resolution.reason);
        if (!says_more) continue;
        resolution.reason = reason;
        resolution.reading = static_cast<std::uint8_t>(i);
    }
    if (!readings.empty()) add_nearest(position, readings[resolution.reading], resolution.moves);
}

template <typename Add>
void add_readings(const Readings& readings, Resolution& resolution, Add add) {
    for (std::size_t i = 0; i < readings.size(); ++i) {
        const bool first = resolution.moves.empty();
        add(readings[i]);
        if (first && !resolution.moves.empty()) resolution.reading = static_cast<std::uint8_t>(i);
    }
}

Reason explain_ambiguity(const Position& position, const FewMoves& moves) {
    const Role role = position.piece_at(moves[0].from())->role;
    const Square to = moves[0].to();
    Argument::List origins;
    for (const Move move : moves) {
        if (move.is_null() || position.piece_at(move.from())->role != role || move.to() != to)
            return {ProblemKind::several_readings};
        origins.push_back(move.from().to_string());
    }
    const auto kind = moves.size() == 2 ? ProblemKind::two_pieces_can_reach : ProblemKind::several_pieces_can_reach;
    return {kind, {name_of(role), std::move(origins), to.to_string()}};
}

Reason explain_illegal(const Position& position, const Reading& reading, IllegalReason reason) {
    const auto square = diagnose(position, reading).square;
    const std::string there = square ? square->to_string() : std::string();
    switch (reason) {
        case IllegalReason::unreadable: break;
        case IllegalReason::nothing_reaches:
            if (!square) return {ProblemKind::no_piece_can_reach_file, {name_of(reading.role)}};
            return {ProblemKind::no_piece_can_reach, {name_of(reading.role), there}};
        case IllegalReason::own_piece_there:
            return {ProblemKind::own_piece_there, {name_of(position.piece_at(*square)->role), there}};
        case IllegalReason::leaves_king_in_check: return {ProblemKind::king_would_be_in_check};
        case IllegalReason::promotion_missing: return {ProblemKind::promotion_missing, {there}};
        case IllegalReason::promotion_misplaced: return {ProblemKind::promotion_misplaced, {there}};
        case IllegalReason::castling_no_right: return {ProblemKind::no_right_to_castle};
        case IllegalReason::castling_blocked: return {ProblemKind::castling_is_blocked, {there}};
        case IllegalReason::castling_in_check: return {ProblemKind::castling_out_of_check};
        case IllegalReason::castling_through_check: return {ProblemKind::castling_through_check, {there}};
        case IllegalReason::null_in_check: return {ProblemKind::null_move_in_check};
    }
    return {ProblemKind::no_square_to_go_to};
}

}  // namespace

Move detail::resolve_among(const Position& position, NamedMove named, Bitboard origins, bool may_be_check) {
    Bitboard legal;
    for (const Square from : origins) {
        const Move move = Move::ordinary(from, named.to);
        if ((!may_be_check && !position.may_uncover_king(move)) || position.leaves_king_safe(move)) legal |= from;
    }
    const Bitboard meant = legal & named.from;
    if (meant.empty() || meant.has_several()) return Move::null();
    const Square from = meant.first();
    const bool is_minimal = departure_named(from, legal & ~meant) == Departure{named.has_file, named.has_rank};
    return is_minimal ? Move::ordinary(from, named.to) : Move::null();
}

namespace {

Move named_castling(const Position& position, const Reading& reading, CastlingSide side) {
    if (reading != Reading{.kind = reading.kind}) return Move::null();  // over-specified
    const CastlingJudgement judgement = judge_castling(position, side);
    return judgement.fault ? Move::null() : judgement.move;
}

}  // namespace

Move resolve_canonical(const Position& position, const Reading& reading, bool may_be_check) {
    switch (reading.kind) {
        case Reading::Kind::move: break;
        case Reading::Kind::castle_king_side: return named_castling(position, reading, CastlingSide::king_side);
        case Reading::Kind::castle_queen_side: return named_castling(position, reading, CastlingSide::queen_side);
        case Reading::Kind::null_move: return Move::null();
    }
    if (!reading.to_file || !reading.to_rank || reading.promotion == Role::pawn) return Move::null();
    const NamedMove named{.role = reading.role,
                          .to = Square::of(*reading.to_file, *reading.to_rank),
                          .takes = reading.capture,
                          .has_file = reading.from_file.has_value(),
                          .has_rank = reading.from_rank.has_value(),
                          .promotion = reading.promotion.value_or(Role::pawn),
                          .from = written_origin(reading)};
    return resolve_named(position, named, may_be_check);
}

Resolution resolve(const Position& position, const Readings& readings, bool diagnose) {
    Resolution resolution;
    Candidates candidates(position, resolution.moves);
    add_readings(readings, resolution, [&](const Reading& reading) {
        if (!reading.loose) candidates.add(reading);
    });
    if (resolution.moves.empty())
        add_readings(readings, resolution, [&](const Reading& reading) {
            if (reading.loose) candidates.add(reading);
            candidates.add_coordinates(reading);
        });

    resolution.count_moves();
    if (resolution.kind == Resolution::Kind::illegal && diagnose) explain_failure(position, readings, resolution);
    return resolution;
}

Reason explain(const Position& position, const Readings& readings, const Resolution& resolution) {
    if (resolution.kind == Resolution::Kind::ambiguous) return explain_ambiguity(position, resolution.moves);
    if (readings.empty()) return {ProblemKind::no_square_to_go_to};
    return explain_illegal(position, readings[resolution.reading], resolution.reason);
}

Move resolve_squares(const Position& position, std::string_view word) {
    if (word.size() != 4 && word.size() != 5) return Move::null();
    const auto from = Square::parse(word.substr(0, 2)), to = Square::parse(word.substr(2, 2));
    if (!from || !to) return Move::null();
    const auto piece = position.piece_at(*from);
    if (!piece || piece->color != position.turn()) return Move::null();
    if (piece->role == Role::king && !(position.castling_rooks() & position.pieces(piece->color)).empty())
        return Move::null();
    const bool is_pawn = piece->role == Role::pawn;
    const bool is_last_rank = to->rank() == Rank::r1 || to->rank() == Rank::r8;
    if ((is_pawn && is_last_rank) != (word.size() == 5)) return Move::null();
    Move move = Move::ordinary(*from, *to);
    if (word.size() == 5) {
        const auto promoted = Piece::from_fen_letter(word[4]);
        if (!promoted || promoted->color == Color::white || promoted->role == Role::pawn ||
            promoted->role == Role::king)
            return Move::null();
        move = Move::promotion(*from, *to, promoted->role);
    } else if (is_pawn && position.en_passant() == *to && from->file() != to->file()) {
        move = Move::en_passant(*from, *to);
    }
    return is_legal(position, move) ? move : Move::null();
}

Reason explain_squares(const Position& position, const notation::DescribedMove& described) {
    const Square from = Bitboard(described.from).first(), to = Bitboard(described.to).first();
    const auto piece = position.piece_at(from);
    if (!piece) return {ProblemKind::no_piece_there, {from.to_string()}};
    if (piece->color != position.turn()) return {ProblemKind::opponents_piece_there, {from.to_string()}};
    notation::Reading reading;
    reading.role = piece->role;
    reading.from_file = from.file();
    reading.from_rank = from.rank();
    reading.to_file = to.file();
    reading.to_rank = to.rank();
    reading.promotion = described.promotion;
    static constexpr int castling_step = 2;
    const int step = static_cast<int>(to.file()) - static_cast<int>(from.file());
    const bool castles =
        piece->role == Role::king && from.rank() == to.rank() && (step == castling_step || step == -castling_step);
    if (castles)
        reading.kind =
            step > 0 ? notation::Reading::Kind::castle_king_side : notation::Reading::Kind::castle_queen_side;
    if (piece->role == Role::pawn && from.file() != to.file()) reading.capture = true;
    notation::Readings readings;
    readings.add(reading);
    return explain(position, readings, resolve(position, readings));
}

namespace {

using notation::DescribedMove;
using notation::Wing;

/// Mirrors `squares` vertically if they are written from Black's side.
Bitboard seen_from_white(const DescribedMove& described, notation::SquareSet squares, Color us) {
    return Bitboard(described.seen_by_mover && us == Color::black ? __builtin_bswap64(squares) : squares);
}

bool fits_castling(const DescribedMove& described, Move move, Color us) {
    const Castling squares = Castling::of(move);
    switch (described.kind) {
        case DescribedMove::Kind::castle: return true;
        case DescribedMove::Kind::castle_king_side: return squares.king_from < squares.rook_from;
        case DescribedMove::Kind::castle_queen_side: return squares.rook_from < squares.king_from;
        case DescribedMove::Kind::null_move: return false;
        case DescribedMove::Kind::move: break;
    }
    // Written by its squares: e1g1, or king takes own rook.
    const Bitboard to = seen_from_white(described, described.to, us);
    return !described.role && seen_from_white(described, described.from, us).contains(squares.king_from) &&
           (to.contains(squares.king_to) || to.contains(squares.rook_from));
}

bool fits_capture(const Position& position, const DescribedMove& described, Move move) {
    const bool passing = move.kind() == Move::Kind::en_passant;
    const auto captured = position.piece_at(move.to());
    if (described.capture && *described.capture != (captured || passing)) return false;
    if (described.en_passant && !passing) return false;
    return !described.captured || *described.captured == (passing ? Role::pawn : captured->role);
}

bool fits(const Position& position, const DescribedMove& described, Move move) {
    const Color us = position.turn();
    if (move.kind() == Move::Kind::castling) return fits_castling(described, move, us);
    if (described.kind != DescribedMove::Kind::move) return false;
    if (!seen_from_white(described, described.from, us).contains(move.from()) ||
        !seen_from_white(described, described.to, us).contains(move.to()))
        return false;
    if (described.role && position.piece_at(move.from())->role != *described.role) return false;
    const bool promotes = move.kind() == Move::Kind::promotion;
    if (promotes != described.promotion.has_value()) return false;
    if (promotes && move.promotion_role() != *described.promotion) return false;
    return fits_capture(position, described, move);
}

/// True if the piece belongs to a wing. Bishops are identified by square colour, which also works if the game was not
/// followed from the start: f1 is light.
bool is_of_wing(const Position& position, const Wings& wings, Move move, Wing wing) {
    const Square from = move.from();
    if (position.piece_at(from)->role != Role::bishop) return wings.is_of_king_side(from) == (wing == Wing::king_side);
    const bool light = (static_cast<int>(from.file()) + static_cast<int>(from.rank())) % 2 != 0;
    const bool kings_is_light = position.turn() == Color::white;
    return (light == kings_is_light) == (wing == Wing::king_side);
}

/// True if no other piece that can make the move is further out on the wing.
bool stands_on_wing(const FewMoves& moves, Move move, Wing wing) {
    return std::all_of(moves.begin(), moves.end(), [&](Move other) {
        return wing == Wing::king_side ? other.from().file() <= move.from().file()
                                       : other.from().file() >= move.from().file();
    });
}

notation::CheckMark check_after(const Position& position, Move move) {
    Position after = position;
    after.play(move);
    return check_mark(after);
}

/// Keeps only the moves accepted by `suits`, unless there are none.
template <typename Suits>
void prefer(FewMoves& moves, Suits suits) {
    if (moves.size() < 2) return;
    FewMoves kept;
    for (const Move move : moves)
        if (suits(move)) kept.add(move);
    if (!kept.empty()) moves = kept;
}

Argument::List listed(const FewMoves& moves) {
    Argument::List list;
    for (const Move move : moves) list.push_back(move.from().to_string() + "-" + move.to().to_string());
    return list;
}

}  // namespace

Resolution resolve(const Position& position, const DescribedMove& described, const Wings& wings) {
    Resolution resolution;
    if (described.kind == DescribedMove::Kind::null_move && !position.is_check()) resolution.moves.add(Move::null());
    for (const Move move : legal_moves(position))
        if (fits(position, described, move)) resolution.moves.add(move);
    if (described.wing)
        prefer(resolution.moves, [&, all = resolution.moves](Move move) {
            return is_of_wing(position, wings, move, *described.wing) ||
                   (wings.heeds_places() && stands_on_wing(all, move, *described.wing));
        });
    if (described.check != notation::CheckMark::none)
        prefer(resolution.moves, [&](Move move) { return check_after(position, move) != notation::CheckMark::none; });
    if (described.check == notation::CheckMark::mate)
        prefer(resolution.moves, [&](Move move) { return check_after(position, move) == notation::CheckMark::mate; });

    resolution.count_moves();
    if (resolution.kind == Resolution::Kind::illegal) resolution.reason = IllegalReason::nothing_reaches;
    return resolution;
}

Reason explain(const Position& position, const DescribedMove& described, const Resolution& resolution) {
    if (resolution.kind == Resolution::Kind::ambiguous)
        return {ProblemKind::several_moves_fit, {listed(resolution.moves)}};
    if (described.kind == DescribedMove::Kind::null_move) return {ProblemKind::null_move_in_check};
    if (described.promotion) return {ProblemKind::no_legal_move_fits};
    DescribedMove promoting = described;
    promoting.promotion = Role::queen;
    const bool promotes = resolve(position, promoting, Wings()).kind != Resolution::Kind::illegal;
    if (promotes) return {ProblemKind::promotion_piece_missing};
    const bool is_of_squares = described.kind == DescribedMove::Kind::move && !described.role &&
                               __builtin_popcountll(described.from) == 1 && __builtin_popcountll(described.to) == 1;
    return is_of_squares ? explain_squares(position, described) : Reason{ProblemKind::no_legal_move_fits};
}

}  // namespace cofnod::chess
