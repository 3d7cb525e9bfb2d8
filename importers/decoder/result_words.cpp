#include "importers/decoder/result_words.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/characters.hpp"
#include "base/place.hpp"
#include "games/record/record.hpp"
#include "importers/decoder/token.hpp"
#include "notation/language.hpp"
#include "notation/languages.hpp"
#include "notation/tag_text.hpp"

namespace cofnod::importers {

namespace {

constexpr std::size_t least = 3;  // bytes of a name

bool is_edge(std::string_view name, std::size_t at) {
    return at >= name.size() || std::string_view(" ,.;-()").find(name[at]) != std::string_view::npos;
}

bool has_name(const Tags& tags, std::string_view player, std::string_view word) {
    const auto name = tags.find(player);
    const std::size_t at = name && word.size() >= least ? name->find(word) : std::string_view::npos;
    return at != std::string_view::npos && (at == 0 || is_edge(*name, at - 1)) && is_edge(*name, at + word.size());
}

/// Returns a word of running text without `'s`, `'n` and similar endings.
std::string_view stem(std::string_view word) {
    for (const std::string_view apostrophe : {"'", "’"})
        if (const std::size_t at = word.find(apostrophe); at != word.npos && at > 0) word = word.substr(0, at);
    return word;
}

/// Returns the player named by a word, as a colour in any of the languages or as in the tags White and Black: 'w' or
/// 'b'; 0: neither, or both.
char player_named(const notation::Languages& languages, const Tags& tags, std::string_view word) {
    word = stem(word);
    const auto tag = languages.find_header(word);
    if (tag == "White") return 'w';
    if (tag == "Black") return 'b';
    const bool white = has_name(tags, "White", word), black = has_name(tags, "Black", word);
    return white == black ? '\0' : white ? 'w' : 'b';
}

/// Maximum number of bytes examined before a word for resigning.
constexpr std::uint32_t longest_clause = 160;

/// Returns true if a sentence ends between two tokens.
bool is_sentence_end(const Narrative& told, std::size_t before, std::size_t after) {
    const std::uint32_t begin = told.tokens[before].end, end = told.tokens[after].begin;
    const std::string_view between = told.text.substr(begin, end - begin);
    return between.find_first_of(".!?;") != between.npos || below_empty_line(told.text, end);
}

/// Returns the words of a text, without punctuation at their ends; those with a digit are numbers.
std::vector<Token> words_of(std::string_view text) {
    static constexpr std::string_view punctuation = ".,;:!?()[]\"";
    std::vector<Token> words;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && !is_blank_or_control(text[end])) ++end;
        std::size_t begin = at, last = end;
        while (begin < last && punctuation.find(text[begin]) != punctuation.npos) ++begin;
        while (last > begin && punctuation.find(text[last - 1]) != punctuation.npos) --last;
        const auto kind = has_any_digit(text.substr(begin, last - begin)) ? Token::Kind::number : Token::Kind::word;
        if (last > begin) words.push_back({kind, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(last)});
        at = end + 1;
    }
    return words;
}

}  // namespace

Clause clause_before(const Narrative& told, std::size_t i, std::uint32_t from) {
    Clause clause;
    const auto& tokens = told.tokens;
    for (std::size_t at = i; at > 0; --at) {
        const Token& token = tokens[at - 1];
        if (tokens[i].begin - token.begin > longest_clause || token.begin < from || is_sentence_end(told, at - 1, at))
            break;
        if (token.kind != Token::Kind::word || (told.is_move && told.is_move(at - 1))) {
            clause.is_denied = true;
            break;
        }
        const std::string_view word = token.in(told.text);
        clause.has_words = true;
        clause.is_denied = clause.is_denied || told.languages.is_cue(notation::Cue::negation, word) ||
                           told.languages.is_cue(notation::Cue::supposed, stem(word));
        if (clause.who) continue;
        clause.who = player_named(told.languages, told.tags, word);
        const bool is_owner = word.ends_with("'s") || word.ends_with("’s");  // "Jones's opponent resigned"
        clause.is_denied = clause.is_denied || (clause.who && is_owner);
    }
    return clause;
}

