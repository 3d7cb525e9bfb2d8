#include "importers/score/later_start.hpp"

#include <algorithm>

#include "game/record.hpp"

namespace cofnod::importers {

bool is_all_read(const GameRecord& record) {
    return record.state == GameState::complete || record.notation.how == Decision::disputed;
}

std::optional<Token> number_of_later_start(std::span<const Token> tokens) {
    const auto is_number = [](const Token& token) { return token.kind == Token::Kind::number; };
    const auto first = std::find_if(tokens.begin(), tokens.end(), is_number);
    if (first == tokens.end() || first->value <= 1) return std::nullopt;
    const auto is_word = [](const Token& token) { return token.kind == Token::Kind::word; };
    const auto words = static_cast<std::uint32_t>(std::count_if(tokens.begin(), first, is_word));
    if (words >= 2 * (first->value - 1)) return std::nullopt;
    const auto next = std::find_if(first + 1, tokens.end(), is_number);
    if (next == tokens.end() || next->value != first->value + 1) return std::nullopt;
    return *first;
}

}  // namespace cofnod::importers
