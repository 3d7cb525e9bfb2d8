#include "importers/formats/prose/starts.hpp"

#include <algorithm>
#include <cstddef>

#include "base/line_break.hpp"
#include "chess/fen.hpp"
#include "importers/formats/prose/column_lines.hpp"
#include "importers/formats/prose/line_of_play.hpp"
#include "importers/formats/prose/move_numbers.hpp"
#include "importers/formats/prose/positions.hpp"

namespace cofnod::importers::prose {

namespace {

using Kind = Token::Kind;

/// True if the moves are played from the usual position rather than from that of a problem above their names.
bool is_from_start(const TokenisedText& text, const Line& line, const Draft& draft) {
    const auto usual = follow_from_start(text, line.first_token);
    const auto there = follow_from_board(text, line.first_token, draft.placement);
    return usual && (!there || there->plies < usual->plies);
}

/// True if a board shows the position of the game under way before the first move of a line.
bool is_of_game(const TokenisedText& text, const Draft& draft, const Diagram& board, const Line& line) {
    if (draft.tags.find("FEN")) return false;
    const auto first = std::ranges::find(draft.tokens, Kind::number, &Token::kind);
    if (first == draft.tokens.end()) return false;
    const auto in_text = std::ranges::lower_bound(text.tokens, first->begin, {}, &Token::begin);
    const auto played = follow_from_start(text, static_cast<std::size_t>(in_text - text.tokens.begin()));
    return played && std::ranges::any_of(played->steps, [&](const LineOfPlay::Step& step) {
               return step.due == number_at(text, line.first_token) &&
                      chess::write_fen(step.position).starts_with(board.placement);
           });
}

}  // namespace

bool goes_on_at(const TokenisedText& text, const Boards& boards, const Draft& draft, const Line& line) {
    const bool is_same_paragraph = !below_empty_line(text.bytes, line.begin) && draft.end_of_moves == draft.end;
    if (is_same_paragraph) return true;
    const bool is_next = continues_column(text, draft, line);
    if (is_next && is_due(text, draft, line.first_token)) return true;
    if (is_next || is_due(text, draft, line.first_token)) {
        const Diagram* const board = boards.above(line.begin, draft.end_of_moves);
        return draft.has_player() || !board || is_of_game(text, draft, *board, line);
    }
    return draft.has_player() && is_interrupted(text, draft, line);
}

void begin_at_position(const TokenisedText& text, const Line& line, Draft& draft) {
    if (draft.has_moves || draft.placement.empty() || draft.tags.find("FEN")) return;
    const bool is_numbered = text.tokens[line.first_token].kind == Kind::number;
    const MoveNumber first = is_numbered ? number_at(text, line.first_token) : MoveNumber{1, false};
    if (draft.has_player() && first == MoveNumber{1, false} && is_from_start(text, line, draft)) return;
    draft.tags.add("FEN", fen_of(draft.placement, first));
}

void begin_at_board(const TokenisedText& text, const Boards& boards, const Line& line, Draft& draft) {
    if (draft.has_moves || draft.tags.size() == 0 || draft.tags.find("FEN") || !is_column_line(text, line)) return;
    const Diagram* board = boards.above(line.begin, draft.begin);
    const auto play = board ? follow_from_board(text, line.first_token, board->placement) : std::nullopt;
    if (!play) return;
    if (text.tokens[line.first_token].value == 1) {
        const auto usual = follow_from_start(text, line.first_token);
        if (usual && usual->plies >= play->plies) return;
    }
    draft.tags.add("FEN", play->start);
}

}  // namespace cofnod::importers::prose
