// Tests every option of every command with values that scripts pass by mistake. Iterates over the tables, so that a new
// option is tested as soon as it is declared.

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "../operations/folder.hpp"
#include "base/characters.hpp"
#include "cli/program.hpp"
#include "run.hpp"

using namespace cofnod;
using namespace cofnod::cli;
using cofnod::cli::test::run;
using cofnod::cli::test::Said;
using cofnod::operations::test::Folder;

namespace {

constexpr std::size_t long_value = 100'000;
constexpr double most_seconds = 5;  // with assertions, on a busy machine; without a time limit it takes 7 to 40
constexpr std::size_t longest_report = 6000;

std::string content(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// A folder with a database and a value for each required argument, in which commands run.
class Bench {
public:
    Bench() : start_(std::filesystem::current_path()) {
        std::ofstream(folder_.file("a.pgn")) << "[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n"
                                                "[White \"Cai\"]\n[Black \"Dai\"]\n[Result \"*\"]\n\n1. d4 Mf6 *\n";
        std::ofstream(folder_.file("mate.cql")) << "cql() mate\n";
        std::filesystem::current_path(std::filesystem::path(folder_.file("a.pgn")).parent_path());
        REQUIRE(run({"import", "-q", "games.db", "a.pgn", "--threads", "1"}).code == 0);
        database_ = content("games.db");
    }
    ~Bench() { std::filesystem::current_path(start_); }
    Bench(const Bench&) = delete;
    Bench& operator=(const Bench&) = delete;

    /// Returns the required arguments of a command.
    [[nodiscard]] static Words arguments_of(const Command& command) {
        static const std::map<std::string, Words> values = {
            {"DB", {"games.db"}},     {"FILE", {"a.pgn"}},         {"ID", {"1"}},
            {"IDS", {"1"}},           {"SCRIPT", {"mate.cql"}},    {"OLD", {"e4"}},
            {"NEW", {"d4"}},          {"NAME=VALUE", {"Round=2"}}, {"NAME", {"ann"}},
            {"ADDRESS", {"nowhere"}}, {"DAMAGED", {"games.db"}},   {"PROGRAM", {"datasette"}}};
        Words words;
        for (const Option& option : command.options()) {
            if (!option.is_argument() || !option.required) continue;
            INFO("no value for " << option.name() << " of " << command.text.name);
            REQUIRE(values.contains(option.name()));
            const Words& value = values.at(option.name());
            words.insert(words.end(), value.begin(), value.end());
        }
        return words;
    }
    /// Returns flags that keep a command from changing anything or waiting for requests.
    [[nodiscard]] static Words harmless(const Command& command) {
        Words words;
        for (const Option& option : command.options())
            if (option.is_flag() && (option.name() == "--dry-run" || option.name() == "--check"))
                words.push_back(option.name());
        return words;
    }

    /// Runs a command. Checks that it ends soon, with a documented exit code and UTF-8 output, and that it does not
    /// change the database if it rejects its arguments.
    Said tried(const Words& words) {
        const std::clock_t begin = std::clock();
        Said said = run(words);
        const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
        std::string shown;
        for (const std::string& word : words) shown += word.substr(0, 60) + ' ';
        INFO(shown << "\n" << said.err.substr(0, 2 * longest_report));
        CHECK(seconds < most_seconds);
        CHECK(said.code >= 0);
        CHECK(said.code <= 6);
        CHECK(utf8::is_valid(said.out));
        CHECK(utf8::is_valid(said.err));
        CHECK((said.code != 2 || said.err.size() < longest_report));
        const bool is_whole = content("games.db") == database_;
        CHECK((is_whole || said.code != 2));
        if (!is_whole) std::ofstream("games.db", std::ios::binary | std::ios::trunc) << database_;
        return said;
    }

private:
    Folder folder_;
    std::filesystem::path start_;
    std::string database_;
};

struct Tried {
    const Command& command;
    const Option& option;
    Words before;  ///< the command with its arguments
};

/// Calls `check` with each option that has a value: once if several commands share it, or for each with COFNOD_LONG.
template <typename Check>
void for_each_option(Check&& check) {
    CommonOptions common;
    const Program program = make_program(common);
    std::set<std::string> seen;
    const auto is_due = [&](const Option& option) {
        return !option.is_flag() && (seen.insert(option.name() + option.help).second || std::getenv("COFNOD_LONG"));
    };
    for (const Command& command : program.commands) {
        Words before = {command.text.name};
        for (const Words& more : {Bench::arguments_of(command), Bench::harmless(command)})
            before.insert(before.end(), more.begin(), more.end());
        for (const Option& option : command.options())
            if (!option.is_argument() && is_due(option)) check(Tried{command, option, before});
        if (command.text.name == "stats")
            for (const Option& option : program.common.options())
                if (is_due(option)) check(Tried{command, option, before});
    }
}

Words with(const Tried& tried, const std::string& value) {
    Words words = tried.before;
    words.push_back(tried.option.name());
    words.insert(words.end(), tried.option.count, value);
    return words;
}

}  // namespace

TEST_CASE("no option takes an empty value for no condition", "[cli][options]") {
    Bench bench;
    for_each_option([&](const Tried& tried) {
        for (const char* const empty : {"", " "}) {
            INFO(tried.command.text.name << ' ' << tried.option.name());
            CHECK(bench.tried(with(tried, empty)).code == 2);
        }
    });
}

TEST_CASE("an option of one value is refused if it is given twice", "[cli][options]") {
    Bench bench;
    for_each_option([&](const Tried& tried) {
        if (tried.option.repeats) return;
        Words words = with(tried, "1");
        words.push_back(tried.option.name());
        words.insert(words.end(), tried.option.count, "1");
        INFO(tried.command.text.name);
        const Said said = bench.tried(words);
        CHECK(said.code == 2);
        CHECK_THAT(said.err, Catch::Contains(tried.option.name() + " may be given only once"));
    });
}

TEST_CASE("a value of 100,000 bytes, or of bytes that are no text, is refused or does its work", "[cli][options]") {
    Bench bench;
    const std::string ascii(long_value, 'x'), capitals(long_value, 'N'), bytes = "\xFF\xFE\xC3", half = "\xD8";
    std::string arabic;
    while (arabic.size() < long_value) arabic += "ح";
    for_each_option([&](const Tried& tried) {
        for (const std::string& value : {ascii, capitals, arabic, bytes, half}) bench.tried(with(tried, value));
    });
}

TEST_CASE("arguments are bounded and shown as text like values of options", "[cli][options]") {
    Bench bench;
    CommonOptions common;
    const Program program = make_program(common);
    for (const Command& command : program.commands) {
        const Words arguments = Bench::arguments_of(command);
        for (std::size_t at = 0; at <= arguments.size(); ++at)
            for (const std::string& value : {std::string(), std::string(long_value, 'x'), std::string("\xFF\xC3")}) {
                Words words = {command.text.name};
                words.insert(words.end(), arguments.begin(), arguments.end());
                if (at < arguments.size())
                    words[at + 1] = value;
                else
                    words.push_back(value);
                const Words more = Bench::harmless(command);
                words.insert(words.end(), more.begin(), more.end());
                bench.tried(words);
            }
    }
    for (const std::string& word : {std::string(long_value, 'x'), "--" + std::string(long_value, 'x'),
                                    std::string("\xFF\xC3"), std::string("--\xFF\xC3")})
        for (const Words& words :
             {Words{word}, Words{"stats", "games.db", word}, Words{"stats", "games.db", word + "=1"}})
            CHECK(bench.tried(words).code == 2);
}

TEST_CASE("no command is changed by -- before its arguments", "[cli][options]") {
    Bench bench;
    CommonOptions common;
    const Program program = make_program(common);
    for (const Command& command : program.commands) {
        const Words arguments = Bench::arguments_of(command), flags = Bench::harmless(command);
        if (arguments.empty()) continue;
        for (std::size_t at = 0; at <= arguments.size(); ++at) {
            Words plain = {command.text.name}, with_dashes = plain;
            plain.insert(plain.end(), flags.begin(), flags.end());
            plain.insert(plain.end(), arguments.begin(), arguments.end());
            with_dashes.insert(with_dashes.end(), flags.begin(), flags.end());
            with_dashes.insert(with_dashes.end(), arguments.begin(),
                               arguments.begin() + static_cast<std::ptrdiff_t>(at));
            with_dashes.emplace_back("--");
            with_dashes.insert(with_dashes.end(), arguments.begin() + static_cast<std::ptrdiff_t>(at), arguments.end());
            INFO(command.text.name << ", -- at " << at);
            const Said wanted = bench.tried(plain), said = bench.tried(with_dashes);
            CHECK(said.code == wanted.code);
            CHECK(said.err == wanted.err);
        }
    }
    std::filesystem::copy_file("a.pgn", "-dash.pgn");
    CHECK(bench.tried({"check", "--", "-dash.pgn"}).code == bench.tried({"check", "a.pgn"}).code);
    CHECK(bench.tried({"check", "a.pgn", "--", "-dash.pgn"}).code == bench.tried({"check", "a.pgn"}).code);
    CHECK(bench.tried({"passages", "games.db", "--", "--json"}).err.find("unknown option") == std::string::npos);
    CHECK(bench.tried({"set", "games.db", "1", "--dry-run", "--", "-White=x"}).err.find("unknown option") ==
          std::string::npos);
    CHECK(bench.tried({"--", "stats", "games.db"}).code == 0);
    CHECK(bench.tried({"stats", "games.db", "--", "--json"}).code == 2);
    CHECK_THAT(bench.tried({"stats", "games.db", "--", "--json"}).err, Catch::Contains("unexpected argument '--json'"));
    CHECK_THAT(bench.tried({"stats", "--", "-x.db"}).err, Catch::Contains("-x.db"));
}
