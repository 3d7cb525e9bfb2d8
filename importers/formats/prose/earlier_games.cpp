#include "importers/formats/prose/earlier_games.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ascii.hpp"
#include "base/line_break.hpp"
#include "chess/fen.hpp"
#include "importers/formats/prose/known_line.hpp"
#include "importers/formats/prose/move_numbers.hpp"
#include "importers/score/move_number_text.hpp"
#include "notation/language.hpp"

namespace cofnod::importers::prose {

namespace {

using Kind = Token::Kind;

/// `Game No. 12` in a heading.
struct NamedGame {
    std::uint32_t number = 0;
    std::uint32_t begin = 0, end = 0;  ///< bytes
    bool is_reference = false;         ///< "as in Game No. 12"
};

/// Returns the next word of a text, and removes it and the punctuation behind it.
std::string_view take_word(std::string_view& text) {
    static constexpr std::string_view blanks = " \t\r\n", marks = ".,;:()";
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    const std::size_t end = std::min(text.find_first_of(blanks), text.size());
    std::string_view word = text.substr(0, end);
    text.remove_prefix(end);
    while (!word.empty() && marks.find(word.front()) != marks.npos) word.remove_prefix(1);
    while (!word.empty() && marks.find(word.back()) != marks.npos) word.remove_suffix(1);
    return word;
}

/// Finds games that are named by their number in bytes [begin, end).
std::vector<NamedGame> find_named_games(const TokenisedText& text, std::uint32_t begin, std::uint32_t end) {
    static constexpr std::size_t most_between = 2;  // words: "No.", "yn y"
    std::vector<NamedGame> found;
    std::vector<std::string_view> words;
    const auto is_as_in = [&](std::size_t i, std::size_t count) {
        if (i + count > words.size()) return false;
        const char* const first = words[i].data();
        const char* const last = words[i + count - 1].data() + words[i + count - 1].size();
        return text.languages.is_cue(notation::Cue::as_in, {first, static_cast<std::size_t>(last - first)});
    };
    for (std::string_view rest = text.bytes.substr(begin, end - begin); !rest.empty();) {
        const std::string_view word = take_word(rest);
        if (word.empty()) continue;
        words.push_back(word);
        if (!text.languages.is_cue(notation::Cue::game, word)) continue;
        std::string_view behind = rest;
        for (std::size_t between = 0; between <= most_between; ++between) {
            const std::string_view next = take_word(behind);
            if (next.empty()) break;
            const auto number = number_with_sign(next);
            if (!number) continue;
            NamedGame named{.number = *number};
            named.begin = static_cast<std::uint32_t>(word.data() - text.bytes.data());
            named.end = static_cast<std::uint32_t>(next.data() + next.size() - text.bytes.data());
            const std::size_t here = words.size() - 1;
            for (std::size_t back = 1; back <= std::min<std::size_t>(here, 3); ++back)
                named.is_reference =
                    named.is_reference || is_as_in(here - back, 1) || (back > 1 && is_as_in(here - back, 2));
            found.push_back(named);
            break;
        }
    }
    return found;
}

/// Returns the games named above the first move of a game. Its number stands above the names.
std::vector<NamedGame> named_in_heading(const TokenisedText& text, const Draft& game) {
    static constexpr std::uint32_t longest = 400;  // bytes above the names
    const auto first = std::find_if(game.tokens.begin(), game.tokens.end(),
                                    [](const Token& token) { return token.kind == Kind::number; });
    if (first == game.tokens.end() || first->begin < game.begin) return {};
    return find_named_games(text, game.begin - std::min(game.begin, longest), first->begin);
}

void remove_start(Tags& tags) {
    const Tags all = std::exchange(tags, {});
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].name != "FEN") tags.add(all[i].name, all[i].value);
}

std::string_view placement_of(std::string_view fen) { return fen.substr(0, fen.find(' ')); }

}  // namespace

std::uint32_t end_above_reference(const TokenisedText& text, std::uint32_t begin, std::uint32_t end) {
    static constexpr std::uint32_t longest = 200;  // bytes of such a line
    const std::uint32_t from = end - std::min(end - begin, longest);
    for (const NamedGame& named : find_named_games(text, from, end)) {
        const std::string_view behind = text.bytes.substr(named.end, end - named.end);
        if (!named.is_reference || behind.find_first_not_of(" \t\r\n.,;:)") != behind.npos) continue;
        std::uint32_t line = named.begin;
        while (line > begin && !is_line_break(text.bytes[line - 1])) --line;
        return line;
    }
    return end;
}

void EarlierGames::add(const Draft& game, const GameRecord& played) {
    if (played.ply_count == 0 || !(played.tags.find("White") || played.tags.find("Black"))) return;
    const auto named = named_in_heading(text_, game);
    const auto own =
        std::find_if(named.rbegin(), named.rend(), [](const NamedGame& each) { return !each.is_reference; });
    if (own == named.rend()) return;
    Game& kept = games_[own->number];
    kept.tokens = game.tokens;
    kept.played.start = played.start;
    kept.played.moves = played.moves;
}

std::optional<TextRange> EarlierGames::put_moves_in_front(Draft& game) const {
    const auto first = std::find_if(game.tokens.begin(), game.tokens.end(),
                                    [](const Token& token) { return token.kind == Kind::number; });
    if (first == game.tokens.end() || !game.has_player()) return std::nullopt;
    const MoveNumber due = number_of(*first, text_.bytes);
    if (due == MoveNumber{1, false}) return std::nullopt;
    const auto named = named_in_heading(text_, game);
    const auto reference =
        std::find_if(named.rbegin(), named.rend(), [](const NamedGame& each) { return each.is_reference; });
    if (reference == named.rend()) return std::nullopt;

    const auto board = game.tags.find("FEN");
    const auto missing = board ? std::nullopt : std::optional(TextRange{reference->begin, reference->end});
    const auto known = games_.find(reference->number);
    if (known == games_.end()) return missing;
    const KnownLine line = main_line(text_, known->second.tokens, known->second.played);
    const auto step = line.step_at(due);
    if (step == line.steps.end()) return missing;
    if (board && placement_of(*board) != placement_of(chess::write_fen(step->position))) return std::nullopt;
    const std::vector<Token> moves = line.tokens_before(step);
    game.tokens.insert(first, moves.begin(), moves.end());
    remove_start(game.tags);
    if (!known->second.played.start.empty()) game.tags.add("FEN", known->second.played.start);
    return std::nullopt;
}

}  // namespace cofnod::importers::prose
