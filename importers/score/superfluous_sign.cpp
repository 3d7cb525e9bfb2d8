#include "importers/score/superfluous_sign.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "importers/score/scribe.hpp"
#include "importers/score/signs.hpp"
#include "importers/score/written_move.hpp"
#include "notation/language.hpp"

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

}  // namespace

bool is_one_too_many(const notation::Language& language, const Score& score, std::size_t i) {
    const auto number = number_before(language, score, i);
    if (!number) return false;
    const auto [count, end] = count_moves(language, score, *number);
    const std::int64_t ply = ply_of(score.tokens[*number], score.text);
    const bool has_next = end < score.tokens.size() && score.tokens[end].kind == Token::Kind::number;
    const std::int64_t next = has_next ? ply_of(score.tokens[end], score.text) : ply + 2 - ply % 2;
    return count > 0 && count == next - ply;
}

}  // namespace cofnod::importers
