#include "importers/databases/chessbase/pieces.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

#include "games/chess/fen.hpp"
#include "games/chess/position.hpp"
#include "importers/databases/record.hpp"

namespace cofnod::importers::databases::chessbase {

using chess::Color;
using chess::Move;
using chess::Piece;
using chess::Role;
using chess::Square;

namespace {

/// Returns the index of the lowest byte of a number that equals `value`; 8 if there is none. `each` has a 1 in every
/// byte to search.
unsigned find_byte(std::uint64_t bytes, std::uint64_t value, std::uint64_t each) {
    const std::uint64_t differences = bytes ^ value * each;
    const std::uint64_t zeros = (differences - each) & ~differences & each << 7;  // only its lowest set bit is reliable
    return static_cast<unsigned>(std::countr_zero(zeros)) / 8;
}

std::uint64_t index_of(Square square) { return static_cast<std::uint64_t>(square.index()); }

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

}  // namespace

Pieces::Pieces(const chess::Position& start, bool is_reversed) {
    static const std::array usual = {numbered(chess::Position::initial(), false),
                                     numbered(chess::Position::initial(), true)};
    *this = start == chess::Position::initial() ? usual[is_reversed ? 1 : 0] : numbered(start, is_reversed);
}

Pieces Pieces::numbered(const chess::Position& start, bool is_reversed) {
    Pieces pieces;
    for (int i = 0; i < chess::square_count; ++i) {
        const Square square = square_of(is_reversed ? chess::square_count - 1 - i : i);
        if (const auto piece = start.piece_at(square)) pieces.add(*piece, square);
    }
    return pieces;
}

void Pieces::play(const chess::Position& before, Move move) {
    if (move.is_null()) return;
    const chess::Color us = before.turn();
    if (move.kind() == Move::Kind::castling) {
        const chess::Castling castling = chess::Castling::of(move);
        relocate({us, Role::king}, castling.king_from, castling.king_to);
        return relocate({us, Role::rook}, castling.rook_from, castling.rook_to);
    }
    if (move.kind() == Move::Kind::en_passant)
        remove({!us, Role::pawn}, Square::of(move.to().file(), move.from().rank()));
    else if (const auto captured = before.piece_at(move.to()))
        remove(*captured, move.to());
    const Piece piece = *before.piece_at(move.from());
    if (move.kind() != Move::Kind::promotion) return relocate(piece, move.from(), move.to());
    remove(piece, move.from());
    add({us, move.promotion_role()}, move.to());
}

void Pieces::add(Piece piece, Square square) {
    Squares& squares = of(piece);
    const unsigned free = find_byte(squares, none, each);
    if (free < (piece.role == Role::pawn ? pawns : most_of_role)) squares ^= (none ^ index_of(square)) << 8 * free;
}

void Pieces::remove(Piece piece, Square square) {
    Squares& squares = of(piece);
    const unsigned found = find_byte(squares, index_of(square), each);
    if (found == pawns) return;
    if (piece.role == Role::pawn) {
        squares ^= (none ^ index_of(square)) << 8 * found;
        return;
    }
    const Squares before = (Squares{1} << 8 * found) - 1;
    squares = (squares & before) | (squares >> 8 & ~before) | none << 56;
}

void Pieces::relocate(Piece piece, Square from, Square to) {
    Squares& squares = of(piece);
    const unsigned found = find_byte(squares, index_of(from), each);
    if (found < pawns) squares ^= (index_of(from) ^ index_of(to)) << 8 * found;
}

const Coding* coding_of(int mode) {
    const auto* const found = std::ranges::find(codings, mode, &Coding::mode);
    return found == std::end(codings) ? nullptr : found;
}

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

}  // namespace cofnod::importers::databases::chessbase
