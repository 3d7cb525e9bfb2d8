#include "cql/run/budget.hpp"

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/error.hpp"
#include "cql/run/query.hpp"
#include "cql/syntax.hpp"

using namespace cofnod;

namespace {

constexpr std::size_t megabyte = std::size_t{1} << 20;

const cql::Game one_game{.number = 1};

/// Returns the message and the text of the filter that it points to; empty if the script completes.
std::string limit_of(const std::string& text, std::size_t memory) {
    const cql::CompiledScript query(*cql::parse(text));
    cql::ScriptMatcher matcher(query, {.remarks = true, .budget = std::make_shared<cql::Budget>(memory)});
    try {
        matcher.match(one_game);
    } catch (const cql::ScriptLimit& limit) {
        return limit.what() + std::string(": ") + text.substr(limit.at.begin, limit.at.end - limit.at.begin);
    }
    return {};
}

}  // namespace

TEST_CASE("accounts take no more of a budget than there is, and give it back", "[cql]") {
    const auto budget = std::make_shared<cql::Budget>(megabyte);
    {
        cql::Account one(budget), other(budget);
        one.add(megabyte / 2);
        CHECK_FALSE(other.try_add(megabyte / 2 + 1));
        CHECK(other.try_add(megabyte / 4));
        CHECK_THROWS_AS(one.add(megabyte / 2), LimitError);
        one.remove(megabyte / 2);
        one.settle();
        CHECK(other.try_add(megabyte / 2));
        cql::Account third = std::move(other);
        CHECK_FALSE(one.try_add(megabyte / 2));
    }
    cql::Account all(budget);
    CHECK(all.try_add(megabyte));
    CHECK(budget->is_scarce());
}

TEST_CASE("threads share a budget", "[cql]") {
    const auto budget = std::make_shared<cql::Budget>(megabyte);
    std::vector<std::size_t> sums(4);
    {
        std::vector<cql::Account> accounts;
        for (std::size_t i = 0; i < sums.size(); ++i) accounts.emplace_back(budget);
        {
            std::vector<std::jthread> threads;
            for (std::size_t i = 0; i < sums.size(); ++i)
                threads.emplace_back([&, i] {
                    while (accounts[i].try_add(100)) sums[i] += 100;
                });
        }
        std::size_t sum = 0;
        for (const std::size_t each : sums) sum += each;
        CHECK(sum <= megabyte);
        CHECK(sum > megabyte - sums.size() * 200);
    }
    CHECK(cql::Account(budget).try_add(megabyte));
}

TEST_CASE("what a script keeps counts, wherever it keeps it", "[cql]") {
    const std::string text = "s=\"" + std::string(1000, 'a') + "\" loop {s=s+s #s<200000} ";
    const std::string too_much = "the script needs more than 1 MB of memory: ";
    const auto rest = GENERATE(
        as<std::string>{}, "aa=s bb=str(s 1) cc=s dd=s", "dictionary D D[\"a\"]=s D[\"b\"]=s D[\"c\"]=s D[\"d\"]=s",
        "settag(\"A\" s) settag(\"B\" s) settag(\"C\" s) settag(\"D\" s)",
        "comment(s 1) comment(s 2) comment(s 3) comment(s 4)", "sort \"a\" s sort \"b\" s sort \"c\" s sort \"d\" s",
        "s ~~ \"((((.*))))\"", "persistent pp=\"\" pp=s persistent qq=\"\" qq=s aa=s bb=s",
        "str(s str(s str(s str(s 1))))", "dictionary D D[s]=1 D[str(s 1)]=1 D[str(s 2)]=1 D[str(s 3)]=1",
        "dictionary D D[s]=1 D[str(s 1)]=1 key [element] D other [element] D key==other");
    INFO(rest);
    CHECK(limit_of(text + rest, megabyte).substr(0, too_much.size()) == too_much);
    CHECK(limit_of(text + rest, 8 * megabyte).empty());
}

