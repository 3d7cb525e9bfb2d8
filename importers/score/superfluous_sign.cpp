#include "importers/score/superfluous_sign.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "base/ascii.hpp"
#include "base/utf8.hpp"
#include "importers/score/scribe.hpp"
#include "importers/score/signs.hpp"
#include "importers/score/written_move.hpp"
#include "notation/language.hpp"
#include "notation/read_move.hpp"

namespace cofnod::importers {

namespace {

/// Returns the ply that a number announces: 2 for the 2 of `2. Nf3`, 3 for that of `2... Nc6`.
std::int64_t ply_of(const Token& number, std::string_view text) {
    return 2 * (static_cast<std::int64_t>(number.value) - 1) + number.is_dotted_number(text);
}

/// Returns the number before token `i` in its line; nullopt if there is none near.
std::optional<std::size_t> number_before(const notation::Language& language, const Score& score, std::size_t i) {
    static constexpr std::size_t most = 200;  // tokens
    std::size_t depth = 0;
    for (std::size_t at = i; at-- > 0 && i - at < most;) {
        const Token::Kind kind = score.tokens[at].kind;
        if (kind == Token::Kind::open && depth == 0) return std::nullopt;
        depth += kind == Token::Kind::close;
        depth -= kind == Token::Kind::open;
        if (kind == Token::Kind::number && depth == 0 && !may_begin_move(language, score.tokens[at])) return at;
    }
    return std::nullopt;
}

/// Moves from a number to the next in its line, without null moves and signs.
struct CountedMoves {
    std::int64_t count;
    std::size_t end;  ///< the token of the next number, or the end of the line
};

CountedMoves count_moves(const notation::Language& language, const Score& score, std::size_t number) {
    const auto tokens = score.tokens;
    std::int64_t count = 0;
    for (std::size_t at = number + 1; at < tokens.size();) {
        const Token& token = tokens[at];
        if (token.kind == Token::Kind::close || token.kind == Token::Kind::result) return {count, at};
        if (token.kind == Token::Kind::open) {
            at = std::min(end_of_bracket(tokens, at), tokens.size() - 1);
        } else if (may_begin_move(language, token)) {
            const WrittenMove written = read_written_move(language, score, at);
            const bool is_word = token.kind == Token::Kind::word && !is_mere_sign(token.in(score.text));
            count += written.empty() ? is_word : !written.is_null_move();
            at += written.empty() ? 0 : written.token_count - 1;
        } else if (token.kind == Token::Kind::number) {
            return {count, at};
        }
        ++at;
    }
    return {count, tokens.size()};
}

/// Moves that are counted from a number on, and those that it and the next number announce.
struct Tally {
    std::int64_t counted, announced;
    std::optional<std::size_t> next;  ///< number
};

Tally tally_from(const notation::Language& language, const Score& score, std::size_t number) {
    const auto [count, end] = count_moves(language, score, number);
    const std::int64_t ply = ply_of(score.tokens[number], score.text);
    const bool has_next = end < score.tokens.size() && score.tokens[end].kind == Token::Kind::number;
    const std::int64_t next = has_next ? ply_of(score.tokens[end], score.text) : ply + 2 - ply % 2;
    return {count, next - ply, has_next ? std::optional(end) : std::nullopt};
}

/// Returns true for two letters or more, with a full stop or the like behind them; not for `OO`.
bool is_word_of_letters(std::string_view word) {
    static constexpr std::string_view marks = ".,;:!?";
    while (!word.empty() && marks.find(word.back()) != marks.npos) word.remove_suffix(1);
    const auto is_part = [](char c) { return is_letter(c) || !is_ascii(c); };
    return utf8::length(word) >= 2 && !has_any_digit(word) && std::all_of(word.begin(), word.end(), is_part) &&
           word.find_first_not_of("Oo") != word.npos;
}

}  // namespace

bool is_one_too_many(const notation::Language& language, const Score& score, std::size_t i) {
    const auto number = number_before(language, score, i);
    if (!number) return false;
    const Tally tally = tally_from(language, score, *number);
    return tally.counted > 0 && tally.counted == tally.announced;
}

bool may_name_piece(std::string_view word) {
    static constexpr std::size_t longest = 4;
    return !word.empty() && utf8::length(word) <= longest && (is_upper(word.front()) || !is_ascii(word.front())) &&
           std::none_of(word.begin() + 1, word.end(), is_upper);
}

bool is_bare_square(const WrittenMove& written) {
    if (written.readings.empty()) return false;
    const notation::Reading& reading = written.readings[0];
    return reading.kind == notation::Reading::Kind::move && reading.role == notation::Role::pawn &&
           !reading.from_file && !reading.capture;
}

bool is_remark(const notation::Language& language, const Score& score, std::size_t i) {
    const auto& tokens = score.tokens;
    const std::string_view word = tokens[i].in(score.text);
    if (language.system() != notation::System::algebraic || !is_word_of_letters(word)) return false;
    if (i + 1 < tokens.size() && tokens[i + 1].kind == Token::Kind::word) {
        const std::string joined = std::string(word) + std::string(tokens[i + 1].in(score.text));
        const bool may_belong = may_name_piece(word) && is_bare_square(read_written_move(language, score, i + 1));
        if (may_belong || !notation::read_move(language, joined).empty()) return false;
    }
    const auto number = number_before(language, score, i);
    if (!number) return false;
    const Tally here = tally_from(language, score, *number);
    if (here.announced <= 0 || here.counted != here.announced + 1) return false;
    if (!here.next) return true;
    const Tally after = tally_from(language, score, *here.next);  // not `better 3. Bb5 a6 3. d4`
    return after.next ? after.counted == after.announced : after.counted <= after.announced;
}

}  // namespace cofnod::importers
