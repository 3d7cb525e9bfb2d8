#include "importers/bases/chessbase/start.hpp"

#include <array>

#include "chess/fen.hpp"
#include "chess/setup.hpp"
#include "importers/bases/bytes.hpp"
#include "importers/bases/chessbase/pieces.hpp"

namespace cofnod::importers::bases::chessbase {

namespace {

using chess::Color;
using chess::Role;
using chess::Square;

/// Reads the squares, a bit string: 0 for an empty one, else 1, the colour and three bits for the role.
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

std::optional<chess::Position> read_start(std::string_view record, bool is_chess960, GameRecord& game) {
    const Bytes bytes(record);
    chess::Setup setup;
    read_board(bytes, setup);
    setup.turn = bits(bytes.at(1), 4, 1) != 0 ? Color::black : Color::white;
    setup.fullmove_number = bytes.at(3) > 0 ? bytes.at(3) : std::uint16_t{1};
    // Bits 0 to 3: White's long and short castling, Black's. In Chess960 the squares of the rooks follow the position:
    // of White's h-side and a-side rook, then Black's.
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
        game.state = GameState::rejected;
        game.problems.push_back({.reason = {chess::kind_of(fault->fault)}});
        return std::nullopt;
    }
    const chess::Position start(setup);
    game.start = chess::write_fen(start);
    return start;
}

}  // namespace cofnod::importers::bases::chessbase
