#include <catch2/catch.hpp>

#include "base/characters.hpp"
#include "helpers.hpp"
#include "store/game_reader.hpp"
#include "store/stored_values.hpp"

using namespace cofnod;
using namespace cofnod::store;
using namespace cofnod::store::test;

namespace {

/// Returns the game as read back from a new database.
GameRecord stored(const GameRecord& game) {
    const Folder folder;
    {
        Store store = Store::open(folder.file("games.db"), Access::create);
        import_games(store, {game});
    }
    Store store = Store::open(folder.file("games.db"), Access::read_only);
    return GameReader(store).read(1).value();
}

bool comes_back(const GameRecord& game) { return same(stored(game), game); }
bool comes_back(const TagList& tags) { return comes_back(game_with(tags)); }

std::string tag_after_storing(std::string_view name, std::string_view value) {
    return std::string(stored(game_with({{name, value}})).tags.find(name).value());
}

}  // namespace

TEST_CASE("a game comes back as it was", "[store]") {
    CHECK(comes_back(paris_game()));
    CHECK(comes_back(full_game()));
    CHECK(comes_back(GameRecord{}));
}

TEST_CASE("no notation is named by an empty word", "[store][damage]") {
    CHECK(words_of("en ca", " ") == std::vector<std::string_view>{"en", "ca"});
    CHECK(words_of("  en  ca ", " ") == std::vector<std::string_view>{"en", "ca"});
    CHECK(words_of("", " ").empty());
}

TEST_CASE("a rejected game keeps its text and its tags", "[store]") {
    GameRecord game = full_game();
    game.state = GameState::rejected;
    game.moves.clear();
    game.san.clear();
    game.ply_count = 0;
    CHECK(comes_back(game));
}

TEST_CASE("tags keep their order, their doubles and their exact text", "[store]") {
    CHECK(comes_back({{"Black", "B"}, {"White", "A"}, {"Event", "?"}}));
    CHECK(comes_back({{"White", "A"}, {"White", "B"}, {"White", ""}, {"White", "A"}}));
    CHECK(comes_back({{"white", "small"}, {"White", ""}, {"", ""}}));
    CHECK(comes_back({{"WhiteElo", ""}, {"BlackElo", "-"}}));
    CHECK(comes_back({{"WhiteElo", "02700"}, {"BlackElo", "2700 "}}));
    CHECK(comes_back({{"WhiteElo", "0"}, {"BlackElo", "99999999999999999999"}}));
    CHECK(comes_back({{"Round", "1"}, {"Round", "1.2"}}));
    CHECK(comes_back({{"Round", "01"}}));
    CHECK(comes_back({{"Round", ""}}));
    CHECK(comes_back({{"ECO", "B90"}, {"ECO", "C"}}));
    CHECK(comes_back({{"SetUp", "1"}, {"FEN", "8/8/8/8/8/8/8/8 w - - 0 1"}}));
    CHECK(comes_back({{"SetUp", "0"}, {"PlyCount", "3"}}));
    CHECK(comes_back({{"PlyCount", "4"}, {"SetUp", ""}}));
    CHECK(comes_back({{"White", "\"quoted\" and \\ back"}, {"a\"b\\c\td", "x"}}));
    CHECK(comes_back({{"White", "كاسباروف، غاري"}, {"Black", "Ŵyn, Siôn"}, {"Gwyn", "‏ح3ج"}}));
}

TEST_CASE("a result that no tag of PGN may have is kept beside the result understood", "[store]") {
    GameRecord game = game_with({{"Result", "½–½"}});
    game.result = Result::draw;
    CHECK(comes_back(game));
}

TEST_CASE("dates keep their exact text, canonical or not", "[store]") {
    for (const char* date :
         {"1950.06.01", "1950.06.??", "1950.??.??", "????.??.??", "????.12.25", "19??.1.?", "1950", "1950-06-01",
          "1950.13.45", "", "yesterday", "0000.00.00", "????.??", "1950.06.01.02", "99999.01.01"})
        CHECK(tag_after_storing("Date", date) == date);
}

