#include <rapidcheck.h>
#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>

#include <fstream>

#include "../games/camelot/playout.hpp"
#include "base/problem.hpp"
#include "base/problem_kinds.hpp"
#include "camelot_layouts.hpp"
#include "collect.hpp"
#include "games/camelot/pack.hpp"
#include "games/pgn/writer.hpp"
#include "games/record/camelot_game.hpp"
#include "importers/formats/prose/heading.hpp"
#include "importers/games/camelot/recognise.hpp"

using namespace cofnod;
using namespace cofnod::importers;
using namespace cofnod::testing;

namespace {

/// Formats a word as in tests/notation/camelot/*.cases.
std::string read_form(std::string_view word) {
    const auto read = importers::camelot::read_move_word(word);
    if (!read) return "none";
    std::string text;
    for (std::size_t i = 0; i < read->move.path.size(); ++i) {
        if (i > 0) text += "-^x"[static_cast<std::size_t>(read->move.separators[i])];
        text += read->move.path[i].to_string();
    }
    if (read->move.has_mended_digits) text += " mended";
    if (read->nag != 0) text += " $" + std::to_string(read->nag);
    return text;
}

WrittenGame random_game() {
    WrittenGame game;
    const auto starts = cofnod::camelot::testing::starts();
    cofnod::camelot::testing::Dice dice(*rc::gen::arbitrary<std::uint64_t>());
    const auto& start = starts[dice.below(3) == 0 ? dice.below(starts.size()) : 0];
    if (&start.board() == &cofnod::camelot::boards::camelot) game.start = start;
    cofnod::camelot::testing::play_random_game(game.start, dice, 1 + dice.below(120),
                                               [&](const auto&, const auto& path) { game.paths.push_back(path); });
    game.result = *rc::gen::element(Result::unknown, Result::white_wins, Result::black_wins, Result::draw);
    return game;
}

/// Returns the paths of a record.
std::vector<cofnod::camelot::Path> paths_of(const GameRecord& game) {
    const auto start = game.start.empty()
                           ? cofnod::camelot::Position::initial()
                           : cofnod::camelot::read_position(game.start, cofnod::camelot::board_of(game.start)).value();
    std::vector<cofnod::camelot::Path> paths;
    cofnod::camelot::Unpacker unpacker(start, game.moves);
    while (const auto path = unpacker.next()) paths.push_back(*path);
    return paths;
}

std::string camelot_pgn(const std::string& moves, const std::string& tags = "") {
    return "[Event \"?\"]\n[GameType \"Camelot\"]\n" + tags + "\n" + moves + "\n";
}

}  // namespace

TEST_CASE("every line of tests/notation/camelot reads as it says", "[importers][camelot]") {
    std::ifstream file(COFNOD_ROOT "/tests/notation/camelot/forms.cases");
    int count = 0;
    for (std::string line; std::getline(file, line);) {
        line = line.substr(0, line.find("  #"));
        if (line.empty() || line[0] == '#') continue;
        const std::size_t sign = line.find(" = ");
        REQUIRE(sign != std::string::npos);
        const std::string word = line.substr(0, line.find_last_not_of(' ', sign) + 1);
        const std::string expected = line.substr(sign + 3, line.find_last_not_of(' ') - sign - 2);
        INFO(word);
        CHECK(read_form(word) == expected);
        ++count;
    }
    CHECK(count > 30);
}

TEST_CASE("random games come back as they were from every layout and with all signs",
          "[importers][camelot][property]") {
    rc::prop("same paths", [] {
        const WrittenGame game = random_game();
        for (const Layout layout : layouts) {
            if (layout == Layout::bare && game.start != cofnod::camelot::Position::initial()) continue;
            const auto separators =
                *rc::gen::elementOf(std::vector<Separators>(std::begin(all_separators), std::end(all_separators)));
            const std::string text = in_layout(game, layout, separators);
            const Collected found = read_text(text);
            RC_LOG() << text;
            RC_ASSERT(found.games.size() == 1u);
            RC_ASSERT(found.games[0].kind == CamelotGame::kind);
            RC_ASSERT(found.games[0].state == GameState::complete);
            RC_ASSERT(paths_of(found.games[0]) == game.paths);
            RC_ASSERT(found.games[0].ply_count == game.paths.size());
            RC_ASSERT(found.games[0].result == game.result);
        }
    });
}

