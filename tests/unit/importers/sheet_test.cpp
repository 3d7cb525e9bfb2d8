// Rows that do not match the header row.

#include <rapidcheck.h>
#include <catch2/catch.hpp>
#include <initializer_list>

#include "collect.hpp"
#include "games/record/camelot_game.hpp"
#include "games/record/record.hpp"

using namespace cofnod;
using namespace cofnod::importers;

TEST_CASE("a row that ends before the column of plies has none", "[importers][sheet]") {
    const GameRecord game = read_game("Ply,White,Move\n1,A,e4\n2\n3,A,e5\n", Format::sheet);
    CHECK(game.san == "1.e4 e5");
}

TEST_CASE("a cell that is no result is not taken for moves", "[importers][sheet]") {
    const Collected found = read_text("White,Black,Result,Moves\nA,B,1/2-1/2 1. d4 d5 2. c4\n", Format::sheet);
    REQUIRE(found.games.size() == 1);
    CHECK(found.games[0].tags.find("Result") == "1/2-1/2 1. d4 d5 2. c4");
    CHECK(found.games[0].ply_count == 0);
}

TEST_CASE("moves that commas part into cells are one game", "[importers][sheet]") {
    const GameRecord game = read_game("White,Black,Moves\nA,B,1. e4 e5,2. Nf3 Nc6,3. Bb5 a6\n", Format::sheet);
    CHECK(game.san == "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6");
    CHECK(game.state == GameState::complete);
}

TEST_CASE("a cell without a head is kept", "[importers][sheet]") {
    const GameRecord game = read_game("White,Black,Moves,\nA,B,1. e4 e5,rare\n", Format::sheet);
    CHECK(game.tags.find("Column4") == "rare");
}

TEST_CASE("two columns of moves are read one after the other", "[importers][sheet]") {
    CHECK(read_game("White,Black,Moves,PGN\nA,B,2,1. e4 e5 1-0\n", Format::sheet).san == "1.e4 e5");
}

TEST_CASE("a row a move keeps what its other columns say", "[importers][sheet]") {
    const Collected found = read_text(
        "Game,Event,Result,Number,White,Black,Note\n"
        "1,Bala,,1,e4,e5,best\n1,Bala,0-1,2,f4,Qh4+,\n2,Y Bala,1-0,1,d4,d5,\n",
        Format::sheet);
    REQUIRE(found.games.size() == 2);
    const GameRecord &first = found.games[0], &second = found.games[1];
    CHECK(first.tags.find("Event") == "Bala");
    CHECK(first.result == Result::black_wins);
    REQUIRE(first.annotations.size() == 1);
    CHECK(first.annotations[0].text == "best");
    CHECK(second.tags.find("Event") == "Y Bala");
    CHECK(second.result == Result::white_wins);
}

TEST_CASE("columns of moves with their numbers, and numbers without a head, are no players", "[importers][sheet]") {
    CHECK(read_game("White,Black\n1. e4,e5\n2. Nf3,Nc6\n", Format::sheet).san == "1.e4 e5 2.Nf3 Nc6");
    CHECK(read_game("White\tBlack\n1\te4\te5\n2\tNf3\tNc6\n", Format::sheet).san == "1.e4 e5 2.Nf3 Nc6");
    CHECK(read_game("White,Black\nHuws-Jones,Prys\n", Format::sheet).tags.find("White") == "Huws-Jones");
}

TEST_CASE("a column of starts may have positions of Camelot", "[importers][sheet]") {
    const std::string start = "*****2*****/**8**/*4MM4*/12/12/12/mm10/12/12/12/12/12/12/*10*/**8**/*****2***** w 00";
    const GameRecord game = read_game("White,Black,start,moves\nA,B," + start + ",F14-F15 A10-A9\n", Format::sheet);
    CHECK(game.kind == CamelotGame::kind);
    CHECK(game.ply_count == 2);
}

