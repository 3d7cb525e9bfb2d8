// hostile_databases SAMPLES [COUNT [FIRST]]: damages a database COUNT times, each time otherwise, and runs every
// command on it. What went wrong is told with the number of the damage; `hostile_databases SAMPLES 1 NUMBER` does that
// one again.

#include <sqlite3.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <new>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command_line.hpp"
#include "damage.hpp"

namespace {

namespace fs = std::filesystem;
using cofnod::hostile::Random;
using Words = std::vector<std::string>;

constexpr unsigned most_seconds = 60;  // of a command, for a database of some hundred KiB
constexpr int most_code = 6;           // of the table of exit codes; 70 and all others are faults of the program

/// How often commands ended with each code; shared with the processes that run them.
using Codes = std::array<std::uint64_t, most_code + 1>;
Codes& codes() {
    static Codes& shared =
        *new (mmap(nullptr, sizeof(Codes), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) Codes{};
    return shared;
}

const std::vector<Words> reading = {
    {"stats", "DB"},
    {"search", "DB"},
    {"search", "DB", "--player", "morphy", "--json"},
    {"search", "DB", "--after", "1. e4 e5"},
    {"search", "DB", "--after", "1. e4 e5 2. Nf3 Nc6", "--count"},
    {"search", "DB", "--material", "KRP v KR", "--explain"},
    {"search", "DB", "--pieces", "Pd4 nd5", "--nl"},
    {"search", "DB", "--moves", "1. d4"},
    {"search", "DB", "--game", "camelot", "--after", "1. F6-F8", "--count"},
    {"search", "DB", "--after", "1. e4", "--format", "pgn"},
    {"search", "DB", "--pieces", "Pd4 nd5", "--variations"},
    {"search", "DB", "--cql", "mate", "--count"},
    {"search", "DB", "--cql", "R==1", "--count", "--positions"},
    {"search", "DB", "--cql", "player \"Tal\" year>=1900"},
    {"search", "DB", "--cql", "cql(variations) find check"},
    {"search", "DB", "--cql", "move from Q capture p", "--count"},
    {"cql", "SCRIPT", "DB"},
    {"tree", "DB"},
    {"tree", "DB", "--after", "1. e4", "--json"},
    {"tree", "DB", "--game", "camelot"},
    {"show", "DB", "1"},
    {"show", "DB", "30", "--all"},
    {"show", "DB", "60", "--ply", "5"},
    {"export", "DB"},
    {"export", "DB", "--format", "json", "--notation", "cy"},
    {"export", "DB", "--format", "fen"},
    {"rejects", "DB", "--all"},
    {"rejects", "DB", "45"},
    {"players", "DB"},
    {"player", "DB", "Morphy", "--together"},
    {"opening", "DB", "--after", "1. e4 e5", "--json"},
    {"opening", "DB", "--game", "camelot"},
    {"novelty", "DB", "30"},
    {"table", "DB", "--together"},
    {"endgames", "DB"},
    {"endgames", "DB", "--men", "-7", "--lasted", "2"},
    {"dedupe", "DB"},
    {"compare", "DB", "1", "2"},
    {"check", "--deep", "DB"},
    {"recover", "DB", "NEW"},
    {"check", "--deep", "NEW"},
};

const std::vector<Words> writing = {
    {"players", "DB", "--alias", "Morphy, Paul", "Anderssen, Adolf"},
    {"dedupe", "DB", "--apply", "--delete"},
    {"rejects", "DB", "--retry"},
    {"optimize", "DB"},
    {"import", "DB", "GAMES"},
    {"check", "--deep", "DB"},
};

std::string read_file(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string joined(const Words& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

class Trial {
public:
    explicit Trial(fs::path games) : games_(std::move(games)) {}

    /// What went wrong; empty: nothing.
    std::string run(const std::string& good, std::uint64_t number) {
        Random random(number);
        said_ = cofnod::hostile::write_damaged(good, "damaged.db", random);
        const std::string before = read_file("damaged.db");
        std::ofstream("script.cql") << "sort \"plies\" ply check\n";
        for (const Words& words : reading) command(words);
        if (read_file("damaged.db") != before) fault("the database was changed by reading it");
        for (const Words& words : writing) command(words);
        return faults_;
    }

    /// What is run now, for those who find out that it never came back.
    [[nodiscard]] const std::string& said() const { return said_; }
    [[nodiscard]] const std::string& faults() const { return faults_; }

    /// Runs a command as a user would.
    int command(Words words) {
        for (std::string& word : words) {
            if (word == "DB") word = "damaged.db";
            if (word == "NEW") word = "new.db";
            if (word == "GAMES") word = games_;
            if (word == "SCRIPT") word = "script.cql";
        }
        words.insert(words.begin(), "cofnod");
        std::ofstream("now") << joined(words) << "\n(" << said_ << ")\n";
        std::vector<char*> arguments;
        for (std::string& word : words) arguments.push_back(word.data());
        std::ostringstream out, err;
        auto* const out_before = std::cout.rdbuf(out.rdbuf());
        auto* const err_before = std::cerr.rdbuf(err.rdbuf());
        alarm(most_seconds);
        const int code = cofnod::cli::run_command_line(static_cast<int>(arguments.size()), arguments.data());
        alarm(0);
        std::cout.rdbuf(out_before);
        std::cerr.rdbuf(err_before);
        if (code < 0 || code > most_code)
            fault(joined(words) + ": exit code " + std::to_string(code) + ": " + err.str());
        else
            ++codes()[static_cast<std::size_t>(code)];
        if (code > 1 && err.str().empty() && out.str().empty()) fault(joined(words) + ": failed without a word");
        return code;
    }

private:
    void fault(const std::string& what) { faults_ += "  " + what + "\n"; }

    fs::path games_;
    std::string said_, faults_;
};

/// Small pages, so that every table is a tree of several.
std::string make_database(const fs::path& samples) {
    Trial trial(samples);
    if (trial.command({"import", "DB", "GAMES", "--san"}) != 0)
        throw std::runtime_error("the samples are not imported");
    trial.command({"dedupe", "DB", "--apply"});
    trial.command({"players", "DB", "--alias", "Morphy, Paul", "Anderssen, Adolf"});
    sqlite3* database = nullptr;
    sqlite3_open("damaged.db", &database);
    sqlite3_exec(database, "PRAGMA journal_mode = DELETE; PRAGMA page_size = 1024; VACUUM", nullptr, nullptr, nullptr);
    sqlite3_close(database);
    return read_file("damaged.db");
}

void empty_folder() {
    for (const auto& entry : fs::directory_iterator(".")) fs::remove_all(entry);
}

/// In a process of its own, which may end as it likes.
bool survives(const std::string& good, std::uint64_t number, const fs::path& games) {
    empty_folder();
    std::cout.flush();
    const pid_t child = fork();
    if (child == 0) {
        Trial trial(games);
        const std::string faults = trial.run(good, number);
        if (!faults.empty()) std::cout << "damage " << number << " (" << trial.said() << ")\n" << faults << std::flush;
        _exit(faults.empty() ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status)) {
        if (WEXITSTATUS(status) > 1) std::cout << "damage " << number << ": ended with " << WEXITSTATUS(status) << '\n';
        return WEXITSTATUS(status) == 0;
    }
    std::cout << "damage " << number << ": "
              << (WTERMSIG(status) == SIGALRM ? "still not done after a minute"
                                              : "signal " + std::to_string(WTERMSIG(status)))
              << ": " << read_file("now");
    return false;
}

/// Few rows, each far longer than any that an import stores.
struct Large {
    std::string_view what, sql;
};
constexpr Large large[] = {
    {"names of players", "UPDATE player SET name = id || hex(zeroblob(15000000)) WHERE id <= 3"},
    {"names of events", "UPDATE event SET name = id || hex(zeroblob(15000000)) WHERE id <= 3"},
    {"tags", "INSERT OR REPLACE INTO game_tag SELECT id, 0, hex(zeroblob(15000000)) FROM game WHERE id <= 3"},
    {"moves", "UPDATE game SET moves = zeroblob(30000000) WHERE id <= 3"},
    {"texts", "UPDATE game_source SET content = zeroblob(30000000) WHERE game <= 3"},
};
/// Of all commands together; the longest value is 30 MB, and may be there a few times.
constexpr long most_kibibytes = 256 << 10;

template <typename Work>
rusage in_a_process(const Work& work, int& status) {
    std::cout.flush();
    const pid_t child = fork();
    if (child == 0) _exit(work() ? 0 : 1);
    rusage used{};
    wait4(child, &status, 0, &used);
    return used;
}

/// With a bound of memory, but where a sanitizer takes more than the program.
bool stays_small(const std::string& good, const Large& rows, const fs::path& games) {
    empty_folder();
    int status = 0;
    in_a_process(
        [&] {
            std::ofstream("damaged.db", std::ios::binary) << good;
            std::ofstream("script.cql") << "sort \"plies\" ply check\n";
            sqlite3* database = nullptr;
            sqlite3_open("damaged.db", &database);
            const std::string sql = "PRAGMA journal_mode = OFF; " + std::string(rows.sql);
            return sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
        },
        status);
    if (status != 0) {
        std::cout << "large " << rows.what << ": the database cannot be made\n";
        return false;
    }
    bool is_well = true;
    for (const Words& words : reading) {
        std::error_code ignored;
        fs::remove("new.db", ignored);
        const rusage used = in_a_process(
            [&] {
                Trial trial(games);
                trial.command(words);
                if (!trial.faults().empty()) std::cout << trial.faults() << std::flush;
                return trial.faults().empty();
            },
            status);
        const bool is_small = used.ru_maxrss <= most_kibibytes || std::getenv("COFNOD_PATIENCE");
        if (status == 0 && is_small) continue;
        std::cout << "large " << rows.what << ": " << joined(words) << ": status " << status << ", "
                  << used.ru_maxrss / 1024 << " MiB\n";
        is_well = false;
    }
    return is_well;
}

}  // namespace

int main(int argc, char** argv) try {
    std::ios::sync_with_stdio(false);  // as the program does: later it would undo what Trial::command redirects
    if (argc < 2) {
        std::cerr << "usage: hostile_databases SAMPLES [COUNT [FIRST]]\n";
        return 2;
    }
    const fs::path samples = fs::absolute(argv[1]), games = samples / "chess/en";
    const std::uint64_t count = argc > 2 ? std::stoull(argv[2]) : 300;
    const std::uint64_t first = argc > 3 ? std::stoull(argv[3]) : 1;
    const fs::path folder = fs::temp_directory_path() / ("cofnod-hostile-" + std::to_string(getpid()));
    fs::create_directories(folder);
    fs::current_path(folder);

    const std::string good = make_database(samples);
    codes() = {};
    std::uint64_t bad = 0;
    const auto begin = std::chrono::steady_clock::now();
    for (std::uint64_t number = first; number < first + count; ++number) bad += !survives(good, number, games);
    if (first == 1)
        for (const Large& rows : large) bad += !stays_small(good, rows, games);
    const auto seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    std::cout << count << " damages to a database of " << good.size() << " bytes, " << reading.size() + writing.size()
              << " commands each: " << bad << " went wrong, in " << static_cast<int>(seconds) << " s\nexit codes:";
    for (std::size_t code = 0; code < codes().size(); ++code) std::cout << "  " << code << ": " << codes()[code];
    std::cout << '\n';
    fs::current_path(fs::temp_directory_path());
    fs::remove_all(folder);
    return bad ? 1 : 0;
} catch (const std::exception& error) {
    std::cerr << "hostile_databases: " << error.what() << '\n';
    return 1;
}
