#include "importers/tag_names.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "base/ascii.hpp"
#include "importers/embedded.hpp"

namespace cofnod::importers {

namespace {

/// Returns the name in small letters, without what people put between its words.
std::string key_of(std::string_view name) {
    std::string key;
    for (const char c : name)
        if (c != '_' && c != '-' && c != ' ') key += to_lower(c);
    return key;
}

using Names = std::map<std::string, std::string_view, std::less<>>;

const Names& names() {
    static const Names all = [] {
        Names read;
        for (std::string_view text = text_of(embedded::files, "grammar/tags.txt"); !text.empty();) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            const std::string_view name = text.substr(0, end);
            if (!name.empty() && name.front() != '#') read.emplace(key_of(name), name);
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        return read;
    }();
    return all;
}

}  // namespace

std::optional<std::string_view> standard_tag(std::string_view name) {
    static constexpr std::size_t longest = 40;
    if (name.size() > longest) return std::nullopt;
    const auto found = names().find(key_of(name));
    return found == names().end() ? std::nullopt : std::optional(found->second);
}

}  // namespace cofnod::importers
