#include "games/camelot/notation.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/characters.hpp"
#include "base/problem.hpp"
#include "base/problem_kinds.hpp"
#include "grammar/camelot.hpp"

namespace cofnod::camelot {

namespace {

namespace p = tao::pegtl;
namespace rules = grammar::camelot;

/// State of the parse.
struct MoveState {
    WrittenMove move;
    Separator separator = Separator::hyphen;
    int file = 0;
    bool is_too_long = false;

    void add_square(int rank) {
        if (move.path.is_full()) {
            is_too_long = true;
            return;
        }
        move.separators[move.path.size()] = separator;
        move.path.add(Square::of(file, rank - 1));
    }
};

template <typename Rule>
struct action : p::nothing<Rule> {};

template <>
struct action<rules::file> {
    template <typename Input>
    static void apply(const Input& in, MoveState& reader) {
        reader.file = to_lower(in.peek_char()) - 'a';
    }
};

template <>
struct action<rules::rank> {
    template <typename Input>
    static void apply(const Input& in, MoveState& reader) {
        int rank = 0;
        for (const char c : in.string_view()) {
            const bool is_digit = c >= '0' && c <= '9';
            const bool is_zero = c == 'O' || c == 'o';
            if (!is_digit) reader.move.has_mended_digits = true;
            rank = rank * 10 + (is_digit ? c - '0' : is_zero ? 0 : 1);
        }
        reader.add_square(rank);
    }
};

template <>
struct action<rules::hyphen> {
    static void apply0(MoveState& reader) { reader.separator = Separator::hyphen; }
};
template <>
struct action<rules::caret> {
    static void apply0(MoveState& reader) { reader.separator = Separator::caret; }
};
template <>
struct action<rules::cross> {
    static void apply0(MoveState& reader) { reader.separator = Separator::cross; }
};

}  // namespace

std::optional<MoveAtFront> read_move(std::string_view text) {
    p::memory_input in(text.data(), text.data() + text.size(), "");
    MoveState reader;
    if (!p::parse<rules::move, action>(in, reader) || reader.is_too_long) return std::nullopt;
    return MoveAtFront{reader.move, text.size() - in.size()};
}

std::string write_path(const Position& before, const Path& path) {
    std::string text = path.front().to_string();
    for (std::size_t i = 1; i < path.size(); ++i) {
        text += effect_of(before, {path[i - 1], path[i]}).is_capture() ? 'x' : '-';
        text += path[i].to_string();
    }
    return text;
}

std::uint32_t move_number(const Position& before, const Move& move) {
    const int piece = before.pieces(before.turn()).count_before(move.from);
    return move.captured << 12 | static_cast<std::uint32_t>(move.to.index() << 4 | piece);
}

std::optional<Move> move_with_number(const Position& before, std::uint32_t number) {
    std::uint32_t rest = number & 15U;
    for (const Square from : before.pieces(before.turn()))
        if (rest-- == 0) return Move{from, Square::from_index(static_cast<int>(number >> 4 & 255U)), number >> 12};
    return std::nullopt;
}

namespace {

constexpr std::string_view spaces = " \t\r\n";

/// A field of the text and its column, from 1.
struct Field {
    std::string_view text;
    std::size_t column = 1;
};

class PositionReader {
public:
    PositionReader(std::string_view text, const Board& board) : board_(board) {
        setup_.board = &board;
        split(text);
        if (!error_) read_board(fields_[0]);
        if (!error_ && count_ > 1) read_turn(fields_[1]);
        if (!error_ && count_ > 2) read_castle_moves(fields_[2]);
        if (!error_) judge_setup();
    }

    Expected<Position, PositionTextError> result() const {
        if (error_) return Unexpected{*error_};
        return Position(setup_);
    }

private:
    void fail(SetupFault fault, std::size_t column) {
        if (!error_) error_ = PositionTextError{fault, column};
    }

    void split(std::string_view text) {
        std::size_t at = text.find_first_not_of(spaces);
        while (at != std::string_view::npos) {
            const std::size_t end = std::min(text.find_first_of(spaces, at), text.size());
            if (count_ == fields_.size()) return fail(SetupFault::text_after_end, at + 1);
            fields_[count_++] = {text.substr(at, end - at), at + 1};
            at = text.find_first_not_of(spaces, end);
        }
    }

    void read_board(Field field) {
        rank_ = board_.rank_count - 1;
        for (std::size_t i = 0; i < field.text.size() && !error_; ++i) {
            column_ = field.column + i;
            const char c = field.text[i];
            if (c == '/')
                next_rank();
            else if (c >= '0' && c <= '9')
                i += read_empty_squares(field.text.substr(i));
            else if (c == '*')
                add_place(false, {});
            else if (const auto piece = Piece::from_letter(c))
                add_place(true, piece);
            else
                fail(SetupFault::bad_piece_letter, column_);
        }
        column_ = field.column + field.text.size();
        if (rank_ > 0) fail(SetupFault::wrong_rank_count, column_);
        if (file_ < board_.file_count) fail(SetupFault::rank_too_short, column_);
    }

