#include "importers/decoder/token.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "base/characters.hpp"
#include "games/record/record.hpp"
#include "importers/decoder/score_player.hpp"

namespace cofnod::importers {

std::size_t end_of_bracket(std::span<const Token> tokens, std::size_t i, std::size_t depth) {
    for (; i < tokens.size(); ++i) {
        depth += tokens[i].kind == Token::Kind::open;
        depth -= tokens[i].kind == Token::Kind::close;
        if (depth == 0) break;
    }
    return i;
}

namespace {

constexpr std::string_view wide_dashes[] = {"–", "—", "−", "‑", "―"};

bool is_wide_dash(std::string_view word) {
    return std::find(std::begin(wide_dashes), std::end(wide_dashes), word) != std::end(wide_dashes);
}

}  // namespace

bool is_dash(std::string_view word) { return word == "-" || (word[0] == wide_dashes[0][0] && is_wide_dash(word)); }

std::size_t length_of_dash(std::string_view word) {
    static constexpr std::size_t wide = 3;  // bytes
    if (word.starts_with(wide_dashes[0][0]) && is_wide_dash(word.substr(0, wide))) return wide;
    return word.starts_with('-');
}

bool is_link(std::string_view word) {
    static constexpr std::string_view letters = "xX:";
    return word.size() == 1 ? letters.find(word[0]) != letters.npos || is_dash(word) : word == "×" || is_dash(word);
}

bool is_mere_sign(std::string_view word) {
    static constexpr std::string_view signs = "_.,:;|/\\~=#*'\"";
    static constexpr std::string_view arabic_signs[] = {"،", "؛"};
    while (!word.empty()) {
        const std::size_t dash = length_of_dash(word);
        const bool is_arabic = word.starts_with(arabic_signs[0]) || word.starts_with(arabic_signs[1]);
        if (dash == 0 && !is_arabic && signs.find(word[0]) == signs.npos) return false;
        word.remove_prefix(dash > 0 ? dash : is_arabic ? arabic_signs[0].size() : 1);
    }
    return true;
}

bool has_any_digit(std::string_view word) {
    // ASCII, or the second byte of an Arabic-Indic (D9 A0..A9), Persian (DB B0..B9) or wide digit (EF BC 90..99).
    for (std::size_t i = 0; i < word.size(); ++i) {
        const auto byte = static_cast<unsigned char>(word[i]);
        const auto next = i + 1 < word.size() ? static_cast<unsigned char>(word[i + 1]) : 0u;
        if ((byte >= '0' && byte <= '9') || (byte == 0xD9 && next >= 0xA0 && next <= 0xA9) ||
            (byte == 0xDB && next >= 0xB0 && next <= 0xB9) || (byte == 0xBC && next >= 0x90 && next <= 0x99))
            return true;
    }
    return false;
}

bool has_square(std::string_view text) {
    for (std::size_t at = 1; at < text.size(); ++at)
        if (text[at] >= '1' && text[at] <= '8' && text[at - 1] >= 'a' && text[at - 1] <= 'h') return true;
    return false;
}

namespace {

constexpr std::size_t most_digits = 3;

/// A letter that a recogniser may read in place of a digit.
struct Misread {
    char printed, meant;
};
constexpr Misread misread[] = {{'O', '0'}, {'o', '0'}, {'l', '1'}, {'I', '1'}, {'i', '1'}, {'|', '1'}, {']', '1'},
                               {'Z', '2'}, {'z', '2'}, {'S', '5'}, {'s', '5'}, {'b', '6'}, {'G', '6'}, {'B', '8'}};

bool is_sign(char c) { return c == '.' || c == ',' || c == ':' || c == ';'; }

}  // namespace

std::optional<char> read_digit(char c) {
    if (is_digit(c)) return c;
    const auto* const known =
        std::find_if(std::begin(misread), std::end(misread), [&](const Misread& each) { return each.printed == c; });
    return known == std::end(misread) ? std::nullopt : std::optional(known->meant);
}

std::optional<std::uint32_t> misread_number(std::string_view text, const Token& word) {
    std::string_view digits = word.in(text);
    while (!digits.empty() && is_sign(digits.back())) digits.remove_suffix(1);
    if (digits.empty() || digits.size() > most_digits) return std::nullopt;
    std::uint32_t number = 0;
    for (const char c : digits) {
        const auto digit = read_digit(c);
        if (!digit) return std::nullopt;
        number = number * 10 + static_cast<std::uint32_t>(*digit - '0');
    }
    const std::string_view behind = text.substr(word.begin + digits.size());
    const bool has_period = !behind.empty() && behind.front() == '.';
    return number > 0 && (has_digit(digits) || has_period) ? std::optional(number) : std::nullopt;
}

std::optional<std::uint32_t> number_with_sign(std::string_view word) {
    static constexpr std::string_view before[] = {"№", "#"};
    static constexpr std::string_view after[] = {"/", "º", "°", "ª", ")", ".", ":", ",", "-"};
    for (const std::string_view sign : before)
        if (word.starts_with(sign)) word.remove_prefix(sign.size());
    const auto ends = [&](std::string_view sign) { return word.ends_with(sign); };
    for (const auto* sign = std::begin(after); sign != std::end(after);) {
        sign = std::find_if(std::begin(after), std::end(after), ends);
        if (sign != std::end(after)) word.remove_suffix(sign->size());
    }
    if (word.empty() || word.size() > most_digits || !std::all_of(word.begin(), word.end(), is_digit))
        return std::nullopt;
    std::uint32_t number = 0;
    for (const char c : word) number = number * 10 + static_cast<std::uint32_t>(c - '0');
    return number > 0 ? std::optional(number) : std::nullopt;
}

bool is_all_read(const GameRecord& record) {
    return record.state == GameState::complete || record.notation.how == Decision::disputed;
}

std::optional<Token> number_of_later_start(std::span<const Token> tokens) {
    const auto first = std::ranges::find(tokens, Token::Kind::number, &Token::kind);
    if (first == tokens.end() || first->value <= 1) return std::nullopt;
    const auto words =
        static_cast<std::uint32_t>(std::ranges::count(tokens.begin(), first, Token::Kind::word, &Token::kind));
    if (words >= 2 * (first->value - 1)) return std::nullopt;
    const auto next = std::ranges::find(first + 1, tokens.end(), Token::Kind::number, &Token::kind);
    if (next == tokens.end() || next->value != first->value + 1) return std::nullopt;
    return *first;
}

namespace {

/// Returns true for a word such as `mat` after a move: its first letter is neither a piece nor a file.
bool is_lower_case_word(std::string_view word) {
    static constexpr std::size_t shortest = 3;
    return word[0] > 'h' && word.size() >= shortest &&
           std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

}  // namespace

Alphabet::Alphabet(const Score& score) {
    for (const Token& token : score.tokens) {
        if (token.kind != Token::Kind::word || is_lower_case_word(token.in(score.text))) continue;
        const auto lead = static_cast<unsigned char>(score.text[token.begin]);
        if (lead > '0' && lead < 0x80)
            add_ascii(lead);
        else
            add_unusual(token.in(score.text));
    }
    if (empty())
        of_digits_ = std::any_of(score.tokens.begin(), score.tokens.end(), [](const Token& token) {
            return token.kind == Token::Kind::number && token.value > 1000;
        });
}

void Alphabet::add_unusual(std::string_view word) {
    if (is_dash(word) || word == "0000") return;  // every notation has these
    const auto lead = static_cast<unsigned char>(word[0]);
    if (lead < 0x80) {
        add_ascii(lead);
    } else if (const auto first = utf8::decode(word); first.length) {
        add(first.code_point);
    }
}

}  // namespace cofnod::importers
