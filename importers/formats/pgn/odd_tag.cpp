#include "importers/formats/pgn/odd_tag.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "grammar/pgn.hpp"
#include "importers/tag_names.hpp"

namespace cofnod::importers::pgn {

namespace {

namespace rules = grammar::pgn;
namespace p = tao::pegtl;

template <typename Rule>
struct action : p::nothing<Rule> {};

template <>
struct action<rules::odd_name> {
    template <typename Match>
    static void apply(const Match& in, OddTag& tag) {
        tag.name = {in.begin(), in.size()};
        while (tag.name.ends_with(':') || tag.name.ends_with('=')) tag.name.remove_suffix(1);
    }
};

template <>
struct action<rules::quoted_value> {
    template <typename Match>
    static void apply(const Match& in, OddTag& tag) {
        tag.value = {in.begin(), in.size()};
        tag.is_quoted = true;
    }
};

template <>
struct action<rules::bare_value> {
    template <typename Match>
    static void apply(const Match& in, OddTag& tag) {
        tag.value = trimmed({in.begin(), in.size()});
        tag.is_quoted = false;
    }
};

/// Maximum length of the line of an odd tag; bounds the cost of a text of brackets.
constexpr std::size_t longest = 500;

std::optional<OddTag> odd_tag_at_front(std::string_view text) {
    if (!text.starts_with('[')) return std::nullopt;
    const std::string_view line = text.substr(0, std::min(text.substr(0, longest).find_first_of("\n\r"), text.size()));
    if (line.size() > longest) return std::nullopt;
    p::memory_input<p::tracking_mode::lazy, p::eol::lf, const char*> in{line.data(), line.data() + line.size(), ""};
    OddTag tag{.name = {}, .value = {}, .length = line.size(), .is_quoted = false};
    if (!p::parse<rules::odd_tag, action>(in, tag) || !standard_tag(tag.name)) return std::nullopt;
    return tag;
}

bool stands_above_tag(std::string_view text, const OddTag& tag) {
    const std::string_view below = text.substr(std::min(text.find_first_not_of(" \t\n\r", tag.length), text.size()));
    if (rules::looks_like_tag(below)) return true;
    const auto next = odd_tag_at_front(below);
    return next && standard_tag(next->name) != standard_tag(tag.name);
}

}  // namespace

std::optional<OddTag> read_odd_tag(std::string_view text, bool among_tags) {
    const auto tag = odd_tag_at_front(text);
    if (!tag || !(tag->is_quoted || among_tags || stands_above_tag(text, *tag))) return std::nullopt;
    return tag;
}

bool begins_tag(std::string_view text, bool among_tags) {
    return rules::looks_like_tag(text) || read_odd_tag(text, among_tags);
}

}  // namespace cofnod::importers::pgn
