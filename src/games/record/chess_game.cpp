#include "games/record/chess_game.hpp"

#include <fmt/format.h>

#include <array>

#include "base/problem.hpp"
#include "base/tr.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/movegen.hpp"
#include "games/record/diagram.hpp"
#include "notation/language.hpp"

namespace cofnod {

Expected<chess::Position, std::string> ChessGame::read_start(std::string_view text) {
    if (text.empty()) return Position::initial();
    if (const auto fen = chess::read_fen(text)) return fen->position;
    const auto field = chess::read_fen_field(text);
    if (!field) return Unexpected{sentence(field.error().reason())};
    return field->position;
}

std::string ChessGame::write_position(const Position& position) { return chess::write_fen(position); }

bool ChessGame::is_playable(const Position& position, Move move) { return chess::is_legal(position, move); }

std::string_view ChessGame::ending(const Position& position) {
    switch (chess::outcome(position)) {
        case chess::Outcome::checkmate: return phrase("checkmate");
        case chess::Outcome::stalemate: return phrase("stalemate");
        case chess::Outcome::none: break;
    }
    return {};
}

template <>
Diagram diagram_of<ChessGame>(const chess::Position& position, const notation::Language& language,
                              const chess::Move* last) {
    using chess::File;
    using chess::Rank;
    static constexpr std::array<std::string_view, 6> symbols = {"P", "N", "B", "R", "Q", "K"};
    chess::Bitboard marked;
    if (last && !last->is_null())
        marked = chess::Bitboard(last->from()) |
                 (last->kind() == chess::Move::Kind::castling ? chess::Castling::of(*last).king_to : last->to());
    Diagram diagram{.position = ChessGame::write_position(position)};
    for (int i = 0; i < 8; ++i) {
        diagram.files.emplace_back(language.file_letter(static_cast<File>(i)));
        diagram.ranks.emplace_back(language.rank_digit(static_cast<Rank>(i)));
    }
    for (int rank = 7; rank >= 0; --rank)
        for (int file = 0; file < 8; ++file) {
            const auto square = chess::Square::of(static_cast<File>(file), static_cast<Rank>(rank));
            Diagram::Cell cell{
                .is_square = true, .is_light = (file + rank) % 2 != 0, .is_marked = marked.contains(square)};
            if (const auto piece = position.piece_at(square)) {
                cell.symbol = symbols[static_cast<std::size_t>(piece->role)];
                cell.is_white = piece->color == chess::Color::white;
            }
            diagram.cells.push_back(cell);
        }
    for (int role = 5; role >= 0; --role)
        for (const chess::Color color : {chess::Color::white, chess::Color::black}) {
            std::string& words = color == chess::Color::white ? diagram.white : diagram.black;
            for (const chess::Square square : position.pieces(color, static_cast<chess::Role>(role)))
                words += fmt::format("{}{}{}", words.empty() ? "" : comma(),
                                     role == 0 ? "" : language.piece_letter(static_cast<chess::Role>(role)),
                                     language.square(square.file(), square.rank()));
        }
    return diagram;
}

}  // namespace cofnod
