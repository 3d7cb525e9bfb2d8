#include "search/wanted_position.hpp"

#include <algorithm>
#include <vector>

#include "base/problem.hpp"
#include "base/problem_kinds.hpp"
#include "base/tr.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/position.hpp"

namespace cofnod::search {

using chess::Bitboard;
using chess::Color;
using chess::Piece;
using chess::Rank;
using chess::Role;
namespace zobrist = chess::zobrist;

namespace {

std::uint64_t castling_key(Bitboard rooks) {
    std::uint64_t key = 0;
    for (const chess::Square rook : rooks) key ^= zobrist::castling(rook);
    return key;
}

std::uint64_t turn_key(Color turn) { return turn == Color::black ? zobrist::table.black_to_move : 0; }

}  // namespace

WantedPosition::WantedPosition(const chess::Position& position, Fields fields)
    : home_pawns_{position.pieces(Color::white, Role::pawn) & Bitboard::of(Rank::r2),
                  position.pieces(Color::black, Role::pawn) & Bitboard::of(Rank::r7)},
      key_(position.key()),
      castling_rooks_(position.castling_rooks()),
      turn_(position.turn()),
      fields_(fields) {
    for (int i = 0; i < chess::piece_count; ++i) {
        const Piece piece = Piece::from_index(i);
        pieces_[static_cast<std::size_t>(i)] = position.pieces(piece.color, piece.role);
        for (const chess::Square square : pieces_[static_cast<std::size_t>(i)])
            placement_key_ ^= zobrist::piece(i, square);
    }
    if (const auto square = position.en_passant()) en_passant_key_ = zobrist::en_passant(*square);
}

bool WantedPosition::has_same_pieces(const chess::Replayer& game) const {
    for (int i = 0; i < chess::piece_count; ++i)
        if (game.pieces(Piece::from_index(i)) != pieces_[static_cast<std::size_t>(i)]) return false;
    return true;
}

/// Compares the requested fields. As the pieces are equal, the rest of the game's key is that of en passant.
bool WantedPosition::fields_agree(const chess::Replayer& game) const {
    if (fields_.turn && game.turn() != turn_) return false;
    if (fields_.castling && game.castling_rooks() != castling_rooks_) return false;
    if (!fields_.en_passant) return true;
    const std::uint64_t rest =
        game.key() ^ placement_key_ ^ castling_key(game.castling_rooks()) ^ turn_key(game.turn());
    return rest == en_passant_key_;
}

namespace {

using std::string_view;

TextFault to_fault(const chess::FenError& error, string_view fen) {
    const std::size_t begin = std::min(error.column - 1, fen.size());
    return {begin, std::min(begin + 1, fen.size()), sentence(Reason{kind_of(error.fault)}), {}};
}

/// Returns true for notes on parts that a search ignores: counters, operations and missing fields.
bool is_irrelevant(ProblemKind kind) {
    return kind == ProblemKind::fen_fields_missing || kind == ProblemKind::fen_counter ||
           kind == ProblemKind::fen_operations;
}

std::string text_of(const std::vector<chess::FenNote>& notes) {
    std::string text;
    for (const chess::FenNote& note : notes)
        if (!is_irrelevant(note.reason.kind)) text += (text.empty() ? "" : "; ") + sentence(note.reason);
    return text;
}

}  // namespace

Expected<ReadPosition, TextFault> read_position(string_view fen) {
    const std::size_t begin = fen.find_first_not_of(" \t\r\n");
    if (begin == fen.npos)
        return Unexpected{TextFault{0, fen.size(), tr("no position"), tr("a FEN, or its first field")}};
    if (fen[begin] == '?')
        return Unexpected{TextFault{begin, begin + 1, tr("the pieces must be given"),
                                    tr("a ? may stand for each of the fields behind them")}};
    const auto read = chess::read_fen_field(fen);
    if (!read) return Unexpected{to_fault(read.error(), fen)};
    const auto turn = std::ranges::find(read->notes, ProblemKind::fen_turn,
                                        [](const chess::FenNote& note) { return note.reason.kind; });
    if (turn != read->notes.end() && !read->has_turn)  // a question is not guessed
        return Unexpected{to_fault({chess::SetupFault::bad_turn, turn->column}, fen)};
    const WantedPosition::Fields wanted{read->has_turn, read->has_castling, read->has_en_passant};
    return ReadPosition{WantedPosition(read->position, wanted), text_of(read->notes)};
}

}  // namespace cofnod::search
