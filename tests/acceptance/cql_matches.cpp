// cql_matches lists GAMES.pgn FOLDER SCRIPT...   writes FOLDER/NAME.txt for each NAME.cql: "game: positionid positionid
// ..." cql_matches pairs GAMES.pgn PAIRS.tsv          holds the scripts of each pair to match the same positions (EQ),
// others (NE),
//                                                or to be refused (an error); prints each pair that does not, exits 1
//                                                then
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "base/error.hpp"
#include "cql/run/query.hpp"
#include "cql/syntax.hpp"
#include "games/record/record.hpp"
#include "importers/import.hpp"
#include "notation/languages.hpp"

namespace {

using namespace cofnod;

std::string content_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

class Games : public importers::Sink {
public:
    explicit Games(const std::string& path) {
        auto source = importers::Source::of_text(path, content_of(path));
        importers::Options options;
        options.format = importers::Format::pgn;
        options.keep_san = false;
        options.keep_source = false;
        options.mixed = false;
        importers::import_source(source, notation::Languages::built_in(), options, *this);
    }
    void add_game(GameRecord&& game) override { records.push_back(std::move(game)); }
    void add_separator(const importers::Separator&) override {}
    void reached(std::uint64_t) override {}

    std::vector<GameRecord> records;
};

/// "game: positionid positionid ..." for each game that matches.
std::string matches(const Games& games, const std::string& text) {
    auto script = cql::parse(text);
    if (!script) return "error: " + script.error().message + "\n";
    const cql::CompiledScript query(std::move(*script));
    cql::ScriptMatcher matcher(query);
    std::string lines;
    std::int64_t number = 0;
    for (const GameRecord& record : games.records) {
        const auto* match = matcher.match(cql::Game::of(record, ++number));
        if (!match) continue;
        lines += std::to_string(number) + ":";
        for (const auto id : match->positions) lines += " " + std::to_string(id);
        lines += "\n";
    }
    return lines;
}

std::string matches_or_error(const Games& games, const std::string& text) {
    try {
        return matches(games, text);
    } catch (const Error& error) {
        return std::string("error: ") + error.what() + "\n";
    }
}

int lists(const Games& games, const std::filesystem::path& folder, const std::vector<std::string>& scripts) {
    for (const auto& script : scripts) {
        const auto name = std::filesystem::path(script).stem().string() + ".txt";
        std::ofstream(folder / name, std::ios::binary) << matches_or_error(games, content_of(script));
    }
    return 0;
}

int pairs(const Games& games, const std::string& path) {
    std::ifstream file(path);
    std::string line;
    int count = 0;
    int faults = 0;
    while (std::getline(file, line)) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream cells(line);
        std::string left, right, verdict;
        std::getline(cells, left, '\t');
        std::getline(cells, right, '\t');
        std::getline(cells, verdict, '\t');
        const std::string a = matches_or_error(games, left);
        const std::string b = matches_or_error(games, right);
        const bool refused = a.starts_with("error") || b.starts_with("error");
        const std::string found = refused ? "ERR" : a == b ? "EQ" : "NE";
        ++count;
        if (found == verdict) continue;
        ++faults;
        std::cout << left << "\t" << right << "\t" << verdict << " expected, " << found << "\n";
        if (refused) std::cout << "  " << a.substr(0, 200) << "  " << b.substr(0, 200);
    }
    std::cout << count - faults << " of " << count << " pairs are as expected\n";
    return faults == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) try {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments.size() < 3) return 2;
    const Games games(arguments[1]);
    if (arguments[0] == "lists") return lists(games, arguments[2], {arguments.begin() + 3, arguments.end()});
    return pairs(games, arguments[2]);
} catch (const std::exception& error) {
    std::cerr << "cql_matches: " << error.what() << "\n";
    return 2;
}