TEST_CASE("games one after another are told apart in every layout", "[importers][camelot][property]") {
    rc::prop("as many as there are", [] {
        const auto count = *rc::gen::inRange<std::size_t>(1, 5);
        const Layout layout = *rc::gen::elementOf(std::vector<Layout>(std::begin(layouts), std::end(layouts)));
        std::string text;
        std::vector<WrittenGame> games;
        for (std::size_t i = 0; i < count; ++i) {
            games.push_back(random_game());
            text += in_layout(games.back(), layout, Separators::usual);
        }
        const Collected found = read_text(text);
        RC_LOG() << text;
        RC_ASSERT(found.games.size() == count);
        for (std::size_t i = 0; i < count; ++i) RC_ASSERT(paths_of(found.games[i]) == games[i].paths);
    });
}

TEST_CASE("a game of Camelot is exported and read back as it was, set up or not, with its notes",
          "[importers][camelot][pgn][property]") {
    rc::prop("round trip", [] {
        const WrittenGame game = random_game();
        std::string text = in_layout(game, Layout::pgn, *rc::gen::element(Separators::usual, Separators::dashes));
        if (*rc::gen::arbitrary<bool>() && game.paths.size() > 1 && game.start == cofnod::camelot::Position::initial())
            text = replaced(text, "2. ", "(1... D10-D9 $2 {a try}) {a note} 2. ");
        const Collected first = read_text(text);
        RC_ASSERT(first.games.size() == 1u);
        std::string exported;
        pgn::write(first.games[0], {.language = &languages().english()}, exported);
        const Collected second = read_text(exported);
        RC_LOG() << text << exported;
        RC_ASSERT(second.games.size() == 1u);
        RC_ASSERT(second.games[0].kind == CamelotGame::kind);
        RC_ASSERT(second.games[0].moves == first.games[0].moves);
        RC_ASSERT(second.games[0].start == first.games[0].start);
        RC_ASSERT(second.games[0].state == first.games[0].state);
        RC_ASSERT(second.games[0].annotations == first.games[0].annotations);
        RC_ASSERT(second.games[0].problems.size() <= first.games[0].problems.size());
        std::string again;
        pgn::write(second.games[0], {.language = &languages().english()}, again);
        RC_ASSERT(again == exported);

        std::string columns;
        pgn::write(first.games[0], {.language = &languages().english(), .layout = pgn::Layout::columns}, columns);
        const Collected third = read_text(columns);
        RC_LOG() << columns;
        RC_ASSERT(third.games.size() == 1u);
        RC_ASSERT(third.games[0].moves == first.games[0].moves);
        RC_ASSERT(third.games[0].result == first.games[0].result);
        RC_ASSERT(third.games[0].state == first.games[0].state);
    });
}

TEST_CASE("7...J11-F11-D11xF9 of a printed score is repaired, and that is told", "[importers][camelot]") {
    const GameRecord game = read_game(
        "Michael Nolan vs. Chaxx 1.05  2008\n\n 1.E6-E8           H11-F9\n 2.H6-F8           F11-H9\n"
        " 3.G6-G8           D11-D9\n 4.E8xC10xC12      D10-C11\n 5.C12xC10         E10-E12\n"
        " 6.G8xE10          I10-G8xG6xE6xE8xG8xE6xC8\n 7.I7-G7           J11-F11-D11xF9\n"
        " 8.J6-H6-H8-F6     H9-I8\n   Resigns 0-1\n",
        Format::detect);
    CHECK(game.state == GameState::complete);
    CHECK(game.ply_count == 16);
    CHECK(game.result == Result::black_wins);
    CHECK(game.tags.find("White") == "Michael Nolan");
    CHECK(game.tags.find("Black") == "Chaxx 1.05");
    CHECK(game.tags.find("Date") == "2008.??.??");
    CHECK(game.san.find("7.I7-G7 J11-H11-F11-D11xF9 8.J6-H6-H8-F6") != std::string::npos);
    REQUIRE(game.problems.size() == 1);
    CHECK(game.problems[0].group() == ProblemGroup::repaired_move);
    CHECK(game.problems[0].severity == Severity::note);
    CHECK(sentence(game.problems[0].reason) ==
          "read «J11-F11-D11xF9» as J11-H11-F11-D11xF9: squares on the way are left out");
    CHECK(game.problems[0].place == Place{9, 20, game.problems[0].place.byte});
    CHECK(game.source_text.find("J11-F11-D11xF9") != std::string::npos);
}