TEST_CASE("text that is not UTF-8 is repaired, and NUL replaced, in all fields", "[store]") {
    CHECK(tag_after_storing("White",
                            "Pr\xfc"
                            "fer") == "Prüfer");
    CHECK(tag_after_storing("Annotator", std::string_view("a\0b", 3)) == "a\uFFFDb");
    GameRecord game = full_game();
    game.san = game.unread = std::string("\xe9\0", 2);
    game.problems[0].reason.arguments = {game.san};
    const GameRecord back = stored(game);
    CHECK(back.san == "é\uFFFD");
    CHECK(back.unread == "é\uFFFD");
    CHECK(back.problems[0].reason.arguments == Arguments{"é\uFFFD"});
}

TEST_CASE("the place of a game in its source is kept, near and far", "[store]") {
    const Folder folder;
    Store store = Store::open(folder.file("games.db"), Access::create);
    const std::vector<SourceSpan> spans = {{3, 900, 2},
                                           {900, 33'000, 20},
                                           {33'000, 33'001, 21},
                                           {5'000'000'000, 5'000'000'100, 80'000'000},
                                           {5'000'000'100, 5'000'000'100, 80'000'009}};
    GameWriter writer(store);
    writer.begin_batch("0", "");
    writer.begin_source({"big.pgn", "pgn", "UTF-8", 5'000'000'100, "hash"});
    for (const SourceSpan& span : spans) {
        GameRecord game = paris_game();
        game.span = span;
        writer.add(game);
    }
    writer.end_batch();

    GameReader reader(store);
    std::int64_t id = 0;
    for (const SourceSpan& span : spans) {
        const GameRecord game = reader.read(++id).value();
        CHECK(game.span.begin == span.begin);
        CHECK(game.span.end == span.end);
        CHECK(game.span.line == span.line);
        const GameHeader header = reader.header(id).value();
        CHECK(header.source == "big.pgn");
        CHECK(header.number == static_cast<std::uint64_t>(id));
        CHECK(header.line == span.line);
    }
}

TEST_CASE("what the user does not want is left out, but never the text of a rejected game", "[store]") {
    const Folder folder;
    Store store = Store::open(folder.file("games.db"), Access::create);
    GameRecord rejected = full_game();
    rejected.state = GameState::rejected;
    GameWriter writer(store, {.keep_source = false, .keep_san = false});
    writer.begin_batch("0", "");
    writer.begin_source({"a.pgn", "pgn", "", 0, ""});
    writer.add(full_game());
    writer.add(rejected);
    writer.end_batch();

    GameReader reader(store);
    CHECK(reader.read(1)->san.empty());
    CHECK(reader.read(1)->source_text.empty());
    CHECK(reader.read(2)->source_text == rejected.source_text);
}

TEST_CASE("there is no game beyond the last, and none before the first", "[store]") {
    const Folder folder;
    Store store = Store::open(folder.file("games.db"), Access::create);
    import_games(store, {paris_game()});
    GameReader reader(store);
    CHECK_FALSE(reader.read(0));
    CHECK_FALSE(reader.read(2));
    CHECK_FALSE(reader.header(2));
    CHECK_FALSE(reader.moves(2));
    CHECK(reader.moves(1)->moves == paris_game().moves);
}

TEST_CASE("a scan gives the moves of a range of games in order", "[store]") {
    const Folder folder;
    Store store = Store::open(folder.file("games.db"), Access::create);
    import_games(store, {paris_game(), full_game(), paris_game(), paris_game()});
    std::vector<std::int64_t> ids;
    GameReader(store).scan_moves(2, 3, [&](const GameMoves& game) {
        ids.push_back(game.id);
        CHECK(game.kind == GameKind::chess);
        CHECK(game.moves == paris_game().moves);
        CHECK(game.start == (game.id == 2 ? full_game().start : ""));
        return true;
    });
    CHECK(ids == std::vector<std::int64_t>{2, 3});
}
