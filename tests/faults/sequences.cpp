#include "sequences.hpp"

#include <signal.h>
#include <sys/resource.h>

#include <chrono>
#include <functional>
#include <iostream>
#include <map>
#include <optional>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

#include "content.hpp"
#include "faulty_memory.hpp"
#include "faulty_vfs.hpp"
#include "model.hpp"
#include "run.hpp"
#include "sequence_files.hpp"

namespace cofnod::faults {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;
using Codes = std::vector<int>;

Words operator+(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

std::string joined(const Words& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

void forget(const std::string& database) {
    for (const char* suffix : {"", "-wal", "-shm", "-journal"}) fs::remove(database + suffix);
}

/// What goes wrong while a command runs.
struct Trouble {
    std::string name = "";              ///< empty: nothing does
    std::function<void()> before = {};  ///< in its process
    std::optional<std::chrono::microseconds> kill_after = {};

    [[nodiscard]] bool is_any() const { return !name.empty(); }
};

/// Commands on one database, each followed by a look at it.
class Sequence {
public:
    Sequence(const fs::path& samples, std::uint32_t seed) : random_(seed) {
        fs::remove_all("files");
        fs::create_directory("files");
        forget(database_);
        read_as_ = one_of<Words>({{},
                                  {},
                                  {"--limits", "plies=12"},
                                  {"--limits", "tags=3,comment=20"},
                                  {"--no-source"},
                                  {"--san"},
                                  {"--limits", "depth=1,game=600"}});
        for (const std::string& file : write_files(samples, "files", random_)) import_alone(file);
    }

    /// What went wrong, or "".
    std::string run() {
        if (files_.empty()) return {};
        const std::uint32_t steps = 4 + below(9);
        for (std::uint32_t i = 0; i < steps; ++i)
            if (std::string fault = step(); !fault.empty()) return fault;
        Words names;
        for (const auto& [name, file] : files_) names.push_back(name);
        if (std::string fault = import(names, {}); !fault.empty()) return fault;
        if (std::string fault = change({"optimize", "--quiet", database_}, {}, {0}); !fault.empty()) return fault;
        return unnoticed();
    }

    [[nodiscard]] const Words& told() const { return told_; }

private:
    template <typename T>
    T one_of(const std::vector<T>& all) {
        return all[below(static_cast<std::uint32_t>(all.size()))];
    }
    std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }

    /// What the model knows of a file. One that is not read at all is no part of the sequence.
    void import_alone(const std::string& file) {
        const std::string alone = "alone.db";
        forget(alone);
        if (run_program(Words{"import", "--quiet", alone, file} + read_as_).code != 0) return;
        const auto whole = read_content(alone);
        if (!whole || whole->files.size() != 1) return;
        run_program({"rejects", "--retry", "--quiet", alone});
        const auto retried = read_content(alone);
        files_[file] = {whole->files.begin()->first, whole->files.begin()->second, retried->files.begin()->second};
    }

    std::string step() {
        const bool is_made = model_.last().has_value();
        switch (is_made ? below(12) : 0) {
            default: return import(some_files(), trouble());
            case 5: return import_two_at_once();
            case 6: return retry();
            case 7: return dedupe();
            case 8:
                return change({"optimize", "--quiet", database_, "--memory", one_of<std::string>({"1M", "64M"})},
                              trouble(), {0});
            case 9: return recover();
            case 10: return add_alias();
        }
    }

    Words some_files() {
        Words names;
        for (const auto& [name, file] : files_)
            if (below(3) == 0) names.push_back(name);
        if (names.empty())
            names.push_back(std::next(files_.begin(), below(static_cast<std::uint32_t>(files_.size())))->first);
        std::shuffle(names.begin(), names.end(), random_);
        return names;
    }

    Trouble trouble() {
        const std::uint32_t nth = 1 + (below(2) == 0 ? below(20) : below(400));
        const std::uint32_t seed = static_cast<std::uint32_t>(random_());
        const Times times = below(2) == 0 ? Times::once : Times::for_ever;
        switch (below(9)) {
            case 0:
                return {.name = "kill -9",
                        .kill_after = std::chrono::microseconds(below(below(2) == 0 ? 8000 : 80000))};
            case 1: return {.name = "kill -9 soon", .kill_after = std::chrono::microseconds(below(8000))};
            case 2: return {.name = "the disk is full", .before = [=] { fail(Operation::fill, nth, Times::for_ever); }};
            case 3:
                return {.name = "a write fails, or a sync",
                        .before = [=] { fail(seed % 2 == 0 ? Operation::write : Operation::sync, nth, times); }};
            case 4: return {.name = "power is lost", .before = [=] { lose_power(nth, seed); }};
            case 5:
                return {.name = "an allocation fails", .before = [=] { fail_allocation(std::uint64_t{nth} * nth); }};
            case 6: return limited_file_size();
            default: return {};
        }
    }

    /// No file may become longer than the database is, and some: `ulimit -f`.
    Trouble limited_file_size() {
        const rlim_t size = (fs::exists(database_) ? fs::file_size(database_) : 0) + below(300'000);
        return {.name = "no file may have more than " + std::to_string(size) + " bytes", .before = [size] {
                    const rlimit limit{size, size};
                    ::setrlimit(RLIMIT_FSIZE, &limit);
                }};
    }

    // --------------------------------------------------------------------------------------------- the commands

    Words import_words(const Words& names, std::string& citation) {
        Words words = Words{"import", "--quiet", database_} + names + read_as_;
        words = words + Words{"--threads", one_of<std::string>({"1", "3"})};
        if (below(2) == 0) words = words + Words{"--memory", "1M"};
        if (below(4) == 0) words.emplace_back("--no-index");
        citation = below(4) == 0 ? "Y Faner, " + std::to_string(below(100)) : "";
        if (!citation.empty()) words = words + Words{"--citation", citation};
        return words;
    }

    std::string import(const Words& names, const Trouble& trouble) {
        std::string citation;
        const Words words = import_words(names, citation);
        for (const std::string& name : names) model_.may_import(files_.at(name), citation);
        const Run run = play_out(words, trouble);
        if (run.code == 0 && run.signal == 0)
            for (const std::string& name : names) model_.has_imported(files_.at(name), citation);
        if (std::string fault = fault_of_run(run, trouble, {0}); !fault.empty()) return fault;
        return look();
    }

    /// Who finds the database in use says so.
    std::string import_two_at_once() {
        struct Import {
            Words names;
            std::string citation;
            Words words;
        };
        std::vector<Import> imports(2);
        for (Import& one : imports) {
            one.names = some_files();
            one.words = import_words(one.names, one.citation);
            for (const std::string& name : one.names) model_.may_import(files_.at(name), one.citation);
            told_.push_back(joined(one.words) + "  (at once with another)");
        }
        const bool kills = below(3) == 0;
        const auto pause = std::chrono::microseconds(below(20000));
        std::vector<Started> started;
        for (const Import& one : imports) started.emplace_back(one.words);
        std::this_thread::sleep_for(pause);
        if (kills) started.front().kill();
        for (std::size_t i = 0; i < 2; ++i) {
            const Run run = started[i].finish();
            const bool is_well = run.code == 0 && run.signal == 0;
            const bool is_killed = kills && i == 0 && run.signal == SIGKILL;
            const bool is_busy = run.code == 5 && (run.said.find("is writing to this database") != std::string::npos ||
                                                   run.said.find("another import is reading") != std::string::npos);
            if (!is_well && !is_killed && !is_busy) return "an import beside another: " + end_of(run);
            if (is_well)
                for (const std::string& name : imports[i].names) finished_.insert(name);
        }
        // Both may have given a citation: which came last, nobody knows.
        for (const std::string& name : finished_) model_.has_imported(files_.at(name), "");
        finished_.clear();
        return look();
    }

    std::string retry() {
        const Trouble trouble = this->trouble();
        const Run run = play_out({"rejects", "--retry", "--quiet", database_}, trouble);
        const bool is_well = run.signal == 0 && run.code <= 1;
        is_well ? model_.has_retried() : model_.may_have_retried();
        if (std::string fault = fault_of_run(run, trouble, {0, 1}); !fault.empty()) return fault;
        return look();
    }

    std::string dedupe() {
        Words words = {"dedupe", "--apply", "--quiet", database_};
        if (below(2) == 0) words = words + Words{"--min-plies", "6"};
        if (below(3) == 0) {
            words.emplace_back("--delete");
            model_.may_have_deleted();
        }
        return change(words, trouble(), {0, 1});
    }

    std::string add_alias() {
        const auto players = rows_of(database_, "SELECT name FROM player WHERE name <> '' ORDER BY id");
        if (players.size() < 2) return {};
        const std::string spelling = players[below(static_cast<std::uint32_t>(players.size()))].front();
        const std::string known_as = players[below(static_cast<std::uint32_t>(players.size()))].front();
        model_.may_know(spelling);
        return change({"players", database_, "--alias", spelling, known_as}, trouble(), {0, 1, 2});
    }

    /// What is saved takes the place of the database.
    std::string recover() {
        const std::string saved = "saved.db";
        forget(saved);
        const Trouble trouble = this->trouble();
        const Run run = play_out({"recover", "--quiet", database_, saved}, trouble);
        const bool may_lose = trouble.is_any();  // what cannot be read is lost, and exit code 3 tells
        if (std::string fault = fault_of_run(run, trouble, may_lose ? Codes{0, 3} : Codes{0}); !fault.empty())
            return fault;
        if (run.code == 0 && run.signal == 0) {
            forget(database_);
            for (const char* suffix : {"", "-wal"})
                if (fs::exists(saved + suffix)) fs::rename(saved + suffix, database_ + suffix);
        }
        return look();
    }

    /// A command that changes no game, or says which.
    std::string change(const Words& words, const Trouble& trouble, const Codes& well) {
        const Run run = play_out(words, trouble);
        if (std::string fault = fault_of_run(run, trouble, well); !fault.empty()) return fault;
        return look();
    }

    // ------------------------------------------------------------------------------------------------- the checks

    /// A model that finds nothing wrong with a wrong database says nothing.
    std::string unnoticed() {
        const auto is_unnoticed = [&](const std::function<void(StoredFile&, std::int64_t)>& spoil) {
            Content content = *model_.last();
            for (auto& [hash, file] : content.files)
                if (!file.games.empty()) {
                    spoil(file, file.games.rbegin()->first);
                    return model_.fault_of(content).empty();
                }
            return false;
        };
        if (is_unnoticed([](StoredFile& file, std::int64_t last) { file.games.erase(last); }))
            return "nobody noticed that a game was taken out";
        if (is_unnoticed([](StoredFile& file, std::int64_t last) { file.games[last].text += 'x'; }))
            return "nobody noticed that a game was changed";
        if (is_unnoticed([](StoredFile& file, std::int64_t last) { ++file.games[last].id; }))
            return "nobody noticed that a game has another id";
        if (is_unnoticed([](StoredFile& file, std::int64_t) { file.is_done = false; }))
            return "nobody noticed that a file is partial again";
        return {};
    }

    Run play_out(const Words& words, const Trouble& trouble) {
        told_.push_back(joined(words) + (trouble.is_any() ? "  (" + trouble.name + ")" : ""));
        Started started(words, trouble.before);
        if (trouble.kill_after) {
            std::this_thread::sleep_for(*trouble.kill_after);
            started.kill();
        }
        const Run run = started.finish();
        if (run.code == exit_of_power_loss) fs::remove(database_ + "-shm");  // it was memory
        told_.back() += " -> " + end_of(run);
        return run;
    }

    static std::string end_of(const Run& run) {
        if (run.signal != 0) return "signal " + std::to_string(run.signal);
        return "exit code " + std::to_string(run.code) + (run.said.empty() ? "" : ": " + run.said);
    }

    static std::string fault_of_run(const Run& run, const Trouble& trouble, const Codes& well) {
        for (const int code : well)
            if (run.signal == 0 && run.code == code) return {};
        if (trouble.kill_after && run.signal == SIGKILL) return {};
        if (trouble.is_any() && run.code == exit_of_power_loss) return {};
        if (trouble.is_any() && run.signal == 0) return faults::fault_of(run);
        return "the command ended with " + end_of(run);
    }

    std::string look() {
        if (std::string fault = model_.fault_of(read_content(database_)); !fault.empty()) return fault;
        if (!model_.last()) return {};
        const Run check = run_program({"check", "--quiet", "--deep", database_});
        return check.code == 0 && check.signal == 0 ? "" : "check finds a fault: " + end_of(check);
    }

    std::mt19937 random_;
    std::string database_ = "games.db";
    Words read_as_;  ///< options that decide what is stored
    std::map<std::string, ModelFile> files_;
    Model model_;
    std::set<std::string> finished_;
    Words told_;
};

}  // namespace

int try_sequences(const fs::path& samples, std::uint32_t first_seed, std::uint32_t count) {
    constexpr int enough = 20;
    int faults = 0;
    std::uint64_t commands = 0, troubled = 0;
    for (std::uint32_t seed = first_seed; seed - first_seed < count && faults < enough; ++seed) {
        Sequence sequence(samples, seed);
        std::string fault;
        try {
            fault = sequence.run();
        } catch (const std::exception& error) {
            fault = error.what();
        }
        commands += sequence.told().size();
        for (const std::string& step : sequence.told()) troubled += step.find(") -> ") != std::string::npos;
        if (fault.empty()) continue;
        ++faults;
        std::cerr << "sequence " << seed << ": " << fault << '\n';
        for (const std::string& step : sequence.told()) std::cerr << "  " << step << '\n';
    }
    std::cout << "sequences " << first_seed << " to " << first_seed + count - 1 << ": " << commands << " commands, "
              << troubled << " of them disturbed, " << faults << " sequences wrong" << std::endl;
    return faults;
}

}  // namespace cofnod::faults
