#include "operations/import.hpp"
#include "store/game_cursor.hpp"

#include <rapidcheck.h>
#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>

#include <fstream>

#include "../importers/damage.hpp"
#include "folder.hpp"
#include "index/upkeep.hpp"
#include "operations/reading.hpp"
#include "plain_host.hpp"
#include "store/header_filter.hpp"
#include "store/segments.hpp"
#include "store/statistics.hpp"

using namespace cofnod;
using namespace cofnod::operations;
using cofnod::operations::test::Folder;
using cofnod::operations::test::PlainHost;

namespace {

void import_file(const std::string& database, const std::string& file) {
    PlainHost face;
    import_files({.database = database, .files = {file}}, ReadingSetup({}), face.host());
}

std::uint64_t games_of_state(const store::Store& store, GameState state) {
    const auto number = static_cast<std::int64_t>(state);
    const store::HeaderTerm of_state{.field = store::HeaderField::state, .low = number, .high = number};
    return static_cast<std::uint64_t>(store::count_games(store, {.terms = {of_state}}));
}

}  // namespace

TEST_CASE("games and bytes of a damaged file are all accounted for in the database", "[jobs][property]") {
    const std::vector<std::string> texts = cofnod::testing::sample_texts();
    rc::prop("found = complete + incomplete + rejected", [&] {
        const Folder folder;
        const std::string text =
            cofnod::testing::damaged(texts[*rc::gen::inRange<std::size_t>(0, texts.size())], texts);
        const std::string file = folder.path / "file", database = folder.path / "games.db";
        std::ofstream(file, std::ios::binary) << text;
        import_file(database, file);
        if (!std::filesystem::exists(database)) return;  // not text, or empty

        const store::Store store = store::Store::open(database, store::Access::read_only);
        const std::vector<store::SourceRow> sources = store::sources(store);
        RC_ASSERT(sources.size() == 1U);
        const store::Counts& counts = sources[0].counts;
        RC_ASSERT(sources[0].done);
        RC_ASSERT(sources[0].bytes == text.size());
        RC_ASSERT(counts.game_bytes + counts.separator_bytes == text.size());
        RC_ASSERT(counts.complete == games_of_state(store, GameState::complete));
        RC_ASSERT(counts.incomplete == games_of_state(store, GameState::incomplete));
        RC_ASSERT(counts.rejected == games_of_state(store, GameState::rejected));
        RC_ASSERT(counts.found() == static_cast<std::uint64_t>(store::count_games(store, {})));
    });
}

TEST_CASE("the index made while games are read is the one that their rows give", "[jobs][index]") {
    const Folder folder;
    const std::string together = folder.path / "together.db";
    const auto check_index = [](const std::string& database) {
        const store::Store store = store::Store::open(database, store::Access::read_only);
        const std::vector<store::SegmentRow> segments = store::segments(store);
        for (const store::SegmentRow& row : segments)
            index::verify_segment(store, row, 2, {}, [](const std::string& difference) { FAIL_CHECK(difference); });
    };
    std::size_t number = 0;
    for (const std::string& text : cofnod::testing::sample_texts()) {
        const std::string file = folder.path / std::to_string(++number), alone = file + ".db";
        std::ofstream(file, std::ios::binary) << text;
        import_file(alone, file);
        import_file(together, file);
        INFO(text.substr(0, 200));
        if (std::filesystem::exists(alone)) check_index(alone);
    }
    check_index(together);
}
