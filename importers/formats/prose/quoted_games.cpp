#include "importers/formats/prose/quoted_games.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/characters.hpp"
#include "base/place.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/movegen.hpp"
#include "importers/decoder/token.hpp"
#include "importers/formats/prose/heading.hpp"
#include "importers/formats/prose/line_of_play.hpp"
#include "importers/formats/prose/running_text.hpp"
#include "importers/tags.hpp"
#include "notation/language.hpp"

namespace cofnod::importers::prose {

namespace {

using Kind = Token::Kind;

/// Returns true if a colon or bracket ends a text, and its last sentence has a word for a game.
bool names_game(std::string_view text, const notation::Languages& languages) {
    text = trimmed(text);
    if (!text.ends_with(':') && !text.ends_with(')')) return false;
    static constexpr std::string_view marks = ".,;:!?()[]\"";
    const std::vector<std::string_view> words = words_of(text, " \t\r\n");
    for (auto word = words.rbegin(); word != words.rend(); ++word) {
        const std::size_t last = word->find_last_not_of(marks);
        const bool ends_sentence = word != words.rbegin() && word->size() > 2 && word->ends_with('.');
        if (ends_sentence || last == word->npos) return false;
        if (languages.is_cue(notation::Cue::game, word->substr(0, last + 1))) return true;
    }
    return false;
}

/// Returns what introduces a game at the end of a text: names, or a word for a game, after which the game begins.
std::optional<Heading> read_introduction(std::string_view text, const notation::Languages& languages) {
    if (auto heading = read_heading(text, {}, languages)) return heading;
    if (!names_game(text, languages)) return std::nullopt;
    return Heading{.tags = {}, .begin = text.size(), .end = text.size()};
}

/// A number in a comment with which a quoted game begins.
struct Opening {
    std::size_t token;
    Heading introduction;
    bool is_read = false;
};

/// A line in a comment, including all moves before it.
struct LineInComment : KnownLine {
    std::uint32_t end = 0;       ///< end of the last move
    Opening* opening = nullptr;  ///< start of the quoted game
    std::size_t first_ply = 0;   ///< first ply of the quotation

    [[nodiscard]] std::size_t plies() const { return steps.size() - 1; }
    [[nodiscard]] std::size_t quoted_plies() const { return opening ? plies() - first_ply : 0; }
};

/// Finds the games quoted in the comments of a game.
class Finder {
public:
    Finder(const TokenisedText& text, const notation::Language& language, KnownLine game)
        : text_(text), language_(language), game_(std::move(game)) {}

    void read(const Token& comment) {
        find_openings(comment);
        if (openings_.empty()) return;
        lines_.clear();
        auto next = openings_.begin();
        for (std::size_t i = text_.first_token(comment.begin);
             i < text_.tokens.size() && text_.tokens[i].begin < comment.end && lines_.size() < most_lines;) {
            while (next != openings_.end() && next->token < i) ++next;
            const bool opens = next != openings_.end() && next->token == i;
            const auto behind = opens ? next + 1 : next;
            auto line = is_numbered_move(text_, i)
                            ? follow(i, behind == openings_.end() ? comment.end : text_.tokens[behind->token].begin)
                            : std::nullopt;
            if (!line) {
                ++i;
                continue;
            }
            if (opens) quote(*next, number_at(text_, i), *line);
            add_game(*line, comment.end);
            i = std::max(i + 1, text_.first_token(line->end));
            lines_.push_back(*std::move(line));
        }
    }

    std::vector<QuotedGame> take_games() { return std::move(games_); }

private:
    static constexpr std::size_t least_plies = 10, most_lines = 100;

    void find_openings(const Token& comment) {
        static constexpr std::uint32_t longest = 400, shortest = 6;  // length of an introduction in bytes
        openings_.clear();
        std::uint32_t from = comment.begin;
        for (std::size_t i = text_.first_token(from); i < text_.tokens.size() && text_.tokens[i].begin < comment.end;
             ++i) {
            const Token& number = text_.tokens[i];
            if (number.kind != Kind::number) continue;
            const std::uint32_t begin = std::max(from, number.begin - std::min(number.begin, longest));
            if (number.begin - begin < shortest || !is_numbered_move(text_, i)) continue;
            from = number.end;
            auto found = read_introduction(text_.bytes.substr(begin, number.begin - begin), text_.languages);
            if (!found) continue;
            found->begin += begin;
            openings_.push_back({i, *std::move(found)});
        }
    }

    /// Follows a line from the position before its number, in a recent line of the comment or in the game.
    [[nodiscard]] std::optional<LineInComment> follow(std::size_t i, std::uint32_t end) const {
        const MoveNumber number = number_at(text_, i);
        std::optional<LineInComment> best;
        std::size_t most = 0;
        const auto attempt = [&](const KnownLine& base, Opening* opening, std::size_t first_ply) {
            const auto step = base.step_at(number);
            if (step == base.steps.end()) return;
            const LineOfPlay line = follow_from(text_, i, step->position, language_, end);
            if (line.plies <= most) return;
            most = line.plies;
            best = joined(base, step, line);
            if (!opening || static_cast<std::size_t>(step - base.steps.begin()) <= first_ply) return;
            best->opening = opening;  // it branches off a line of the same quotation
            best->first_ply = first_ply;
        };
        static constexpr std::size_t most_bases = 4;
        for (std::size_t back = 1; back <= std::min(most_bases, lines_.size()); ++back) {
            const LineInComment& base = lines_[lines_.size() - back];
            attempt(base, base.opening, base.first_ply);
        }
        attempt(game_, nullptr, 0);
        return best;
    }