TEST_CASE("a score as we write it is complete, without problems, and needs no copy of its text",
          "[importers][camelot]") {
    const GameRecord game = read_game(camelot_pgn("1. E6-E8 H11-F9 {a note} 2. C6-E6-G8 1-0", "[Result \"1-0\"]\n"));
    CHECK(game.kind == CamelotGame::kind);
    CHECK(game.state == GameState::complete);
    CHECK(game.san == "1.E6-E8 H11-F9 2.C6-E6-G8");
    CHECK(game.problems.empty());
    CHECK(game.start.empty());
    CHECK(game.annotations[0].text == "a note");
    CHECK(game.source_text.empty());
    CHECK_FALSE(read_game(camelot_pgn("1. e6-e8 H11-F9 *")).source_text.empty());
    CHECK_FALSE(read_game(camelot_pgn("1. E6-E8! H11-F9 *")).source_text.empty());
}

TEST_CASE("marks become NAGs, brackets variations if their first move can be played", "[importers][camelot]") {
    using Kind = Annotations::Kind;
    const GameRecord game =
        read_game(camelot_pgn("1. E6-E8! H11-F9?! (1... D11-F9 2. C6-E6) 2. H6-F8 (See position below) *"));
    REQUIRE(game.annotations.size() == 7);
    CHECK(game.annotations[0].value == 1);
    CHECK(game.annotations[1].value == 6);
    CHECK(game.annotations[2].kind == Kind::begin_variation);
    CHECK(game.annotations[3].kind == Kind::move);
    CHECK(game.annotations[5].kind == Kind::end_variation);
    CHECK(game.annotations[6].text == "(See position below)");
    CHECK(game.annotations[6].ply == 3);

    const GameRecord ahead = read_game(camelot_pgn("1. E6-E8 (threatening 2. E8-E9) H11-F9 (2. H6-F8) *"));
    CHECK(ahead.ply_count == 2);
    CHECK(ahead.annotations[0].text == "(threatening 2. E8-E9)");
    CHECK(ahead.annotations[1].text == "(2. H6-F8)");
}

TEST_CASE("a variation of Camelot is played up to a word that is no legal move", "[importers][camelot]") {
    using Kind = Annotations::Kind;
    const GameRecord game = read_game(
        camelot_pgn("1. E6-E8 H11-F9 (1... D11-F9 2. C6-E6 C11-C14 3. D6-D8) 2. H6-F8 (2. G6-G8 or D6-F6 (a try)) *"));
    CHECK(game.state == GameState::complete);
    CHECK(game.ply_count == 3);
    std::vector<Kind> kinds;
    for (std::size_t i = 0; i < game.annotations.size(); ++i) kinds.push_back(game.annotations[i].kind);
    REQUIRE(kinds == std::vector{Kind::begin_variation, Kind::move, Kind::move, Kind::unread, Kind::end_variation,
                                 Kind::begin_variation, Kind::move, Kind::comment, Kind::end_variation});
    CHECK(game.annotations[3].text == "C11-C14 3. D6-D8");
    CHECK(game.annotations[7].text == "or D6-F6 (a try)");
    CHECK(std::count_if(game.problems.begin(), game.problems.end(),
                        [](const Problem& each) { return each.reason.frame == Frame::in_variation; }) == 1);
    std::string exported;
    pgn::write(game, {.language = &languages().english()}, exported);
    CHECK(read_game(exported).annotations == game.annotations);
}

