#include "web/http.hpp"

#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>

#include "base/characters.hpp"

using namespace cofnod;
using namespace cofnod::web;

namespace {

std::string shown(std::string_view text) {
    const auto target = read_target(text);
    if (!target) return "fault";
    std::string result;
    for (const std::string& segment : target->path) result += '/' + segment;
    for (const auto& [name, value] : target->parameters) result += " " + name + "=" + value;
    return result;
}

std::string escaped(std::string_view text) {
    constexpr std::string_view digits = "0123456789aBcDeF";
    std::string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        result += {'%', digits[byte / 16], digits[byte % 16]};
    }
    return result;
}

}  // namespace

TEST_CASE("a target is decoded once", "[web]") {
    CHECK(shown("/") == "");
    CHECK(shown("/games/5") == "/games/5");
    CHECK(shown("/games?player=Tal%20M&limit=5") == "/games player=Tal M limit=5");
    CHECK(shown("/games?player=Tal+M") == "/games player=Tal M");
    CHECK(shown("/a+b") == "/a+b");  // `+` is a blank in parameters only
    CHECK(shown("/games?player=%2520") == "/games player=%20");
    CHECK(shown("/%252e%252e") == "/%2e%2e");
    CHECK(shown("/games?after=1.%20e4%20e5&moves=a=b") == "/games after=1. e4 e5 moves=a=b");
    CHECK(shown("/games?player=%D8%A7") == "/games player=\u0627");
    CHECK(shown("/games?player") == "/games player=");
    CHECK(shown("/games?player=") == "/games player=");
    CHECK(shown("/games?cql=a%0Ab%09c") == "/games cql=a\nb\tc");
    CHECK(shown("/cql?cql=[Pp]{1,2}|\"x\"<y>") == "/cql cql=[Pp]{1,2}|\"x\"<y>");
}

TEST_CASE("a target that is not in origin form, or not text, is a fault", "[web]") {
    for (const char* text : {"",
                             "games",
                             "*",
                             "http://127.0.0.1/",
                             "//evil.example",
                             "/games//5",
                             "/./games",
                             "/../etc/passwd",
                             "/%2e%2e/etc/passwd",
                             "/%2E/x",
                             "/a%2Fb",
                             "/games#5",
                             "/games?a=%",
                             "/games?a=%4",
                             "/games?a=%zz",
                             "/games?a=%00",
                             "/%00",
                             "/games?a=%1b",
                             "/games?a=%7f",
                             "/games?a=%ff",
                             "/games?a=%c0%af",
                             "/games?a=%ed%a0%80",
                             "/games?a=\xD8\xA7",
                             "/ga mes",
                             "/games?a=b c",
                             "/games?&",
                             "/games?a=1&&b=2",
                             "/games?=1"}) {
        INFO(text);
        CHECK(shown(text) == "fault");
    }
    CHECK(shown(std::string_view("/games\0", 7)) == "fault");
}

TEST_CASE("any text stands in a parameter as it was before it was escaped", "[web]") {
    rc::prop("read_target(escaped(text)) is text", [](const std::string& name, const std::string& value) {
        const auto is_fair = [](const std::string& text) {
            for (const char c : text)
                if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return false;
            return utf8::is_valid(text);
        };
        RC_PRE(!name.empty());
        const auto target = read_target("/x?" + escaped(name) + "=" + escaped(value));
        if (!is_fair(name) || !is_fair(value)) return;
        RC_ASSERT(target.has_value());
        RC_ASSERT(target->parameters.size() == 1U);
        RC_ASSERT(target->parameters.front() == std::pair(name, value));
    });
}

TEST_CASE("cookies are found by their whole name", "[web]") {
    const Request request{
        .headers = {{"Cookie", "cofnod_lang=cy; xcofnod_token=1;cofnod_token=2; a"}, {"cookie", "b=3"}}};
    CHECK(request.cookie("cofnod_lang") == "cy");
    CHECK(request.cookie("cofnod_token") == "2");
    CHECK(request.cookie("b") == "3");
    CHECK(request.cookie("a").empty());
    CHECK(request.cookie("lang").empty());
}

TEST_CASE("a body is one object, without control characters, with each name once", "[web]") {
    using Members = std::vector<std::pair<std::string, std::string>>;
    CHECK(read_body(R"({"tags": ["White=Tal", "Round=2"], "nth": 2, "dry_run": true, "by": null})").value() ==
          Members{{"tags", "White=Tal"}, {"tags", "Round=2"}, {"nth", "2"}, {"dry_run", "true"}});
    CHECK(read_body(R"({"now": "1. e4\n\t2. d4\f"})").value() == Members{{"now", "1. e4\n\t2. d4\f"}});
    for (const char* body :
         {"", "[]", "{", R"({"a": {"b": 1}})", R"({"a": "\u0000"})", R"({"a": "\u001b[2J"})", R"({"a": ["\u007f"]})",
          R"({"\u0007": "a"})", R"({"a": 1, "a": 1})", R"({"a": null, "b": 2, "a": 1})", R"({"a": [1], "a": [2]})"}) {
        INFO(body);
        CHECK_FALSE(read_body(body).has_value());
    }
}
