#include "web/guard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <vector>

#include "base/characters.hpp"
#include "base/tr.hpp"

namespace cofnod::web {

namespace {

/// Compares in a time independent of the position of a difference.
bool equal_secrets(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    unsigned difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned char>(a[i] ^ b[i]);
    return difference == 0;
}

std::string random_text() {
    std::random_device device;  // getrandom() on all supported systems
    return fmt::format("{:08x}{:08x}{:08x}{:08x}", device(), device(), device(), device());
}

}  // namespace

Token::Token(bool is_asked_for) : text_(is_asked_for ? random_text() : std::string()) {}

bool Token::equals(std::string_view given) const { return is_asked_for() && equal_secrets(given, text_); }

template <typename Which>
std::size_t Token::drop(const Which& which) {
    std::vector<Code> dropped;
    {
        const std::lock_guard lock(mutex_);
        const auto kept = std::stable_partition(codes_.begin(), codes_.end(), std::not_fn(which));
        std::move(kept, codes_.end(), std::back_inserter(dropped));
        codes_.erase(kept, codes_.end());
    }
    for (const Code& code : dropped)
        if (code.on_void) code.on_void();
    return dropped.size();
}

std::string Token::new_code(std::function<void()> on_void) {
    std::string text = random_text();
    std::size_t surplus = 0;
    {
        const std::lock_guard lock(mutex_);
        codes_.push_back({text, Clock::now() + time_for_code, std::move(on_void)});
        surplus = codes_.size() - std::min(codes_.size(), most_codes);
    }
    drop([&](const Code&) { return surplus > 0 && surplus-- > 0; });
    return text;
}

bool Token::spend(std::string_view code) {
    drop_late();
    return drop([&](const Code& each) { return equal_secrets(each.text, code); }) > 0;
}

void Token::drop_late(Clock::time_point now) {
    drop([&](const Code& code) { return code.until <= now; });
}

namespace {

bool has_body(const Request& request) {
    const auto lengths = request.header("content-length");
    return !request.header("transfer-encoding").empty() ||
           std::any_of(lengths.begin(), lengths.end(), [](std::string_view length) { return length != "0"; });
}

/// Returns true if the length is given twice: a proxy may have used the other one (RFC 9112, 6.3).
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
        Response response = problem(405, tr("this address answers {}", "GET, HEAD"));
        response.headers.emplace_back("Allow", "GET, HEAD");
        return response;
    }
    if (!is_post && has_body(request)) return problem(413, tr("a question has no body"), tr("put it into the address"));
    return std::nullopt;
}

std::optional<Response> Guard::refusal(const Request& request, Target& target) const {
    if (has_two_lengths(request)) {
        Response response = problem(400, tr("the request gives its length twice"));
        response.headers.emplace_back("Connection", "close");  // the start of the next request is unknown
        return response;
    }
    if (auto refusal = refusal_of_method(request, target)) return refusal;
    const auto hosts = request.header("host");
    if (hosts.size() != 1 || !is_ours(hosts.front()))
        return problem(421, tr("the request names another host"), tr("use http://127.0.0.1:{}/", port_));
    const auto origins = request.header("origin");
    if (request.method == Request::Method::post && origins.size() != 1)
        return problem(403, tr("a change must say which page it comes from"),
                       tr("send the header Origin: http://127.0.0.1:{}", port_));
    for (const std::string_view origin : origins)
        if (!origin.starts_with("http://") || !is_ours(origin.substr(7)))
            return problem(403, tr("a page of another site has sent this request"));
    for (const std::string_view site : request.header("sec-fetch-site")) {
        const auto modes = request.header("sec-fetch-mode");
        const bool is_visit = modes.size() == 1 && modes.front() == "navigate";  // a link on another site leads here
        if (site != "same-origin" && site != "none" && !(is_visit && target.path.empty()))
            return problem(403, tr("a page of another site has sent this request"));
    }
    if (!has_token(request, target))
        return problem(401, tr("this server answers those who have its token"),
                       tr("open the address that 'cofnod serve' has printed, or send its header"));
    if (request.method == Request::Method::post && !has_json(request))
        return problem(415, tr("a change is an object of JSON"), tr("send it with Content-Type: application/json"));
    return std::nullopt;
}

}  // namespace cofnod::web