TEST_CASE("games of one row follow each other, in whatever order the columns stand", "[importers][sheet]") {
    const auto parts = [](const std::string& sheet) {
        std::vector<std::string> texts;
        for (const GameRecord& game : read_text(sheet, Format::sheet).games)
            texts.push_back(sheet.substr(game.span.begin, game.span.end - game.span.begin));
        return texts;
    };
    using Texts = std::vector<std::string>;
    CHECK(parts("Ply,Move\n1,e4\n2,e5 1-0,best\n3,1. d4\n") == Texts{"1,e4\n2,e5 1-0,best\n3,", "1. d4\n"});
    CHECK(parts("Ply,Move\n1,0-1,best\n2,1. d4\n") == Texts{"1,0-1,best\n2,", "1. d4\n"});
    CHECK(parts("Number,Black,White\n1,e5,e4\n2,1. d4 d5 *,Nf3 1-0\n") == Texts{"1,e5,e4\n2,1. d4", " d5 *,Nf3 1-0\n"});
}

TEST_CASE("a column whose name is a paragraph is a tag all the same", "[importers][sheet]") {
    const std::string name(300, 'x');
    const GameRecord game = read_game("White,Black," + name + "1,Moves\nA,B,here,1. d4 d5\n", Format::sheet);
    CHECK(game.tags.find(name.substr(0, 255)) == "here");
    CHECK(game.san == "1.d4 d5");
}

TEST_CASE("a column whose name begins as a command of PGN does is a tag all the same", "[importers][sheet]") {
    const GameRecord game = read_game("White,Black,%clk,Moves\nA,B,0:01,1. d4 d5\n", Format::sheet);
    CHECK(game.tags.find("_clk") == "0:01");
    CHECK(game.tags.find("White") == "A");
}

namespace {

/// Reads a sheet in blocks of some hundred bytes.
Collected read_in_blocks(const std::string& sheet) {
    Collected found;
    Source source = Source::of_text("test.csv", sheet);
    import_source(source, languages(), {.format = Format::sheet, .limits = {.game = 300}, .block_size = 50}, found);
    return found;
}

void check_that_games_stay_whole(const std::string& header, const std::string& rows, bool has_name) {
    std::string sheet = header;
    for (int i = 0; i < 100; ++i)
        for (const char c : rows) sheet += has_name && c == '#' ? std::to_string(i) : std::string(1, c);
    const Collected found = read_in_blocks(sheet);
    CHECK(found.games.size() == 100);
    for (const GameRecord& game : found.games) {
        CHECK(game.state == GameState::complete);
        CHECK(game.san == "1.e4 e5 2.Nf3 Nc6");
    }
}

}  // namespace

TEST_CASE("a long sheet with a ply a row is cut between games", "[importers][sheet]") {
    check_that_games_stay_whole("Game,Ply,Move\n", "#,1,e4\n#,2,e5\n#,3,Nf3\n#,4,Nc6\n", true);
}

TEST_CASE("a long sheet with a move a row is cut between games", "[importers][sheet]") {
    check_that_games_stay_whole("Number,White,Black\r\n", "1,e4,e5\r\n2,Nf3,Nc6\r\n", false);
    check_that_games_stay_whole("Number,White,Black\n", "1,e4,e5\n2,Nf3,Nc6\n\n", false);
}

TEST_CASE("long score sheets are cut between games", "[importers][sheet]") {
    check_that_games_stay_whole("", "White,A#\nBlack,B#\n\nNo,White,Black\n1,e4,e5\n2,Nf3,Nc6\n\n", true);
    check_that_games_stay_whole("", ",A,B\n1,e4,e5\n2,Nf3,Nc6\n\n", false);
    check_that_games_stay_whole("", "Gwyn;A\r\nDu;\"B\n#\"\r\n1;e4;e5\r\n2;Nf3;Nc6\r\n", true);
}

TEST_CASE("a problem in a score sheet is at its cell, and the game has the text of its rows", "[importers][sheet]") {
    const std::string first = "White,A\nBlack,B\n1,e4,e5\n2,Nf3,Nc6\n\n";
    const std::string second = "\"White\",\"C\"\nBlack,D\n1,d4,d5\n2,c4, Ke4\n";
    const Collected found = read_text(first + second, Format::detect);
    REQUIRE(found.games.size() == 2);
    REQUIRE(found.games[1].problems.size() == 1);
    CHECK(found.games[1].problems[0].place.line == 9);
    CHECK(found.games[1].problems[0].place.column == 6);
    CHECK(found.games[0].source_text == first);
    CHECK(found.games[1].source_text == second);
}

