#include "importers/databases/chessbase/moves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "base/problem_kinds.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/square.hpp"
#include "importers/databases/chessbase/pieces.hpp"
#include "importers/databases/record.hpp"

namespace cofnod::importers::databases::chessbase {

namespace {

using chess::CastlingSide;
using chess::Color;
using chess::Move;
using chess::Position;
using chess::Role;
using chess::Square;
using Node = RecordedMoves::Node;

/// Meaning of a decoded byte of the one-byte coding.
struct Step {
    enum class Kind : std::uint8_t {
        null_move,
        moves,
        castles_short,
        castles_long,
        two_bytes,
        nothing,
        unknown,
        push,
        pop
    };

    Kind kind = Kind::unknown;
    Role role = Role::king;
    std::uint8_t number = 0;           ///< index among the pieces of its role, from 0
    std::int8_t files = 0, ranks = 0;  ///< forward for pawns, otherwise towards h and 8; wrap around the board
};
using Kind = Step::Kind;

struct Direction {
    int files, ranks;
};

constexpr Direction king_steps[] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
constexpr Direction knight[] = {{2, 1}, {1, 2}, {-1, 2}, {-2, 1}, {-2, -1}, {-1, -2}, {1, -2}, {2, -1}};
constexpr Direction pawn[] = {{0, 1}, {0, 2}, {1, 1}, {-1, 1}};
constexpr Direction queen_lines[] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
constexpr std::span rook_lines(queen_lines, 2);
constexpr std::span bishop_lines(queen_lines + 2, 2);

/// A range of values that belong to one piece.
struct Run {
    int first;
    Role role;
    int number;
};

// clang-format off
constexpr Run jumpers[] = {
    {1, Role::king, 0},
    {95, Role::knight, 0}, {103, Role::knight, 1}, {227, Role::knight, 2},
    {111, Role::pawn, 0}, {115, Role::pawn, 1}, {119, Role::pawn, 2}, {123, Role::pawn, 3},
    {127, Role::pawn, 4}, {131, Role::pawn, 5}, {135, Role::pawn, 6}, {139, Role::pawn, 7},
};
constexpr Run sliders[] = {
    {11, Role::queen, 0}, {143, Role::queen, 1}, {171, Role::queen, 2},
    {39, Role::rook, 0}, {53, Role::rook, 1}, {199, Role::rook, 2},
    {67, Role::bishop, 0}, {81, Role::bishop, 1}, {213, Role::bishop, 2},
};
// clang-format on

constexpr std::span<const Direction> directions_of(Role role) {
    switch (role) {
        case Role::king: return king_steps;
        case Role::knight: return knight;
        case Role::pawn: return pawn;
        case Role::queen: return queen_lines;
        case Role::rook: return rook_lines;
        case Role::bishop: return bishop_lines;
    }
    return {};
}

consteval std::array<Step, 256> all_steps() {
    std::array<Step, 256> steps{};
    const auto set = [&](int value, Role role, int number, Direction by) {
        steps[static_cast<std::size_t>(value)] = {Kind::moves, role, static_cast<std::uint8_t>(number),
                                                  static_cast<std::int8_t>(by.files),
                                                  static_cast<std::int8_t>(by.ranks)};
    };
    for (const Run& run : jumpers) {
        int value = run.first;
        for (const Direction by : directions_of(run.role)) set(value++, run.role, run.number, by);
    }
    for (const Run& run : sliders) {
        int value = run.first;
        for (const Direction by : directions_of(run.role))
            for (int count = 1; count <= 7; ++count)
                set(value++, run.role, run.number, {by.files * count, by.ranks * count});
    }
    steps[0].kind = Kind::null_move;
    steps[9].kind = Kind::castles_short;
    steps[10].kind = Kind::castles_long;
    steps[235].kind = Kind::two_bytes;
    steps[236].kind = Kind::nothing;
    steps[254].kind = Kind::push;
    steps[255].kind = Kind::pop;
    return steps;
}

constexpr std::array<Step, 256> steps = all_steps();

/// Maximum number of pending positions in which variations begin.
constexpr std::size_t most_waiting = 10'000;

std::optional<Move> castling(const Position& position, CastlingSide side) {
    const auto rook = position.castling_rook(position.turn(), side);
    if (!rook) return std::nullopt;
    return Move::castling(position.king(position.turn()), *rook);
}

/// Returns an ordinary move, or an en passant capture if the squares imply one.
Move plain_move(const Position& position, Square from, Square to) {
    const bool is_pawn = position.pieces(Role::pawn).contains(from);
    const bool passing = is_pawn && from.file() != to.file() && !position.occupied().contains(to);
    return passing ? Move::en_passant(from, to) : Move::ordinary(from, to);
}

/// A coding of the moves of a record.
struct Coding {
    int mode;              ///< its number
    bool subtracts_first;  ///< the number of moves so far is subtracted before the table lookup instead of after it
    bool has_two_bytes;    ///< each move has 16 bits
    bool is_reversed;      ///< pieces are numbered from h8 down to a1
    bool is_chess960;
    std::array<std::uint8_t, 256> codes;  ///< a permutation: the meaning of each byte in the file of moves
};

consteval std::array<std::uint8_t, 256> codes_in(std::string_view hexadecimal) {
    const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'A' + 10; };
    std::array<std::uint8_t, 256> codes{};
    for (std::size_t i = 0; i < codes.size(); ++i)
        codes[i] = static_cast<std::uint8_t>(digit(hexadecimal[2 * i]) << 4 | digit(hexadecimal[2 * i + 1]));
    return codes;
}

constexpr Coding codings[] = {
#define MOVE_CODES(mode, subtracts_first, has_two_bytes, is_reversed, is_chess960, bytes) \
    {mode, subtracts_first, has_two_bytes, is_reversed, is_chess960, codes_in(bytes)},
#include "importers/databases/chessbase/move_codes.def"
#undef MOVE_CODES
};

/// Returns the coding with this number; nullptr if it is unknown or belongs to a game other than chess.
const Coding* coding_of(int mode) {
    const auto* const found = std::ranges::find(codings, mode, &Coding::mode);
    return found == std::end(codings) ? nullptr : found;
}

constexpr std::size_t set_up_size = 28;

/// Reads the squares from a bit string: 0 for an empty square, otherwise 1, the colour and three bits for the role.
void read_board(const Bytes& bytes, chess::Setup& setup) {
    static constexpr std::array roles = {Role::king, Role::queen, Role::knight, Role::bishop, Role::rook, Role::pawn};
    static constexpr std::size_t begin = 4;
    std::size_t at = 8 * begin;
    const auto next = [&](unsigned count) {
        unsigned value = 0;
        for (; count > 0; --count, ++at) value = value << 1 | (bytes.at(at / 8) >> (7 - at % 8) & 1u);
        return value;
    };
    for (int i = 0; i < chess::square_count; ++i) {
        if (next(1) == 0) continue;
        const Color color = next(1) == 0 ? Color::white : Color::black;
        const unsigned role = next(3);
        if (role >= 1 && role <= roles.size())
            setup.board[static_cast<std::size_t>(square_of(i).index())] = chess::Piece{color, roles[role - 1]};
    }
}

/// Reads a game's own start position and stores it in the record. `record` begins with the position. Rejects the game
/// and returns nullopt if the position is invalid.
std::optional<chess::Position> read_start(std::string_view record, bool is_chess960, GameRecord& game) {
    const Bytes bytes(record);
    chess::Setup setup;
    read_board(bytes, setup);
    setup.turn = bits(bytes.at(1), 4, 1) != 0 ? Color::black : Color::white;
    setup.fullmove_number = bytes.at(3) > 0 ? bytes.at(3) : std::uint16_t{1};
    // Bits 0 to 3: White's queenside and kingside castling, then Black's. In Chess960 the rook squares follow the
    // position: White's h-side and a-side rook, then Black's.
    static constexpr std::array usual_rooks = {0, 56, 7, 63}, chess960_rooks = {3, 2, 5, 4};
    for (std::size_t i = 0; i < usual_rooks.size(); ++i) {
        if (bits(bytes.at(2), static_cast<unsigned>(i), 1) == 0) continue;
        const int rook =
            is_chess960 ? bytes.at(set_up_size + static_cast<std::size_t>(chess960_rooks[i])) & 63 : usual_rooks[i];
        setup.castling_rooks = setup.castling_rooks | square_of(rook);
    }
    if (const std::uint32_t file = bits(bytes.at(1), 0, 4); file >= 1 && file <= 8) {
        const chess::Rank rank = setup.turn == Color::white ? chess::Rank::r6 : chess::Rank::r3;
        setup.en_passant = Square::of(static_cast<chess::File>(file - 1), rank);
        if (!chess::explains_en_passant(setup)) setup.en_passant.reset();
    }
    if (const auto fault = chess::fault_of(setup)) {
        reject(game, {chess::kind_of(fault->fault)});
        return std::nullopt;
    }
    const chess::Position start(setup);
    game.start = chess::write_fen(start);
    return start;
}

class MoveReader {
public:
    MoveReader(const Coding& coding, std::string_view bytes, const Position& start, const BaseOptions& options,
               GameRecord& game, RecordedMoves& moves)
        : coding_(coding),
          bytes_(bytes),
          now_{start, Pieces(start, coding.is_reversed), {}, RecordedMoves::none},
          most_plies_(options.limits.plies),
          game_(game),
          moves_(moves),
          main_(game, start, options.san) {}

