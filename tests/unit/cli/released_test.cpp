#include <catch2/catch.hpp>

#include <fstream>
#include <iterator>

#include "../operations/folder.hpp"
#include "run.hpp"
#include "store/connection.hpp"
#include "store/statement.hpp"
#include "store/store.hpp"

using namespace cofnod;
using namespace cofnod::cli;
using cofnod::operations::test::Folder;

namespace {

const std::string released = COFNOD_ROOT "/tests/unit/store/released/";

/// Returns the output of a command and its exit code.
std::string said(const std::vector<std::string>& words) {
    const test::Said said = test::run(words);
    return said.out + "[exit " + std::to_string(said.code) + "]";
}

std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string import_into(const std::string& database) {
    return said({"import", database, released + "games.pgn", "--threads", "1"});
}

/// Returns the statements that created the tables, indexes and views.
std::vector<std::string> schema_of(const std::string& database) {
    const store::Connection connection(database, store::Connection::Mode::read_only);
    auto part = store::Statement::of_text(
        connection, "SELECT sql FROM sqlite_schema WHERE type <> 'trigger' AND sql <> '' ORDER BY name");
    std::vector<std::string> parts;
    while (part.step()) parts.emplace_back(part.text(0));
    return parts;
}

/// Returns the numbers of comments and variations, one game per line.
std::vector<std::string> annotation_counts(const std::string& database) {
    const store::Connection connection(database, store::Connection::Mode::read_only);
    auto row =
        store::Statement::of_text(connection, "SELECT comments || ' ' || variations FROM games_view ORDER BY id");
    std::vector<std::string> counts;
    while (row.step()) counts.emplace_back(row.text(0));
    return counts;
}

/// Checks that a database is sound. Returns its games as PGN, and those that reach a position, found by the index.
std::string answers(const std::string& database) {
    CHECK(said({"check", database, "--deep", "--threads", "1"}).ends_with("[exit 0]"));
    return said({"export", database}) + said({"search", database, "--after", "1. e4 e5 2. Nf3", "--format", "pgn"});
}

}  // namespace

TEST_CASE(
    "a database of every released version is sound, searched and exported like its games read today, "
    "and merged as it is",
    "[released]") {
    const Folder folder;
    const std::string today = folder.file("today.db");
    import_into(today);
    const std::string expected = answers(today);
    CHECK(expected.find("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 (3... Nf6 4. O-O {y Wal}) 4. Ba4") != std::string::npos);

    for (int version = store::first_schema_version(); version <= store::newest_schema_version(); ++version) {
        INFO("version " << version);
        const std::string database = folder.file("version" + std::to_string(version) + ".db");
        std::ifstream dump(released + "schema_" + std::to_string(version) + ".sql");
        store::Connection(database, store::Connection::Mode::create)
            .run_script(std::string(std::istreambuf_iterator<char>(dump), {}));
        const std::string merged = folder.file("merged" + std::to_string(version) + ".db");
        const std::string before = bytes_of(database);
        if (dump.is_open()) {  // the newest version may not be released yet
            CHECK(said({"import", merged, database, "--threads", "1"}).ends_with("[exit 0]"));
            CHECK(answers(merged) == expected);
            CHECK(bytes_of(database) == before);
        }
        CHECK(import_into(database).ends_with("[exit 0]"));  // upgrades the database, adds nothing
        CHECK(said({"optimize", database, "--threads", "1"}).ends_with("[exit 0]"));
        CHECK(answers(database) == expected);
        CHECK(schema_of(database) == schema_of(today));
        CHECK(annotation_counts(database) == annotation_counts(today));
    }
}

TEST_CASE("a game that both players lose is one in a database of an earlier release", "[released]") {
    const Folder folder;
    const std::string database = folder.file("version7.db");
    std::ifstream dump(released + "schema_7.sql");
    {
        store::Connection connection(database, store::Connection::Mode::create);
        connection.run_script(std::string(std::istreambuf_iterator<char>(dump), {}));
        connection.run_script(
            "UPDATE game SET result = 0 WHERE id = 1;"
            "INSERT INTO game_tag SELECT 1, j.key, '0-0' FROM game g JOIN form f ON f.id = g.form "
            "JOIN json_each(f.tag_names) j WHERE g.id = 1 AND j.value = 'Result'");
    }
    import_into(database);
    CHECK(said({"search", database, "--result", "0-0", "--format", "pgn"}).starts_with("[Event "));
    CHECK(said({"export", database, "--ids", "1"}).find("[Result \"0-0\"]") != std::string::npos);
}
