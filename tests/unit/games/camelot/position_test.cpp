#include "games/camelot/position.hpp"

#include <catch2/catch.hpp>

#include "playout.hpp"

using namespace cofnod::camelot;
using namespace cofnod::camelot::testing;

TEST_CASE("the key kept up to date is the key from scratch", "[camelot][zobrist]") {
    play_random_games(11, [](const Position& before, const Path& played) {
        Position after = before;
        after.play(effect_of(before, played));
        if (after.key() != key_from_scratch(after)) FAIL_CHECK(write_position(after));
    });
}

TEST_CASE("keys stand in databases: these must never change", "[camelot][zobrist]") {
    CHECK(Position::initial().key() == 0x0FAC4077421DAB75);
}

TEST_CASE("the key tells positions apart by side to move and by castle moves used", "[camelot][zobrist]") {
    const std::string board = "*****1M*****/**8**/*10*/12/12/12/12/11m/2M9/10m1/12/12/12/*10*/**8**/*****2*****";
    CHECK(position(board + " w 00").key() != position(board + " b 00").key());
    CHECK(position(board + " w 10").key() != position(board + " w 00").key());
    CHECK(position(board + " w 10").key() != position(board + " w 01").key());
    CHECK(position(board + " w 20").key() != position(board + " w 10").key());
}

TEST_CASE("a castle move is counted for the side that makes it", "[camelot][position]") {
    Position game = position("*****1M*****/**8**/*10*/12/12/12/12/11m/2M9/10m1/12/12/12/*10*/**8**/*****2***** w 00");
    game.play(effect_of(game, path("G16-F16")));
    CHECK(game.castle_moves(Color::white) == 1);
    CHECK(game.castle_moves(Color::black) == 0);
    CHECK(write_position(game) ==
          "*****M1*****/**8**/*10*/12/12/12/12/11m/2M9/10m1/12/12/12/*10*/**8**/*****2***** b 10");
}

TEST_CASE("captures and entries into a castle begin the count of quiet plies anew", "[camelot][position]") {
    Position game =
        position("*****2*****/**3M4**/*10*/12/12/12/12/11m/2M8m/9m2/7m4/6M5/12/*10*/**8**/*****2***** w 00");
    game.play(effect_of(game, path("G5-H5")));
    CHECK(game.quiet_plies() == 1);
    game.play(effect_of(game, path("H6xH4")));
    CHECK(game.quiet_plies() == 0);
    game.play(effect_of(game, path("C8-C9")));
    game.play(effect_of(game, path("L9-L10")));
    CHECK(game.quiet_plies() == 2);
    game.play(effect_of(game, path("F15-F16")));
    CHECK(game.quiet_plies() == 0);
}

TEST_CASE("a jump in a circle captures and stays where it is", "[camelot][position]") {
    Position game =
        position("*****2*****/**8**/*10*/12/11m/12/12/12/12/5m6/4m1m5/4Mm6/M11/*10*/**8**/*****2***** w 00");
    game.play(effect_of(game, path("E5xE7xG7xG5xE5")));
    CHECK(write_position(game) ==
          "*****2*****/**8**/*10*/12/11m/12/12/12/12/12/12/4M7/M11/*10*/**8**/*****2***** b 00");
}
