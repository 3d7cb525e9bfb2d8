// Complete changes: their reports, waiting for another writer, and reading from a full disk.

#include <sys/resource.h>
#include <catch2/catch.hpp>

#include <chrono>
#include <csignal>
#include <stdexcept>
#include <thread>

#include "helpers.hpp"
#include "store/connection.hpp"
#include "store/game_reader.hpp"
#include "store/interruption.hpp"
#include "store/transaction.hpp"

using namespace cofnod;
using namespace cofnod::store;
using namespace cofnod::store::test;
using namespace std::chrono_literals;

namespace {

std::filesystem::path made(const Folder& folder) {
    const auto path = folder.file("games.db");
    Store store = Store::open(path, Access::create);
    import_games(store, {paris_game()});
    return path;
}

void change(Store& store, Makes makes, bool fails) {
    Transaction transaction(store.connection(), makes);
    store.set_property("colour", "red");
    if (fails) throw std::runtime_error("before the commit");
    transaction.commit();
}

/// During its lifetime no file may grow beyond a size, as on a full disk.
class NoRoom {
public:
    explicit NoRoom(rlim_t bytes) {
        std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit none{.rlim_cur = bytes, .rlim_max = before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &none);
    }
    ~NoRoom() { ::setrlimit(RLIMIT_FSIZE, &before_); }
    NoRoom(const NoRoom&) = delete;
    NoRoom& operator=(const NoRoom&) = delete;

private:
    rlimit before_{};
};

}  // namespace

TEST_CASE("it is known of a change whether it is stored, whatever fails before or after the commit", "[store]") {
    const Folder folder;
    Store store = Store::open(made(folder), Access::read_write);
    const ChangeWatch watch;
    CHECK(watch.stored() == Stored::untried);
    SECTION("a part of one is none") {
        change(store, Makes::part, false);
        CHECK(watch.stored() == Stored::untried);
    }
    SECTION("a fault before the commit") {
        CHECK_THROWS(change(store, Makes::change, true));
        CHECK(watch.stored() == Stored::no);
        CHECK_FALSE(store.property("colour"));
    }
    SECTION("all is well") {
        change(store, Makes::change, false);
        CHECK(watch.stored() == Stored::yes);
        CHECK(store.property("colour") == "red");
    }
    SECTION("a transaction within another is a part of it") {
        Transaction outer(store.connection());
        change(store, Makes::change, false);
        CHECK(watch.stored() == Stored::no);
        outer.commit();
        CHECK(watch.stored() == Stored::yes);
    }
}

TEST_CASE("a writer that waits has its turn between the transactions of another", "[store]") {
    const Folder folder;
    const auto path = made(folder);
    std::jthread other([&path](const std::stop_token& stop) {
        Store store = Store::open(path, Access::read_write);
        while (!stop.stop_requested()) {
            {
                Transaction transaction(store.connection(), Makes::part);
                store.set_property("part", "x");
                std::this_thread::sleep_for(100ms);
                transaction.commit();
            }
            store.connection().busy_wait()->let_others_write();
        }
    });
    Store store = Store::open(path, Access::read_write);
    for (int i = 0; i < 4; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        change(store, Makes::change, false);
        CHECK(std::chrono::steady_clock::now() - begin < 2s);
    }
}

TEST_CASE("a change that waits for another program is reported", "[store]") {
    const Folder folder;
    const auto path = made(folder);
    Store other = Store::open(path, Access::read_write);
    Store store = Store::open(path, Access::read_write);
    store.connection().busy_wait()->set_longest(700ms);
    std::string reported;
    bool is_waiting = false;
    const WhileWaiting waiting([&](const std::string& database) {
        reported = database;
        is_waiting = is_writer_waiting();
    });
    const Transaction writing(other.connection(), Makes::part);
    CHECK_THROWS_AS(change(store, Makes::change, false), Busy);
    CHECK(reported == path.string());
    CHECK(is_waiting);
    CHECK_FALSE(is_writer_waiting());
}

TEST_CASE("a database is read where there is no room for a file beside it", "[store]") {
    const Folder folder;
    const auto path = made(folder);
    {
        const NoRoom full(1000);
        Store store = Store::open(path, Access::read_only);
        CHECK(store.connection().mode() == Connection::Mode::read_only_without_room);
        CHECK(GameReader(store).read(1));
        Store second = Store::open(path, Access::read_only);
        CHECK(GameReader(second).read(1));
    }
    Store store = Store::open(path, Access::read_write);  // there is room again
    change(store, Makes::change, false);
    CHECK(store.property("colour") == "red");
}