    void read() {
        coding_.has_two_bytes ? read_words() : read_steps();
        if (!is_over_) give_up(game_, {ProblemKind::record_ends_early}, {});
        main_.finish(in_main_ ? now_.position : *last_of_main_);
    }

private:
    struct State {
        Position position;
        Pieces pieces;
        Checks checks;
        Node node;  ///< last move
    };

    void read_steps() {
        while (!is_over_ && at_ < bytes_.size()) {
            const std::size_t begin = at_;
            const Step& step = steps[next_value()];
            switch (step.kind) {
                case Kind::nothing: break;
                case Kind::push: push(begin); break;
                case Kind::pop: pop(); break;
                case Kind::moves: play_step(step, begin); break;
                default: play(move_of(step), begin);
            }
        }
    }

    /// Reads words of 16 bits; an empty record has no moves.
    void read_words() {
        if (bytes_.size() == 0) is_over_ = true;
        while (!is_over_ && at_ < bytes_.size()) {
            const std::size_t begin = at_;
            const std::uint32_t word = next_word();
            if (bits(word, 15, 1) != 0) push(begin);
            if (is_over_) return;
            play(move_of_word(word), begin);
            if (!is_over_ && bits(word, 14, 1) != 0) pop();
        }
    }

    std::uint8_t next_value() {
        const auto count = static_cast<std::uint8_t>(moves_.size());
        const std::uint8_t byte = bytes_.at(at_++);
        return coding_.subtracts_first ? coding_.codes[static_cast<std::uint8_t>(byte - count)]
                                       : static_cast<std::uint8_t>(coding_.codes[byte] - count);
    }
    std::uint32_t next_word() {
        const std::uint32_t high = next_value();
        return high << 8 | next_value();
    }