std::optional<SaidResult> named_to_resign(const Narrative& told, std::size_t i, const Clause& before) {
    if (before.is_denied) return std::nullopt;
    char who = before.who;
    static constexpr std::size_t most_behind = 2;
    for (std::size_t at = i; !who && at < i + most_behind && at + 1 < told.tokens.size(); ++at) {
        if (told.tokens[at + 1].kind != Token::Kind::word || is_sentence_end(told, at, at + 1)) break;
        who = player_named(told.languages, told.tags, told.tokens[at + 1].in(told.text));
    }
    if (!who) return std::nullopt;
    return who == 'w' ? SaidResult::black_wins : SaidResult::white_wins;
}

bool is_denied(const Narrative& told, std::size_t i) {
    static constexpr std::size_t most_words = 4;
    bool is_same_clause = true;
    for (std::size_t at = i; at > 0 && at + most_words > i && told.tokens[at - 1].kind == Token::Kind::word; --at) {
        if (is_sentence_end(told, at - 1, at)) return false;
        const Token& token = told.tokens[at - 1];
        is_same_clause = is_same_clause && told.text[token.end] != ',';
        const std::string_view word = token.in(told.text);
        if ((is_same_clause && told.languages.is_cue(notation::Cue::negation, word)) ||
            told.languages.is_cue(notation::Cue::supposed, word))
            return true;
    }
    return false;
}

bool says_resigned(const notation::Languages& languages, std::string_view words) {
    const std::vector<Token> each = words_of(words);
    for (std::size_t first = 0; first < each.size(); ++first)
        for (std::size_t last = first; last < each.size(); ++last) {  // "ildiodd" within "ildiodd Du"
            const auto phrase = words.substr(each[first].begin, each[last].end - each[first].begin);
            const auto said = notation::read_result_words(languages, phrase);
            if (said && said->result == SaidResult::resigned) return true;
        }
    return false;
}

namespace {

/// Returns true if the word is the full name of a piece in any language. (Short names are words elsewhere: "at".)
bool names_piece(const notation::Languages& languages, std::string_view word) {
    return word.size() >= least && std::any_of(languages.begin(), languages.end(), [&](const auto& language) {
               return language.find_piece(word).has_value();
           });
}

/// Returns the words in the first bytes of a text, up to the end of its sentence.
std::vector<Token> first_words(std::string_view text) {
    static constexpr std::size_t longest = 200;  // bytes
    text = text.substr(0, std::min(text.find_first_of(".,;:!?()[]{}"), longest));
    std::vector<Token> words = words_of(text);
    if (text.size() == longest && !words.empty()) words.pop_back();  // may be cut
    return words;
}

}  // namespace

bool has_object(const notation::Languages& languages, std::string_view rest) {
    if (!rest.empty() && !is_blank_or_control(rest.front())) return false;
    const std::vector<Token> words = first_words(rest);
    const auto first = [&](std::size_t count) {
        return count > words.size() ? std::string_view{}
                                    : rest.substr(words[0].begin, words[count - 1].end - words[0].begin);
    };
    const auto denies = [&](std::size_t count) { return languages.is_cue(notation::Cue::negation, first(count)); };
    return denies(1) || denies(2) || names_piece(languages, first(1)) ||
           (words.size() > 1 && names_piece(languages, words[1].in(rest)));
}

