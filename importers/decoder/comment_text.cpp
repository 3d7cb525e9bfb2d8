#include "importers/decoder/comment_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <utility>
#include <variant>

#include "base/characters.hpp"
#include "base/problem_kinds.hpp"

namespace cofnod::importers {

namespace {

/// Returns the text with each "\r\n" replaced with "\n".
std::string with_short_line_breaks(std::string text) {
    std::size_t begin = 0, end = text.find("\r\n");
    if (end == text.npos) return text;
    std::string shorter;
    shorter.reserve(text.size());
    for (; end != text.npos; end = text.find("\r\n", begin)) {
        shorter.append(text, begin, end - begin);
        begin = end + 1;
    }
    return shorter.append(text, begin, text.npos);
}

}  // namespace

std::string comment_text(std::string_view written) { return comment_text_of_utf8(utf8::repaired(written)); }

std::string comment_text_of_utf8(std::string written) {
    std::string text = with_short_line_breaks(std::move(written));
    for (char& c : text) c = static_cast<char>(std::max<unsigned char>(static_cast<unsigned char>(c), ' '));
    return text;
}

std::string tag_text(std::string_view written) {
    static constexpr std::string_view no_text = "\uFFFD";
    std::string text = is_ascii(written) ? std::string(written) : utf8::repaired(written);
    for (char& c : text)
        if (c == '\n' || c == '\r') c = ' ';
    if (text.find('\0') == text.npos) return text;
    std::string whole;
    for (const char c : text) c == '\0' ? whole += no_text : whole += c;
    return whole;
}

namespace {

constexpr std::string_view between_moves = ", ", between_parts = "; ";

/// Removes the text up to the next `sign` from `rest` and returns it.
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