    std::optional<Move> move_of(const Step& step) {
        const Position& position = now_.position;
        switch (step.kind) {
            case Kind::null_move: return Move::null();
            case Kind::castles_short: return castling(position, CastlingSide::king_side);
            case Kind::castles_long: return castling(position, CastlingSide::queen_side);
            case Kind::two_bytes: return move_of_word(next_word());
            default: return std::nullopt;
        }
    }

    std::optional<Move> move_of_word(std::uint32_t word) const {
        const Position& position = now_.position;
        Square from = square_of(static_cast<int>(bits(word, 0, 6))), to = square_of(static_cast<int>(bits(word, 6, 6)));
        if (bits(word, 0, 12) == 0) return Move::null();
        if (coding_.is_reversed && coding_.has_two_bytes) std::swap(from, to);
        const Square king = position.king(position.turn());
        const bool is_castling =
            coding_.is_chess960 ? from == to : from == king && std::abs(files_apart(from, to)) == 2;
        if (is_castling)
            return castling(position, to.file() == chess::File::g ? CastlingSide::king_side : CastlingSide::queen_side);
        static constexpr std::array roles = {Role::queen, Role::rook, Role::bishop, Role::knight};
        const bool is_last_rank = to.rank() == chess::Rank::r1 || to.rank() == chess::Rank::r8;
        if (is_last_rank && position.pieces(Role::pawn).contains(from))
            return Move::promotion(from, to, roles[bits(word, 12, 2)]);
        return plain_move(position, from, to);
    }

