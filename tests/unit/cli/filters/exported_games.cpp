#include "exported_games.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <sstream>

#include "../run.hpp"
#include "base/result.hpp"
#include "games/chess/san.hpp"
#include "games/record/chess_game.hpp"
#include "store/game_reader.hpp"
#include "store/store.hpp"

namespace cofnod::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& value) { return value.is_string() ? value.get<std::string>() : std::string(); }

/// Plays the moves of a chess game, and returns them packed.
std::string played(const std::string& start, const std::string& moves) {
    auto position = ChessGame::read_start(start);
    REQUIRE(position);
    chess::Packer packer(*position);
    std::istringstream words(moves);
    for (std::string word; words >> word;) {
        const auto move = chess::read_uci(*position, word);
        REQUIRE(move);
        packer.push(*position, *move);
        position->play(*move);
    }
    return std::string(packer.bytes());
}

GameState state_named(const std::string& name) {
    for (const GameState state : {GameState::complete, GameState::incomplete, GameState::rejected})
        if (name_of(state) == name) return state;
    throw std::invalid_argument(name);
}

plain::Game game_of(const Json& line, store::GameReader& reader) {
    plain::Game game{.id = line["id"].get<std::int64_t>(), .record = {}, .source = {}, .citation = {}};
    const auto record = reader.read(game.id);
    REQUIRE(record);
    game.source = reader.header(game.id)->source;
    game.record.kind = record->kind;
    game.record.annotations = record->annotations;

    game.citation = text_of(line["citation"]);
    for (const auto& [name, value] : line["tags"].items()) {
        const std::string unknown(record->tags.find(name).value_or(""));
        game.record.tags.add(name, value.is_null() ? unknown : value.get<std::string>());
    }
    game.record.result = result_from(text_of(line["result"])).value();
    game.record.state = state_named(text_of(line["state"]));
    game.record.ply_count = line["plies"].get<std::uint32_t>();
    game.record.notation.code = text_of(line["notation"]);
    if (game.record.kind != GameKind::chess) return game;
    game.record.start = text_of(line["start"]);
    game.record.moves = played(game.record.start, text_of(line["uci"]));
    return game;
}

}  // namespace

std::vector<plain::Game> exported_games(const std::string& database) {
    const test::Said said = test::run({"export", database, "--ndjson"});
    REQUIRE(said.code == 0);
    auto store = store::Store::open(database, store::Access::read_only);
    store::GameReader reader(store);
    std::vector<plain::Game> games;
    std::istringstream lines(said.out);
    for (std::string line; std::getline(lines, line);) games.push_back(game_of(Json::parse(line), reader));
    return games;
}

}  // namespace cofnod::cli
