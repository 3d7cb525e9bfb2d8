#include <catch2/catch.hpp>

#include "base/error.hpp"
#include "helpers.hpp"
#include "store/connection.hpp"
#include "store/game_reader.hpp"
#include "store/rows.hpp"
#include "store/statistics.hpp"
#include "store/works.hpp"

using namespace cofnod;
using namespace cofnod::store;
using namespace cofnod::store::test;

namespace {

const SourceInfo archive = {"archif.pgn", "pgn", "UTF-8", 1000, "0123456789abcdef"};

/// Returns one of ten games of 99 bytes, each followed by a separator of one byte.
GameRecord game_at(std::uint64_t byte) {
    GameRecord game = paris_game();
    game.span = {byte, byte + 99, byte / 10 + 1};
    return game;
}

/// Reads the archive from the position that begin_source returned, like an importer, up to `games` games.
void read_on(GameWriter& writer, const SourceStart& start, int games) {
    for (std::uint64_t byte = start.bytes_done; byte < archive.bytes && games > 0; byte += 100, --games) {
        if (byte % 100 == 99) {
            writer.add_separator(1);
            ++byte;
        }
        writer.add(game_at(byte));
        writer.add_separator(1);
    }
}

std::string content_of(const Store& store) {
    std::string text;
    for (const char* sql :
         {"SELECT * FROM games_view", "SELECT * FROM tags_view", "SELECT hex(moves), final_check FROM game",
          "SELECT * FROM problem", "SELECT * FROM game_annotation",
          "SELECT path, bytes_done, separators, found, state FROM source"})
        for (const std::string& row : rows(store, sql)) text += row + "\n";
    return text;
}

}  // namespace

TEST_CASE("every byte of a source is in one game or in a separator, and all games are counted", "[store]") {
    const Folder folder;
    Store store = Store::open(folder.file("games.db"), Access::create);
    GameWriter writer(store);
    writer.begin_batch("0.2.0", "--from pgn");
    const SourceStart start = writer.begin_source(archive);
    CHECK(start.kind == SourceStart::Kind::fresh);
    GameRecord rejected = game_at(0), incomplete = game_at(99);
    rejected.state = GameState::rejected;
    incomplete.state = GameState::incomplete;
    writer.add(rejected);
    writer.add(incomplete);
    GameRecord rest = game_at(200);
    rest.span.end = 1000;
    writer.add_separator(2);
    writer.add(rest);
    CHECK(writer.end_source() == 0);
    writer.end_batch();

    CHECK(
        rows(
            store,
            "SELECT path, state, found, complete, incomplete, rejected, separators, separator_bytes, bytes_unaccounted "
            "FROM sources_view") == std::vector<std::string>{"archif.pgn|done|3|1|1|1|1|2|0"});
    CHECK(rows(store, "SELECT program_version, options, finished_at IS NOT NULL FROM import_batch") ==
          std::vector<std::string>{"0.2.0|--from pgn|1"});
}

TEST_CASE("importing the same again changes no byte of the file", "[store]") {
    const Folder folder;
    const auto path = folder.file("games.db");
    {
        Store store = Store::open(path, Access::create);
        import_games(store, {paris_game(), full_game()});
    }
    const std::string before = read_file(path);
    {
        Store store = Store::open(path, Access::create);
        GameWriter writer(store);
        writer.begin_batch("0.2.0", "");
        const std::string hash = rows(store, "SELECT content_hash FROM source").front();
        const std::string name = rows(store, "SELECT path FROM source").front();
        CHECK(writer.begin_source({name, "pgn", "", 1202, hash}).kind == SourceStart::Kind::known);
        CHECK(writer.begin_source({"./" + name, "pgn", "", 1202, hash}).copy_of.empty());
        writer.end_batch();
    }
    CHECK(read_file(path) == before);
}

TEST_CASE("another file with the same text is another source of its games, with its own citation", "[store]") {
    const Folder folder;
    Store store = Store::open(folder.file("games.db"), Access::create);
    import_games(store, {paris_game(), full_game()});
    const std::string hash = rows(store, "SELECT content_hash FROM source").front();
    const std::string name = rows(store, "SELECT path FROM source").front();
    for (const std::string_view first : {std::string_view(name), std::string_view()}) {
        GameWriter writer(store);
        writer.begin_batch("0.2.0", "");
        const SourceStart start = writer.begin_source({"a2.odt", "pgn", "", 1202, hash, "Y Faner, 1932"});
        CHECK(start.kind == SourceStart::Kind::known);
        CHECK(start.copy_of == first);  // reported once
        writer.end_batch();
    }
    CHECK(rows(store, "SELECT path, citation FROM source_copy") == std::vector<std::string>{"a2.odt|Y Faner, 1932"});
    CHECK(rows(store, "SELECT count FROM _counts WHERE \"table\" = 'source_copy'").front() == "1");
    Citations citations(store);
    CHECK(citations.path_of(2) == name);
    CHECK(citations.of(2) == "Y Faner, 1932");
    REQUIRE(citations.copies_of(2).size() == 1);
    CHECK(citations.copies_of(2).front().path == "a2.odt");
}