TEST_CASE("of two moves with one number, the line that goes on is the game", "[importers][camelot]") {
    const std::string begin = "1.H6-H8 1....E11-G9 2.J6-H6 2....C11-E11 3.I6-G8 ";
    for (const char* text :
         {"3....D11-F9? 3....G11-E9 was level. 4.D6-F8? 4.F7-H9 G9xI9 was good for White. 4....D10-F12 5.C6-E8",
          "3....G11-E9 was level. 3....D11-F9? 4.F7-H9 G9xI9 was good for White. 4.D6-F8? 4....D10-F12 5.C6-E8",
          "3....D11-F9? 4.D6-F8? 4.F7-H9 G9xI9 5.H8xJ10xJ12 is good. 4....D10-F12 5.C6-E8",
          "3....D11-F9? White could have won by 4.F7-H9 G9xI9 5.H8xJ10xJ12. 4.D6-F8? 4....D10-F12 5.C6-E8"}) {
        INFO(text);
        const GameRecord game = read_game(begin + text + " 1-0\n", Format::prose);
        CHECK(game.state == GameState::complete);
        CHECK(game.san == "1.H6-H8 E11-G9 2.J6-H6 C11-E11 3.I6-G8 D11-F9 4.D6-F8 D10-F12 5.C6-E8");
        CHECK(game.annotations.size() > 2);
    }
    const GameRecord stuck =
        read_game("1.E6-E8 H11-F9 2.H6-F8 F11-H9 3.A4-A6 Better was 3.G6-G8. 0-1\n", Format::prose);
    CHECK(stuck.ply_count == 4);
    CHECK(stuck.state == GameState::incomplete);
}

TEST_CASE("a move that loose rules allow is played, and noted", "[importers][camelot]") {
    const GameRecord game = read_game(camelot_pgn(
        "1. E5-E7-G9 *",
        "[FEN \"*****2*****/**8**/*10*/12/12/12/m10m/12/2mm1M6/12/4M7/4N7/12/*10*/**8**/*****2***** w 00\"]\n"));
    CHECK(game.ply_count == 1);
    REQUIRE(game.problems.size() == 1);
    CHECK(game.problems[0].group() == ProblemGroup::illegal_move);
    CHECK(game.problems[0].severity == Severity::note);
}

TEST_CASE("what cannot be played ends the game, and all of the rest is kept", "[importers][camelot]") {
    const GameRecord game = read_game(camelot_pgn("1. E6-E8 H11-F9 2. A4-A5 {why} F11-H9 0-1"));
    CHECK(game.state == GameState::incomplete);
    CHECK(game.ply_count == 2);
    CHECK(game.unread == "A4-A5 {why} F11-H9");
    CHECK(game.result == Result::black_wins);
    REQUIRE(game.problems.size() == 1);
    CHECK(game.problems[0].severity == Severity::fault);
    CHECK(game.problems[0].place.line == 4);
    CHECK(game.problems[0].place.column == 20);
    CHECK(read_game(camelot_pgn("1. Zut *")).state == GameState::rejected);
}

TEST_CASE("the board that the tags name is played on", "[importers][camelot]") {
    for (const auto* const board :
         {&cofnod::camelot::boards::cam, &cofnod::camelot::boards::camette, &cofnod::camelot::boards::chivalry}) {
        const auto start = cofnod::camelot::Position::initial(*board);
        const std::string move = cofnod::camelot::write_path(start, cofnod::camelot::legal_paths(start).front());
        const GameRecord game = read_game("[GameType \"" + std::string(board->name) + "\"]\n\n1. " + move + " *\n");
        INFO(board->name);
        CHECK(game.kind == CamelotGame::kind);
        CHECK(game.ply_count == 1);
        CHECK(game.start == cofnod::camelot::write_position(start));
    }
    CHECK(read_game("[Variant \"Camelot\"]\n\n1. E6-E8 *\n").ply_count == 1);
    const GameRecord grand = read_game("[Variant \"Grand Camelot\"]\n\n1. E6-E8 *\n");
    CHECK(grand.problems.at(0).group() == ProblemGroup::unsupported_variant);
}

TEST_CASE("a position with a fault is told with its place", "[importers][camelot]") {
    const GameRecord game = read_game(camelot_pgn("1. E6-E8 *", "[FEN \"*****2*****/**8**/*10*/12 w 00\"]\n"));
    CHECK(game.state == GameState::rejected);
    CHECK(game.problems.at(0).group() == ProblemGroup::bad_position);
    CHECK(game.problems.at(0).place.line == 3);
}

TEST_CASE("in Camelot too whoever is to move has resigned", "[importers][camelot]") {
    CHECK(read_game(camelot_pgn("1. E6-E8 H11-F9 2. Resigns")).result == Result::black_wins);
    CHECK(read_game(camelot_pgn("1. C6-C7 Yn ildio")).result == Result::white_wins);
}

