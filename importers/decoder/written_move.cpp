#include "importers/decoder/written_move.hpp"

#include <algorithm>
#include <charconv>

#include "base/characters.hpp"
#include "base/place.hpp"
#include "base/problem.hpp"
#include "games/chess/san.hpp"
#include "importers/decoder/result_words.hpp"
#include "importers/decoder/token.hpp"
#include "notation/described_move.hpp"
#include "notation/language.hpp"
#include "notation/languages.hpp"
#include "notation/tag_text.hpp"
#include "notation/written_move.hpp"

namespace cofnod::importers {

namespace {

constexpr std::size_t longest_move = 8;        ///< tokens
constexpr std::size_t longest_move_text = 40;  ///< bytes

/// Returns some words from token `i` on, up to the end of its paragraph or column: a board or a rule may follow below,
/// a tab separates White's move from Black's, and a dash may begin a remark. (On a page in columns the tokens are in
/// the order of the moves, so the next one may be above.)
std::string_view some_words(const Score& score, std::size_t i) {
    static constexpr std::size_t most = 20;
    const auto& tokens = score.tokens;
    const auto goes_on = [&](const Token& token, const Token& next) {
        const bool is_remark = next.kind == Token::Kind::open && length_of_dash(next.in(score.text)) > 0;
        return next.begin >= token.end && !is_remark && !below_empty_line(score.text, next.begin) &&
               score.text.substr(token.end, next.begin - token.end).find('\t') == std::string_view::npos;
    };
    std::size_t last = i;
    while (last + 1 < tokens.size() && last - i < most && goes_on(tokens[last], tokens[last + 1])) ++last;
    return score.text.substr(tokens[i].begin, tokens[last].end - tokens[i].begin);
}

/// Returns the start of the text with blanks for line breaks, for a move continued on the next line: `Kt-R6 double` /
/// `ch`.
std::string on_one_line(std::string_view text) {
    std::string line;
    for (const char c : text.substr(0, longest_move_text))
        if (c != '\r') line += c == '\n' ? ' ' : c;
    return line;
}
/// Returns the number of bytes in the original that the first `length` bytes of on_one_line() take.
std::size_t length_before(std::string_view text, std::size_t length) {
    std::size_t at = 0;
    for (std::size_t taken = 0; taken < length; ++at) taken += text[at] != '\r';
    return at;
}

/// Returns true for a dash that may begin a remark: a long one, or a hyphen with a blank after it.
bool begins_with_remark(std::string_view text) {
    return length_of_dash(text) > 1 || text.starts_with("--") || text.starts_with("- ");
}

/// Returns the position of the first such dash after the first word, of `own` bytes, or after a blank; npos: none.
std::size_t remark_behind(std::string_view words, std::size_t own) {
    if (own < words.size() && begins_with_remark(words.substr(own))) return own;
    for (std::size_t at = words.find(' '); at != words.npos; at = words.find(' ', at + 1))
        if (begins_with_remark(words.substr(at + 1))) return at;
    return words.npos;
}

WrittenMove read_written_pattern(const notation::Language& language, const Score& score, std::size_t i) {
    const std::uint32_t begin = score.tokens[i].begin;
    WrittenMove written{.begin = begin, .end = score.tokens[i].end};
    const std::string_view words = some_words(score, i);
    auto read = notation::read_descriptive(language, words);
    const std::size_t own = written.end - begin;
    const bool is_joined = own < words.size() && (words[own] == ',' || words[own] == ';');  // `Q-B3,Q-Q2`
    if (!read && is_joined) read = notation::read_descriptive(language, words.substr(0, own));
    if (!read)
        if (const std::size_t end = remark_behind(words.substr(0, longest_move_text), own); end != words.npos)
            read = notation::read_descriptive(language, words.substr(0, end));  // `PxP - a mistake`
    if (!read) return written;
    if (words.substr(0, longest_move_text).find('\n') != words.npos) {
        auto longer = notation::read_descriptive(language, on_one_line(words));
        if (longer) longer->length = length_before(words, longer->length);
        if (longer && longer->length > read->length) read = longer;
    }
    written.pattern = read->move;
    written.end = begin + static_cast<std::uint32_t>(read->length);
    written.token_count = count_tokens(score, i, read->length);
    return written;
}

/// Returns the move number that a word such as `8a4` begins with; 0 if the digit is a rank.
std::uint32_t glued_number(const notation::Language& language, std::string_view word) {
    if (language.rank_first()) return 0;
    std::uint32_t number = 0;
    std::from_chars(word.data(), word.data() + word.size(), number);
    return number;
}

/// Returns true if a number precedes token `i`: the 8 of `8. 8b3` is then a misread B, not a move number.
bool has_number_before(const Score& score, std::size_t i) {
    return i > 0 && score.tokens[i - 1].kind == Token::Kind::number;
}

/// Returns true if the rank that a short capture lacks follows a blank, `bxa 2+`. (In `bxa 2` it may be the next
/// number.)
bool goes_on_with_rank(const notation::Language& language, const Score& score, std::size_t i) {
    const char rank = score.text[score.tokens[i + 1].begin];
    if (rank < '1' || rank > '8') return false;
    const notation::Readings readings = notation::read_move(language, score.text_of(i));
    return !readings.empty() && readings[0].kind == notation::Reading::Kind::move && !readings[0].to_rank;
}

WrittenMove read_both_words(const notation::Language& language, const Score& score, std::size_t i) {
    const Token &first = score.tokens[i], &second = score.tokens[i + 1];
    const std::string joined = std::string(first.in(score.text)) + std::string(second.in(score.text));
    WrittenMove written{
        .readings = notation::read_move(language, joined), .token_count = 2, .begin = first.begin, .end = second.end};
    written.readings.set_respelled();
    return written;
}

/// Returns the last token of `Marchog f3`, `Knight x f3` or `Knight to f3` if a word that may name a piece precedes one
/// with a digit. `language`: the one that may have a word for "to"; nullptr: none.
std::optional<std::size_t> end_of_named_piece(const Score& score, std::size_t i,
                                              const notation::Language* language = nullptr) {
    const auto& tokens = score.tokens;
    static constexpr std::size_t shortest = 3;  // bytes of a name
    if (!score.is_word(i) || !score.is_word(i + 1) || tokens[i].end - tokens[i].begin < shortest) return std::nullopt;
    const std::string_view next = score.text_of(i + 1);
    const bool is_joined = is_link(next) || (language && language->is_towards(next));
    const bool has_sign = is_joined && score.is_word(i + 2);
    const std::size_t last = i + 1 + has_sign;
    if (!has_any_digit(score.text_of(last)) || has_any_digit(score.text_of(i))) return std::nullopt;
    return last;
}

std::optional<WrittenMove> read_named_piece(const notation::Language& language, const Score& score, std::size_t i) {
    const auto& tokens = score.tokens;
    // Checked first because it costs least: most languages lack the word.
    if (!score.is_word(i + 1) || !language.find_piece(score.text_of(i))) return std::nullopt;
    const auto last = end_of_named_piece(score, i, &language);
    if (!last) return std::nullopt;
    std::string rest;
    for (std::size_t at = i + 1; at <= *last; ++at)
        if (!language.is_towards(score.text_of(at))) rest += score.text_of(at);
    WrittenMove written{.readings = notation::read_named_move(language, score.text_of(i), rest),
                        .pattern = {},
                        .token_count = *last + 1 - i,
                        .begin = tokens[i].begin,
                        .end = tokens[*last].end};
    if (written.readings.empty()) return std::nullopt;
    written.readings.set_respelled();
    return written;
}

/// Reads the longest move written in several words, joined by one blank each: `ب د×6هـ`, `castles on the king's side`.
WrittenMove read_move_of_words(const notation::Language& language, const Score& score, std::size_t i) {
    WrittenMove longest;
    std::string joined(score.text_of(i));
    for (std::size_t next = i + 1; next < score.tokens.size(); ++next) {
        const Token& word = score.tokens[next];
        if (word.kind != Token::Kind::word || (next > i + 1 && !notation::is_unfinished(language, joined))) break;
        joined += ' ';
        joined += word.in(score.text);
        if (auto readings = notation::read_move(language, joined); !readings.empty())
            longest = {.readings = std::move(readings),
                       .pattern = {},
                       .token_count = next + 1 - i,
                       .begin = score.tokens[i].begin,
                       .end = word.end};
    }
    return longest;
}

bool is_number_of(const chess::Position& position, std::uint32_t number) {
    return position.turn() == chess::Color::white && number == static_cast<std::uint32_t>(position.fullmove_number());
}

}  // namespace

std::size_t count_tokens(const Score& score, std::size_t i, std::size_t length) {
    const auto& tokens = score.tokens;
    const std::size_t begin = tokens[i].begin;
    std::size_t count = 1;
    while (i + count < tokens.size() && tokens[i + count].begin > begin && tokens[i + count].begin < begin + length)
        ++count;
    return count;
}

bool may_begin_with(const notation::Language& language, std::string_view word) {
    const utf8::Decoded first = utf8::decode(word);
    const bool is_figurine = first.code_point >= 0x2600 && first.code_point < 0x2700;
    return first.length == 0 || is_figurine || language.covers(first.code_point);
}

namespace {

bool is_to_either_side(const WrittenMove& written) {
    using notation::Reading;
    if (written.pattern) return written.pattern->kind == notation::DescribedMove::Kind::castle;
    const auto is_of = [&](Reading::Kind kind) {
        return std::ranges::count(written.readings, kind, &Reading::kind) > 0;
    };
    return is_of(Reading::Kind::castle_king_side) && is_of(Reading::Kind::castle_queen_side);
}

void set_side(notation::Language::CastlingWord side, WrittenMove& written) {
    using notation::DescribedMove, notation::Reading;
    const bool is_kings = side == notation::Language::CastlingWord::king_side;
    if (written.pattern) {
        written.pattern->kind =
            is_kings ? DescribedMove::Kind::castle_king_side : DescribedMove::Kind::castle_queen_side;
        return;
    }
    notation::Readings readings;
    readings.check = written.readings.check;
    readings.nag = written.readings.nag;
    readings.add({.kind = is_kings ? Reading::Kind::castle_king_side : Reading::Kind::castle_queen_side});
    written.readings = readings;
}

/// Restricts castling without a side to the side that words around it name: `Castles QR`, `Castles, on the queens
/// side`, `kurze Rochade`. The name of a piece is that of a side only before "side".
void take_side(const notation::Language& language, const Score& score, std::size_t i, WrittenMove& written) {
    using enum notation::Language::CastlingWord;
    static constexpr std::size_t most_words = 5, longest_phrase = 60;
    static constexpr std::string_view blanks = " \t\r\n,(", ends = " \t\r\n,.;:!?()";
    const auto next_word = [&](std::size_t at) {
        const std::string_view text = score.text.substr(at, longest_phrase);
        const std::size_t begin = std::min(text.find_first_not_of(blanks), text.size());
        return text.substr(begin, std::min(text.find_first_of(ends, begin), text.size()) - begin);
    };
    const auto end_of = [&](std::string_view word) {
        return static_cast<std::uint32_t>(word.data() + word.size() - score.text.data());
    };
    std::uint32_t end = written.end;
    for (std::size_t count = 0; count < most_words; ++count) {
        const std::string_view word = next_word(end);
        const auto said = word.empty() ? none : language.castling_word(word);
        if (said == none) break;
        end = end_of(word);
        if (said == joint) continue;
        const std::string_view behind = next_word(end);
        const bool goes_on = !behind.empty() && language.castling_word(behind) == joint;
        if (language.find_piece(word) && !goes_on) break;
        set_side(said, written);
        written.end = goes_on ? end_of(behind) : end;
        written.token_count = count_tokens(score, i, written.end - written.begin);
        return;
    }
    const std::string_view before = score.text.substr(0, written.begin);
    const std::string_view line = trimmed(before.substr(before.size() - std::min(before.size(), longest_phrase)));
    const std::string_view word = line.substr(line.find_last_of(blanks) + 1);
    const auto said = word.empty() ? none : language.word_before_castling(word);
    if (said == king_side || said == queen_side) set_side(said, written);
}

WrittenMove read_own_words(const notation::Language& language, const Score& score, std::size_t i) {
    if (language.system() != notation::System::algebraic) return read_written_pattern(language, score, i);
    const Token& word = score.tokens[i];
    const bool more = score.is_word(i + 1);
    if (more && language.has_moves_of_words() &&
        (notation::is_unfinished(language, word.in(score.text)) ||
         notation::ends_visual_move(language, score.text_of(i + 1))))
        if (auto several = read_move_of_words(language, score, i); !several.empty()) return several;
    if (more && word.in(score.text).ends_with('='))  // `gxf8=` and `R+` on the next line
        if (auto both = read_both_words(language, score, i); !both.empty() && both.readings[0].promotion) return both;
    const char first = score.text[word.begin];
    const std::uint32_t number = first <= '9' && first >= '1' ? glued_number(language, word.in(score.text)) : 0;
    if (number && has_number_before(score, i)) return {.begin = word.begin, .end = word.end};
    if (more && goes_on_with_rank(language, score, i))
        if (auto both = read_both_words(language, score, i); !both.empty()) return both;
    // Readings are large, so they are constructed in place.
    WrittenMove written{.readings = notation::read_move(language, word.in(score.text)),
                        .pattern = {},
                        .begin = word.begin,
                        .end = word.end,
                        .number = number};
    if (more && written.empty())
        if (auto named = read_named_piece(language, score, i)) return *std::move(named);
    return written;
}

}  // namespace

WrittenMove read_written_move(const notation::Language& language, const Score& score, std::size_t i) {
    WrittenMove written = read_own_words(language, score, i);
    if (is_to_either_side(written)) take_side(language, score, i, written);
    return written;
}

WrittenMove read_whole_word(const notation::Language& language, std::string_view word) {
    WrittenMove written;
    if (language.system() == notation::System::algebraic)
        written.readings = notation::read_move(language, word);
    else if (const auto read = notation::read_descriptive(language, word); read && read->length == word.size())
        written.pattern = read->move;
    return written;
}

bool may_be_named_piece(const Score& score, std::size_t i) { return end_of_named_piece(score, i).has_value(); }

namespace {

bool begins_or_ends_with_link(std::string_view before, std::string_view after) {
    for (std::size_t length = 1; length <= 3; ++length)
        if ((before.size() > length && is_link(before.substr(before.size() - length))) ||
            (after.size() > length && is_link(after.substr(0, length))))
            return true;
    return false;
}

}  // namespace

std::optional<SpacedWords> spaced_words(const Score& score, std::size_t i) {
    if (!score.is_word(i) || !score.is_word(i + 1)) return std::nullopt;
    std::size_t count = 2;
    if (is_link(score.text_of(i + 1))) ++count;
    if (!score.is_word(i + count - 1) || is_link(score.text_of(i))) return std::nullopt;
    // Punctuation stripped from a word is still in the text: the capture sign of `Кр: g8`.
    const std::uint32_t begin = score.tokens[i].begin, second = score.tokens[i + 1].begin;
    std::string_view before = score.text.substr(begin, second - begin);
    while (!before.empty() && static_cast<unsigned char>(before.back()) <= ' ') before.remove_suffix(1);
    const std::uint32_t end = score.tokens[i + count - 1].end;
    if (count == 2 && !begins_or_ends_with_link(before, score.text.substr(second, end - second))) return std::nullopt;
    SpacedWords words{std::string(score.text.substr(begin, end - begin)), count, end};
    const bool is_parted =
        count == 2 && before.ends_with('-') &&
        count_line_breaks(score.text.substr(begin + before.size(), second - begin - before.size())) == 1;
    if (is_parted) words.joined.erase(before.size() - 1, 1);  // `Nb-` and `d7` on the next line
    std::erase_if(words.joined, [](char c) { return static_cast<unsigned char>(c) <= ' '; });
    return words;
}

std::optional<SpacedWords> parted_words(const Score& score, std::size_t i) {
    const auto& tokens = score.tokens;
    if (!score.is_word(i) || !score.is_word(i + 1) || utf8::length(score.text_of(i)) != 1 ||
        has_any_digit(score.text_of(i)) || !has_any_digit(score.text_of(i + 1)))
        return std::nullopt;
    const std::string_view between =
        score.text.substr(tokens[i].end, std::max(tokens[i + 1].begin, tokens[i].end) - tokens[i].end);
    if (between.find_first_not_of(" \t\r\n") != between.npos || count_line_breaks(between) > 1) return std::nullopt;
    auto words = spaced_words(score, i + 1);
    if (!words) words = SpacedWords{std::string(score.text_of(i + 1)), 1, tokens[i + 1].end};
    words->joined.insert(0, score.text_of(i));
    ++words->token_count;
    return words;
}

WrittenMove read_spaced_move(const notation::Language& language, const Score& score, std::size_t i) {
    WrittenMove written{.begin = score.tokens[i].begin, .end = score.tokens[i].end};
    if (language.system() != notation::System::algebraic) return written;
    const auto words = spaced_words(score, i);
    if (!words) return written;
    written.readings = notation::read_move(language, words->joined);
    written.readings.set_respelled();
    written.token_count = words->token_count;
    written.end = words->end;
    return written;
}

chess::Resolution resolve(const Situation& situation, const WrittenMove& written, bool diagnose) {
    if (written.number && !is_number_of(situation.position, written.number)) return {};
    return written.pattern ? chess::resolve(situation.position, *written.pattern, situation.wings)
                           : chess::resolve(situation.position, written.readings, diagnose);
}

namespace {

/// Writes a square in the letters of a language; any other word stays.
std::string_view square_or_word(const notation::Language& language, std::string_view word) {
    const auto square = chess::Square::parse(word);
    return square ? language.square(square->file(), square->rank()) : word;
}

Argument written_in(const notation::Language& language, const Argument& argument) {
    if (const auto* const text = std::get_if<std::string>(&argument.value())) return square_or_word(language, *text);
    const auto* const items = std::get_if<Argument::List>(&argument.value());
    if (!items) return argument;
    Argument::List written;
    for (const std::string& item : *items) written.emplace_back(square_or_word(language, item));
    return written;
}

}  // namespace

Reason explain(const Situation& situation, const WrittenMove& written, const chess::Resolution& resolution,
               const notation::Language& language) {
    Reason reason = written.pattern ? chess::explain(situation.position, *written.pattern, resolution)
                                    : chess::explain(situation.position, written.readings, resolution);
    for (Argument& argument : reason.arguments) argument = written_in(language, argument);
    return reason;
}

namespace {

std::optional<notation::Suffix> word_for_check(const notation::Languages& languages, std::string_view word) {
    constexpr std::size_t shortest = 3;  // bytes: signs and single letters mean other things elsewhere
    const auto is_part_of_move = [](char c) { return (c >= '0' && c <= '9') || c == '=' || c == '-'; };
    if (word.size() < shortest || std::any_of(word.begin(), word.end(), is_part_of_move)) return std::nullopt;
    const notation::FoldedWord folded(word);
    for (const notation::Language& language : languages)
        if (const auto suffix = notation::read_suffix(language, folded);
            suffix && (suffix->check != notation::CheckMark::none || suffix->en_passant))
            return suffix;
    return std::nullopt;
}

}  // namespace

std::optional<notation::Suffix> said_of_move(const notation::Languages& languages, const notation::Language& language,
                                             std::string_view word) {
    const auto suffix = notation::read_suffix(language, word);
    return suffix ? suffix : word_for_check(languages, word);
}

bool is_word_for_check(const notation::Languages& languages, std::string_view word) {
    return word_for_check(languages, word).has_value();
}

bool is_said_of_move(const notation::Languages& languages, const notation::Language& language, std::string_view word,
                     Attempts& attempts) {
    return notation::read_suffix(language, word) || is_dash(word) || word == "," ||
           attempts.says_check(word, [&] { return is_word_for_check(languages, word); });
}

namespace {

bool ends_sentence(const Score& score, std::size_t i) {
    static constexpr std::string_view ends = ".!?";
    const std::size_t end = score.tokens[i].end;
    return ends.find(score.text[end - 1]) != ends.npos ||
           (end < score.text.size() && ends.find(score.text[end]) != ends.npos);
}

/// Returns true if the words of a result, up to token `end`, end the game.
bool ends_game(const notation::Languages& languages, const Score& score, std::string_view words, std::size_t end) {
    return importers::ends_game(languages, words, score.text.substr(score.tokens[end - 1].end));
}

/// Reads words that end the main line or a sentence and say who resigned, or how the game ended: "Jones resigns", "ac
/// ildiodd Du".
std::optional<WrittenResult> read_last_words(const notation::Languages& languages, const Score& score, std::size_t i) {
    static constexpr std::size_t most = 20;
    const auto& tokens = score.tokens;
    std::size_t end = i;
    bool is_end = false;
    while (end - i < most && score.is_word(end) && !is_end) is_end = ends_sentence(score, end++);
    if (end == tokens.size() || tokens[end].kind == Token::Kind::result) is_end = true;
    if (!score.tags || !is_end) return std::nullopt;
    const std::string_view words = score.text.substr(tokens[i].begin, tokens[end - 1].end - tokens[i].begin);
    const auto said = told_result(languages, *score.tags, words);
    if (!said || begins_with_told_move(languages, words)) return std::nullopt;
    return WrittenResult{*said, end - i, ends_game(languages, score, words, end)};
}

}  // namespace

std::optional<WrittenResult> read_written_result(const notation::Languages& languages, const Score& score,
                                                 std::size_t i, Attempts* known) {
    static constexpr std::size_t longest = 256;  // bytes: results in words are shorter
    if (const auto result = notation::read_result(score.text_of(i)))
        return WrittenResult{static_cast<SaidResult>(*result), 1};
    const std::string_view ahead = some_words(score, i).substr(0, longest);
    const auto read = [&] {
        auto words = notation::read_result_words(languages, ahead);
        const std::size_t win = words ? 0 : length_of_win(languages, ahead);
        return win > 0 ? std::optional(notation::ResultWords{SaidResult::resigned, win}) : words;
    };
    const auto words = known ? known->result_words(ahead, read) : read();
    if (!words) return read_last_words(languages, score, i);
    const std::size_t end = i + count_tokens(score, i, words->length);
    if (score.is_word(end) && has_object(languages, score.text.substr(score.tokens[end - 1].end)))
        return std::nullopt;  // "draw declined"
    if (words->result == SaidResult::resigned && score.is_word(end) && !ends_sentence(score, end - 1))
        return read_last_words(languages, score, i);
    return WrittenResult{words->result, end - i, ends_game(languages, score, ahead.substr(0, words->length), end)};
}

namespace {

using notation::CheckMark;
using notation::Reading;
using notation::Role;

/// Returns true if a departure is written although no other piece makes it necessary. Writing both file and rank,
/// `Ng1f3`, is a matter of style.
bool is_superfluous(const Reading& written, const Reading& san) {
    return written.role != Role::pawn && written.from_file.has_value() != written.from_rank.has_value() &&
           !san.from_file && !san.from_rank;
}

const Reading* reading_of(const WrittenMove& written, Role role) {
    const notation::Readings& readings = written.readings;
    const auto found = std::ranges::find(readings, role, &Reading::role);
    return found == readings.end() ? nullptr : &*found;
}

}  // namespace

FalseMarks false_marks(CheckMark said, CheckMark check) {
    const bool is_mate_said = said == CheckMark::mate;
    return {.check = said != CheckMark::none && !is_mate_said && check == CheckMark::none,
            .mate = is_mate_said && check != CheckMark::mate};
}

FalseMarks false_marks(const WrittenMove& written, const Reading& san, CheckMark check) {
    const auto& pattern = written.pattern;
    FalseMarks marks = false_marks(pattern ? pattern->check : written.readings.check, check);
    const Reading* const played = reading_of(written, san.role);
    const auto captures = [](const Reading& reading) { return reading.capture; };
    const bool is_capture = pattern  ? pattern->capture.value_or(false)
                            : played ? played->capture
                                     : !written.readings.empty() && std::ranges::all_of(written.readings, captures);
    marks.capture = is_capture && !san.capture;
    return marks;
}

bool is_departure_false(const WrittenMove& written, const Reading& san, chess::Move move,
                        const chess::Position& position) {
    const Reading* const played = written.pattern ? nullptr : reading_of(written, san.role);
    return played && is_superfluous(*played, san) && !chess::has_rival(position, move);
}

bool agrees_with_board(const WrittenMove& written, chess::Move move, const chess::Position& position) {
    const auto& pattern = written.pattern;
    const auto is_capture = [](const Reading& reading) { return reading.capture; };
    const bool has_marks =
        pattern ? pattern->check != CheckMark::none || pattern->capture.value_or(false)
                : written.readings.check != CheckMark::none || std::ranges::any_of(written.readings, is_capture);
    if (!has_marks || move.is_null()) return true;
    chess::Position after = position;
    after.play(move);
    const FalseMarks marks = false_marks(written, chess::san_reading(position, move), chess::check_mark(after));
    return !marks.capture && !marks.check && !marks.mate;
}

void Agreement::add(const FalseMarks& marks) {
    captures += marks.capture || marks.en_passant;
    checks += marks.check;
    mates += marks.mate;
    departures += marks.departure;
}

std::uint32_t Agreement::weight() const {
    static constexpr std::uint32_t of_mark = 2, of_departure = 1, of_mixed_pawns = 2;
    return of_mark * (captures + checks + mates) + of_departure * departures + of_mixed_pawns * has_mixed_pawns();
}

}  // namespace cofnod::importers
