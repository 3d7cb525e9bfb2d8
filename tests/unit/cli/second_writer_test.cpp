// Another program writes after a command has read and before it writes.

#include <catch2/catch.hpp>

#include <chrono>
#include <fstream>
#include <functional>
#include <future>
#include <thread>

#include "../operations/folder.hpp"
#include "base/error.hpp"
#include "run.hpp"
#include "store/connection.hpp"
#include "store/game_cursor.hpp"
#include "store/game_reader.hpp"
#include "store/header_filter.hpp"
#include "store/store.hpp"
#include "store/transaction.hpp"

using namespace cofnod;
using namespace cofnod::cli;
using cofnod::cli::test::run;
using cofnod::cli::test::Said;
using cofnod::operations::test::Folder;

namespace {

/// Returns the path of a database with these games.
std::string imported(const Folder& folder, const std::string& games) {
    std::ofstream(folder.file("games.pgn")) << games;
    run({"import", folder.file("games.db"), folder.file("games.pgn"), "--threads", "1"});
    return folder.file("games.db");
}

/// Runs a command while another program is writing: it can read, but must wait with its own writes until `sql` is
/// committed.
Said beside_a_writer(const std::string& database, const std::string& sql, const std::function<Said()>& command) {
    auto store = store::Store::open(database, store::Access::read_write);
    store::Transaction transaction(store.connection());
    auto said = std::async(std::launch::async, command);
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    store.connection().run_script(sql);
    transaction.commit();
    return said.get();
}

std::vector<std::int64_t> games_of(const std::string& database) {
    auto store = store::Store::open(database, store::Access::read_only);
    std::vector<std::int64_t> ids;
    for (store::GameCursor games(store, {}); const auto id = games.next();) ids.push_back(*id);
    return ids;
}

}  // namespace

TEST_CASE("a record whose fuller one goes while duplicates are looked for is not deleted", "[cli][dedupe]") {
    const Folder folder;
    const std::string game = "[White \"A\"]\n[Black \"B\"]\n[Date \"1901.01.01\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n";
    const std::string database = imported(folder, game + game);
    const Said said = beside_a_writer(database, "DELETE FROM game WHERE id = 1", [&] {
        return run({"dedupe", database, "--apply", "--delete"});
    });
    CHECK(games_of(database) == std::vector<std::int64_t>{2});
    CHECK(said.err == "no duplicates found\n");
}

TEST_CASE("a game that is mended while its text is read once more is not replaced", "[cli][rejects]") {
    const Folder folder;
    const std::string database = imported(folder,
                                          "[White \"A\"]\n\n1. e4 e5 2. Sf3 Sc6 3. Zz9 *\n\n"
                                          "[White \"B\"]\n\n1. e4 e5 2. Sf3 Sc6 3. Zz8 *\n");
    const auto retry = [&](const std::string& notation) {
        return run({"rejects", database, "--retry", "--from-notation", notation});
    };
    {
        auto store = store::Store::open(database, store::Access::read_write);
        store.connection().run_script("UPDATE game SET state = 2, moves = x'', ply_count = 0");
    }
    const Said said = beside_a_writer(database, "UPDATE game SET state = 0 WHERE id = 1", [&] { return retry("de"); });
    CHECK(said.err ==
          "1 of 2 games can be read further\n1 game was changed by another program meanwhile: run the command again\n");
    auto store = store::Store::open(database, store::Access::read_only);
    CHECK(store::GameReader(store).header(1)->ply_count == 0);
    CHECK(store::GameReader(store).header(2)->ply_count == 4);
}

TEST_CASE("a database is no file of games for an import into itself, and is not harmed by it", "[cli][import]") {
    const Folder folder;
    const std::string database = imported(folder, "[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n");
    auto reader = store::Store::open(database, store::Access::read_only);
    const store::Snapshot snapshot(reader.connection());
    CHECK(store::GameReader(reader).header(1));
    for (const std::string& file : {database, database + "-shm", database + "-wal"}) {
        const Said said = run({"import", database, file, "--threads", "1"});
        INFO(said.err);
        CHECK(said.code == static_cast<int>(ExitCode::input));
        const std::string why = file == database ? "the database itself" : "belongs to a database that is in use";
        CHECK(said.err.find(why) != std::string::npos);
    }
    CHECK(games_of(database) == std::vector<std::int64_t>{1});
}
