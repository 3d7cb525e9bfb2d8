#include "web/site.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/say.hpp"

namespace cofnod::web {

std::int64_t Question::id() const {
    const std::string& text = captures.front();
    std::int64_t id = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
    if (error != std::errc{} || end != text.data() + text.size() || id <= 0)
        throw Refused{404, say("'{}' is not the number of a game", text)};
    return id;
}

void Question::link_next(Response& response, std::int64_t last) const {
    const std::string_view all = request.target;
    const std::size_t mark = std::min(all.size(), all.find('?'));
    std::string next = std::string(all.substr(0, mark)) + '?';
    for (std::string_view rest = all.substr(std::min(all.size(), mark + 1)); !rest.empty();) {
        const std::string_view part = rest.substr(0, rest.find('&'));
        if (!part.starts_with("page_after=")) next.append(part).append("&");
        rest.remove_prefix(std::min(rest.size(), part.size() + 1));
    }
    response.headers.emplace_back("Link", fmt::format("<{}page_after={}>; rel=\"next\"", next, last));
}

}  // namespace cofnod::web