TEST_CASE("an import that was cut off goes on behind its last commit, and ends like one that was not", "[store]") {
    const Folder folder;
    Store whole = Store::open(folder.file("whole.db"), Access::create);
    {
        GameWriter writer(whole);
        writer.begin_batch("0", "");
        read_on(writer, writer.begin_source(archive), 10);
        CHECK(writer.end_source() == 0);
        writer.end_batch();
    }
    for (const std::size_t per_commit : {0u, 1u, 2u, 3u, 7u}) {
        const Folder other;
        Store store = Store::open(other.file("cut.db"), Access::create);
        for (const int games : {4, 3}) {
            GameWriter writer(store, {.games_per_commit = per_commit});
            writer.begin_batch("0", "");
            read_on(writer, writer.begin_source(archive), games);
            if (games == 3) writer.commit();  // otherwise the last games are lost with the writer
        }
        GameWriter writer(store, {.games_per_commit = per_commit});
        writer.begin_batch("0", "");
        const SourceStart start = writer.begin_source(archive);
        CHECK(start.kind == SourceStart::Kind::resumed);
        CHECK(start.bytes_done > 0);
        read_on(writer, start, 10);
        CHECK(writer.end_source() == 0);
        writer.end_batch();
        CHECK(rows(store, "SELECT found FROM source").front() == "10");
        CHECK(content_of(store) == content_of(whole));
    }
}

TEST_CASE("a source that changed while it was read is not known again by what it was before", "[store]") {
    const Folder folder;
    Store store = Store::open(folder.file("games.db"), Access::create);
    GameWriter writer(store);
    writer.begin_batch("0.2.0", "");
    read_on(writer, writer.begin_source(archive), 3);
    CHECK(writer.end_changed_source() == 0);
    CHECK(rows(store, "SELECT state, bytes, content_hash, bytes_unaccounted FROM sources_view") ==
          std::vector<std::string>{"done|300||0"});

    const SourceStart again = writer.begin_source(archive);
    CHECK(again.kind == SourceStart::Kind::fresh);
    read_on(writer, again, 10);
    writer.end_source();
    CHECK(rows(store, "SELECT found FROM source ORDER BY id").back() == "10");
}

TEST_CASE("a source of which more is done than there is, or other bytes than its games have, is damaged", "[store]") {
    for (const char* damage : {"bytes_done = 1001, game_bytes = game_bytes + 1", "bytes_done = 500", "bytes_done = -1",
                               "game_bytes = 0", "state = 'partial', bytes_done = 1001, separator_bytes = 11"}) {
        INFO(damage);
        const Folder folder;
        Store store = Store::open(folder.file("games.db"), Access::create);
        GameWriter writer(store);
        writer.begin_batch("0.2.0", "");
        read_on(writer, writer.begin_source(archive), 10);
        writer.end_source();
        writer.end_batch();
        CHECK(sources(store).front().adds_up());
        store.connection().run_script(std::string("UPDATE source SET ") + damage);
        CHECK_FALSE(sources(store).front().adds_up());
        CHECK_THROWS_AS(writer.begin_source(archive), StoreError);
    }
}

TEST_CASE("behind the largest id there is no other: no game gets one that wraps around", "[store]") {
    for (const std::string table : {"game SET id", "source_run SET first_game"}) {
        const Folder folder;
        Store store = Store::open(folder.file("games.db"), Access::create);
        import_games(store, {paris_game(), paris_game()});
        store.connection().run_script("UPDATE " + table + " = 9223372036854775806 WHERE rowid = 1");
        import_games(store, {paris_game()}, "one.pgn");
        CHECK(rows(store, "SELECT max(id) FROM game") == std::vector<std::string>{"9223372036854775807"});
        CHECK_THROWS_AS(import_games(store, {paris_game()}, "two.pgn"), StoreError);
        CHECK(rows(store, "SELECT count(*) FROM game WHERE id < 0") == std::vector<std::string>{"0"});
    }
}

TEST_CASE("a writer that goes without a commit leaves nothing", "[store]") {
    const Folder folder;
    Store store = Store::open(folder.file("games.db"), Access::create);
    {
        GameWriter writer(store);
        writer.begin_batch("0", "");
        writer.begin_source(archive);
        writer.add(full_game());
    }
    for (const char* table : {"game", "game_tag", "player", "source", "import_batch", "problem", "form", "source_run"})
        CHECK(rows(store, "SELECT count(*) FROM " + std::string(table)) == std::vector<std::string>{"0"});
}

