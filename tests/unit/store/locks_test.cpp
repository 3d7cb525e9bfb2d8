// POSIX locks belong to a process and a file: closing any descriptor of the file drops them all.

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include <atomic>
#include <cstdio>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/error.hpp"
#include "base/system.hpp"
#include "helpers.hpp"
#include "notation/languages.hpp"
#include "store/game_cursor.hpp"
#include "store/game_reader.hpp"
#include "store/header_filter.hpp"
#include "store/statistics.hpp"
#include "store/transaction.hpp"

using namespace cofnod;
using namespace cofnod::store;
using namespace cofnod::store::test;

namespace {

/// Returns the locks of this process on a file as seen by another process, one per line: F_GETLK is atomic for the
/// file, whereas /proc/locks is read in pieces while locks on the whole machine change.
std::string locks_on(const std::string& path) {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    const pid_t holder = ::getpid();
    const pid_t asker = ::fork();  // F_GETLK does not report the locks of the calling process
    REQUIRE(asker >= 0);
    if (asker == 0) {
        const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
        off_t start = 0;
        for (struct flock lock{};; start = lock.l_start + lock.l_len) {
            lock = {};
            lock.l_type = F_WRLCK, lock.l_whence = SEEK_SET, lock.l_start = start;
            if (file < 0 || ::fcntl(file, F_GETLK, &lock) != 0) ::_exit(1);
            if (lock.l_type == F_UNLCK) ::_exit(0);
            const char* const kind = lock.l_type == F_RDLCK ? "read" : "write";
            ::dprintf(ends[1], "%s %lld+%lld%s\n", kind, static_cast<long long>(lock.l_start),
                      static_cast<long long>(lock.l_len), lock.l_pid == holder ? "" : " of another process");
            if (lock.l_len == 0) ::_exit(0);  // the lock extends to the end of the file
        }
    }
    ::close(ends[1]);
    std::string locks;
    char bytes[512];
    for (ssize_t read; (read = ::read(ends[0], bytes, sizeof bytes)) > 0;)
        locks.append(bytes, static_cast<std::size_t>(read));
    ::close(ends[0]);
    int status = 0;
    ::waitpid(asker, &status, 0);
    REQUIRE(status == 0);
    return locks;
}

/// A database with a game, and a reader in the middle of a scan.
struct Reading {
    explicit Reading(const Folder& folder) : path(folder.file("games.db")) {
        {
            Store made = Store::open(path, Access::create);
            import_games(made, {paris_game()});
        }
        reader.emplace(Store::open(path, Access::read_only));
        snapshot.emplace(reader->connection());
        CHECK(GameReader(*reader).read(1));
        database = locks_on(path);
        index = locks_on(path.string() + "-shm");
        REQUIRE_FALSE(database.empty());
        REQUIRE_FALSE(index.empty());
    }
    void check_its_locks() const {
        CHECK(locks_on(path) == database);
        CHECK(locks_on(path.string() + "-shm") == index);
    }

    std::filesystem::path path;
    std::optional<Store> reader;
    std::optional<Snapshot> snapshot;
    std::string database, index;
};

}  // namespace

TEST_CASE("a database that is opened once more leaves the locks of the first connection as they are", "[store]") {
    const Folder folder;
    const Reading first(folder);
    for (const Access access : {Access::read_only, Access::read_write, Access::create}) {
        { const Store second = Store::open(first.path, access); }
        first.check_its_locks();
    }
    CHECK(is_database(first.path));
    first.check_its_locks();
}

TEST_CASE("a database that is read is not opened as another file, and its locks stay", "[store]") {
    const Folder folder;
    const Reading first(folder);
    std::filesystem::create_hard_link(first.path, folder.file("another name"));
    std::filesystem::create_symlink(first.path.string() + "-shm", folder.file("link"));
    notation::Languages languages = notation::Languages::built_in();
    for (const std::string& name : {first.path.string(), first.path.string() + "-wal", first.path.string() + "-shm",
                                    folder.file("another name").string(), folder.file("link").string()}) {
        INFO(name);
        CHECK(is_open_database(name));
        CHECK_THROWS_AS(languages.add_file(name), InputError);
    }
    first.check_its_locks();
    CHECK_FALSE(is_open_database(folder.file("none")));
}

TEST_CASE("a database is known to be open for as long as it is", "[store]") {
    const Folder folder;
    const auto path = folder.file("games.db");
    {
        Store store = Store::open(path, Access::create);
        const Store moved = std::move(store);
        const Store again = Store::open(path, Access::read_only);
        CHECK(is_open_database(path));
    }
    CHECK_FALSE(is_open_database(path));
    CHECK_THROWS(Store::open(folder.file("none.db"), Access::read_only));
    CHECK_FALSE(is_open_database(folder.file("none.db")));
}

TEST_CASE("readers with several connections count whole imports only, while another process imports", "[store]") {
    const Folder folder;
    const auto path = folder.file("games.db");
    constexpr std::int64_t games_of_an_import = 40;
    constexpr int imports = 25;
    { const Store made = Store::open(path, Access::create); }

    const pid_t importer = ::fork();  // before threads are started
    REQUIRE(importer >= 0);
    if (importer == 0) {
        try {
            for (int i = 0; i < imports; ++i) {
                Store writer = Store::open(path, Access::create);
                import_games(writer, std::vector<GameRecord>(games_of_an_import, full_game()), std::to_string(i));
            }
            ::_exit(0);
        } catch (const std::exception&) {
            ::_exit(1);
        }
    }

    std::atomic<bool> done = false;
    std::atomic<int> wrong = 0, reads = 0;
    std::vector<std::string> faults(3);
    const auto read = [&](std::string& fault) {
        try {
            while (!done) {
                Store store = Store::open(path, Access::read_only);
                const Snapshot snapshot(store.connection());
                const std::int64_t counted = count_games(store, {});
                const Store other = Store::open(path, Access::read_only);
                std::int64_t found = 0;
                for (GameCursor games(store, {}); games.next();) ++found;
                if (counted != found || found % games_of_an_import != 0 || count_games(other, {}) < found) ++wrong;
                ++reads;
            }
        } catch (const Error& error) {
            fault = error.what();
        }
    };
    int status = 0;
    {
        std::vector<std::jthread> readers;
        for (std::string& fault : faults) readers.emplace_back([&read, &fault] { read(fault); });
        ::waitpid(importer, &status, 0);
        done = true;
    }
    CHECK(status == 0);
    CHECK(faults == std::vector<std::string>(3));
    CHECK(wrong == 0);
    CHECK(reads > 0);
    const Store store = Store::open(path, Access::read_only);
    CHECK(count_games(store, {}) == games_of_an_import * imports);
}
