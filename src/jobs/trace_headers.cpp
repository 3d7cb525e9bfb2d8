#include "jobs/trace_headers.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/ascii.hpp"

namespace cofnod::jobs {

namespace {

/// A part of the text that has no moves.
struct Zone {
    std::size_t begin, end;
};

bool is_of_word(char c) { return is_alphanumeric(c) || (static_cast<unsigned char>(c) & 0x80) != 0; }

/// Returns where a value stands as words of their own; npos if it does not. One or two letters are a value only where
/// a sign stands before them, as in `White: A`.
std::size_t find_words(std::string_view text, std::string_view value, Zone zone) {
    static constexpr std::size_t shortest = 3;
    for (std::size_t at = text.find(value, zone.begin); at != text.npos && at + value.size() <= zone.end;
         at = text.find(value, at + 1)) {
        const std::size_t end = at + value.size();
        const bool is_apart = (at == 0 || !is_of_word(text[at - 1])) && (end == text.size() || !is_of_word(text[end]));
        const std::size_t sign = at == 0 ? text.npos : text.find_last_not_of(' ', at - 1);
        const bool has_sign = sign != text.npos && std::string_view(":\",;|\t").find(text[sign]) != text.npos;
        if (is_apart && (value.size() >= shortest || has_sign)) return at;
    }
    return text.npos;
}

/// Returns where the value of `[White "A. Jones"]` stands; npos if there is no such tag.
std::size_t find_tag(std::string_view text, const Tags::Tag& tag, Zone zone) {
    const std::string written = std::string("[") + std::string(tag.name) + " \"" + std::string(tag.value) + '"';
    const std::size_t at = text.substr(0, zone.end).find(written, zone.begin);
    return at == text.npos ? at : at + tag.name.size() + 3;
}

}  // namespace

std::vector<Trace::Item> find_headers(std::string_view text, const GameRecord& game,
                                      const std::vector<Trace::Item>& moves) {
    std::size_t first = text.size(), last = text.size();
    if (!moves.empty()) {
        first = std::ranges::min_element(moves, {}, &Trace::Item::begin)->begin;
        last = std::ranges::max_element(moves, {}, &Trace::Item::end)->end;
    }
    std::vector<Trace::Item> found;
    for (std::size_t i = 0; i < game.tags.size(); ++i) {
        const Tags::Tag tag = game.tags[i];
        if (tag.value.empty() || tag.value == "?") continue;
        std::size_t at = find_tag(text, tag, {0, first});
        if (at == text.npos) at = find_words(text, tag.value, {0, first});
        if (at == text.npos) at = find_words(text, tag.value, {last, text.size()});
        if (at != text.npos)
            found.push_back({Trace::Kind::header, static_cast<std::uint32_t>(i), at, at + tag.value.size()});
    }
    return found;
}

}  // namespace cofnod::jobs
