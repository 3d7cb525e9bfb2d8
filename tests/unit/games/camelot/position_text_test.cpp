#include "games/camelot/notation.hpp"

#include <catch2/catch.hpp>

#include "base/problem.hpp"
#include "playout.hpp"

using namespace cofnod::camelot;
using namespace cofnod::camelot::testing;

TEST_CASE("a position of Camelot that is read and written again is the same", "[camelot][text]") {
    for (const Board* board : {&boards::camelot, &boards::cam, &boards::camette, &boards::chivalry}) {
        CHECK(write_position(Position::initial(*board)) == board->initial_text);
        CHECK(position(board->initial_text, *board) == Position::initial(*board));
        CHECK(&board_of(board->initial_text) == board);
    }
    play_random_games(31, [](const Position& before, const Path&) {
        const std::string text = write_position(before);
        if (write_position(position(text, before.board())) != text) FAIL_CHECK(text);
    });
}

TEST_CASE("the fields at the end of a position of Camelot may be missing", "[camelot][text]") {
    const std::string board = "*****2*****/**8**/*10*/12/12/12/12/12/12/12/12/mM10/12/*10*/**8**/*****2*****";
    CHECK(write_position(position(board)) == board + " w 00");
    CHECK(write_position(position("  " + board + "  b\r\n")) == board + " b 00");
    CHECK(write_position(position(board + " b 12")) == board + " b 12");
}

TEST_CASE("what is wrong with a position of Camelot is named, and the column pointed out", "[camelot][text]") {
    const std::string top = "*****2*****/**8**/*10*/", middle = "12/12/12/12/12/12/12/12/mM10/12/";
    const std::string bottom = "*10*/**8**/*****2*****";
    struct Example {
        std::string text;
        PositionTextError error;
    };
    const auto example = GENERATE_COPY(values<Example>({
        {"", {SetupFault::wrong_rank_count, 1}},
        {top + bottom, {SetupFault::wrong_shape, 24}},
        {top + middle + bottom + "/12", {SetupFault::wrong_rank_count, 78}},
        {top + middle + "*10*/**8**", {SetupFault::wrong_rank_count, 66}},
        {top + "13/" + middle, {SetupFault::rank_too_long, 24}},
        {top + "11/" + middle, {SetupFault::rank_too_short, 26}},
        {top + middle + "*10*/**8**/*****2****", {SetupFault::rank_too_short, 77}},
        {top + "11K/" + middle + bottom, {SetupFault::bad_piece_letter, 26}},
        {"12/" + top, {SetupFault::wrong_shape, 1}},
        {"M****2*****", {SetupFault::wrong_shape, 1}},
        {top + middle + bottom + " white", {SetupFault::bad_turn, 79}},
        {top + middle + bottom + " w 3", {SetupFault::bad_castle_moves, 81}},
        {top + middle + bottom + " w 03", {SetupFault::bad_castle_moves, 82}},
        {top + middle + bottom + " w 00 1", {SetupFault::text_after_end, 84}},
        {top + "12/12/12/12/12/12/12/12/12/12/" + bottom, {SetupFault::no_pieces, 1}},
        {top + "12/12/12/12/12/12/12/12/12/MMMMMMMMMMMM/*MMM7*/**8**/*****2*****", {SetupFault::too_many_pieces, 1}},
        {top + middle + "*10*/**8**/*****MN*****", {SetupFault::several_in_own_castle, 72}},
    }));
    INFO(example.text);
    const auto read = read_position(example.text);
    REQUIRE_FALSE(read);
    CHECK(read.error() == example.error);
    CHECK(sentence(read.error().reason()) ==
          "the FEN is no position of Camelot: " + cofnod::sentence(cofnod::Reason{kind_of(example.error.fault)}) +
              " (column " + std::to_string(example.error.column) + ")");
}

TEST_CASE("no text makes the reader of positions stumble", "[camelot][text]") {
    Dice dice(32);
    const std::string letters = "NMnm0123456789***/// wb\t\xC3K";
    for (int i = 0; i < 20'000; ++i) {
        std::string text(boards::camelot.initial_text);
        for (std::size_t n = dice.below(4) + 1; n > 0; --n)
            text[dice.below(text.size())] = letters[dice.below(letters.size())];
        const auto read = read_position(text);
        if (read) CHECK(write_position(position(write_position(*read))) == write_position(*read));
    }
}
