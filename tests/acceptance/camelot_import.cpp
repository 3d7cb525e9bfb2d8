// Games of Camelot through the importer. Usage:
//   camelot_import scores FILE...   real scores: what is read of them, where they end, what is said about them
//   camelot_import games < TSV      result, reason, moves, final position, all positions or -, as the script camelot
//                                   writes them: each game in every layout and with all separators, and read again
#include <fmt/format.h>

#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "../unit/importers/camelot_layouts.hpp"
#include "base/problem.hpp"
#include "games/camelot/judge.hpp"
#include "games/camelot/movegen.hpp"
#include "games/camelot/pack.hpp"
#include "games/record/camelot_game.hpp"
#include "games/record/record.hpp"
#include "importers/import.hpp"
#include "importers/text/container.hpp"
#include "notation/languages.hpp"

using namespace cofnod;

namespace {

struct Games final : importers::Sink {
    std::vector<GameRecord> games;
    void add_game(GameRecord&& game) override { games.push_back(std::move(game)); }
    void add_separator(const importers::Separator&) override {}
    void reached(std::uint64_t) override {}
};

std::vector<GameRecord> games_of(importers::Source source, const notation::Languages& languages) {
    Games found;
    importers::import_source(source, languages, {}, found);
    return std::move(found.games);
}

camelot::Position end_of(const GameRecord& game) {
    const auto start = game.start.empty() ? camelot::Position::initial()
                                          : camelot::read_position(game.start, camelot::board_of(game.start)).value();
    camelot::Unpacker moves(start, game.moves);
    while (moves.next()) {
    }
    return moves.position();
}

std::string_view ending_of(const GameRecord& game) {
    if (game.kind != CamelotGame::kind) return "chess";
    switch (camelot::outcome(end_of(game))) {
        case camelot::Outcome::none: return "not over";
        case camelot::Outcome::castle: return "castle";
        case camelot::Outcome::elimination: return "elimination";
        case camelot::Outcome::no_move: return "no move";
        case camelot::Outcome::material: return "material";
        case camelot::Outcome::no_move_but_alone: return "no move, but alone";
    }
    return "";
}

void print(const std::string& name, const GameRecord& game) {
    fmt::print("{}: {}, {} plies, {}, {}, {} - {}\n", name, name_of(game.state), game.ply_count, to_text(game.result),
               ending_of(game), game.tags.find("White").value_or("?"), game.tags.find("Black").value_or("?"));
    if (game.kind == CamelotGame::kind) fmt::print("    {}\n", camelot::write_position(end_of(game)));
    for (const Problem& problem : game.problems)
        fmt::print("    {}:{}: {}\n", problem.place.line, problem.place.column, sentence(problem.reason));
}

std::vector<std::string> split(const std::string& line, char separator) {
    std::vector<std::string> fields;
    std::istringstream in(line);
    for (std::string field; std::getline(in, field, separator);) fields.push_back(field);
    return fields;
}

testing::WrittenGame game_of(const std::string& moves, const std::string& result) {
    testing::WrittenGame game;
    game.result = result_from(result).value_or(Result::unknown);
    camelot::Position position = game.start;
    for (const std::string& text : split(moves, ' ')) {
        const auto resolution = camelot::resolve(position, camelot::read_move(text)->move);
        game.paths.push_back(resolution.path);
        position.play(camelot::effect_of(position, resolution.path));
    }
    return game;
}

/// Whether the text is one game and ends there, complete.
bool comes_back(const std::string& text, const testing::WrittenGame& game, const std::string& end,
                const notation::Languages& languages) {
    const auto found = games_of(importers::Source::of_text("text", text), languages);
    const bool is_same = found.size() == 1 && found[0].kind == CamelotGame::kind &&
                         found[0].state == GameState::complete && found[0].ply_count == game.paths.size() &&
                         found[0].result == game.result && camelot::write_position(end_of(found[0])) == end;
    if (is_same) return true;
    fmt::print("{}", text);
    for (const GameRecord& read : found) print("read as", read);
    return false;
}

int check_games(const notation::Languages& languages) {
    int games = 0, texts = 0, faults = 0;
    for (std::string line; std::getline(std::cin, line); ++games) {
        const auto fields = split(line, '\t');
        const auto game = game_of(fields.at(2), fields.at(0));
        for (const auto layout : testing::layouts)
            for (const auto separators : testing::all_separators) {
                ++texts;
                const std::string text = testing::in_layout(game, layout, separators);
                if (faults < 5) faults += comes_back(text, game, fields.at(3), languages) ? 0 : 1;
            }
    }
    fmt::print("{} games in {} texts, {} against\n", games, texts, faults);
    return faults == 0 && games > 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string mode = argc > 1 ? argv[1] : "";
    const notation::Languages languages = notation::Languages::built_in();
    if (mode == "games") return check_games(languages);
    if (mode != "scores") {
        fmt::print("camelot_import scores FILE... | camelot_import games < TSV\n");
        return 2;
    }
    for (int i = 2; i < argc; ++i) {
        const std::string name = argv[i];
        auto files = importers::Container::open(name);
        while (auto source = files.next())
            for (const GameRecord& game : games_of(std::move(*source), languages))
                print(name.substr(name.rfind('/') + 1), game);
    }
    return 0;
}
