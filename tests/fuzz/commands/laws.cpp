#include "laws.hpp"
#include "games/record/record.hpp"

#include <sqlite3.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <regex>
#include <sstream>

#include "base/error.hpp"
#include "base/problem.hpp"
#include "cli/command_line.hpp"
#include "games/pgn/writer.hpp"
#include "importers/import.hpp"
#include "notation/languages.hpp"

namespace cofnod::fuzz {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr unsigned most_seconds = 60;  // of a command

std::string joined(const Words& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

std::string cut(const std::string& text) { return text.size() > 600 ? text.substr(0, 600) + " ..." : text; }

/// The first line in which two texts differ.
std::string difference(const std::string& one, const std::string& other) {
    std::istringstream a(one), b(other);
    std::string x, y;
    for (std::size_t line = 1;; ++line) {
        const bool more_a = static_cast<bool>(std::getline(a, x)), more_b = static_cast<bool>(std::getline(b, y));
        if (!more_a && !more_b) return "they differ in their line ends";
        if (!more_a) x = "(the end)";
        if (!more_b) y = "(the end)";
        if (x != y || !more_a || !more_b) return "line " + std::to_string(line) + ":\n  " + cut(x) + "\n  " + cut(y);
    }
}

void require(bool holds, const char* law, const std::string& details) {
    if (!holds) throw BrokenLaw{law, details};
}

void require_same(const std::string& one, const std::string& other, const char* law, const std::string& details = {}) {
    if (one != other) throw BrokenLaw{law, details + (details.empty() ? "" : "\n") + difference(one, other)};
}

/// Of a command on an input that may be anything: 2 and 70 never are.
Outcome run_on_any(const Words& words) {
    Outcome outcome = run(words);
    const bool is_documented =
        outcome.code == 0 || outcome.code == 1 || outcome.code == 3 || outcome.code == 4 || outcome.code == 6;
    require(is_documented, "a command on any file ends with a documented code",
            joined(words) + ": " + std::to_string(outcome.code) + ": " + cut(outcome.err));
    return outcome;
}

/// Of one that reads a sound database.
Outcome run_on_sound(const Words& words) {
    Outcome outcome = run(words);
    require(outcome.code == 0 || outcome.code == 1, "a command reads a sound database",
            joined(words) + ": " + std::to_string(outcome.code) + ": " + cut(outcome.err));
    return outcome;
}

/// The rows of a query, columns parted by `|`.
std::vector<std::string> rows_of(const char* database, const char* sql) {
    sqlite3* handle = nullptr;
    sqlite3_open_v2(database, &handle, SQLITE_OPEN_READONLY, nullptr);
    std::vector<std::string> rows;
    sqlite3_stmt* statement = nullptr;
    const int code = sqlite3_prepare_v2(handle, sql, -1, &statement, nullptr);
    while (code == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW) {
        rows.emplace_back();
        for (int i = 0; i < sqlite3_column_count(statement); ++i) {
            const auto* const text = reinterpret_cast<const char*>(sqlite3_column_text(statement, i));
            rows.back() += (i > 0 ? "|" : "") + std::string(text ? text : "");
        }
    }
    sqlite3_finalize(statement);
    sqlite3_close(handle);
    return rows;
}

std::string import(const char* database, const std::string& file, const Words& options = {}) {
    Words words = {"import", database, file};
    words.insert(words.end(), options.begin(), options.end());
    return run_on_any(words).err;
}

std::string exported(const char* database, const Words& options = {}) {
    Words words = {"export", database};
    words.insert(words.end(), options.begin(), options.end());
    return run_on_sound(words).out;
}

/// `told`: by the import. A source whose end is missing stays in part.
void hold_to_conservation(const char* database, const std::string& told) {
    static constexpr const char* sql =
        "SELECT path, bytes_unaccounted, found - complete - incomplete - rejected, state FROM sources_view";
    const std::string end = told.find(": is incomplete: ") == told.npos ? "|0|0|done" : "|0|0|partial";
    for (const std::string& row : rows_of(database, sql))
        require(row.ends_with(end), "every byte belongs to a game or separator, every game has a state", row);
    const auto counts =
        rows_of(database, "SELECT (SELECT total(found) FROM sources_view) - (SELECT count(*) FROM game)");
    require(counts.size() == 1 && counts[0] == "0.0", "the games found are those stored", joined(counts));
}

/// Games, the bytes they come from, and separators.
struct Contents final : importers::Sink {
    std::string text;

    void add_game(GameRecord&& game) override {
        static const notation::Languages languages = notation::Languages::built_in();
        text += std::to_string(game.span.begin) + "-" + std::to_string(game.span.end) + "\n";
        for (const Problem& problem : game.problems) text += sentence(problem.reason) + "\n";
        pgn::write(game, {.language = &languages.english()}, text);
    }
    void add_separator(const importers::Separator& separator) override {
        const SourceSpan& span = separator.span;
        text += "separator " + std::to_string(span.begin) + "-" + std::to_string(span.end) + "\n";
    }
    void reached(std::uint64_t) override {}
};

std::string read_in_small_blocks(const std::string& text, unsigned threads) {
    static const notation::Languages languages = notation::Languages::built_in();
    Contents contents;
    try {
        importers::Source source = importers::Source::of_text("fuzz", text);
        importers::import_source(source, languages, {.block_size = 700, .threads = threads}, contents);
    } catch (const InputError& error) {
        contents.text = error.what();
    }
    return contents.text;
}

void hold_to_round_trips(const std::string& file, std::uint64_t seed) {
    static constexpr const char* notations[] = {"cy", "ar", "de", "fig", "ru", "fr", "he", "el", "ar-visual", "ja"};
    const std::string plain = exported("one.db");
    require_same(run_on_any({"convert", file}).out, plain, "convert writes what export writes");
    Random random(seed);
    const std::vector<Words> ways = {
        {}, {"--notation", random.any(notations)}, {"--notation", random.one_in(2) ? "uci" : "lan"}};
    for (const Words& how : ways) {
        const std::string written = how.empty() ? plain : exported("one.db", how);
        if (written.empty()) continue;
        fs::remove("again.db");
        std::ofstream("again.pgn", std::ios::binary) << written;
        import("again.db", "again.pgn", {"--threads", "1", "--no-index"});
        require_same(written, exported("again.db", how),
                     "what is exported and imported again is exported as the same bytes", joined(how));
    }
}

void hold_to_the_index() {
    static const std::vector<Words> questions = {
        {"--after", "1. e4 e5"},
        {"--after", "1. d4", "--count"},
        {"--pieces", "Pe4 ne5"},
        {"--material", "KP* v K"},
        {"--moves", "1. e4"},
        {"--game", "camelot", "--played", "jump"},
        {"--game", "chess", "--cql", "check"},
        {"--game", "chess", "--cql", "move from Q capture p"},
    };
    for (const Words& question : questions) {
        Words one = {"search", "one.db"}, plain = {"search", "replayed.db"};  // which has no index
        one.insert(one.end(), question.begin(), question.end());
        plain.insert(plain.end(), question.begin(), question.end());
        const Outcome with = run_on_sound(one), without = run_on_sound(plain);
        require_same(with.out, without.out, "a search finds the same with the index and without", joined(question));
    }
}

/// "3 games: 1 complete, 1 incomplete, 1 rejected", of all sources.
std::string counts_in(const std::string& text) {
    static const std::regex counts("([0-9]+) games?: ([0-9]+) complete, ([0-9]+) incomplete, ([0-9]+) rejected");
    std::uint64_t sums[4] = {};
    for (std::sregex_iterator at(text.begin(), text.end(), counts), end; at != end; ++at)
        for (std::size_t i = 0; i < 4; ++i) sums[i] += std::stoull((*at)[i + 1]);
    std::string all;
    for (const std::uint64_t sum : sums) all += std::to_string(sum) + ".0|";
    return all;
}

void hold_to_checks(const std::string& file) {
    const Outcome of_file = run_on_any({"check", file});
    const auto counts = rows_of(
        "one.db", "SELECT total(found), total(complete), total(incomplete), total(rejected) || '|' FROM sources_view");
    require_same(counts_in(of_file.out + of_file.err), counts.at(0), "check counts the games that import counts",
                 cut(of_file.out + of_file.err));
    const Outcome of_database = run({"check", "--deep", "one.db"});
    require(of_database.code == 0 || of_database.code == 1, "check finds a fresh database sound", cut(of_database.err));
}

void hold_to_reading() {
    std::ofstream("script.cql") << "sort \"plies\" ply check\n";
    const auto ids = rows_of("one.db", "SELECT id FROM game ORDER BY id");
    for (const Words& words : std::vector<Words>{{"stats"},
                                                 {"search", "--json"},
                                                 {"search", "--lines", "all", "--after", "1. e4"},
                                                 {"tree"},
                                                 {"tree", "--game", "camelot", "--json"},
                                                 {"players"},
                                                 {"rejects", "--all"},
                                                 {"rejects", "--json"},
                                                 {"rejects", "--retry", "--dry-run"},
                                                 {"dedupe"},
                                                 {"dedupe", "--contained", "--readings", "--same-moves", "--json"},
                                                 {"export", "--layout", "columns"},
                                                 {"export", "--reduced"},
                                                 {"export", "--format", "fen"},
                                                 {"export", "--format", "epd"},
                                                 {"export", "--format", "uci"},
                                                 {"export", "--format", "csv", "--citations"},
                                                 {"export", "--format", "tsv"},
                                                 {"export", "--json", "--notation", "ar"},
                                                 {"export", "--nl"}}) {
        Words with_database = words;
        with_database.insert(with_database.begin() + 1, "one.db");
        run_on_sound(with_database);
    }
    run_on_sound({"cql", "script.cql", "one.db"});
    for (std::size_t i = 0; i < std::min<std::size_t>(ids.size(), 3); ++i) {
        run_on_sound({"show", "one.db", ids[i], "--all"});
        run_on_sound({"show", "one.db", ids[i], "--notation", "ar", "--bidi", "visual"});
        run_on_sound({"rejects", "one.db", ids[i]});
        if (i > 0) run_on_sound({"compare", "one.db", ids[i - 1], ids[i]});
    }
}

}  // namespace

Outcome run(std::vector<std::string> words) {
    words.insert(words.begin(), "cofnod");
    std::ofstream("now") << joined(words) << '\n';
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    std::ostringstream out, err;
    auto* const out_before = std::cout.rdbuf(out.rdbuf());
    auto* const err_before = std::cerr.rdbuf(err.rdbuf());
    alarm(most_seconds);
    const int code = cli::run_command_line(static_cast<int>(arguments.size()), arguments.data());
    alarm(0);
    std::cout.rdbuf(out_before);
    std::cerr.rdbuf(err_before);
    return {code, out.str(), err.str()};
}

void hold_to_all_laws(const Input& input, std::uint64_t seed) {
    const std::string file = "input" + input.extension;
    std::ofstream(file, std::ios::binary) << file_contents(input);
    require_same(read_in_small_blocks(input.text, 1), read_in_small_blocks(input.text, 4),
                 "several threads read what one reads");
    const std::string told = import("one.db", file, {"--threads", "1"});
    if (!fs::exists("one.db")) {  // nothing in it
        const Outcome converted = run_on_any({"convert", file});
        require(converted.out.empty(), "convert finds nothing where import finds nothing", cut(converted.out));
        run_on_any({"check", file});
        return;
    }
    hold_to_conservation("one.db", told);
    import("replayed.db", file, {"--threads", "3", "--no-index"});
    const std::string games = exported("one.db", {"--nl"});
    require_same(games, exported("replayed.db", {"--nl"}), "an import without index has the same content");
    hold_to_round_trips(file, seed);
    hold_to_the_index();
    hold_to_checks(file);
    hold_to_reading();
    import("one.db", file);
    require_same(games, exported("one.db", {"--nl"}), "an import of the same file adds nothing");
    hold_to_conservation("one.db", told);
}

}  // namespace cofnod::fuzz
