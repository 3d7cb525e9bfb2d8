#include "operations/options/query.hpp"

#include <catch2/catch.hpp>

#include "base/error.hpp"

using namespace cofnod;

TEST_CASE("a list of ids has numbers and ranges", "[options]") {
    using Ids = std::vector<std::int64_t>;
    CHECK(options::read_ids("--ids", "7") == Ids{7});
    CHECK(options::read_ids("--ids", "1,5,9-12") == Ids{1, 5, 9, 10, 11, 12});
    for (const char* text : {"x", "0x1", "9-", "1.5", "99999999999999999999"}) {
        INFO(text);
        CHECK_THROWS_AS(options::read_ids("--ids", text), UsageError);
    }
}
