#include "web/guard.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.hpp"
#include "base/say.hpp"

namespace cofnod::web {

namespace {

bool has_body(const Request& request) {
    const auto lengths = request.header("content-length");
    return !request.header("transfer-encoding").empty() ||
           std::any_of(lengths.begin(), lengths.end(), [](std::string_view length) { return length != "0"; });
}

/// RFC 9112, 6.3: a proxy may have read another length than this server.
bool has_two_lengths(const Request& request) {
    return request.header("content-length").size() + request.header("transfer-encoding").size() > 1;
}

bool has_json(const Request& request) {
    const auto types = request.header("content-type");
    return types.size() == 1 &&
           to_lower(trimmed(types.front().substr(0, types.front().find(';')))) == "application/json";
}

}  // namespace

bool Guard::is_ours(std::string_view host) const {
    const std::string lower = to_lower(host), end = fmt::format(":{}", port_);
    return lower == "127.0.0.1" + end || lower == "localhost" + end || lower == "[::1]" + end;
}

bool Guard::has_token(const Request& request, Target& target) const {
    if (!token_.is_asked_for() || target.path.empty() || target.path.front() != "api") return true;
    if (request.method != Request::Method::post)
        if (const auto code = std::ranges::find(target.parameters, "code", &Target::Parameter::first);
            code != target.parameters.end()) {
            const std::string text = std::move(code->second);
            target.parameters.erase(code);
            return token_.spend(text);
        }
    const auto given = request.header("authorization");
    if (given.size() != 1) return false;
    const std::size_t blank = std::min(given.front().find(' '), given.front().size());
    const std::string_view scheme = given.front().substr(0, blank), secret = trimmed(given.front().substr(blank));
    return scheme == "Bearer" ? token_.equals(secret) : scheme == "Code" && token_.spend(secret);
}

std::optional<Response> Guard::refusal_of_method(const Request& request, const Target& target) const {
    const bool is_post = request.method == Request::Method::post;
    const bool may_post = takes_ == Takes::corrections ||
                          (token_.is_asked_for() && fmt::to_string(fmt::join(target.path, "/")) == session);
    if (request.method == Request::Method::other || (is_post && !may_post)) {
        Response response = problem(405, say("this address answers {}", "GET, HEAD"));
        response.headers.emplace_back("Allow", "GET, HEAD");
        return response;
    }
    if (!is_post && has_body(request))
        return problem(413, say("a question has no body"), say("put it into the address"));
    return std::nullopt;
}

std::optional<Response> Guard::refusal(const Request& request, Target& target) const {
    if (has_two_lengths(request)) {
        Response response = problem(400, say("the request gives its length twice"));
        response.headers.emplace_back("Connection", "close");  // nobody knows where the next one begins
        return response;
    }
    if (auto refusal = refusal_of_method(request, target)) return refusal;
    const auto hosts = request.header("host");
    if (hosts.size() != 1 || !is_ours(hosts.front()))
        return problem(421, say("the request names another host"), say("use http://127.0.0.1:{}/", port_));
    const auto origins = request.header("origin");
    if (request.method == Request::Method::post && origins.size() != 1)
        return problem(403, say("a change must say which page it comes from"),
                       say("send the header Origin: http://127.0.0.1:{}", port_));
    for (const std::string_view origin : origins)
        if (!origin.starts_with("http://") || !is_ours(origin.substr(7)))
            return problem(403, say("a page of another site has sent this request"));
    for (const std::string_view site : request.header("sec-fetch-site")) {
        const auto modes = request.header("sec-fetch-mode");
        const bool is_visit = modes.size() == 1 && modes.front() == "navigate";  // a link of another page leads here
        if (site != "same-origin" && site != "none" && !(is_visit && target.path.empty()))
            return problem(403, say("a page of another site has sent this request"));
    }
    if (!has_token(request, target))
        return problem(401, say("this server answers those who have its token"),
                       say("open the address that 'cofnod serve' has printed, or send its header"));
    if (request.method == Request::Method::post && !has_json(request))
        return problem(415, say("a change is an object of JSON"), say("send it with Content-Type: application/json"));
    return std::nullopt;
}

}  // namespace cofnod::web
