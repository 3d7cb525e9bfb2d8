#include "importers/score/diagram.hpp"

#include "chess/position.hpp"

#include "chess/piece.hpp"

namespace cofnod::importers {

std::vector<chess::Square> differing_squares(const chess::Position& position, std::string_view placement) {
    std::vector<chess::Square> squares;
    int rank = 7, file = 0;
    const auto compare = [&](std::optional<chess::Piece> drawn) {
        if (rank < 0 || file > 7) return;
        const chess::Square square = chess::Square::from_index(rank * 8 + file++);
        if (position.piece_at(square) != drawn) squares.push_back(square);
    };
    for (const char c : placement) {
        if (c == '/') {
            --rank;
            file = 0;
        } else if (c >= '1' && c <= '8') {
            for (int count = c - '0'; count > 0; --count) compare(std::nullopt);
        } else {
            compare(chess::Piece::from_fen_letter(c));
        }
    }
    return squares;
}

}  // namespace cofnod::importers
