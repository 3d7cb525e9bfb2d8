#include "importers/formats/prose/lines.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "base/bytes.hpp"
#include "base/characters.hpp"
#include "base/place.hpp"
#include "games/record/record.hpp"
#include "importers/decoder/token.hpp"
#include "importers/decoder/written_move.hpp"
#include "importers/formats/pgn/lexer.hpp"
#include "importers/rules.hpp"
#include "notation/described_move.hpp"
#include "notation/language.hpp"
#include "notation/tag_text.hpp"
#include "notation/written_move.hpp"

namespace cofnod::importers::prose {

namespace {

std::string_view without_blanks(std::string_view text) {
    static constexpr std::string_view no_break_space = "\u00A0";
    const auto blank = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
    while (!text.empty() && blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && (blank(text.back()) || text.ends_with(no_break_space)))
        text.remove_suffix(blank(text.back()) ? 1 : 2);
    return text;
}

/// Maximum length of a header word: a colon further on belongs to running text.
constexpr std::size_t longest_header = 60;

/// A header word within a line: `Du:`.
struct InnerHeader {
    std::size_t begin, colon;
    std::string_view tag;
};

std::optional<InnerHeader> find_header_in(std::string_view line, std::size_t from,
                                          const notation::Languages& languages) {
    std::size_t begin = from;  // start of the word
    for (std::size_t at = from; at < line.size(); ++at) {
        if (line[at] == ' ' || line[at] == '\t') begin = at + 1;
        if (line[at] != ':' || at - begin > longest_header) continue;
        if (const auto tag = languages.find_header(line.substr(begin, at - begin))) return {{begin, at, *tag}};
    }
    return std::nullopt;
}

/// Returns the text before a header in its line, without the separator: `C. Parry; `.
std::string_view without_separator(std::string_view text) {
    text = without_blanks(text);
    static constexpr std::string_view separators[] = {";", ",", "؛", "،", "|", "·", "-", "–", "—"};
    for (const std::string_view separator : separators)
        if (text.ends_with(separator)) return without_blanks(text.substr(0, text.size() - separator.size()));
    const bool is_sentence = text.ends_with('.') && text.size() - text.find_last_of(" .", text.size() - 2) > 4;
    return is_sentence ? text.substr(0, text.size() - 1) : text;  // but keep "Jr."
}

bool has_both_players(std::string_view whole, const notation::Languages& languages) {
    const auto white = find_header_in(whole, 0, languages);
    if (!white || white->tag != "White") return false;
    const auto black = find_header_in(whole, white->colon + 1, languages);
    return black && black->tag == "Black";
}

/// Reads the header at the front of a line. `Gêm 8. Gwyn: C. Parry; Du: D. Owen.` is an event.
bool read_header(std::string_view text, const notation::Languages& languages, Line& line) {
    const std::string_view whole = text.substr(line.begin, line.end - line.begin);
    const std::size_t colon = whole.find(':');
    if (colon > longest_header) return false;  // npos included
    const std::string_view word = without_blanks(whole.substr(0, colon));
    line.value = without_blanks(whole.substr(colon + 1));
    auto tag = word == "FEN" || word == move_language_tag ? std::optional(word) : languages.find_header(word);
    const auto rules = word_rules();
    if (std::any_of(rules.begin(), rules.end(), [&](auto* each) { return each->looks_like_position(line.value); }))
        tag = "FEN";                                       // `Position: ...`, `Sefyllfa: ...`
    if (!tag && game_named(line.value)) tag = "GameType";  // `Game: Camelot`, `Gêm: Camelot`
    const bool has_more = whole.find(':', colon + 1) != whole.npos;
    if (!tag && has_more && has_both_players(whole, languages)) {
        line.value = whole;
        tag = "Event";
    }
    if (!tag) return false;
    line.kind = Line::Kind::header;
    line.tag = *tag;
    line.word = word;
    return true;
}

/// Passes each header of `White: A. Jones   Black: B. Evans` to `take` as a line of its own.
void take_headers(Line line, const notation::Languages& languages, const std::function<void(const Line&)>& take) {
    for (bool is_first = true; line.tag != "FEN"; is_first = false) {
        if (!is_first) line.value = without_separator(line.value);
        const std::string_view whole = line.value;
        const auto next = find_header_in(whole, 0, languages);
        const std::string_view value = next ? without_separator(whole.substr(0, next->begin)) : std::string_view();
        if (!next || next->tag == line.tag || value.empty()) break;
        line.value = value;
        take(line);
        line.tag = next->tag;
        line.word = whole.substr(next->begin, next->colon - next->begin);
        line.value = without_blanks(whole.substr(next->colon + 1));
    }
    take(line);
}

/// Recognises a line of symbols without letters or digits: `* * *`, `-----`, `⁂`.
bool is_rule(std::string_view line) {
    const std::string_view text = without_blanks(line);
    if (text.size() < 3) return false;
    static constexpr std::string_view signs = "*-=_~#+.· \t";
    return text.find_first_not_of(signs) == std::string_view::npos || text == "⁂";
}

/// Returns a hash of everything that determines the length of a move at tokens[i]: a number before it, and the words
/// that move parsing examines (see some_words()); 0 if these are too long.
std::uint64_t key_of(std::string_view text, std::span<const Token> tokens, std::size_t i) {
    static constexpr std::size_t most_tokens = 24, most_bytes = 1024;
    static constexpr std::uint64_t factor = 0x9E3779B97F4A7C15;
    const auto window = tokens.subspan(i, std::min(most_tokens, tokens.size() - i));
    const std::uint32_t begin = window.front().begin;
    const bool is_numbered = i > 0 && tokens[i - 1].kind == Token::Kind::number;
    std::uint64_t key = is_numbered;
    std::uint32_t end = begin;
    for (const Token& token : window) {
        if (token.begin < end || token.end - begin > most_bytes) return 0;
        end = token.end;
        key ^= std::uint64_t{token.begin - begin} << 32 | (end - begin) << 8 | static_cast<std::uint32_t>(token.kind);
        key *= factor;
        key ^= key >> 32;
    }
    return key ^ hash64(text.substr(begin, end - begin));
}

}  // namespace

Line::Kind kind_of(const TokenisedText& text, const Line& line) {
    std::size_t moves = 0, numbers = 0, results = 0, words = 0, titles = 0, moves_of_digits = 0, comments = 0;
    for (std::size_t i = line.first_token; i < line.last_token; ++i) {
        const Token& token = text.tokens[i];
        if (token.kind == Token::Kind::number) ++numbers;
        if (token.kind == Token::Kind::result) ++results;
        if (token.kind == Token::Kind::comment) ++comments;
        if (const std::size_t length = text.move_length(i)) {
            ++(token.kind == Token::Kind::number ? moves_of_digits : moves);
            i += length - 1;
            continue;
        }
        if (token.kind != Token::Kind::word || is_mere_sign(text.word(i))) continue;
        ++words;
        titles += text.languages.find_header(text.word(i)).has_value();
    }
    if (words == 0 && moves_of_digits > 1) return Line::Kind::score;  // a single one is a year
    static constexpr std::uint32_t most_moves = 1000;
    if (numbers == 1 && line.last_token - line.first_token == 1 && text.tokens[line.first_token].value < most_moves)
        return Line::Kind::number;
    if (words > 0 && titles == words && moves + numbers + results == 0) return Line::Kind::titles;
    if (moves > 0 && moves + std::min(numbers, moves) + results >= words) return Line::Kind::score;
    const bool belongs_to_score = (results == 1 || comments > 0) && words == 0;
    return belongs_to_score ? Line::Kind::score : Line::Kind::text;
}

MoveSpotter::MoveSpotter(const notation::Languages& languages, const notation::Language* given, Effort& effort)
    : given_(given), effort_(effort) {
    if (given) {
        all_.push_back(given);
    } else {
        for (const notation::Language& each : languages) all_.push_back(&each);
        std::ranges::copy(languages.others(), std::back_inserter(all_));
    }
}

const MoveSpotter::LanguageList& MoveSpotter::candidates(std::string_view word) const {
    static constexpr std::size_t most_letters = 4096;  // maximum cached; no genuine text has more
    const utf8::Decoded first = utf8::decode(word);
    if (first.length == 0) return all_;
    if (candidates_.size() >= most_letters) candidates_.clear();
    const auto [found, is_new] = candidates_.try_emplace(first.code_point);
    if (is_new)
        std::copy_if(all_.begin(), all_.end(), std::back_inserter(found->second),
                     [&](const notation::Language* each) { return may_begin_with(*each, word); });
    return found->second;
}

std::size_t MoveSpotter::move_length(std::string_view text, std::span<const Token> tokens, std::size_t i) const {
    const std::uint64_t key = key_of(text, tokens, i);
    if (key == 0) return find_move_length(text, tokens, i);
    known_.resize(most_known);
    Known& known = known_[key % most_known];
    if (known.key != key) known = {key, find_move_length(text, tokens, i)};
    return known.length;
}

std::size_t MoveSpotter::find_move_length(std::string_view text, std::span<const Token> tokens, std::size_t i) const {
    const Score score{.text = text, .tokens = tokens};
    const std::string_view word = tokens[i].in(text);
    const auto spaced = spaced_words(score, i);
    const LanguageList& languages = may_be_named_piece(score, i) ? all_ : candidates(word);
    // `L f1 - c4` takes precedence over `L f1`, which may be a move in another language.
    const auto joined = spaced ? spaced : parted_words(score, i);
    const auto is_joined_in = [&](const notation::Language* language) {
        if (language->system() != notation::System::algebraic || !may_begin_move(*language, tokens[i])) return false;
        effort_.count(1);
        const notation::Readings readings = notation::read_move(*language, joined->joined);
        return !readings.empty() && (spaced || !(readings[0].loose || readings[0].role == notation::Role::pawn));
    };
    if (joined && std::ranges::any_of(languages, is_joined_in)) return joined->token_count;
    // "pass" is a null move before another move or a number, otherwise a word.
    const bool is_last =
        i + 1 == tokens.size() || tokens[i + 1].kind != Token::Kind::word || has_any_digit(tokens[i + 1].in(text));
    const auto length = [&](const notation::Language& language) -> std::size_t {
        if (!may_begin_move(language, tokens[i])) return 0;
        effort_.count(1);
        const WrittenMove written = read_written_move(language, score, i);
        if (written.empty()) return 0;
        if (written.pattern) return written.token_count;
        // Without a digit it is castling, or a word such as "de" that only looks like a pawn's capture.
        if (written.is_null_move() && !is_last && is_letter(word.front()) && !has_any_digit(word)) return 0;
        const bool castling = written.readings[0].kind != notation::Reading::Kind::move;
        return castling || has_any_digit(word) || written.token_count == 2 ? written.token_count : 0;
    };
    for (const notation::Language* language : languages)
        if (const std::size_t count = length(*language)) return count;
    if (given_) return 0;
    const bool is_numbered = i > 0 && tokens[i - 1].kind == Token::Kind::number;
    return is_numbered && tokens[i].kind == Token::Kind::word && lacks_rank(word) ? 1 : 0;
}

bool MoveSpotter::is_move(std::string_view word) const {
    const Token whole{Token::Kind::word, 0, static_cast<std::uint32_t>(word.size())};
    return move_length(word, {&whole, 1}, 0) > 0;
}

bool MoveSpotter::lacks_rank(std::string_view word) const {
    static constexpr std::size_t shortest = 3, longest = 6;  // in bytes: R-K, KKt-QR
    if (word.size() < shortest || word.size() > longest || word.find('-') == word.npos || has_any_digit(word))
        return false;
    const std::string whole = std::string(word) + '1';
    return std::ranges::any_of(all_, [&](const notation::Language* language) {
        if (language->system() != notation::System::descriptive) return false;
        effort_.count(1);
        const auto read = notation::read_descriptive(*language, whole);
        return read && read->length == whole.size();
    });
}

std::uint32_t start_of_line(std::string_view text, std::size_t at) {
    while (at > 0 && !is_line_break(text[at - 1])) --at;
    return static_cast<std::uint32_t>(at);
}

std::uint32_t end_of_line(std::string_view text, std::size_t at) {
    return static_cast<std::uint32_t>(std::min(text.find_first_of("\n\r", at), text.size()));
}

bool is_header_line(std::string_view text, const notation::Languages& languages) {
    Line line{.end = static_cast<std::uint32_t>(text.size())};
    return read_header(text, languages, line);
}

void for_each_line(const TokenisedText& text, const std::function<void(const Line&)>& take) {
    const std::vector<Token>& tokens = text.tokens;
    std::size_t token = 0;
    for (std::size_t begin = 0; begin < text.bytes.size();) {
        Line line{
            .begin = static_cast<std::uint32_t>(begin), .end = end_of_line(text.bytes, begin), .first_token = token};
        for (; token < tokens.size() && tokens[token].begin < line.end; ++token)
            if (tokens[token].kind == Token::Kind::comment && tokens[token].end > line.end)  // continues below
                line.end = end_of_line(text.bytes, tokens[token].end);
        line.last_token = token;
        begin = line.end + std::size_t{1};

        const std::string_view whole = text.bytes.substr(line.begin, line.end - line.begin);
        if (without_blanks(whole).empty()) continue;
        const bool rule = is_rule(whole);
        if (!rule && read_header(text.bytes, text.languages, line)) {
            take_headers(line, text.languages, take);
            continue;
        }
        line.kind = rule ? Line::Kind::rule : kind_of(text, line);
        take(line);
    }
}

namespace {

using Kind = Token::Kind;

/// Removes the punctuation of running text: `4. Ba4, Nf6;`.
void trim_punctuation(Token& token, std::string_view text) {
    static constexpr std::string_view marks[] = {",", ";", ".", ":", "،", "؛"};
    for (bool trimmed = true; trimmed;) {
        trimmed = false;
        for (const std::string_view mark : marks) {
            if (token.end - token.begin <= mark.size() || !token.in(text).ends_with(mark)) continue;
            token.end -= static_cast<std::uint32_t>(mark.size());
            trimmed = true;
        }
    }
}

/// Removes the dash between a number and its move: `4.—Ba4`, `4.—...`, `4 — Ba4`.
void trim_dash_behind_number(std::vector<Token>& tokens, std::string_view text) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        Token token = tokens[i];
        const bool is_behind = token.kind == Kind::word && kept > 0 && tokens[kept - 1].kind == Kind::number;
        if (is_behind && is_dash(token.in(text)) && i + 1 < tokens.size() && tokens[i + 1].kind == Kind::word) continue;
        const auto dash = static_cast<std::uint32_t>(length_of_dash(token.in(text)));
        if (is_behind && tokens[kept - 1].end == token.begin && tokens[kept - 1].in(text).ends_with('.') &&
            token.end - token.begin > dash)
            token.begin += dash;
        tokens[kept++] = token;
    }
    tokens.resize(kept);
}

