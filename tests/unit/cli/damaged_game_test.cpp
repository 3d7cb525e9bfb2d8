// Games from damaged databases, each of which once crashed the program.

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

#include "../operations/folder.hpp"
#include "base/error.hpp"
#include "cql/run/game_tree.hpp"
#include "games/chess/move.hpp"
#include "games/chess/pack.hpp"
#include "games/chess/position.hpp"
#include "games/pgn/writer.hpp"
#include "games/record/record.hpp"
#include "operations/notation_choice.hpp"
#include "operations/salvage.hpp"
#include "run.hpp"
#include "store/game_writer.hpp"
#include "store/statement.hpp"

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

/// A database with copies of one game, removed after the test.
class Database {
public:
    Database(const GameRecord& game, int times) {
        auto store = store::Store::open(path_, store::Access::create);
        store::GameWriter writer(store);
        writer.begin_batch("test", "");
        writer.begin_source({"x.pgn", "pgn", "UTF-8", 1, ""});
        for (int i = 0; i < times; ++i) writer.add(game);
        writer.end_source();
        writer.end_batch();
    }
    ~Database() {
        for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(path_.string() + end);
    }
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_ =
        std::filesystem::temp_directory_path() / ("cofnod-damaged-" + std::to_string(getpid()) + ".db");
};

/// Changes the key in an interior page of the table of games so that its first page seems to end with game 129: later
/// games on that page cannot be found by id.
void hide_games(const std::filesystem::path& path) {
    constexpr std::int64_t page_size = 16384;
    std::int64_t root = 0;
    {
        auto store = store::Store::open(path, store::Access::read_only);
        auto row =
            store::Statement::of_text(store.connection(), "SELECT rootpage FROM sqlite_schema WHERE name = 'game'");
        row.step();
        root = (row.integer(0) - 1) * page_size;
    }
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    const auto byte = [&](std::int64_t at) {
        file.seekg(at);
        return file.get();
    };
    REQUIRE(byte(root) == 5);
    const std::int64_t cell = root + (byte(root + 12) << 8 | byte(root + 13));
    REQUIRE(byte(cell + 4) > 0x81);  // the key, some hundreds, takes two bytes
    file.seekp(cell + 4);
    file.write("\x81\x01", 2);
}

/// 1.e4 (1.d4), and a comment after `ply` plies.
GameRecord game_with_comment(std::uint32_t ply) {
    GameRecord game =
        game_with_variation(chess::Move::ordinary(*chess::Square::parse("d2"), *chess::Square::parse("d4")));
    game.annotations.add(Annotations::Kind::comment, ply, 0, "hello");
    return game;
}

std::string show(const GameRecord& game) {
    const Database database(game, 1);
    const auto said = cli::test::run({"show", database.path(), "1"});
    return said.out + said.err;
}

}  // namespace

TEST_CASE("a variation whose move takes a king is told as damage, and not played", "[cli][pgn][damage]") {
    const auto square = [](const char* name) { return *chess::Square::parse(name); };
    const notation::Languages languages = operations::known_languages({});
    const pgn::WriteOptions how{.language = &operations::language_named(languages, "en")};
    std::string text;
    CHECK_NOTHROW(pgn::write(game_with_variation(chess::Move::ordinary(square("d2"), square("d4"))), how, text));
    for (const auto& [from, to] : {std::pair{"d1", "e8"}, {"e8", "e1"}, {"e4", "e5"}, {"a1", "e1"}}) {
        const GameRecord game = game_with_variation(chess::Move::ordinary(square(from), square(to)));
        text.clear();
        CHECK_THROWS_AS(pgn::write(game, how, text), StoreError);
        CHECK(show(game).find("its moves cannot be read") != std::string::npos);
    }
}

TEST_CASE("a comment behind moves that are not there is told as damage, and is none to those who look for positions",
          "[cli][cql][damage]") {
    const std::uint32_t ply = GENERATE(2U, 0x7FFFFFFFU, 0x80000000U, 0xFFFFFFFFU);
    INFO(ply);
    const GameRecord game = game_with_comment(ply);
    cql::GameTree tree;
    CHECK(tree.read(cql::Game::of(game, 1), true, true));
    CHECK(tree.size() == 3);
    REQUIRE(tree.notes().size() == 1);
    CHECK(tree.notes()[0].id == 1);
    CHECK(tree.read(cql::Game::of(game, 1), false, true));
    CHECK(tree.notes()[0].id == 1);

    const Database database(game, 1);
    const auto checked = cli::test::run({"check", database.path()});
    CHECK(checked.code != 0);
    CHECK(checked.out.find(std::to_string(ply)) != std::string::npos);

    GameRecord mended = game;
    CHECK(operations::salvage_record(mended, true).size() == 1);
    CHECK(mended.annotations.size() == 3);
    CHECK(operations::salvage_record(mended, true).empty());
}

TEST_CASE("a game that is listed, but that no way leads to by its id, is told as damage", "[cli][damage]") {
    const auto e4 = chess::Move::ordinary(*chess::Square::parse("e7"), *chess::Square::parse("e5"));
    const Database database(game_with_variation(e4), 1000);
    hide_games(database.path());
    CHECK(cli::test::run({"dedupe", database.path(), "--same-moves", "--min-plies", "0"}).code ==
          static_cast<int>(ExitCode::store));
}

TEST_CASE("a text that is listed, but that no way leads to, is told as damage and not written", "[cli][damage]") {
    GameRecord game =
        game_with_variation(chess::Move::ordinary(*chess::Square::parse("e7"), *chess::Square::parse("e5")));
    game.state = GameState::incomplete;
    game.source_text = "1. e4 Qx9 *";
    const Database database(game, 1000);
    hide_games(database.path());
    const operations::test::Folder folder;
    const std::string texts = folder.file("texts");
    CHECK(cli::test::run({"rejects", database.path(), "--export", texts}).code == static_cast<int>(ExitCode::store));
    CHECK(std::filesystem::exists(texts + "/129.txt"));
    CHECK_FALSE(std::filesystem::exists(texts + "/130.txt"));
}
