#include "web/guard.hpp"

#include <catch2/catch.hpp>

using namespace cofnod::web;

namespace {

using Headers = std::vector<std::pair<std::string, std::string>>;

Token no_token(false);

/// Returns the status of the refusal; 0 if the request is allowed.
int refused(Headers headers, const std::string& text = "/api/v1/games", Token& token = no_token,
            Request::Method method = Request::Method::get) {
    headers.insert(headers.begin(), {"Host", "127.0.0.1:8080"});
    const Request request{.method = method, .target = text, .headers = std::move(headers)};
    Target target = *read_target(text);
    const auto refusal = Guard(8080, token, Guard::Takes::questions).refusal(request, target);
    return refusal ? refusal->status : 0;
}

int refused_host(const std::string& host) {
    const Request request{.target = "/", .headers = {{"hOST", host}}};
    Target target;
    const auto refusal = Guard(8080, no_token, Guard::Takes::questions).refusal(request, target);
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
    CHECK(refused({{"Host", "127.0.0.1:8080"}}) == 421);  // two Host headers
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
    CHECK(refused({{"Transfer-Encoding", "chunked"}}) == 413);
}

TEST_CASE("a request has one length", "[web]") {
    CHECK(refused({{"content-length", "0"}, {"Content-Length", "5"}}) == 400);
    CHECK(refused({{"Content-Length", "0"}, {"Content-Length", "0"}}) == 400);
    CHECK(refused({{"Content-Length", "5"}, {"Transfer-Encoding", "chunked"}}) == 400);
}

TEST_CASE("with a token only those who have it are answered", "[web]") {
    Token token(true);
    const std::string text = token.text();
    CHECK(text.size() == 32);
    CHECK(text != Token(true).text());
    CHECK(refused({}, "/api/v1/games", token) == 401);
    CHECK(refused({}, "/", token) == 0);  // a page, which has no data of the database
    CHECK(refused({{"Authorization", "Bearer " + text}}, "/api/v1/games", token) == 0);
    CHECK(refused({{"Authorization", "Bearer " + text.substr(1)}}, "/api/v1/games", token) == 401);
    CHECK(refused({{"Authorization", "Bearer "}}, "/api/v1/games", token) == 401);
    CHECK(refused({{"Authorization", "Basic " + text}}, "/api/v1/games", token) == 401);
    CHECK(refused({{"Authorization", "Code " + text}}, "/api/v1/games", token) == 401);
    CHECK(refused({{"Authorization", "Bearer " + text}, {"Authorization", "Bearer x"}}, "/api/v1/games", token) == 401);
    CHECK(refused({{"Cookie", "cofnod_token_8080=" + text}}, "/api/v1/games", token) == 401);
    CHECK(refused({}, "/api/v1/games?token=" + text, token) == 401);
    CHECK(refused({}, "/api/v1/games?code=" + text, token) == 401);
    CHECK(refused({{"Authorization", "Bearer "}}, "/api/v1/games") == 0);  // no token is required
}

TEST_CASE("a code replaces the token once, and for five minutes", "[web]") {
    const auto post = [](Token& token, const std::string& authorization, const char* target = "/api/v1/session") {
        return refused({{"Authorization", authorization},
                        {"Origin", "http://127.0.0.1:8080"},
                        {"Content-Type", "application/json"}},
                       target, token, Request::Method::post);
    };
    Token token(true);
    int voided = 0;
    const std::string code = token.new_code([&] { ++voided; });
    CHECK(post(token, "Code " + code.substr(1)) == 401);
    CHECK(post(token, "Bearer " + code) == 401);
    CHECK(voided == 0);
    CHECK(post(token, "Code " + code) == 0);
    CHECK(voided == 1);
    CHECK(post(token, "Code " + code) == 401);
    CHECK(post(token, "Bearer " + token.text()) == 0);
    CHECK(post(token, "Bearer " + token.text(), "/api/v1/games/1/set") == 405);
    CHECK(post(no_token, "") == 405);

    const std::string in_address = "/api/v1/games?code=" + token.new_code();
    CHECK(refused({}, in_address, token) == 0);
    CHECK(refused({}, in_address, token) == 401);

    const std::string late = token.new_code([&] { ++voided; });
    token.drop_late(Token::Clock::now() + Token::time_for_code + std::chrono::seconds(1));
    CHECK(voided == 2);
    CHECK(post(token, "Code " + late) == 401);

    const std::string oldest = token.new_code([&] { ++voided; });
    for (std::size_t i = 0; i < Token::most_codes; ++i) (void)token.new_code();
    CHECK(voided == 3);
    CHECK_FALSE(token.spend(oldest));
}
