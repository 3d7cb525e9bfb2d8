#include "importers/score/kept_comment.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <variant>

#include "base/problem_kinds.hpp"

namespace cofnod::importers {

namespace {

constexpr std::string_view between_moves = ", ", between_parts = "; ";

/// Takes the text up to the next `sign` off `rest`.
std::string_view take_part(std::string_view& rest, std::string_view sign) {
    const std::size_t end = rest.find(sign);
    const std::string_view part = rest.substr(0, end);
    rest.remove_prefix(end == rest.npos ? rest.size() : end + sign.size());
    return part;
}

}  // namespace

std::string undecided_comment(const Reason& reason) {
    const auto& word = std::get<std::string>(reason.arguments[0].value());
    const auto& moves = std::get<Argument::List>(reason.arguments[1].value());
    const auto number = std::get<std::int64_t>(reason.arguments[2].value());
    return fmt::format("[%undecided {}{}{}{}{}]", fmt::join(moves, between_moves), between_parts, number, between_parts,
                       word);
}

std::optional<Reason> undecided_move(std::string_view comment) {
    const auto text = text_of_command(comment, "undecided");
    if (!text) return std::nullopt;
    std::string_view word = *text;
    std::string_view moves = take_part(word, between_parts);
    const std::string_view digits = take_part(word, between_parts);
    std::uint16_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    Argument::List list;
    while (!moves.empty()) list.emplace_back(take_part(moves, between_moves));
    Reason reason{ProblemKind::same_position_later, {word, std::move(list), number}};
    return undecided_comment(reason) == comment ? std::optional(std::move(reason)) : std::nullopt;
}

}  // namespace cofnod::importers