TEST_CASE("the result on the board is held against the one written", "[importers][camelot]") {
    const std::string fen =
        "[FEN \"*****M1*****/**8**/*5M4*/12/12/12/12/12/12/12/12/12/12/*10*/**8**/*****m1***** w 00\"]\n";
    const GameRecord wrong = read_game(camelot_pgn("1. G14-G15 *", fen));
    CHECK(wrong.result == Result::unknown);
    const std::string one_step =
        "[FEN \"*****M1*****/**4M3**/*10*/12/12/12/12/12/12/12/12/m11/12/*10*/**8**/*****2***** w 00\"]\n";
    const GameRecord game = read_game(camelot_pgn("1. G15-G16 0-1", one_step));
    CHECK(game.ply_count == 1);
    REQUIRE(game.problems.size() == 1);
    CHECK(sentence(game.problems[0].reason) == "the result is 0-1, but on the board it is 1-0");
    CHECK(read_game(camelot_pgn("1. G15-G16", one_step)).result == Result::white_wins);
    const std::string above = "[FEN \"*****2*****/**8**/*10*/12/12/12/12/12/";
    const auto result = [&](const std::string& moves, const std::string& tag) {
        return read_game(camelot_pgn(moves, tag + "\"]\n")).result;
    };
    CHECK(result("1. E7xG9", above + "5m6/4NN6/12/12/12/*10*/**8**/*****2***** w 00") == Result::white_wins);
    CHECK(result("1. F7xH9", above + "6m5/5N6/12/m11/12/*10*/**8**/*****2***** w 00") == Result::draw);
    CHECK(result("1. F16-G16 C5-C4",
                 "[FEN \"*****M1*****/**8**/*10*/12/12/12/12/12/12/12/12/2mm8/12/*10*/**8**/*****2***** w 10") ==
          Result::black_wins);  // no legal move is left
}

TEST_CASE("headings tell who played, and when", "[importers][camelot]") {
    const auto heading = importers::prose::read_heading(
        "WCF Camelot World Championship Game 5 May 31, 2009 White: Dan Troyka Black: Michael Nolan (Annotations by "
        "Michael Nolan)",
        {}, languages());
    REQUIRE(heading);
    CHECK(heading->tags.find("Event") == "WCF Camelot World Championship Game 5");
    CHECK(heading->tags.find("Date") == "2009.05.31");
    CHECK(heading->tags.find("White") == "Dan Troyka");
    CHECK(heading->tags.find("Black") == "Michael Nolan");
    CHECK(heading->tags.find("Annotator") == "Michael Nolan");
    const auto other =
        importers::prose::read_heading("Dan Troyka vs. Chaxx 1.13  2008 (225 secs. per move)", {}, languages());
    REQUIRE(other);
    CHECK(other->tags.find("Black") == "Chaxx 1.13");
    CHECK(other->tags.find("Date") == "2008.??.??");
    CHECK(other->tags.find("Event") == "225 secs. per move");
    CHECK_FALSE(importers::prose::read_heading("A game that nobody won.", {}, languages()));
    const GameRecord lines = read_game(
        "White: Dan Troyka\nBlack: Michael Nolan (Annotations by Michael Nolan)\n\n1.E6-E8 H11-F9\n", Format::prose);
    CHECK(lines.tags.find("Black") == "Michael Nolan");
    CHECK(lines.tags.find("Annotator") == "Michael Nolan");
}

TEST_CASE("a heading belongs to the game below it, not to the one above", "[importers][camelot]") {
    const Collected found =
        read_text("A. Arthur vs. B. Bedwyr 1931\n\n1.E6-E8 H11-F9\n\nC. Cai v. D. Dyfan 1932\n\n1.D6-F8 H11-F9 1-0\n");
    REQUIRE(found.games.size() == 2);
    CHECK(found.games[0].tags.find("White") == "A. Arthur");
    CHECK(found.games[0].annotations.empty());
    CHECK(found.games[1].tags.find("White") == "C. Cai");
    CHECK(found.games[1].tags.find("Date") == "1932.??.??");
    CHECK(found.games[0].span.end <= found.games[1].span.begin);
}