    void next_rank() {
        if (file_ < board_.file_count) fail(SetupFault::rank_too_short, column_);
        if (rank_ == 0) fail(SetupFault::wrong_rank_count, column_);
        --rank_;
        file_ = 0;
    }

    /// Reads a number of empty squares; returns the number of its digits minus one.
    std::size_t read_empty_squares(std::string_view text) {
        const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
        int number = 0;
        for (const char digit : text.substr(0, digits)) number = std::min(number * 10 + (digit - '0'), square_count);
        for (; number > 0 && !error_; --number) add_place(true, {});
        return digits - 1;
    }

    void add_place(bool inside, std::optional<Piece> piece) {
        if (file_ == board_.file_count) return fail(SetupFault::rank_too_long, column_);
        const Square square = Square::of(file_++, rank_);
        if (board_.squares.contains(square) != inside) return fail(SetupFault::wrong_shape, column_);
        columns_[static_cast<std::size_t>(square.index())] = column_;
        if (piece) setup_.pieces[static_cast<std::size_t>(piece->index())] |= square;
    }

    void read_turn(Field field) {
        if (field.text != "w" && field.text != "b") return fail(SetupFault::bad_turn, field.column);
        setup_.turn = field.text == "w" ? Color::white : Color::black;
    }

    void read_castle_moves(Field field) {
        if (field.text.size() != 2) return fail(SetupFault::bad_castle_moves, field.column);
        for (std::size_t i = 0; i < 2; ++i) {
            const char digit = field.text[i];
            if (digit < '0' || digit > '2') return fail(SetupFault::bad_castle_moves, field.column + i);
            setup_.castle_moves[i] = static_cast<std::uint8_t>(digit - '0');
        }
    }

    void judge_setup() {
        const auto fault = fault_of(setup_);
        if (!fault) return;
        const auto& square = fault->square;
        fail(fault->fault, square ? columns_[static_cast<std::size_t>(square->index())] : fields_[0].column);
    }

    const Board& board_;
    std::array<Field, 3> fields_{};
    std::size_t count_ = 0;
    int rank_ = 0;
    int file_ = 0;
    std::size_t column_ = 1;
    Setup setup_;
    std::array<std::size_t, square_count> columns_{};
    std::optional<PositionTextError> error_;
};

/// Returns the number of places in the first rank: twelve for "*****2*****".
int file_count_of(std::string_view text) {
    int count = 0;
    int number = 0;
    for (const char c : text.substr(0, text.find_first_of("/ "))) {
        if (c >= '0' && c <= '9')
            number = std::min(number * 10 + (c - '0'), square_count);
        else
            count += std::exchange(number, 0) + 1;
    }
    return count + number;
}

std::string rank_text(const Position& position, int rank) {
    std::string text;
    int empty = 0;
    for (int file = 0; file < position.board().file_count; ++file) {
        const Square square = Square::of(file, rank);
        const bool inside = position.board().squares.contains(square);
        const auto piece = position.piece_at(square);
        if (inside && !piece) {
            ++empty;
            continue;
        }
        if (empty > 0) text += std::to_string(empty);
        empty = 0;
        text += piece ? piece->letter() : '*';
    }
    if (empty > 0) text += std::to_string(empty);
    return text;
}

}  // namespace

Reason PositionTextError::reason() const { return {kind_of(fault), {column}, Frame::in_camelot_fen}; }

const Board& board_of(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(spaces), text.size()));
    const std::string_view ranks = text.substr(0, text.find_first_of(spaces));
    const auto rank_count = 1 + std::count(ranks.begin(), ranks.end(), '/');
    for (const Board* board : {&boards::cam, &boards::camette, &boards::chivalry})
        if (board->rank_count == rank_count && board->file_count == file_count_of(ranks)) return *board;
    return boards::camelot;
}

Expected<Position, PositionTextError> read_position(std::string_view text, const Board& board) {
    return PositionReader(text, board).result();
}

std::string write_position(const Position& position) {
    std::string text;
    for (int rank = position.board().rank_count - 1; rank >= 0; --rank) {
        text += rank_text(position, rank);
        if (rank > 0) text += '/';
    }
    text += position.turn() == Color::white ? " w " : " b ";
    for (const Color color : {Color::white, Color::black}) text += std::to_string(position.castle_moves(color));
    return text;
}

}  // namespace cofnod::camelot