/// Joins the bracket after a number and its period to the number, `3.) Nc3`; inside brackets, only if the game has such
/// numbers elsewhere.
void take_brackets_behind_numbers(std::vector<Token>& tokens, std::string_view text) {
    std::size_t kept = 0;
    Brackets brackets;
    bool is_usual = false, is_main_line = true;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const Token& token = tokens[i];
        const bool is_behind = token.kind == Kind::close && kept > 0 && tokens[kept - 1].kind == Kind::number &&
                               tokens[kept - 1].end == token.begin && tokens[kept - 1].in(text).ends_with('.');
        if (is_behind && (is_main_line || is_usual)) {
            is_usual = true;
            tokens[kept - 1].end = token.end;
            continue;
        }
        is_main_line = brackets.is_main_line(token);
        tokens[kept++] = token;
    }
    tokens.resize(kept);
}

/// Returns the length in bytes of the superscript digits at the end of a word.
std::size_t length_of_raised_digits(std::string_view word) {
    static constexpr std::string_view digits[] = {"¹", "²", "³", "⁰", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    const std::size_t size = word.size();
    for (bool is_raised = true; is_raised;) {
        const auto digit = std::ranges::find_if(digits, [&](std::string_view each) { return word.ends_with(each); });
        is_raised = digit != std::end(digits);
        if (is_raised) word.remove_suffix(digit->size());
    }
    return size - word.size();
}

/// Turns a note number after a word, `Bc5²`, into a comment.
void part_note_numbers(std::vector<Token>& tokens, std::string_view text) {
    std::vector<Token> parted;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const std::size_t length =
            tokens[i].kind == Kind::word ? length_of_raised_digits(tokens[i].in(text)) : std::string_view::npos;
        const bool is_parted = length > 0 && length < tokens[i].end - tokens[i].begin;
        if (is_parted && parted.empty()) parted.assign(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(i));
        if (is_parted) {
            const std::uint32_t middle = tokens[i].end - static_cast<std::uint32_t>(length);
            parted.push_back({Kind::word, tokens[i].begin, middle});
            parted.push_back({Kind::comment, middle, tokens[i].end});
        } else if (!parted.empty()) {
            parted.push_back(tokens[i]);
        }
    }
    if (!parted.empty()) tokens = std::move(parted);
}

