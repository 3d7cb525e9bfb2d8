#include <catch2/catch.hpp>

#include "archive.hpp"
#include "index/upkeep.hpp"
#include "search/search.hpp"
#include "store/statement.hpp"
#include "store/transaction.hpp"

using namespace cofnod;
using namespace cofnod::search;
using namespace cofnod::search::test;

TEST_CASE("a question reads one state, whatever others write while it is answered", "[search][snapshot]") {
    Archive archive;
    index::update(archive.store(), {.threads = 1});
    auto reader = store::Store::open(archive.path(), store::Access::read_only);
    Query query;
    query.position = WantedPosition(chess::Position::initial());
    const std::int64_t all = search::count(reader, query).hits;
    REQUIRE(all > 200);

    const auto change = [&] {
        store::Statement::of_text(archive.store().connection(), "DELETE FROM game WHERE id > 100").run();
        index::optimize(archive.store(), {.threads = 1, .memory = 40 * 500});
    };
    std::int64_t seen = 0;
    {
        const store::Snapshot snapshot(reader.connection());
        search::search(reader, query, {}, [&](const Hit&) {
            if (++seen == 50) change();
            return true;
        });
        CHECK(seen == all);
        CHECK(search::count(reader, query).hits == all);
    }
    CHECK(search::count(reader, query).hits < 101);
}
