#include "chess/fen.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/ascii.hpp"
#include "base/problem_kinds.hpp"
#include "base/reason.hpp"

namespace cofnod::chess {
namespace {

constexpr std::string_view spaces = " \t\r\n";

/// A field of the FEN and its column, from 1.
struct Field {
    std::string_view text;
    std::size_t column = 1;
};

class FenReader {
public:
    explicit FenReader(std::string_view text) {
        std::size_t at = text.find_first_not_of(spaces);
        while (at != std::string_view::npos) {
            const std::size_t end = std::min(text.find_first_of(spaces, at), text.size());
            if (count_ == fields_.size()) {
                fail(SetupFault::text_after_end, at + 1);
                return;
            }
            fields_[count_++] = {text.substr(at, end - at), at + 1};
            at = text.find_first_not_of(spaces, end);
        }
        read_board(fields_[0]);
        if (count_ > 1) read_turn(fields_[1]);
        if (count_ > 2) read_castling(fields_[2]);
        if (count_ > 3) read_en_passant(fields_[3]);
        if (count_ > 4) setup_.halfmove_clock = read_number(fields_[4]);
        if (count_ > 5) setup_.fullmove_number = read_number(fields_[5]);
        if (!error_) judge_setup();
    }

    Expected<Fen, FenError> result() const {
        if (error_) return Unexpected{*error_};
        Fen fen{Position(setup_)};
        fen.dropped_castling = dropped_castling_ || fen.position.castling_rooks() != setup_.castling_rooks;
        fen.dropped_en_passant = setup_.en_passant && !explains_en_passant(setup_);
        return fen;
    }

private:
    void fail(SetupFault fault, std::size_t column) {
        if (!error_) error_ = FenError{fault, column};
    }

    void read_board(Field field) {
        int rank = 7;
        int file = 0;
        for (std::size_t i = 0; i < field.text.size() && !error_; ++i) {
            const char c = field.text[i];
            const std::size_t column = field.column + i;
            if (c == '/') {
                if (file < 8) fail(SetupFault::rank_too_short, column);
                if (rank == 0) fail(SetupFault::not_eight_ranks, column);
                --rank;
                file = 0;
            } else if (c >= '1' && c <= '8') {
                file += c - '0';
                if (file > 8) fail(SetupFault::rank_too_long, column);
            } else if (const auto piece = Piece::from_fen_letter(c); !piece) {
                fail(SetupFault::bad_piece_letter, column);
            } else if (file > 7) {
                fail(SetupFault::rank_too_long, column);
            } else {
                columns_[static_cast<std::size_t>(rank * 8 + file)] = column;
                setup_.board[static_cast<std::size_t>(rank * 8 + file++)] = *piece;
            }
        }
        const std::size_t end = field.column + field.text.size();
        if (rank > 0) fail(SetupFault::not_eight_ranks, end);
        if (file < 8) fail(SetupFault::rank_too_short, end);
    }

    void read_turn(Field field) {
        if (field.text == "w")
            setup_.turn = Color::white;
        else if (field.text == "b")
            setup_.turn = Color::black;
        else
            fail(SetupFault::bad_turn, field.column);
    }

    void read_castling(Field field) {
        if (field.text == "-") return;
        for (std::size_t i = 0; i < field.text.size(); ++i) {
            const char letter = field.text[i];
            const Color color = is_lower(letter) ? Color::black : Color::white;
            const char small = to_lower(letter);
            if (small == 'k' || small == 'q')
                add_castling(outermost_rook(color, small == 'k'));
            else if (small >= 'a' && small <= 'h')
                add_castling(Square::of(static_cast<File>(small - 'a'), relative(color, Rank::r1)));
            else
                fail(SetupFault::bad_castling, field.column + i);
        }
    }

    void add_castling(std::optional<Square> rook) {
        if (rook)
            setup_.castling_rooks |= *rook;
        else
            dropped_castling_ = true;
    }

    /// Returns the rook furthest from the king on the given side, on its colour's first rank.
    [[nodiscard]] std::optional<Square> outermost_rook(Color color, bool king_side) const {
        for (int i = 0; i < 8; ++i) {
            const Square square = Square::of(static_cast<File>(king_side ? 7 - i : i), relative(color, Rank::r1));
            const auto piece = setup_.board[static_cast<std::size_t>(square.index())];
            if (piece == Piece{color, Role::king}) return std::nullopt;
            if (piece == Piece{color, Role::rook}) return square;
        }
        return std::nullopt;
    }

    void read_en_passant(Field field) {
        if (field.text == "-") return;
        setup_.en_passant = Square::parse(field.text);
        if (!setup_.en_passant) fail(SetupFault::bad_en_passant, field.column);
    }

    std::uint16_t read_number(Field field) {
        if (field.text == "-") return 0;
        std::uint16_t number = 0;
        const char* end = field.text.data() + field.text.size();
        const auto [stop, fault] = std::from_chars(field.text.data(), end, number);
        if (fault != std::errc{} || stop != end) fail(SetupFault::bad_number, field.column);
        return number;
    }

    void judge_setup() {
        const auto fault = fault_of(setup_);
        if (!fault) return;
        const std::size_t board = fields_[0].column;
        fail(fault->fault, fault->square ? columns_[static_cast<std::size_t>(fault->square->index())] : board);
    }

    std::array<Field, 6> fields_{};
    std::size_t count_ = 0;
    Setup setup_;
    std::array<std::size_t, square_count> columns_{};
    bool dropped_castling_ = false;
    std::optional<FenError> error_;
};

std::string board_text(const Position& position) {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        for (int file = 0; file < 8; ++file) {
            const auto piece = position.piece_at(Square::from_index(rank * 8 + file));
            if (piece && empty > 0) text += static_cast<char>('0' + empty);
            empty = piece ? 0 : empty + 1;
            if (piece) text += piece->fen_letter();
        }
        if (empty > 0) text += static_cast<char>('0' + empty);
        if (rank > 0) text += '/';
    }
    return text;
}

/// True if no other rook of its colour stands further out on its rank.
bool is_outermost(const Position& position, Color color, Square rook, CastlingSide side) {
    const Bitboard rooks = position.pieces(color, Role::rook) & Bitboard::of(rook.rank());
    return rook == (side == CastlingSide::king_side ? rooks.last() : rooks.first());
}

char castling_letter(const Position& position, Color color, Square rook, CastlingSide side) {
    char letter = static_cast<char>('A' + static_cast<int>(rook.file()));
    if (is_outermost(position, color, rook, side)) letter = side == CastlingSide::king_side ? 'K' : 'Q';
    return color == Color::white ? letter : to_lower(letter);
}

std::string castling_text(const Position& position) {
    std::string text;
    for (const Color color : {Color::white, Color::black})
        for (const CastlingSide side : {CastlingSide::king_side, CastlingSide::queen_side})
            if (const auto rook = position.castling_rook(color, side))
                text += castling_letter(position, color, *rook, side);
    return text.empty() ? "-" : text;
}

}  // namespace

Reason FenError::reason() const { return {kind_of(fault), {column}, Frame::in_fen}; }

Expected<Fen, FenError> read_fen(std::string_view text) { return FenReader(text).result(); }

std::string write_fen(const Position& position) {
    const auto en_passant = position.en_passant();
    return board_text(position) + (position.turn() == Color::white ? " w " : " b ") + castling_text(position) + ' ' +
           (en_passant ? en_passant->to_string() : "-") + ' ' + std::to_string(position.halfmove_clock()) + ' ' +
           std::to_string(position.fullmove_number());
}

}  // namespace cofnod::chess
