// Games from damaged databases, each of which once ended the program.

#include <catch2/catch.hpp>

#include <filesystem>
#include <sstream>

#include "base/error.hpp"
#include "chess/move.hpp"
#include "cli/notation_choice.hpp"
#include "cli/show.hpp"
#include "game/games.hpp"
#include "pgn/writer.hpp"
#include "store/game_writer.hpp"

using namespace cofnod;

namespace {

/// 1.e4 (1.???)
GameRecord game_with_variation(chess::Move move) {
    GameRecord game;
    const auto start = chess::Position::initial();
    const auto e4 = chess::Move::ordinary(*chess::Square::parse("e2"), *chess::Square::parse("e4"));
    chess::Packer packer(start);
    packer.push(start, e4);
    game.moves = packer.bytes();
    game.ply_count = 1;
    auto end = start;
    end.play(e4);
    game.final_check = final_check_of(end.key());
    game.notation = {"en", Decision::only, {}};
    game.annotations.add(Annotations::Kind::begin_variation, 1);
    game.annotations.add(Annotations::Kind::move, 1, move.raw());
    game.annotations.add(Annotations::Kind::end_variation, 1);
    return game;
}

std::string show(const GameRecord& game) {
    const auto path = std::filesystem::temp_directory_path() / ("cofnod-damaged-" + std::to_string(getpid()) + ".db");
    {
        auto store = store::Store::open(path, store::Access::create);
        store::GameWriter writer(store);
        writer.begin_batch("test", "");
        writer.begin_source({"x.pgn", "pgn", "UTF-8", 1, ""});
        writer.add(game);
        writer.end_source();
        writer.end_batch();
    }
    std::ostringstream out, err;
    cli::Streams io{out, err};
    std::string said;
    try {
        cli::run_show({.database = path, .id = 1}, io);
        said = out.str();
    } catch (const StoreError& error) {
        said = error.what();
    }
    for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(path.string() + end);
    return said;
}

}  // namespace

TEST_CASE("a variation whose move takes a king is told as damage, and not played", "[cli][pgn][damage]") {
    const auto square = [](const char* name) { return *chess::Square::parse(name); };
    const notation::Languages languages = cli::known_languages({});
    const pgn::WriteOptions how{.language = &cli::language_named(languages, "en")};
    std::string text;
    CHECK_NOTHROW(pgn::write(game_with_variation(chess::Move::ordinary(square("d2"), square("d4"))), how, text));
    for (const auto& [from, to] : {std::pair{"d1", "e8"}, {"e8", "e1"}, {"e4", "e5"}, {"a1", "e1"}}) {
        const GameRecord game = game_with_variation(chess::Move::ordinary(square(from), square(to)));
        text.clear();
        CHECK_THROWS_AS(pgn::write(game, how, text), StoreError);
        CHECK(show(game).find("its moves cannot be read") != std::string::npos);
    }
}