TEST_CASE("a long sheet with a game a row is cut between rows", "[importers][sheet]") {
    check_that_games_stay_whole("Game,White,Black,Moves\n", "#,A,B,1. e4 e5 2. Nf3 Nc6\n", true);
    check_that_games_stay_whole("Game,White,Black,Moves\n", "#,A,B,\"1. e4 e5\n\n2. Nf3 Nc6\"\n", true);
}

TEST_CASE("the sign that keeps a spreadsheet from running a cell is no part of it", "[sheet]") {
    const GameRecord game = read_game("white,black,event,site,moves\n'=1+1,'\uFF1Dx,''@y,'z,e4 e5\n", Format::sheet);
    CHECK(game.tags.find("White") == "=1+1");
    CHECK(game.tags.find("Black") == "\uFF1Dx");
    CHECK(game.tags.find("Event") == "'@y");
    CHECK(game.tags.find("Site") == "'z");
    CHECK(read_game("white\tblack\tmoves\n'=1+1\tb\te4 e5\n", Format::sheet).tags.find("White") == "'=1+1");
}

namespace {

/// Returns a cell of random bytes, quoted if necessary.
std::string any_cell(char separator, int longest) {
    const std::string text = *rc::gen::container<std::string>(
        *rc::gen::inRange(0, longest), rc::gen::element('a', 'B', ' ', ',', ';', '\t', '"', '\n', '\r', '.', '1', '|'));
    if (text.find_first_of(std::string("\"\r\n") + separator) == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) (quoted += c) += c == '"' ? "\"" : "";
    return quoted + '"';
}

/// Returns rows with one game each, or a score sheet.
std::string any_sheet(bool is_table) {
    const char separator = *rc::gen::element(',', ';', '\t');
    const std::string line_break = *rc::gen::element<std::string>("\n", "\r\n", "\r");
    const auto row = [&](std::initializer_list<std::string> cells) {
        std::string text;
        for (const std::string& cell : cells) (text += text.empty() ? "" : std::string(1, separator)) += cell;
        return text + line_break;
    };
    std::string sheet = is_table ? row({"White", "Black", "Note", "Moves"}) : "";
    const int games = *rc::gen::inRange(2, 20);
    for (int i = 0; i < games; ++i) {
        const std::string name = "P" + std::to_string(i);
        if (is_table) {
            sheet += row({name, "B", any_cell(separator, 200), "\"1. e4 e5\n2. Nf3\""});
            continue;
        }
        sheet += row({"White", name}) + row({"Black", "B"}) + row({"1", "e4", "e5", any_cell(separator, 200)});
        sheet += row({"2", "Nf3", ""}) + line_break;
    }
    return sheet;
}

Collected read_sheet(const std::string& sheet, std::size_t limit, std::size_t block_size) {
    Collected found;
    Source source = Source::of_text("test.csv", sheet);
    import_source(source, languages(), {.format = Format::sheet, .limits = {.game = limit}, .block_size = block_size},
                  found);
    return found;
}

}  // namespace

TEST_CASE("a sheet reads the same in blocks of any size", "[importers][sheet][property]") {
    CHECK(rc::check("in blocks or as a whole", [](bool is_table) {
        const std::string sheet = any_sheet(is_table);
        const Collected whole = read_sheet(sheet, std::size_t{1} << 20, std::size_t{1} << 20);
        const auto limit = static_cast<std::size_t>(*rc::gen::inRange(600, 3000));
        const Collected parts = read_sheet(sheet, limit, static_cast<std::size_t>(*rc::gen::inRange(1, 3000)));
        RC_ASSERT(whole.games.size() == parts.games.size());
        for (std::size_t i = 0; i < whole.games.size(); ++i) {
            RC_ASSERT(whole.games[i].tags.find("White") == "P" + std::to_string(i));
            RC_ASSERT(whole.games[i].san == "1.e4 e5 2.Nf3");
            RC_ASSERT(parts.games[i].tags == whole.games[i].tags);
            RC_ASSERT(parts.games[i].san == whole.games[i].san);
            RC_ASSERT(parts.games[i].source_text == whole.games[i].source_text);
            RC_ASSERT(parts.games[i].span.begin == whole.games[i].span.begin);
        }
    }));
}
