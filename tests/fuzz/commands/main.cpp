// fuzz_commands SAMPLES [--count N | --seconds S] [--first SEED] and fuzz_commands --file FILE...: inputs made of the
// samples by changing their structure, each held to what is promised of every input (laws.cpp). Input number N is
// always the same. One that breaks a law is shrunk and left in the current folder.

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>

#include "laws.hpp"

namespace {

namespace fs = std::filesystem;
using namespace cofnod::fuzz;
using Clock = std::chrono::steady_clock;

std::string read_file(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// A folder in memory, where there is one: databases are made and thrown away.
fs::path make_folder() {
    std::error_code none;
    const fs::path shared = fs::is_directory("/dev/shm", none) ? "/dev/shm" : fs::temp_directory_path();
    const fs::path folder = shared / ("cofnod-commands-" + std::to_string(getpid()));
    fs::create_directories(folder);
    return folder;
}

void empty_folder() {
    for (const auto& entry : fs::directory_iterator(".")) fs::remove_all(entry);
}

/// The law that the input breaks, in a process of its own, which may end as it likes; nullopt: none.
std::optional<BrokenLaw> broken_law(const Input& input, std::uint64_t seed) {
    empty_folder();
    std::cout.flush();
    const pid_t child = fork();
    if (child == 0) {
        try {
            hold_to_all_laws(input, seed);
        } catch (const BrokenLaw& broken) {
            std::ofstream("law") << broken.law;
            std::ofstream("details") << broken.details;
            _exit(1);
        }
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return std::nullopt;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 1 && fs::exists("law"))
        return BrokenLaw{read_file("law"), read_file("details")};
    const std::string now = read_file("now");
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) return BrokenLaw{"a command ends within a minute", now};
    return BrokenLaw{"no input ends the program but with a code", now};
}

/// Leaves out lines, and then words, as long as the same law is broken.
Input shrunk(Input input, std::uint64_t seed, const std::string& law) {
    std::size_t tries = 300;
    const auto still_broken = [&](const std::string& text) {
        if (tries == 0) return false;
        --tries;
        Input smaller = input;
        smaller.text = text;
        const auto broken = broken_law(smaller, seed);
        return broken && broken->law == law;
    };
    const auto split = [](const std::string& text, const char* ends) {
        std::vector<std::string> pieces;
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t end = std::min(text.find_first_of(ends, begin), text.size() - 1) + 1;
            pieces.push_back(text.substr(begin, end - begin));
            begin = end;
        }
        return pieces;
    };
    for (const char* const ends : {"\n\r", " \n\r"}) {
        std::vector<std::string> pieces = split(input.text, ends);
        for (std::size_t size = (pieces.size() + 1) / 2; size > 0; size /= 2) {
            for (std::size_t at = 0; at < pieces.size();) {
                std::string rest;
                for (std::size_t i = 0; i < pieces.size(); ++i)
                    if (i < at || i >= at + size) rest += pieces[i];
                if (still_broken(rest)) {
                    input.text = rest;
                    pieces = split(rest, ends);
                } else {
                    at += size;
                }
            }
        }
    }
    return input;
}

/// The samples, and what the program itself writes of them.
std::vector<Sample> read_samples(const fs::path& folder) {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file() && entry.path().extension() != ".md") paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    std::vector<Sample> samples;
    for (const fs::path& path : paths) samples.push_back(cut_into_games(read_file(path), path.extension()));
    empty_folder();
    run({"import", "samples.db", folder});
    const auto add = [&](const std::vector<std::string>& options, const char* extension) {
        std::vector<std::string> words = {"export", "samples.db"};
        words.insert(words.end(), options.begin(), options.end());
        samples.push_back(cut_into_games(run(words).out, extension));
    };
    for (const char* const notation : {"ar", "cy", "fig", "ru", "el", "he", "uci", "lan", "ar-visual", "de"})
        add({"--notation", notation, "--limit", "25"}, ".pgn");
    add({"--layout", "columns", "--limit", "25"}, ".txt");
    add({"--layout", "columns", "--game", "camelot"}, ".txt");
    for (const char* const ids : {"1-2", "5-7", "20-22", "40-42"}) {
        add({"--format", "csv", "--ids", ids}, ".csv");
        add({"--format", "tsv", "--ids", ids}, ".tsv");
        add({"--format", "epd", "--ids", ids}, ".epd");
        add({"--format", "fen", "--ids", ids}, ".txt");
        add({"--format", "uci", "--ids", ids}, ".uci");
        add({"--json", "--ids", ids}, ".json");
    }
    for (const Sample& text : {samples[3], samples[8]}) {
        std::string page = "<html><head><title>Games</title></head><body>\n";
        for (const std::string& game : text.games)
            page += "<p>" + game.substr(0, 1500) + "</p>\n<table><tr><td>1.</td></tr></table>\n";
        samples.push_back({".html", {page.substr(0, 4000) + "</body></html>\n"}});
    }
    samples.push_back(
        {".txt",
         {"== Morphy ==\n'''White''': [[Paul Morphy]]\n{{Game|white=Morphy|moves=1. e4 e5 2. Nf3 d6 1-0}}\n"
          "{| class=\"wikitable\"\n|-\n| 1. || e4 || e5\n|}\n1. e4 e5 2. Nf3 d6 3. d4 Bg4 *\n"}});
    samples.push_back(
        {".pgn",
         {"[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. P-K4 P-K4 2. N-KB3 N-QB3 3. B-N5 P-QR3 *\n\n",
          "1. 5254 5755 2. 7163 2836 *\n\n", "1. e2e4 e7e5 2. g1f3 b8c6 *\n\n"}});
    return samples;
}