    static int files_apart(Square one, Square other) {
        return static_cast<int>(one.file()) - static_cast<int>(other.file());
    }

    /// Plays a move by piece number, the most common form.
    void play_step(const Step& step, std::size_t begin) {
        const Position& position = now_.position;
        const auto from = now_.pieces.find(position.turn(), step.role, step.number);
        if (!from) return play(std::nullopt, begin);
        const bool is_pawn = step.role == Role::pawn;
        const int forward = is_pawn && position.turn() == chess::Color::black ? -1 : 1;
        const int file = (static_cast<int>(from->file()) + forward * step.files) & 7;
        const int rank = (static_cast<int>(from->rank()) + forward * step.ranks) & 7;
        const Square to = Square::from_index(rank * 8 + file);
        if (is_pawn) return play(plain_move(position, *from, to), begin);
        const Move move = Move::ordinary(*from, to);
        if (is_full() || !chess::is_legal_of_piece(position, step.role, move, now_.checks.may_be()))
            return stop_at_move(begin);
        now_.pieces.play(position, step.role, step.number, move);
        add(step.role, move);
    }

    void play(std::optional<Move> move, std::size_t begin) {
        if (is_full() || !move || !may_be_played(now_.position, *move, now_.checks)) return stop_at_move(begin);
        now_.pieces.play(now_.position, *move);
        add(move->is_null() ? Role::king : now_.position.piece_at(move->from())->role, *move);
    }

    void add(Role role, Move move) {
        now_.node = moves_.add(now_.node, move.raw());
        in_main_ ? main_.play(now_.position, role, move) : now_.position.play(move);
        now_.checks.play(now_.position, move);
    }

    [[nodiscard]] bool is_full() const { return in_main_ && game_.ply_count == most_plies_; }

    /// Stops before a byte that is not a move, or before a move beyond the limit.
    void stop_at_move(std::size_t begin) {
        if (is_full()) return stop({ProblemKind::too_many_plies, {most_plies_}}, begin);
        stop({ProblemKind::no_such_move, {fmt::format("{:02X}", bytes_.at(begin))}}, begin);
    }

    /// Stores the position for a variation that begins here and is read later.
    void push(std::size_t begin) {
        if (waiting_.size() == most_waiting) return stop({ProblemKind::nested_too_deep, {most_waiting}}, begin);
        waiting_.push_back(now_);
    }

    void pop() {
        if (std::exchange(in_main_, false)) last_of_main_ = now_.position;
        if (waiting_.empty()) {
            is_over_ = true;
            return;
        }
        now_ = std::move(waiting_.back());
        waiting_.pop_back();
    }

    void stop(Reason reason, std::size_t begin) {
        give_up(game_, std::move(reason), bytes_.part(begin));
        is_over_ = true;
    }

    const Coding& coding_;
    Bytes bytes_;
    State now_;
    std::vector<State> waiting_;
    std::optional<Position> last_of_main_;
    std::size_t most_plies_;
    GameRecord& game_;
    RecordedMoves& moves_;
    MainLine main_;
    std::size_t at_ = 0;
    bool in_main_ = true, is_over_ = false;
};

}  // namespace

void read_moves(std::string_view record, const BaseOptions& options, GameRecord& game, RecordedMoves& moves) {
    static constexpr std::size_t head = 4, chess960_size = 8;
    const Bytes bytes(record);
    const int mode = static_cast<int>(bits(bytes.at(0), 0, 6));
    const Coding* const coding = coding_of(mode);
    if (!coding) return reject(game, {ProblemKind::moves_of_other_rules, {mode}});
    const std::size_t length = std::min<std::size_t>(bytes.big(1, 3), record.size());
    std::size_t at = head;
    Position start = Position::initial();
    if (bits(bytes.at(0), 6, 1) != 0) {
        const auto read = read_start(bytes.part(at), coding->is_chess960, game);
        if (!read) return;
        start = *read;
        at += set_up_size + (coding->is_chess960 ? chess960_size : 0);
    }
    moves.begin(start.turn() == chess::Color::white, length);
    MoveReader(*coding, bytes.part(at, length - std::min(length, at)), start, options, game, moves).read();
}

}  // namespace cofnod::importers::databases::chessbase
