#include "web/guard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "base/ascii.hpp"
#include "base/say.hpp"

namespace cofnod::web {

namespace {

/// Compares in a time that does not depend on where the texts differ.
bool equal_secrets(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    unsigned difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned char>(a[i] ^ b[i]);
    return difference == 0;
}

bool has_body(const Request& request) {
    const auto lengths = request.header("content-length");
    return !request.header("transfer-encoding").empty() ||
           std::any_of(lengths.begin(), lengths.end(), [](std::string_view length) { return length != "0"; });
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

std::string Guard::cookie_name() const { return fmt::format("cofnod_token_{}", port_); }

bool Guard::has_token(const Request& request, const Target& target) const {
    if (token_.empty()) return true;
    const std::string* const given = target.find(token_parameter);
    if (given && equal_secrets(*given, token_)) return true;
    if (equal_secrets(request.cookie(cookie_name()), token_)) return true;
    constexpr std::string_view scheme = "Bearer ";
    const auto bearers = request.header("authorization");
    return bearers.size() == 1 && bearers.front().starts_with(scheme) &&
           equal_secrets(bearers.front().substr(scheme.size()), token_);
}

std::optional<Response> Guard::refusal_of_method(const Request& request) const {
    const bool is_post = request.method == Request::Method::post;
    if (request.method == Request::Method::other || (is_post && takes_ == Takes::questions)) {
        Response response = problem(405, say("this address answers {}", "GET, HEAD"));
        response.headers.emplace_back("Allow", "GET, HEAD");
        return response;
    }
    if (!is_post && has_body(request))
        return problem(413, say("a question has no body"), say("put it into the address"));
    return std::nullopt;
}

std::optional<Response> Guard::refusal(const Request& request, const Target& target) const {
    if (auto refusal = refusal_of_method(request)) return refusal;
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
                       say("use the address that 'cofnod serve' has printed"));
    if (request.method == Request::Method::post && !has_json(request))
        return problem(415, say("a change is an object of JSON"), say("send it with Content-Type: application/json"));
    return std::nullopt;
}

std::optional<std::string> Guard::cookie_for(const Target& target) const {
    if (token_.empty() || !target.find(token_parameter)) return std::nullopt;
    return fmt::format("{}={}; HttpOnly; SameSite=Strict; Path=/", cookie_name(), token_);
}

std::string new_token() {
    std::random_device device;  // getrandom() on the systems that we know
    return fmt::format("{:08x}{:08x}{:08x}{:08x}", device(), device(), device(), device());
}

}  // namespace cofnod::web