class Session {
public:
    explicit Session(fs::path home) : home_(std::move(home)) {}

    /// False: a law is broken.
    bool play_out(const Input& input, std::uint64_t seed) {
        const auto broken = broken_law(input, seed);
        if (!broken) return true;
        const std::string name = "commands-" + std::to_string(seed);
        std::cout << "input " << seed << " breaks: " << broken->law << "\n  " << broken->details << '\n';
        if (++broken_[broken->law] <= most_shrunk) {
            const Input smaller = shrunk(input, seed, broken->law);
            const auto again = broken_law(smaller, seed);
            std::ofstream(home_ / (name + ".shrunk" + input.extension), std::ios::binary) << file_contents(smaller);
            std::cout << "  shrunk to " << smaller.text.size() << " bytes: " << (again ? again->details : "") << '\n';
        }
        std::ofstream(home_ / (name + input.extension), std::ios::binary) << file_contents(input);
        std::cout << "  left in " << home_ / (name + input.extension) << std::endl;
        return false;
    }

private:
    static constexpr int most_shrunk = 3;  ///< of one law: that takes minutes

    fs::path home_;
    std::map<std::string, int> broken_;
};

std::uint64_t seed_of(const fs::path& file) {
    const std::string name = file.filename();
    const std::size_t digit = name.find_first_of("0123456789");
    return digit == name.npos ? 1 : std::stoull(name.substr(digit));
}

}  // namespace

int main(int argc, char** argv) try {
    std::ios::sync_with_stdio(false);  // as the program does: later it would undo what run() redirects
    std::optional<fs::path> samples_folder;
    std::vector<fs::path> files;
    std::uint64_t count = 0, first = 1, seconds = 900;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        const bool has_value = i + 1 < argc;
        if (word == "--count" && has_value)
            count = std::stoull(argv[++i]);
        else if (word == "--seconds" && has_value)
            seconds = std::stoull(argv[++i]);
        else if (word == "--first" && has_value)
            first = std::stoull(argv[++i]);
        else if (word == "--file" && has_value)
            files.push_back(fs::absolute(argv[++i]));
        else
            samples_folder = fs::absolute(word);
    }
    if (!samples_folder && files.empty()) {
        std::cerr << "usage: fuzz_commands SAMPLES [--count N | --seconds S] [--first SEED]\n"
                     "       fuzz_commands --file FILE...\n";
        return 2;
    }
    Session session(fs::current_path());
    const fs::path folder = make_folder();
    fs::current_path(folder);
    const auto begin = Clock::now();
    const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
    std::uint64_t tried = 0, bad = 0;
    for (const fs::path& file : files) {
        bad += !session.play_out({read_file(file), file.extension()}, seed_of(file));
        ++tried;
    }
    if (samples_folder) {
        const std::vector<Sample> samples = read_samples(*samples_folder);
        for (std::uint64_t seed = first; count > 0 ? seed < first + count : elapsed() < static_cast<double>(seconds);
             ++seed) {
            Random random(seed);
            bad += !session.play_out(mutated(samples, random), seed);
            ++tried;
        }
    }
    std::cout << tried << " inputs, " << bad << " broke a law, in " << static_cast<int>(elapsed()) << " s\n";
    fs::current_path(fs::temp_directory_path());
    fs::remove_all(folder);
    return bad ? 1 : 0;
} catch (const std::exception& error) {
    std::cerr << "fuzz_commands: " << error.what() << '\n';
    return 1;
}