    /// Returns a line preceded by the moves of `base` before a step.
    [[nodiscard]] static LineInComment joined(const KnownLine& base, KnownLine::Steps::const_iterator step,
                                              const LineOfPlay& line) {
        LineInComment whole;
        whole.end = line.end;
        whole.tokens = base.tokens_before(step);
        whole.steps.assign(base.steps.begin(), step);
        for (LineOfPlay::Step next : line.steps) {
            next.token += whole.tokens.size();
            whole.steps.push_back(next);
        }
        whole.tokens.insert(whole.tokens.end(), line.tokens.begin(), line.tokens.end());
        return whole;
    }

    static void quote(Opening& opening, const MoveNumber& number, LineInComment& line) {
        line.opening = &opening;
        line.first_ply = static_cast<std::size_t>(line.step_at(number) - line.steps.begin());
    }

    /// Adds the game quoted by a line, if a result in words or mate ends it.
    void add_game(const LineInComment& line, std::uint32_t end_of_comment) {
        if (line.quoted_plies() < least_plies || line.opening->is_read) return;
        const auto result = result_behind(text_, line.end, end_of_comment);
        if (!result && chess::outcome(line.steps.back().position) != chess::Outcome::checkmate) return;
        line.opening->is_read = true;
        QuotedGame game{.draft = {}, .plies = line.plies()};
        game.draft.begin = static_cast<std::uint32_t>(line.opening->introduction.begin);
        game.draft.end = result ? result->end : line.end;
        game.draft.tags = line.opening->introduction.tags;
        game.draft.tokens = line.tokens;
        if (result) game.draft.tokens.push_back(*result);
        game.draft.has_moves = true;
        games_.push_back(std::move(game));
    }

    const TokenisedText& text_;
    const notation::Language& language_;
    KnownLine game_;
    std::vector<Opening> openings_;     ///< in the comment
    std::vector<LineInComment> lines_;  ///< in the comment
    std::vector<QuotedGame> games_;
};

}  // namespace

std::vector<QuotedGame> find_quoted_games(const TokenisedText& text, const Draft& game, const GameRecord& played) {
    static constexpr std::uint32_t shortest = 60;  // length in bytes of a comment with a game
    const notation::Language* const language = text.languages.find(played.notation.code);
    const auto may_quote = [](const Token& token) {
        return token.kind == Kind::comment && token.end - token.begin >= shortest;
    };
    if (!language || std::none_of(game.tokens.begin(), game.tokens.end(), may_quote)) return {};
    Finder finder(text, *language, main_line(text, game.tokens, played));
    for (const Token& token : game.tokens)
        if (may_quote(token)) finder.read(token);
    return finder.take_games();
}

namespace {

/// `Game No. 12` in a heading.
struct NamedGame {
    std::uint32_t number = 0;
    std::uint32_t begin = 0, end = 0;  ///< in bytes
    bool is_reference = false;         ///< "as in Game No. 12"
};

/// Removes the next word of a text and the punctuation after it, and returns the word.
std::string_view take_word(std::string_view& text) {
    static constexpr std::string_view blanks = " \t\r\n", ends = ".,;:()";
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    const std::size_t end = std::min(text.find_first_of(blanks), text.size());
    std::string_view word = text.substr(0, end);
    text.remove_prefix(end);
    while (!word.empty() && ends.find(word.front()) != ends.npos) word.remove_prefix(1);
    while (!word.empty() && ends.find(word.back()) != ends.npos) word.remove_suffix(1);
    return word;
}

/// Finds game numbers, `Game No. 12`, in bytes [begin, end).
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

/// Returns the game numbers before the first move of a game; its own number precedes the names.
std::vector<NamedGame> named_in_heading(const TokenisedText& text, const Draft& game) {
    static constexpr std::uint32_t longest = 400;  // in bytes, before the names
    const auto first = std::ranges::find(game.tokens, Kind::number, &Token::kind);
    if (first == game.tokens.end() || first->begin < game.begin) return {};
    return find_named_games(text, game.begin - std::min(game.begin, longest), first->begin);
}

std::string_view placement_of(std::string_view fen) { return fen.substr(0, fen.find(' ')); }

}  // namespace

std::uint32_t end_above_reference(const TokenisedText& text, std::uint32_t begin, std::uint32_t end) {
    static constexpr std::uint32_t longest = 200;  // length of such a line in bytes
    const std::uint32_t from = end - std::min(end - begin, longest);
    for (const NamedGame& named : find_named_games(text, from, end)) {
        const std::string_view behind = text.bytes.substr(named.end, end - named.end);
        if (!named.is_reference || behind.find_first_not_of(" \t\r\n.,;:)") != behind.npos) continue;
        return begin + start_of_line(text.bytes.substr(begin), named.begin - begin);
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
    const auto first = std::ranges::find(game.tokens, Kind::number, &Token::kind);
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
    remove_tag("FEN", game.tags);
    if (!known->second.played.start.empty()) game.tags.add("FEN", known->second.played.start);
    return std::nullopt;
}

}  // namespace cofnod::importers::prose