TEST_CASE("a limit says which filter asked for too much", "[cql]") {
    const std::string text = "s=\"abcdefgh\" loop {s=s+s #s<300000} aa=s bb=s cc=s dd=str(s)";
    CHECK(limit_of(text, 2 * megabyte) == "the script needs more than 2 MB of memory: cc=s");
    CHECK(limit_of("s=\"ab\" loop s=s+s", 99 * megabyte) == "a text of the script grows beyond 16 MB: s+s");
    CHECK(limit_of("loop true", megabyte) ==
          "a loop of the script does not end: a million rounds at one position: loop true");
}

TEST_CASE("what is replaced, unbound or of an earlier game does not count", "[cql]") {
    const std::string text = "s=\"abcdefgh\" loop {s=s+s #s<200000} ";
    for (const char* rest :
         {"x=0 loop {t=str(s x) x+=1 x<50}", "x=0 loop {settag(\"A\" str(s x)) x+=1 x<50}",
          "dictionary D x=0 loop {D[\"a\"]=str(s x) x+=1 x<50}",
          "dictionary D x=0 loop {D[str(x)]=s unbind D[str(x)] x+=1 x<50}",
          "dictionary D x=0 loop {D[\"a\"]=s unbind D x+=1 x<50}", "x=0 loop {not {comment(s x) false} x+=1 x<50}",
          "x=0 loop {sort \"a\" str(x s) x+=1 x<50}", "x=0 loop {s ~~ \"(.*)\" x+=1 x<50}",
          "x=0 loop {removecomment x+=1 x<200000}", "x=0 loop {settag(\"A\" \"b\") x+=1 x<200000}"}) {
        INFO(rest);
        CHECK(limit_of(text + rest, 2 * megabyte).empty());
    }
    const cql::CompiledScript query(
        *cql::parse(text + "aa=s settag(\"A\" s) comment(s) sort \"a\" s dictionary D D[1]=s D[2]=s"));
    cql::ScriptMatcher matcher(query, {.remarks = true, .budget = std::make_shared<cql::Budget>(3 * megabyte)});
    for (int i = 0; i < 20; ++i) CHECK(matcher.match(one_game));
}

TEST_CASE("long searches in texts ask whether to go on", "[cql]") {
    const std::string text = "s=\"aaaaaaaa\" loop {s=s+s #s<4000000} ";
    for (const char* rest : {"x=0 loop {indexof(\"aaaaaaaaaaaaaaaaaaaaaaaaaab\" s)>0 or true x+=1 x<999999}",
                             "s ~~ \"a*b\"", "s ~~ \"[ab][ab]*c\"", "while (s ~~ \"a\") true"}) {
        INFO(rest);
        const cql::CompiledScript query(*cql::parse(text + rest));
        int asked = 0;
        cql::ScriptMatcher matcher(query, {.on_work = [&] {
                                       if (++asked == 60) throw LimitError("the time is over");
                                   }});
        CHECK_THROWS_AS(matcher.match(one_game), LimitError);
        CHECK(asked == 60);
    }
}

TEST_CASE("texts are found in texts, however long", "[cql]") {
    // 262,144 letters a, then "b", then the same number again.
    const std::string text = "s=\"aaaa\" loop {s=s+s #s<262144} t=s+\"b\"+s ";
    for (const char* rest : {"indexof(\"b\" t)==262144", "indexof(\"aaab\" t)==262141", "indexof(str(s \"b\") t)==0",
                             "indexof(str(\"b\" s) t)==262144", "not str(\"b\" s \"a\") in t", "str(s \"b\" s) in t",
                             "not str(s s) in t", "indexof(\"\" t)==0", "not indexof(\"bb\" t)",
                             "indexof(\"ba\" t)==262144", "indexof(str(s[1:] \"b\") t)==1"}) {
        INFO(rest);
        const cql::CompiledScript query(*cql::parse(text + rest));
        cql::ScriptMatcher matcher(query);
        CHECK(matcher.match(one_game));
    }
}

TEST_CASE("a tag that is set again has the last text, in the place of the first", "[cql]") {
    const cql::CompiledScript query(*cql::parse("settag(\"A\" \"1\") settag(\"B\" \"2\") settag(\"A\" \"3\")"));
    cql::ScriptMatcher matcher(query);
    const auto* match = matcher.match(one_game);
    REQUIRE(match);
    CHECK(match->tags_set == std::vector<std::pair<std::string, std::string>>{{"A", "3"}, {"B", "2"}});
}