bool ends_game(const notation::Languages& languages, std::string_view words, std::string_view rest) {
    if (has_object(languages, rest)) return false;
    if (says_resigned(languages, words)) return true;
    static constexpr std::string_view ends = ".,;!?)", others[] = {"،", "؛", "؟", "。"};
    if (std::ranges::any_of(others, [&](std::string_view end) { return rest.starts_with(end); })) return true;
    if (!words.empty() && ends.find(words.back()) != ends.npos) return true;
    const std::size_t next = rest.find_first_not_of(" \t\r\n");
    if (next == rest.npos || ends.find(rest.front()) != ends.npos) return true;
    if (below_empty_line(rest, static_cast<std::uint32_t>(next))) return true;
    const std::size_t point = rest.find_first_not_of("0123456789", next);
    return rest.substr(0, next).find('\n') == rest.npos && point > next && point < rest.size() && rest[point] == '.';
}

bool begins_with_told_move(const notation::Languages& languages, std::string_view text) {
    static constexpr std::size_t longest_misprint = 4, farthest = 4;  // letters; words from piece to piece
    static constexpr std::string_view letters = "KQRBNPDTSCLMG", vowels = "AEIOUWYaeiouwy";
    const std::vector<Token> words = first_words(text);
    const auto word = [&](std::size_t i) { return i < words.size() ? words[i].in(text) : std::string_view{}; };
    const auto is_and = [&](std::size_t i) { return languages.is_cue(notation::Cue::conjunction, word(i)); };
    const auto begins_result = [&](std::size_t i) {
        return i < words.size() && notation::read_result_words(languages, text.substr(words[i].begin)).has_value();
    };
    const std::size_t i = is_and(0) ? 1 : 0;
    const std::string_view first = word(i);
    if (i + 1 >= words.size() || begins_result(i)) return false;
    if (first.size() == 1) return letters.find(first.front()) != letters.npos && !begins_result(i + 1);
    if (names_piece(languages, first)) return true;
    const bool is_word = has_any_digit(first) || std::ranges::any_of(first, [&](char c) {
                             return !is_ascii(c) || vowels.find(c) != vowels.npos;
                         });
    if (!is_word && first.size() <= longest_misprint && (is_and(i + 1) || begins_result(i + 1))) return true;
    if (!names_piece(languages, word(i + 1))) return false;
    for (std::size_t next = i + 2; next < i + 2 + farthest && !is_and(next); ++next)
        if (names_piece(languages, word(next))) return true;
    return false;
}

std::size_t length_of_win(const notation::Languages& languages, std::string_view text) {
    static constexpr std::size_t most_words = 3;
    std::size_t longest = 0;
    for (std::size_t count = 0, at = 0; count < most_words && at < text.size(); ++count) {
        const std::size_t end = std::min(text.find_first_of(" \t\r\n.,;!", at), text.size());
        if (languages.is_cue(notation::Cue::mates, text.substr(0, end))) longest = end;
        if (end == text.size() || text[end] != ' ') break;
        at = end + 1;
    }
    return longest;
}

std::optional<SaidResult> told_result(const notation::Languages& languages, const Tags& tags, std::string_view text) {
    static constexpr std::size_t longest = 400, longest_phrase = 80;  // bytes
    if (text.size() > longest) return std::nullopt;
    const std::vector<Token> words = words_of(text);
    const Narrative told{text, words, languages, tags};
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto said = notation::read_result_words(languages, text.substr(words[i].begin, longest_phrase));
        if (!said) continue;
        const Clause before = clause_before(told, i, 0);
        if (is_denied(told, i) || before.is_denied) return std::nullopt;
        const std::size_t end = words[i].begin + said->length;
        const std::size_t next = text.find_first_not_of(" \t\r\n", end);
        const bool is_last = text.find_first_not_of(" \t\r\n.!)", end) == text.npos;
        const bool is_end = next == text.npos || std::string_view(".,;!(").find(text[next]) != std::string_view::npos;
        const bool is_one_word = text.substr(words[i].begin, said->length).find_first_of(" \t\r\n") == text.npos;
        if (said->result == SaidResult::resigned)
            return i == 0 && is_last ? said->result : named_to_resign(told, i, before);
        if (is_end && !(i > 0 && is_one_word)) return said->result;
    }
    return std::nullopt;
}

}  // namespace cofnod::importers
