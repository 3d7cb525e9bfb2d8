#include <catch2/catch.hpp>

#include <fstream>
#include <iterator>
#include <sstream>

#include "cli/check.hpp"
#include "cli/export.hpp"
#include "cli/import.hpp"
#include "cli/optimize.hpp"
#include "cli/search.hpp"
#include "folder.hpp"
#include "store/connection.hpp"
#include "store/migrate.hpp"

using namespace cofnod;
using namespace cofnod::cli;
using cofnod::cli::test::Folder;

namespace {

const std::string old_databases = COFNOD_ROOT "/tests/unit/store/old/";

/// What a command prints for people and programs, and its exit code.
template <typename Options>
std::string said(int (*command)(const Options&, Streams&), const Options& options) {
    std::ostringstream out, err;
    Streams io{out, err};
    const int code = command(options, io);
    return out.str() + "[exit " + std::to_string(code) + "]";
}

ImportOptions import_into(const std::string& database) {
    return {.database = database, .files = {old_databases + "games.pgn"}, .resources = {.threads = 1}};
}

/// Whether it is sound, its games as PGN, and those that reach a position, by the index.
std::string answers_of(const std::string& database) {
    CheckOptions check{.files = {database}};
    check.database = {.deep = true, .resources = {.threads = 1}};
    CHECK(said(run_check, check).ends_with("[exit 0]"));
    SearchOptions search{.database = database, .format = OutputFormat::pgn};
    search.query.after = "1. e4 e5 2. Nf3";
    return said(run_export, {.database = database}) + said(run_search, search);
}

}  // namespace

TEST_CASE("a database of every earlier version is sound, searched and exported like its games read today",
          "[upgrade]") {
    const Folder folder;
    const std::string today = folder.file("today.db");
    said(run_import, import_into(today));
    const std::string expected = answers_of(today);
    CHECK(expected.find("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 (3... Nf6 4. O-O {y Wal}) 4. Ba4") != std::string::npos);

    for (int version = 1; version <= store::newest_schema_version(); ++version) {
        INFO("version " << version);
        const std::string old = folder.file("old" + std::to_string(version) + ".db");
        std::ifstream dump(old_databases + "schema_" + std::to_string(version) + ".sql");
        store::Connection(old, store::Connection::Mode::create)
            .run_script(std::string(std::istreambuf_iterator<char>(dump), {}));
        CHECK(said(run_import, import_into(old)).ends_with("[exit 0]"));  // brings it up to date, adds nothing
        CHECK(said(run_optimize, {.database = old, .resources = {.threads = 1}}).ends_with("[exit 0]"));
        CHECK(answers_of(old) == expected);
    }
}
