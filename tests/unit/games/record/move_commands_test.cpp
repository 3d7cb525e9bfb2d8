#include <catch2/catch.hpp>

#include "games/record/move_text.hpp"
#include "games/record/record.hpp"

using namespace cofnod;

namespace {

/// Returns what the programs of a game wrote into these comments, as on moves of White.
std::vector<MoveCommands> read(const std::vector<std::string>& comments, std::string_view time_control = "") {
    Annotations annotations;
    for (const std::string& comment : comments) annotations.add(Annotations::Kind::comment, 1, 0, comment);
    const CommandReader reader(annotations, time_control);
    std::vector<MoveCommands> found(comments.size());
    for (std::size_t i = 0; i < comments.size(); ++i) reader.read(comments[i], false, found[i]);
    return found;
}

MoveCommands read_one(const std::string& comment) { return read({comment}).front(); }

}  // namespace

TEST_CASE("what engines write after a move is read with points and commas, in brackets or not", "[game]") {
    for (const char* const comment : {"+0.40/13 0.5s", "+0,40/13 0,5s", "(+0.40/13 0.5s)", " +0.40/13 0.5s, good",
                                      "+0.40/13 0.5s good", "0.40/13 0.5"}) {
        CAPTURE(comment);
        const MoveCommands commands = read_one(comment);
        CHECK(commands.evaluation == 0.4);
        CHECK(commands.depth == 13);
        CHECK(commands.elapsed == 0.5);
    }
    CHECK(read_one("+0.40/13").evaluation == 0.4);
    CHECK(read_one("+0.40/13").depth == 13);
    CHECK_FALSE(read_one("+0.40/13").elapsed);
    CHECK(read_one("+0.40/13 1:05").elapsed == 65);
    CHECK(read_one("-0.31/12 4").elapsed == 4);
    CHECK(read_one("-0.31/12 4").evaluation == -0.31);
    CHECK(read_one("-M6/2 0s").mate == -6);
    CHECK(read_one("(0:05)").elapsed == 5);
    CHECK(read_one("d=25, mt=4500, tl=295500, wv=-M12").mate == -12);
}

TEST_CASE("scores, dates and words are no evaluations", "[game]") {
    for (const char* const comment : {"1/2", "2.5/4", "12/05 1900", "-0.31/12 4 pieces", "+0.40/13 good", "(1:0) good",
                                      "(see 3:2)", "/", "", "+/-", "+/13 4"}) {
        CAPTURE(comment);
        CHECK(read_one(comment).is_empty());
    }
}

TEST_CASE("an evaluation in a command is a number or a mate", "[game]") {
    for (const char* const comment : {"[%eval M5]", "[%eval #5]", "[%eval +M5]"}) CHECK(read_one(comment).mate == 5);
    CHECK(read_one("[%eval -M5]").mate == -5);
    CHECK(read_one("[%eval #-5]").mate == -5);
    CHECK(read_one("[%eval 0.25,12]").evaluation == 0.25);
    CHECK(read_one("[%eval 0.25,12]").depth == 12);
    CHECK(read_one("[%eval -0,25,12]").evaluation == -0.25);
    CHECK(read_one("[%eval -0,25,12]").depth == 12);
    CHECK(read_one("[%eval #x]").is_empty());
}

TEST_CASE("one comma is a decimal comma or separates the depth, by all evaluations of a game", "[game]") {
    CHECK(read({"[%eval 1,40]"})[0].evaluation == 1.4);
    CHECK(read({"[%eval 1,40]", "[%eval 0.30,40]"})[0].evaluation == 1);
    CHECK(read({"[%eval 1,5]", "[%eval 0,30,40]"})[0].evaluation == 1.5);
    CHECK(read({"[%eval 1,40]", "[%eval M5]", "[%eval #-3]"})[0].evaluation == 1.4);
}

TEST_CASE("clocks have points or commas, and hours and minutes where the time control asks for them", "[game]") {
    CHECK(read_one("[%emt 0:00:07,5]").elapsed == 7.5);
    CHECK(read_one("[%clk 0:03:00.9]").clock == 180.9);
    CHECK(read({"[%clk 1:30]"}, "5400")[0].clock == 5400);
    CHECK(read({"[%clk 1:30]"})[0].clock == 90);
}