/// Joins `1 : 0`, removes the delimiters of `(1-0)` and `**1-0**`, and turns `1.1.0`, which is not a move number, into
/// a word.
void join(std::vector<Token>& tokens, std::string_view text) {
    static constexpr std::uint32_t most_moves = 1000, longest_result = 20;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        Token token = tokens[i];
        const auto is = [&](std::size_t at, Kind kind) { return at < tokens.size() && tokens[at].kind == kind; };
        const bool is_asterisk = token.kind == Kind::result && token.in(text) == "*";
        if (is_asterisk && ((i > 0 && tokens[i - 1].end == token.begin) ||
                            (i + 1 < tokens.size() && tokens[i + 1].begin == token.end)))
            continue;  // bold markup
        if (is(i, Kind::open) && is(i + 1, Kind::result) && is(i + 2, Kind::close)) {
            token = tokens[i + 1];
            i += 2;
        } else if (token.kind == Kind::number && is(i + 1, Kind::number) && tokens[i + 1].begin == token.end &&
                   token.value < most_moves && tokens[i + 1].value < most_moves) {
            while (is(i + 1, Kind::number) && tokens[i + 1].begin == token.end) token.end = tokens[++i].end;
            token = {Kind::word, token.begin, token.end};
        } else if (i + 2 < tokens.size() && tokens[i + 2].end - token.begin <= longest_result &&
                   (token.kind == Kind::number || token.kind == Kind::word) && token.value <= 1) {
            const std::string_view written = text.substr(token.begin, tokens[i + 2].end - token.begin);
            const auto result =
                written.find_first_of(":-–") == written.npos ? std::nullopt : notation::read_framed_result(written);
            if (result && !has_line_break(written)) {
                token = {Kind::result, token.begin, tokens[i + 2].end, static_cast<std::uint32_t>(*result)};
                i += 2;
            }
        }
        tokens[kept++] = token;
    }
    tokens.resize(kept);
}

}  // namespace

std::size_t TokenisedText::first_token(std::uint32_t at) const {
    const auto first =
        std::partition_point(tokens.begin(), tokens.end(), [&](const Token& token) { return token.begin < at; });
    return static_cast<std::size_t>(first - tokens.begin());
}

std::vector<Token> tokenise_prose(std::string_view text) {
    pgn::LexedGame lexed;
    pgn::tokenise_text(text, lexed);
    for (Token& token : lexed.tokens) {
        if (token.kind != Kind::word) continue;
        trim_punctuation(token, text);
        if (const auto result = notation::read_framed_result(token.in(text)))
            token = {Kind::result, token.begin, token.end, static_cast<std::uint32_t>(*result)};
    }
    join(lexed.tokens, text);
    part_note_numbers(lexed.tokens, text);
    take_brackets_behind_numbers(lexed.tokens, text);
    trim_dash_behind_number(lexed.tokens, text);
    return std::move(lexed.tokens);
}

}  // namespace cofnod::importers::prose
