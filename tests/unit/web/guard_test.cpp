#include "web/guard.hpp"

#include <catch2/catch.hpp>

using namespace cofnod::web;

namespace {

using Headers = std::vector<std::pair<std::string, std::string>>;

/// Returns the status of the refusal; 0: the request may be answered.
int refused(Headers headers, const std::string& target = "/api/v1/games", const std::string& token = "") {
    headers.insert(headers.begin(), {"Host", "127.0.0.1:8080"});
    const Request request{.target = target, .headers = std::move(headers)};
    const auto refusal = Guard(8080, token, Guard::Takes::questions).refusal(request, *read_target(target));
    return refusal ? refusal->status : 0;
}

int refused_host(const std::string& host) {
    const Request request{.target = "/", .headers = {{"hOST", host}}};
    const auto refusal = Guard(8080, "", Guard::Takes::questions).refusal(request, {});
    return refusal ? refusal->status : 0;
}

}  // namespace

TEST_CASE("the host is ours in every spelling, and no other", "[web]") {
    for (const char* host : {"127.0.0.1:8080", "localhost:8080", "LocalHost:8080", "[::1]:8080"}) {
        INFO(host);
        CHECK(refused_host(host) == 0);
    }
    for (const char* host : {"", "127.0.0.1", "localhost", "::1:8080", "[::1]", "127.0.0.1:80", "127.0.0.1:08080",
                             "127.0.0.1:8080 ", "127.0.0.1:8080.evil.example", "evil.example", "evil.example:8080",
                             "127.1:8080", "2130706433:8080", "0x7f000001:8080", "localhost.:8080", "0.0.0.0:8080",
                             "[0:0:0:0:0:0:0:1]:8080", "a@127.0.0.1:8080", "127.0.0.1:8080,evil.example"}) {
        INFO(host);
        CHECK(refused_host(host) == 421);
    }
    CHECK(refused({{"Host", "127.0.0.1:8080"}}) == 421);  // twice
}

TEST_CASE("a page of another site is not answered", "[web]") {
    CHECK(refused({{"Origin", "http://127.0.0.1:8080"}}) == 0);
    CHECK(refused({{"Origin", "http://localhost:8080"}, {"Sec-Fetch-Site", "same-origin"}}) == 0);
    CHECK(refused({{"Sec-Fetch-Site", "none"}}) == 0);
    for (const char* origin : {"http://evil.example", "https://127.0.0.1:8080", "null", "", "http://127.0.0.1:8080/",
                               "http://127.0.0.1:8081"}) {
        INFO(origin);
        CHECK(refused({{"origin", origin}}) == 403);
    }
    for (const char* site : {"cross-site", "same-site", "", "same-origin, cross-site"}) {
        INFO(site);
        CHECK(refused({{"sec-fetch-site", site}}) == 403);
    }
    CHECK(refused({{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Mode", "navigate"}}, "/") == 0);
    CHECK(refused({{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Mode", "navigate"}}) == 403);
}

TEST_CASE("a question has no body", "[web]") {
    CHECK(refused({{"Content-Length", "0"}}) == 0);
    CHECK(refused({{"Content-Length", "1"}}) == 413);
    CHECK(refused({{"content-length", "0"}, {"Content-Length", "5"}}) == 413);
    CHECK(refused({{"Transfer-Encoding", "chunked"}}) == 413);
}

TEST_CASE("with a token only those who have it are answered", "[web]") {
    const std::string token = new_token();
    CHECK(token.size() == 32);
    CHECK(token != new_token());
    CHECK(refused({}, "/", token) == 401);
    CHECK(refused({}, "/?token=" + token, token) == 0);
    CHECK(refused({}, "/?token=" + token.substr(1), token) == 401);
    CHECK(refused({}, "/?token=", token) == 401);
    CHECK(refused({{"Cookie", "cofnod_token_8080=" + token}}, "/", token) == 0);
    CHECK(refused({{"Cookie", "token=" + token}}, "/", token) == 401);
    CHECK(refused({{"Authorization", "Bearer " + token}}, "/", token) == 0);
    CHECK(refused({{"Authorization", "Basic " + token}}, "/", token) == 401);
    CHECK(refused({{"Authorization", "Bearer " + token}, {"Authorization", "Bearer x"}}, "/", token) == 401);
}
