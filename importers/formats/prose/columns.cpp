#include "importers/formats/prose/columns.hpp"

#include <algorithm>
#include <cstddef>

namespace cofnod::importers::prose {

namespace {

struct NumberedPart {
    std::uint32_t number;
    std::size_t begin, end;  ///< tokens
};

std::vector<NumberedPart> numbered_parts(const std::vector<Token>& tokens) {
    static constexpr std::uint32_t most_moves = 1000;  // a greater number is a move: 5254
    std::vector<NumberedPart> parts;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].kind != Token::Kind::number || tokens[i].value > most_moves) continue;
        if (!parts.empty()) parts.back().end = i;
        parts.push_back({tokens[i].value, i, tokens.size()});
    }
    return parts;
}

}  // namespace

bool sort_columns(std::vector<Token>& tokens) {
    std::vector<NumberedPart> parts = numbered_parts(tokens);
    const auto by_number = [](const NumberedPart& a, const NumberedPart& b) { return a.number < b.number; };
    if (parts.empty() || std::is_sorted(parts.begin(), parts.end(), by_number)) return false;

    const std::size_t before = parts.front().begin;
    std::stable_sort(parts.begin(), parts.end(), by_number);
    for (std::size_t i = 1; i < parts.size(); ++i)
        if (parts[i].number != parts[i - 1].number + 1) return false;

    std::vector<Token> sorted(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(before));
    for (const NumberedPart& part : parts)
        sorted.insert(sorted.end(), tokens.begin() + static_cast<std::ptrdiff_t>(part.begin),
                      tokens.begin() + static_cast<std::ptrdiff_t>(part.end));
    // The result is where the page ends, which need not be where the game ends.
    std::stable_partition(sorted.begin(), sorted.end(),
                          [](const Token& token) { return token.kind != Token::Kind::result; });
    tokens = std::move(sorted);
    return true;
}

}  // namespace cofnod::importers::prose
