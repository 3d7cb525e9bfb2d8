// cql_speed GAMES.pgn [--games] SCRIPT.cql|FILTERS...   CPU seconds of each script over the games, once they are in
// memory All matching positions are found; with --games the first of each game is enough.

#include <fmt/format.h>

#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>

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

/// What a database has of a game.
struct Stored {
    std::string start, moves;
    Annotations annotations;
    Tags tags;
    Result result;
};

class Games : public importers::Sink {
public:
    explicit Games(const std::string& path) {
        auto source = importers::Source::of_text(path, content_of(path));
        importers::Options options;
        options.keep_san = false;
        options.keep_source = false;
        importers::import_source(source, notation::Languages::built_in(), options, *this);
    }
    void add_game(GameRecord&& game) override {
        games.push_back({std::move(game.start), std::move(game.moves), std::move(game.annotations),
                         std::move(game.tags), game.result});
    }
    void add_separator(const importers::Separator&) override {}
    void reached(std::uint64_t) override {}

    std::vector<Stored> games;
};

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void measure(const Games& games, const std::string& name, const std::string& text, bool positions) {
    auto script = cql::parse(text);
    if (!script) return fmt::print("{}: {}\n", name, script.error().message);
    const cql::CompiledScript query(std::move(*script));
    double best = 1e9;
    std::size_t matching_games = 0;
    std::size_t matching_positions = 0;
    for (int round = 0; round < 3 && (round == 0 || best < 2); ++round) {
        const double start = cpu_seconds();
        matching_games = matching_positions = 0;
        cql::MatchOptions options;
        options.positions = positions;
        cql::ScriptMatcher matcher(query, options);
        std::int64_t number = 0;
        for (const Stored& stored : games.games) {
            const cql::Game game{++number,     stored.start, stored.moves, &stored.annotations,
                                 &stored.tags, stored.result};
            if (const auto* match = matcher.match(game)) {
                ++matching_games;
                matching_positions += match->positions.size();
            }
        }
        best = std::min(best, cpu_seconds() - start);
    }
    fmt::print("{:8.3f} s  {:7} games {:9} positions  {}\n", best, matching_games, matching_positions, name);
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) try {
    std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments.empty()) return 2;
    const Games games(arguments[0]);
    arguments.erase(arguments.begin());
    bool positions = true;
    for (const std::string& argument : arguments) {
        if (argument == "--games")
            positions = false;
        else if (argument.ends_with(".cql"))
            measure(games, std::filesystem::path(argument).stem().string(), content_of(argument), positions);
        else
            measure(games, argument, argument, positions);
    }
    return 0;
} catch (const std::exception& error) {
    fmt::print(stderr, "cql_speed: {}\n", error.what());
    return 2;
}
