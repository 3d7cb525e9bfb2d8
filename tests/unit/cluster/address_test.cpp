#include "cluster/server.hpp"

#include <catch2/catch.hpp>

#include "base/error.hpp"
#include "cluster/schema.hpp"

using namespace cofnod::cluster;
using cofnod::UsageError;

TEST_CASE("an address names a user, servers, a database and options", "[cluster]") {
    const Address address = Address::parse("clickhouse://reader@one.example,two:8124/games?timeout=5&pull=7");
    CHECK(address.user == "reader");
    REQUIRE(address.hosts.size() == 2);
    CHECK_FALSE(address.has_tls);
    CHECK(address.hosts[0].port == 8123);
    CHECK(address.hosts[1].port == 8124);
    CHECK(address.database == "games");
    CHECK(address.timeout == 5);
    CHECK(address.pull == 7);
    CHECK(Address::parse("clickhouses://h/g").has_tls);
    CHECK(Address::parse("clickhouses://h/g").hosts[0].port == 8443);
}

TEST_CASE("what is no address is refused", "[cluster]") {
    for (const char* text : {"clickhouse://", "clickhouse:///games", "clickhouse://h", "clickhouse://h:0/g",
                             "clickhouse://h:x/g", "clickhouse://h:65536/g", "clickhouse://h/g-1", "clickhouse://h/1",
                             "clickhouse://h/g;DROP", "clickhouse://u:p@h/g", "clickhouse://h/g?x=1",
                             "clickhouse://h/g?pull=0", "clickhouse://a,,b/g", "clickhouse://a b/g"})
        CHECK_THROWS_AS(Address::parse(text), UsageError);
    CHECK_FALSE(is_address("games.db"));
    CHECK_FALSE(is_address("./clickhouse://h/g"));
}

TEST_CASE("no text leaves its literal", "[cluster]") {
    CHECK(text_literal("O'Kelly \\ `x`") == R"('O\'Kelly \\ `x`')");
    CHECK(name_literal("/a'b`c") == R"(`/a'b\`c`)");
}

TEST_CASE("a value with braces is not replaced again", "[cluster]") {
    CHECK(sql("where_notation", {{"text", text_literal("{low}")}, {"low", "7"}}) == "notation = '{low}'");
}
