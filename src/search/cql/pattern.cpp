#include "search/cql/pattern.hpp"

#include "base/error.hpp"

namespace cofnod::search::cql {

namespace {

constexpr auto syntax() {
#ifdef __GLIBCXX__
    return std::regex::ECMAScript | std::regex_constants::__polynomial;
#else
    return std::regex::ECMAScript;
#endif
}

std::regex compiled(const std::string& expression) {
    try {
        return std::regex(expression, syntax());
    } catch (const std::regex_error& error) {
        throw UsageError("\"" + expression + "\" is no regular expression: " + error.what(),
                         "the syntax is that of ECMAScript, without back references");
    }
}

}  // namespace

Pattern::Pattern(const std::string& expression) : regex_(compiled(expression)) {}

std::optional<Pattern::Match> Pattern::find(std::string_view text, std::size_t from) const {
    text = text.substr(0, most_text);
    if (from > text.size()) return std::nullopt;
    const auto flags = from == 0 ? std::regex_constants::match_default : std::regex_constants::match_prev_avail;
    std::match_results<std::string_view::const_iterator> found;
    if (!std::regex_search(text.begin() + static_cast<std::ptrdiff_t>(from), text.end(), found, regex_, flags))
        return std::nullopt;
    Match match;
    for (const auto& group : found) {
        match.groups.push_back(group.str());
        match.positions.push_back(group.matched ? static_cast<int>(group.first - text.begin()) : -1);
    }
    match.end = static_cast<std::size_t>(found[0].second - text.begin());
    return match;
}

}  // namespace cofnod::search::cql
