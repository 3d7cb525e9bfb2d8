#include "operations/import.hpp"
#include "store/game_cursor.hpp"

#include <rapidcheck.h>
#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "../importers/damage.hpp"
#include "folder.hpp"
#include "index/upkeep.hpp"
#include "operations/reading.hpp"
#include "plain_host.hpp"
#include "store/game_reader.hpp"
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

/// Returns the moves of all games, sorted.
std::vector<std::string> moves_in(const std::string& database) {
    const store::Store store = store::Store::open(database, store::Access::read_only);
    std::vector<std::string> moves;
    store::GameReader(store).for_each({}, {}, [&](std::int64_t, const GameRecord& game) {
        moves.push_back(game.moves);
        return true;
    });
    std::ranges::sort(moves);
    return moves;
}

/// Returns true if the bytes of all sources are those of games and separators.
bool is_accounted_for(const std::string& database) {
    const store::Store store = store::Store::open(database, store::Access::read_only);
    return std::ranges::all_of(store::sources(store), [](const store::SourceRow& source) {
        return source.done && source.adds_up() && source.bytes == source.bytes_done;
    });
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

TEST_CASE("a file that is imported with several conditions has each of its games once", "[jobs]") {
    const Folder folder;
    std::size_t number = 0;
    for (const std::string& text : cofnod::testing::sample_texts()) {
        const std::string file = folder.path / std::to_string(++number), whole = file + ".db", parts = file + ".parts";
        std::ofstream(file, std::ios::binary) << text;
        import_file(whole, file);
        if (!std::filesystem::exists(whole)) continue;
        INFO(text.substr(0, 200));
        store::HeaderTerm longer{.field = store::HeaderField::min_plies, .text = "30", .low = 30};
        store::HeaderTerm shorter{.field = store::HeaderField::max_plies, .text = "50", .high = 50};
        PlainHost face;
        std::uint64_t stored = 0;
        for (const std::vector<store::HeaderTerm>& terms :
             {std::vector{longer}, std::vector{shorter}, std::vector{longer, shorter},
              std::vector<store::HeaderTerm>()}) {
            const ImportReport report = import_files({.database = parts, .files = {file}, .filter = {.terms = terms}},
                                                     ReadingSetup({}), face.host());
            stored += report.total().found();
        }
        CHECK(moves_in(parts) == moves_in(whole));
        CHECK(stored == moves_in(whole).size());
        CHECK(is_accounted_for(parts));
    }
}

TEST_CASE("an update adds what a file has more, wherever it ended before", "[jobs]") {
    const std::string first = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n";
    const std::string second = "[White \"C\"]\n[Black \"D\"]\n[Result \"*\"]\n\n1. d4 d5 2. c4 e6 *\n\n";
    const std::string third = "[White \"E\"]\n[Black \"F\"]\n[Result \"*\"]\n\n1. c4 c5 2. Nc3 *\n";
    const std::string text = first + second + third;
    const Folder folder;
    const std::string file = folder.path / "week.pgn", whole = folder.path / "whole.db";
    std::ofstream(file, std::ios::binary) << text;
    import_file(whole, file);
    const std::size_t end_of_second = text.find("[White \"E"), moves_of_third = text.find("1. c4");
    const auto is_blank = [&](std::size_t at) { return text[at] == ' ' || text[at] == '\n'; };
    for (std::size_t end = text.find("1. d4"); end < text.size(); ++end) {
        const bool is_in_heading = end > end_of_second && end < moves_of_third;
        if (is_in_heading || (!is_blank(end - 1) && !is_blank(end))) continue;
        INFO(text.substr(0, end));
        const std::string database = folder.path / (std::to_string(end) + ".db");
        std::ofstream(file, std::ios::binary | std::ios::trunc) << text.substr(0, end);
        import_file(database, file);
        std::ofstream(file, std::ios::binary | std::ios::trunc) << text;
        PlainHost face;
        const ImportReport report =
            import_files({.database = database, .files = {file}, .update = true}, ReadingSetup({}), face.host());
        CHECK(moves_in(database) == moves_in(whole));
        CHECK(is_accounted_for(database));
        CHECK(report.files.front().known_games + report.files.front().grown + report.total().found() == 3);
    }
}