TEST_CASE("two imports of the same file at once do not import it twice", "[store]") {
    const Folder folder;
    Store one = Store::open(folder.file("games.db"), Access::create);
    Store two = Store::open(folder.file("games.db"), Access::read_write);
    GameWriter first(one), second(two);
    first.begin_batch("0", "");
    read_on(first, first.begin_source(archive), 2);
    first.commit();
    second.begin_batch("0", "");
    read_on(second, second.begin_source(archive), 2);
    second.commit();
    CHECK_THROWS_AS(first.add(game_at(200)), StoreError);
    CHECK(rows(two, "SELECT found FROM source") == std::vector<std::string>{"4"});
}

TEST_CASE("two imports in turns share names and keep their games apart", "[store]") {
    const Folder folder;
    Store one = Store::open(folder.file("games.db"), Access::create);
    Store two = Store::open(folder.file("games.db"), Access::read_write);
    GameWriter first(one), second(two);
    first.begin_batch("0", "");
    first.begin_source({"a.pgn", "pgn", "", 400, "a"});
    first.add(game_at(0));
    first.commit();
    second.begin_batch("0", "");
    second.begin_source({"b.pgn", "pgn", "", 400, "b"});
    second.add(game_at(0));
    second.commit();
    first.add(game_at(100));
    first.commit();
    second.add(game_at(100));
    second.commit();
    CHECK(rows(one, "SELECT id, source, line, white FROM games_view") ==
          std::vector<std::string>{"1|a.pgn|1|Morphy, Paul", "2|b.pgn|1|Morphy, Paul", "3|a.pgn|11|Morphy, Paul",
                                   "4|b.pgn|11|Morphy, Paul"});
    CHECK(GameReader(one).header(4)->number == 2);
    CHECK(rows(one, "SELECT count(*) FROM player") == std::vector<std::string>{"2"});
}

TEST_CASE("the counts beside the tables are those of the tables", "[store]") {
    const Folder folder;
    Store store = Store::open(folder.file("games.db"), Access::create);
    import_games(store, {paris_game(), full_game(), game_with({{"White", "A"}, {"White", "B"}})});
    import_games(store, {full_game()}, "second.pgn");
    for (const std::string& table : rows(store, "SELECT \"table\" FROM _counts"))
        CHECK(rows(store, "SELECT count(*) FROM " + table) ==
              rows(store, "SELECT count FROM _counts WHERE \"table\" = '" + table + "'"));
}

TEST_CASE("the file is sound and every reference has its row", "[store]") {
    const Folder folder;
    Store store = Store::open(folder.file("games.db"), Access::create);
    import_games(store, {paris_game(), full_game(), GameRecord{}});
    CHECK(rows(store, "PRAGMA integrity_check") == std::vector<std::string>{"ok"});
    CHECK(rows(store, "PRAGMA foreign_key_check").empty());
}

TEST_CASE("statistics count games, plies, notations and problems", "[store]") {
    const Folder folder;
    Store store = Store::open(folder.file("games.db"), Access::create);
    import_games(store, {paris_game(), full_game(), game_with({{"Date", "????.??.??"}})});
    const Summary counted = summary_by_rows(store);
    const Totals& all = counted.totals;
    CHECK(all.games == 3);
    CHECK(all.complete == 2);
    CHECK(all.incomplete == 1);
    CHECK(all.plies == 9);
    CHECK(all.players == 2);
    CHECK(all.problems == 2);
    CHECK(all.first_date->to_text() == "1858.12.27");
    CHECK(counted.results == std::vector<LabelCount>{{"1-0", 2}, {"*", 1}});
    CHECK(counted.notations == std::vector<LabelCount>{{"en", 2}, {"cy/en/ca", 1}});
    CHECK(sources(store).front().counts.found() == 3);

    std::vector<ProblemRow> problems;
    for_each_problem(store, 0, [&](const ProblemRow& row) {
        problems.push_back(row);
        return true;
    });
    REQUIRE(problems.size() == 2);
    CHECK(problems[0].problem == full_game().problems[0]);
    CHECK(problems[0].number == 2);
    CHECK(problems[0].source == "archif.pgn");
}

TEST_CASE("statistics of an empty database are zero", "[store]") {
    const Folder folder;
    Store store = Store::open(folder.file("games.db"), Access::create);
    const Summary counted = summary_by_rows(store);
    CHECK(counted.totals.games == 0);
    CHECK_FALSE(counted.totals.first_date);
    CHECK(counted.results.empty());
}
