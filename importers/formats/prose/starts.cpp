#include "importers/formats/prose/starts.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>

#include "base/characters.hpp"
#include "base/place.hpp"
#include "games/chess/fen.hpp"
#include "importers/formats/prose/heading.hpp"
#include "importers/formats/prose/line_of_play.hpp"
#include "importers/formats/prose/running_text.hpp"
#include "importers/formats/prose/stated_start.hpp"
#include "notation/language.hpp"

namespace cofnod::importers::prose {

namespace {

/// Maximum number of bytes between a board and the moves played from it, between a reference and the moves, and in a
/// sentence.
constexpr std::uint32_t longest_introduction = 5000, longest_reference = 1500, longest_sentence = 400;

std::string_view first_line(std::string_view text) {
    return line_at(text, std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

/// Returns the number after a word for a board at the front of the text, `Diag. 7`; 0 if there is none.
std::uint32_t read_reference(std::string_view text, const notation::Languages& languages) {
    const std::size_t end = std::min(text.find_first_of(" .\t\r\n"), text.size());
    if (end == 0 || !languages.is_cue(notation::Cue::diagram, text.substr(0, end))) return 0;
    const std::size_t digits = std::min(text.find_first_not_of(" .\t\r\n", end), text.size());
    std::uint32_t number = 0;
    std::from_chars(text.data() + digits, text.data() + text.size(), number);
    return number;
}

std::uint32_t number_of(const Diagram& diagram, std::string_view text, const notation::Languages& languages) {
    static constexpr std::size_t longest_caption = 40;
    const std::string_view below = first_line(text.substr(diagram.end));
    if (const auto number = read_reference(below, languages); number && below.size() <= longest_caption) return number;
    std::string_view before = text.substr(0, diagram.begin);
    before = before.substr(0, before.find_last_not_of(" \t\r\n") + 1);
    const std::size_t line_break = before.find_last_of("\r\n");
    const std::string_view above = first_line(line_break == before.npos ? before : before.substr(line_break));
    return above.size() <= longest_caption ? read_reference(above, languages) : 0;
}

/// Returns true if the preceding move is in the text between byte `from` and token `i`, so that the number does not
/// begin a line of play.
bool goes_on_from_above(const TokenisedText& text, std::size_t i, std::uint32_t from) {
    static constexpr std::size_t most = 60;  // tokens
    const MoveNumber here = number_at(text, i);
    if (here.number <= 1) return false;
    for (std::size_t at = i; at > 0 && i - at < most && text.tokens[at - 1].begin >= from; --at)
        if (is_numbered_move(text, at - 1)) {
            const MoveNumber before = number_at(text, at - 1);
            return before.number == here.number - 1 || (before.number == here.number && here.is_black);
        }
    return false;
}

}  // namespace

Boards::Boards(std::string_view text, const notation::Languages& languages)
    : diagrams_(find_diagrams(text, languages)) {
    for (const Diagram& diagram : diagrams_) numbers_.push_back(number_of(diagram, text, languages));
}

bool Boards::holds(const Line& line) {
    while (next_ < diagrams_.size() && diagrams_[next_].end < line.begin) ++next_;
    return next_ < diagrams_.size() && diagrams_[next_].begin <= line.begin;
}

const Diagram* Boards::above(std::uint32_t at, std::uint32_t from) const {
    const auto behind = std::partition_point(diagrams_.begin(), diagrams_.end(),
                                             [&](const Diagram& diagram) { return diagram.end <= at; });
    if (behind == diagrams_.begin()) return nullptr;
    const Diagram& last = *(behind - 1);
    return last.begin >= from && last.end + longest_introduction > at ? &last : nullptr;
}

Tags Boards::players_at(const TokenisedText& text, const Diagram& board, std::uint32_t from, std::uint32_t at) const {
    const auto players_in = [&](std::uint32_t begin, std::uint32_t end) {
        const auto found =
            begin < end ? read_heading(text.bytes.substr(begin, end - begin), {}, text.languages) : std::nullopt;
        return found ? found->tags : Tags();
    };
    const std::uint32_t begin_of_text =
        board.end < at ? board.end : std::max(from, at - std::min(at, longest_sentence));
    if (Tags below = players_in(begin_of_text, at); below.size() > 0) return below;
    const auto last = std::partition_point(diagrams_.begin(), diagrams_.end(),
                                           [&](const Diagram& each) { return each.end <= board.begin; });
    if (last != diagrams_.begin()) from = std::max(from, (last - 1)->end);
    std::uint32_t end = board.begin;
    while (end > from && is_blank_or_control(text.bytes[end - 1])) --end;
    std::uint32_t begin = end;
    while (begin > from && !below_empty_line(text.bytes, begin)) --begin;
    return players_in(begin, end);
}

std::span<const Diagram> Boards::within(std::uint32_t begin, std::uint32_t end) const {
    const auto first_from = [&](std::uint32_t at) {
        return std::partition_point(diagrams_.begin(), diagrams_.end(),
                                    [&](const Diagram& diagram) { return diagram.begin < at; });
    };
    return {first_from(begin), first_from(std::max(begin, end))};
}

/// Returns the board last referred to before a place, preferring one drawn below, which the reference introduces.
const Diagram* Boards::named_before(const TokenisedText& text, std::uint32_t at) const {
    const std::uint32_t from = at > longest_reference ? at - longest_reference : 0;
    const Diagram* named = nullptr;
    for (std::size_t token = text.first_token(at); token > 0 && text.tokens[token - 1].begin >= from; --token) {
        const Token& word = text.tokens[token - 1];
        if (word.kind != Token::Kind::word) continue;
        const std::uint32_t number = read_reference(text.bytes.substr(word.begin), text.languages);
        if (number == 0) continue;
        for (std::size_t i = 0; i < diagrams_.size(); ++i)
            if (numbers_[i] == number) {
                const bool is_caption = word.begin > diagrams_[i].end && diagrams_[i].end + 100 > word.begin;
                if (is_caption) continue;
                if (diagrams_[i].begin > at) return &diagrams_[i];
                if (!named) named = &diagrams_[i];
            }
    }
    return named;
}

/// Returns true if at most a caption is between the board above and the number at token `i`.
bool Boards::begins_below_board(const TokenisedText& text, std::size_t i, std::uint32_t from) const {
    static constexpr std::size_t longest_caption = 40;
    const Diagram* const drawn = above(text.tokens[i].begin, from);
    if (!drawn) return false;
    std::string_view between = text.bytes.substr(drawn->end, text.tokens[i].begin - drawn->end);
    const std::size_t first = between.find_first_not_of(" \t\r\n");
    if (first == between.npos) return true;
    between = between.substr(first, between.find_last_not_of(" \t\r\n") + 1 - first);
    return between.size() <= longest_caption && !has_line_break(between) && read_reference(between, text.languages) > 0;
}

std::optional<Boards::Found> Boards::find_play(const TokenisedText& text, const Line& line, std::uint32_t from) const {
    static constexpr std::size_t least_in_columns = 3, least_plies = 4, least_from_later_move = 6;
    if (diagrams_.empty()) return std::nullopt;
    for (std::size_t i = line.first_token; i < line.last_token; ++i) {
        if (!is_numbered_move(text, i) || is_supposed(text, i) || is_instance(text, i)) continue;
        const std::size_t least = is_column_line(text, line) || begins_below_board(text, i, from) ? least_in_columns
                                  : text.tokens[i].value > 1 ? least_from_later_move
                                                             : least_plies;
        std::optional<LineOfPlay> best;
        const Diagram* from_board = nullptr;
        std::optional<std::uint32_t> misprint;
        const std::uint32_t at = text.tokens[i].begin;
        const Diagram* const named = named_before(text, at);
        const bool is_below = named && named->begin > at;  // introduces a board rather than comparing with one
        const Diagram* const drawn = above(at, from);
        if (goes_on_from_above(text, i, drawn ? drawn->end : 0)) continue;
        for (const Diagram* board : {is_below ? named : drawn, is_below ? drawn : named}) {
            if (!board) continue;
            for (const std::string& placement : {board->placement, board->otherwise}) {
                auto read = placement.empty() ? std::nullopt : follow_from_board(text, i, placement);
                if (!read || read->plies < least || (best && read->plies <= best->plies)) continue;
                best = std::move(read);
                from_board = board;
                misprint = board->otherwise.empty() ? std::nullopt : std::optional(board->begin);
            }
        }
        if (!best) continue;
        const auto usual = follow_from_start(text, i);
        if (usual && usual->plies >= best->plies) continue;
        return Found{std::move(*best), i, from_board, misprint};
    }
    return std::nullopt;
}

namespace {

using Kind = Token::Kind;

/// Returns true if a board shows the position of the current game before the first move of a line.
bool is_of_game(const TokenisedText& text, const Draft& draft, const Diagram& board, const Line& line) {
    if (draft.tags.find("FEN")) return false;
    const auto first = std::ranges::find(draft.tokens, Kind::number, &Token::kind);
    if (first == draft.tokens.end()) return false;
    const auto played = follow_from_start(text, text.first_token(first->begin));
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

namespace {

/// Returns true if number 2 follows White's first move at token `first`, without a reply.
bool lacks_first_reply(const TokenisedText& text, std::size_t first) {
    std::size_t end = first + 1;
    while (end < text.tokens.size() && text.tokens[end].kind != Kind::number) ++end;
    return end < text.tokens.size() && number_at(text, end) == MoveNumber{2, false} &&
           count_moves(text, text.tokens, first + 1, end) == 1;
}

}  // namespace

void begin_at_position(const TokenisedText& text, const Line& line, Draft& draft) {
    if (draft.has_moves || draft.placement.empty() || draft.tags.find("FEN")) return;
    const bool is_numbered = text.tokens[line.first_token].kind == Kind::number;
    MoveNumber first = is_numbered ? number_at(text, line.first_token) : MoveNumber{1, false};
    first.is_black = first.is_black || draft.is_blacks;
    draft.tags.add("FEN", fen_of(draft.placement, first));
}

void begin_at_odds(const TokenisedText& text, std::uint32_t from, std::uint32_t moves, Draft& draft) {
    if (draft.has_position()) return;
    const std::size_t first = text.first_token(moves);
    if (first == text.tokens.size() || text.tokens[first].kind != Kind::number ||
        number_at(text, first) != MoveNumber{1, false})
        return;
    auto odds = read_odds(text.bytes.substr(from, moves - from), text.languages);
    if (!odds) return;
    odds->has_two_moves = odds->has_two_moves && lacks_first_reply(text, first);
    if (!odds->has_two_moves) {
        const auto play = follow_from_board(text, first, odds->placement);
        const auto usual = play ? follow_from_start(text, first) : std::nullopt;
        if (!play || (usual && play->plies < usual->plies)) return;
    }
    draft.tags.add("FEN", fen_of(odds->placement, {1, false}));
    odds->begin += from;
    odds->end += from;
    draft.begin = std::min(draft.begin, odds->begin);
    draft.odds = std::move(odds);
    draft.line.reset();  // found from the usual start
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
