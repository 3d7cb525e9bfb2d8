#include "base/message.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "base/printable.hpp"

namespace cofnod {

namespace {

/// Returns the first and last bytes of a text that is longer than `most`, and an ellipsis for what is between.
std::string cut_in_the_middle(std::string_view text, std::size_t most) {
    if (text.size() <= most) return std::string(text);
    const auto is_inside = [&](std::size_t at) { return (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80; };
    std::size_t head = most / 2, tail = text.size() - most / 4;
    while (head > 0 && is_inside(head)) --head;
    while (tail + 1 < text.size() && is_inside(tail)) ++tail;
    return std::string(text.substr(0, head)) + "…" + std::string(text.substr(tail));
}

}  // namespace

std::string printable_message(std::string_view text, bool keep_isolates) {
    constexpr std::size_t usual_length = 1000, longest_word = 200, longest_message = 4000;
    if (text.size() <= usual_length) return printable_lines(text, keep_isolates);
    std::string result;
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t end = std::min(rest.find_first_of(" \n"), rest.size());
        result += cut_in_the_middle(rest.substr(0, end), longest_word);
        if (end < rest.size()) result += rest[end];
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return printable_lines(cut_in_the_middle(result, longest_message), keep_isolates);
}

std::string shell_word(std::string_view text) {
    const auto is_plain = [](char c) {
        return is_letter(c) || is_digit(c) || std::string_view("./_-:,=@+").find(c) != std::string_view::npos;
    };
    if (!text.empty() && std::ranges::all_of(text, is_plain)) return std::string(text);
    std::string result = "'";
    for (const char c : text) result += c == '\'' ? "'\\''" : std::string(1, c);
    return result + '\'';
}

}  // namespace cofnod