TEST_CASE("a game that is one line which looks like a heading is not left without bytes", "[importers][camelot]") {
    const std::string text = "1. d6- d5 A v B\n1. d6- d5\n";
    const Collected found = read_text(text, Format::prose);
    REQUIRE(found.games.size() == 2);
    CHECK(found.games[0].span.begin == 0);
    CHECK(found.games[0].span.end == text.find("A v B"));
    CHECK(found.games[0].ply_count == 1);
    CHECK(found.games[1].ply_count == 1);
}

TEST_CASE("a heading that names Camelot above moves of chess makes no game of Camelot", "[importers][camelot]") {
    const GameRecord game = read_game("Game: Camelot\nEvent: A\n\n1. e4 d6 2. d4 Nf6 1-0\n", Format::prose);
    CHECK(game.kind == GameKind::chess);
    CHECK(game.san == "1.e4 d6 2.d4 Nf6");
    CHECK_FALSE(game.tags.find("GameType"));  // the export would be read as Camelot, without a legal move
    CHECK(game.tags.find("Event") == "A");
    REQUIRE(game.problems.size() == 1);
    CHECK(game.problems[0].group() == ProblemGroup::unsupported_variant);
    CHECK(game.problems[0].severity == Severity::note);
}

TEST_CASE("in Camelot too, what stands behind a result is kept and reported", "[importers][camelot]") {
    SECTION("in prose the moves go on, as the numbers say") {
        for (const char* text : {"1. E6-E8 1-0 H11-F9\n", "White: A\nBlack: B\n\n1. E6-E8 1-0\nH11-F9\n"}) {
            INFO(text);
            const GameRecord game = read_game(text, Format::prose);
            CHECK(game.ply_count == 2);
            REQUIRE(!game.problems.empty());
            CHECK(sentence(game.problems.front().reason) == "the moves go on behind this result");
        }
    }
    SECTION("words that end the game end it in PGN too") {
        const GameRecord game = read_game("[GameType \"Camelot\"]\n\n1. E6-E8 White resigned H11-F9\n");
        CHECK(game.ply_count == 1);
        REQUIRE(!game.problems.empty());
        CHECK(sentence(game.problems.front().reason) ==
              "the words before it end the game: the moves here are kept as a comment");
    }
    SECTION("a game that ends with its result has no such note") {
        for (const char* text : {"1. E6-E8 H11-F9 1-0\n", "1. E6-E8 H11-F9 1-0 1-0 {a note}\n"})
            CHECK(read_game(text, Format::prose).problems.empty());
    }
    SECTION("in PGN it is a game of its own that cannot be played") {
        for (const std::string rest : {"H11-F9", "2. C6-E6 C11-E9-G9", "{c} C6-E6 (D6-F8) C11-E9-G9", "Resigns H11-F9",
                                       "H11 - F9", "H11-F9 {why?} 1-0"}) {
            INFO(rest);
            const Collected found = read_text("[GameType \"Camelot\"]\n\n1. E6-E8 1-0 " + rest + "\n");
            REQUIRE(found.games.size() == 2);
            CHECK(found.separators.empty());
            CHECK(found.games[0].ply_count == 1);
            CHECK(found.games[1].kind == CamelotGame::kind);
            CHECK(found.games[1].state == GameState::rejected);
            CHECK(found.games[1].problems.front().severity == Severity::fault);
            CHECK(!found.games[1].unread.empty());
        }
    }
    SECTION("behind a rule it is no separator either") {
        const Collected found = read_text("1. E6-E8 D11-F9 1-0\n* * *\nH11-F9 C6-E6\n", Format::prose);
        REQUIRE(found.games.size() == 2);
        CHECK(found.games[1].unread == "H11-F9 C6-E6");
    }
    SECTION("chess and running text behind a game stay what they are") {
        const Collected chess = read_text("[GameType \"Camelot\"]\n\n1. E6-E8 1-0\n\n1. e2-e4 e7-e5 1-0\n");
        REQUIRE(chess.games.size() == 2);
        CHECK(chess.games[1].kind == GameKind::chess);
        CHECK(read_text("[GameType \"Camelot\"]\n\n1. E6-E8 1-0\n\nThe move E6-E8 is often played.\n").games.size() ==
              1);
    }
}
