#include "changes.hpp"

#include <signal.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <functional>
#include <iostream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "faulty_vfs.hpp"
#include "run.hpp"

namespace cofnod::faults {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

const std::string database = "games.db";

struct Command {
    Words words;
    /// It may stop with a part done, and the same command continues.
    bool continues = false;
};

/// The commands that change the database, each as a whole.
const std::vector<Command> changes = {
    {{"set", database, "1", "Event=Changed", "Date=1900.01.02"}},
    {{"set", database, "2", "White=", "--json"}},
    {{"correct", database, "1", "Nf6", "Nh6"}},
    {{"delete", database, "1", "3-5", "--yes"}},
    {{"undo", database}},
    {{"undo", database, "7"}},
    {{"import", database, "better.pgn", "--replaces", "3"}},
    {{"import", database, "other.db"}, true},
    {{"tag", database, "add", "prep", "1", "4-6"}},
    {{"tag", database, "remove", "kept", "2"}},
    {{"players", database, "--alias", "Short, Nigel", "Anderssen, Adolf"}},
    {{"players", database, "--forget", "Larsen, Bent"}},
    {{"dedupe", database, "--apply"}},
    {{"dedupe", database, "--apply", "--delete"}},
};

/// One or more of every other command, with words that let it do what it is for.
const std::vector<Command> others = {
    {{"import", database, "more.pgn"}, true},
    {{"search", database, "--player", "morphy"}},
    {{"cql", database, "check"}},
    {{"tree", database}},
    {{"opening", database, "1. e4"}},
    {{"novelty", database, "1"}},
    {{"show", database, "1"}},
    {{"export", database}},
    {{"export", database, "-o", "out.pgn", "--overwrite"}},
    {{"stats", database}},
    {{"rejects", database}},
    {{"rejects", database, "--retry"}, true},
    {{"passages", database}},
    {{"corrections", database}},
    {{"optimize", database}, true},
    {{"compare", database, "1", "2"}},
    {{"players", database}},
    {{"tag", database}},
    {{"player", database, "morphy"}},
    {{"repertoire", database, "--of", "morphy"}},
    {{"table", database, "Hastings"}},
    {{"endgames", database}},
    {{"check", database, "--deep"}},
    {{"check", "more.pgn"}},
    {{"recover", database, "saved.db"}},
    {{"convert", "more.pgn"}},
    {{"languages"}},
    {{"config"}},
    {{"serve", database}},
    {{"schema", database}},
    {{"load", "clickhouse://127.0.0.1:1/none", database}},
    {{"worker"}},
    {{"sqlite"}},
};

std::string listed(const std::string& path, const std::string& sql) {
    std::string text;
    for (const auto& row : rows_of(path, sql)) {
        for (const std::string& value : row) text.append(value).push_back('|');
        text += '\n';
    }
    return text;
}

/// Everything that commands change, apart from times.
std::string state_of(const std::string& path) {
    std::string state = content_of(path);
    if (state.starts_with("damaged")) return state;
    for (const char* sql :
         {"SELECT game, kind, was, now FROM correction ORDER BY id", "SELECT game FROM deleted_game ORDER BY game",
          "SELECT * FROM witness", "SELECT * FROM player_alias", "SELECT * FROM collection",
          "SELECT * FROM collection_game", "SELECT game, text FROM game_unread"})
        state += listed(path, sql);
    return state;
}

void forget(const std::string& path) {
    for (const char* suffix : {"", "-wal", "-shm", "-journal"}) fs::remove(path + suffix);
}

std::string text_of(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::string line_of(const Words& words) {
    std::string line;
    for (const std::string& word : words) line += " " + word;
    return line;
}

class Suite {
public:
    explicit Suite(const fs::path& samples) {
        const auto sample = [&](const char* name) { return text_of(samples / "chess" / name); };
        std::ofstream("first.pgn", std::ios::binary)
            << sample("en/classics.pgn") << sample("cy/gemau-enwog.pgn") << sample("mistakes/camgymeriadau.pgn");
        std::ofstream("again.pgn", std::ios::binary) << "{A copy}\n" << sample("en/classics.pgn");
        std::ofstream("better.pgn", std::ios::binary) << "[White \"Better\"]\n\n1. d4 d5 2. c4 e6 1/2-1/2\n";
        std::ofstream("more.pgn", std::ios::binary) << sample("ar/mubarayat.pgn") << sample("fr/parties.pgn");
        forget("other.db");
        whole({"import", "other.db", "more.pgn"});
        forget("base.db");
        for (const Words& words : {Words{"import", "base.db", "first.pgn", "again.pgn"},
                                   {"set", "base.db", "7", "Event=Elsewhere"},
                                   {"set", "base.db", "8", "Event=There", "--by", "Nia"},
                                   {"tag", "base.db", "add", "kept", "2", "3"},
                                   {"players", "base.db", "--alias", "Larsen, Bent", "Steinitz, William"}})
            whole(words);
        before_ = state_of("base.db");
    }

    /// Runs a command that nothing happens to; returns how long it took.
    std::chrono::microseconds undisturbed(const Command& command, const std::function<void()>& at_end = {}) {
        begin();
        const auto begin = std::chrono::steady_clock::now();
        const Run run = run_program(command.words, {}, at_end);
        const auto time = std::chrono::steady_clock::now() - begin;
        usual_ = run.code;
        if (run.signal != 0) report(command, "undisturbed", "signal " + std::to_string(run.signal));
        after_ = state_of(database);
        return std::chrono::duration_cast<std::chrono::microseconds>(time);
    }

    static void begin() {
        forget(database);
        forget("saved.db");
        fs::copy_file("base.db", database);
    }

    /// Compares what a disturbed command reports with what it has left.
    void judge(const Command& command, const std::string& when, const Run& run) {
        ++tried_;
        const auto fault = [&](const std::string& what) { report(command, when, what + ": " + run.said); };
        const std::string state = state_of(database);
        const bool says_stored = run.said.find("the change is stored") != std::string::npos;
        const bool says_unknown = run.said.find("it is not known whether") != std::string::npos;
        unknown_ += says_unknown;
        if (state.starts_with("damaged")) return fault(state);
        if (command.continues) {
            const Run again = run_program(command.words);
            if (again.signal != 0 || again.code != usual_) return fault("it does not go on");
            if (state_of(database) != after_) fault("the command that went on ended with something else");
        } else if (state != before_ && state != after_) {
            fault("it is done in part");
        } else if (before_ != after_ && !says_unknown && run.signal == 0) {
            const bool is_said_to_be_done = run.code == usual_ || says_stored;
            if (is_said_to_be_done != (state == after_))
                fault(is_said_to_be_done ? "it is said to be done, and is not" : "it is done, and not said to be");
        }
        if (const Run check = run_program({"check", "--quiet", database}); check.code != 0 || check.signal != 0)
            fault("check finds: " + check.said);
    }

    void report(const Command& command, const std::string& when, const std::string& what) {
        if (++faults_ <= 20) std::cerr << "cofnod" << line_of(command.words) << ", " << when << ": " << what << '\n';
    }

    [[nodiscard]] int usual() const { return usual_; }
    int finish(std::string_view name) const {
        std::cout << name << ": tried " << tried_ << ", " << unknown_ << " could not find out, " << faults_
                  << " went wrong" << std::endl;
        return faults_;
    }

private:
    static void whole(const Words& words) {
        if (const Run run = run_program(words); run.code != 0 || run.signal != 0) {
            std::cerr << "cofnod" << line_of(words) << " failed: " << run.said;
            std::exit(1);
        }
    }

    std::string before_, after_;
    int usual_ = 0, faults_ = 0;
    std::uint64_t tried_ = 0, unknown_ = 0;
};

}  // namespace

int try_changes(const fs::path& samples, std::uint64_t every) {
    Suite suite(samples);
    std::uint64_t turn = 0;  // begins elsewhere for each, so that few tries see many places
    for (const Command& command : changes) {
        const std::string counts = "operations";
        const auto before = operations_seen();  // by what this program has asked of databases itself
        suite.undisturbed(command, [&] {
            std::ofstream out(counts);
            const auto seen = operations_seen();
            for (std::size_t i = 0; i < operation_count; ++i) out << seen[i] - before[i] << '\n';
        });
        if (suite.usual() != 0) suite.report(command, "undisturbed", "exit code " + std::to_string(suite.usual()));
        std::array<std::uint64_t, operation_count> all{};
        std::ifstream in(counts);
        for (std::uint64_t& count : all) in >> count;
        for (std::size_t i = 0; i < operation_count; ++i)
            for (const Times times : {Times::once, Times::for_ever})
                for (std::uint64_t nth = 1 + turn++ % every; nth <= all[i]; nth += every) {
                    const auto operation = static_cast<Operation>(i);
                    Suite::begin();
                    const Run run = run_program(command.words, [&] { fail(operation, nth, times); });
                    const std::string when = std::string(name_of(operation)) + " " + std::to_string(nth) +
                                             (times == Times::once ? " fails once" : " and all later ones fail");
                    if (const std::string fault = fault_of(run); !fault.empty()) suite.report(command, when, fault);
                    suite.judge(command, when, run);
                }
    }
    return suite.finish("changes");
}

int try_signals(const fs::path& samples, std::uint32_t moments) {
    Suite suite(samples);
    std::vector<Command> all = changes;
    all.insert(all.end(), others.begin(), others.end());
    const auto require = [&](const std::string& name) {
        if (std::ranges::none_of(all, [&](const Command& command) { return command.words.front() == name; }))
            suite.report({{name}}, "never", "no test sends it a signal");
    };
#define COMMAND(name) require(#name);
#include "cli/commands.def"
    for (const Command& command : all) {
        const bool serves = command.words.front() == "serve";
        const auto time = serves ? std::chrono::microseconds(300'000) : suite.undisturbed(command);
        if (serves) suite.undisturbed({{"show", database, "1"}});
        for (std::uint32_t moment = 0; moment < moments; ++moment)
            for (const auto& [signal, name] : {std::pair(SIGINT, "SIGINT"), {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"}}) {
                Suite::begin();
                Started started(command.words);
                std::this_thread::sleep_for(time * (moment + 1) / (moments + 1));
                started.send(signal);
                const Run run = started.finish();
                const std::string when = std::string(name) + " after " + std::to_string(moment + 1) + " of " +
                                         std::to_string(moments + 1) + " parts of its time";
                const bool is_ended = run.signal == signal || (run.signal == 0 && run.code == 128 + signal);
                if (!is_ended && (run.signal != 0 || (run.code != suite.usual() && run.code != 0)))
                    suite.report(command, when,
                                 "signal " + std::to_string(run.signal) + ", exit code " + std::to_string(run.code) +
                                     ": " + run.said);
                suite.judge(command, when, run);
            }
    }
    return suite.finish("signals");
}

}  // namespace cofnod::faults
