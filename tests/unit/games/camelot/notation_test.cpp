#include "games/camelot/notation.hpp"

#include <catch2/catch.hpp>

#include "base/problem.hpp"
#include "games/camelot/judge.hpp"
#include "playout.hpp"

using namespace cofnod::camelot;
using namespace cofnod::camelot::testing;

namespace {

/// "C6-E8xG10~!? rest": squares and separators that were read, and the rest of the text.
std::string reread(std::string_view text) {
    const auto read = read_move(text);
    if (!read) return "no move";
    const WrittenMove& move = read->move;
    std::string result = move.path.front().to_string();
    for (std::size_t i = 1; i < move.path.size(); ++i)
        result += "-^x"[static_cast<std::size_t>(move.separators[i])] + move.path[i].to_string();
    if (move.has_mended_digits) result += " mended";
    const auto rest = text.substr(read->length);
    return rest.empty() ? result : result + "~" + std::string(rest);
}

Resolution resolved(const Position& before, std::string_view text) {
    const auto read = read_move(text);
    REQUIRE(read);
    return resolve(before, read->move);
}

std::string explained(const Position& before, std::string_view text) {
    const auto reason = explain(before, text, read_move(text)->move, resolved(before, text));
    return reason ? cofnod::sentence(*reason) : std::string();
}

Position after(std::initializer_list<const char*> moves) {
    Position game = Position::initial();
    for (const char* text : moves) {
        const Resolution resolution = resolved(game, text);
        INFO(text << ": " << explained(game, text));
        REQUIRE(resolution);
        REQUIRE(resolution.repair == Repair::none);
        game.play(effect_of(game, resolution.path));
    }
    return game;
}

/// Position after 7. I7-G7 of Nolan - Chaxx 1.05 (2008).
Position nolan_chaxx() {
    return after({"E6-E8", "H11-F9", "H6-F8", "F11-H9", "G6-G8", "D11-D9", "E8xC10xC12", "D10-C11", "C12xC10",
                  "E10-E12", "G8xE10", "I10-G8xG6xE6xE8xG8xE6xC8", "I7-G7"});
}

}  // namespace

TEST_CASE("a move of Camelot is read in all its spellings", "[camelot][notation]") {
    CHECK(reread("C8-D9") == "C8-D9");
    CHECK(reread("E6-C8-A8") == "E6-C8-A8");
    CHECK(reread("H4xJ4xL6 H9-I8") == "H4xJ4xL6~ H9-I8");
    CHECK(reread("F6-F8-H8xH10xJ12") == "F6-F8-H8xH10xJ12");
    CHECK(reread("D10-D8xD6?") == "D10-D8xD6~?");
    CHECK(reread("G10xI8xI6, 12.G8xG10") == "G10xI8xI6~, 12.G8xG10");
    CHECK(reread("i10^g8xg6xe6") == "I10^G8xG6xE6");
    CHECK(reread("H4\u00D7J4:L6XL4") == "H4xJ4xL6xL4");
    CHECK(reread("C8\u2013D9") == "C8-D9");
    CHECK(reread("C8\u2212D9\u2010E10") == "C8-D9-E10");
    CHECK(reread("F1-G1") == "F1-G1");
    CHECK(reread("l4-l5") == "L4-L5");
}

TEST_CASE("misprinted digits of ranks are mended, and that is told", "[camelot][notation]") {
    CHECK(reread("E11-Fll") == "E11-F11 mended");
    CHECK(reread("E9-FlO") == "E9-F10 mended");
    CHECK(reread("G2-GI") == "G2-G1 mended");
}

TEST_CASE("what is not a move of Camelot is not read as one", "[camelot][notation]") {
    for (const char* text : {"", "E6", "E6 - E8", "E6-", "e4", "1.E6-E8", "E0-E1", "E17-E16", "E6-E8b", "E6-E8G8",
                             "O6-O8", "exd5", "E6-E88", "Nf3", "0-1", "Gwyn"})
        CHECK(reread(text) == "no move");
    std::string endless = "A4";
    for (int i = 0; i < 40; ++i) endless += "-A6-A4";
    CHECK(reread(endless) == "no move");
}

TEST_CASE("every legal path is written and read again", "[camelot][notation]") {
    play_random_games(41, [](const Position& before, const Path&) {
        for (const Path& each : legal_paths(before)) {
            const auto read = read_move(write_path(before, each));
            if (!read || read->move.path != each) FAIL_CHECK(write_path(before, each));
            const Resolution resolution = resolve(before, read->move);
            if (!resolution || resolution.path != each || resolution.wrong_separator)
                FAIL_CHECK(write_path(before, each));
        }
    });
}

TEST_CASE("a square left out on the way is added, where one legal path has it", "[camelot][resolve]") {
    const Position before = nolan_chaxx();
    const Resolution resolution = resolved(before, "J11-F11-D11xF9");
    REQUIRE(resolution);
    CHECK(resolution.repair == Repair::squares_added);
    CHECK(write_path(before, resolution.path) == "J11-H11-F11-D11xF9");
    CHECK_FALSE(resolution.wrong_separator);
    CHECK(explained(before, "J11-F11-D11xF9") ==
          "read «J11-F11-D11xF9» as J11-H11-F11-D11xF9: squares on the way are left out");
}

TEST_CASE("paths that do the same are as good as one", "[camelot][resolve]") {
    const Position before = placed("ME5 ME6 MF7 MG6 MF5 mA12 mB12");
    const Resolution resolution = resolved(before, "E5-G7");
    REQUIRE(resolution);
    CHECK(resolution.paths.size() == 2);
    CHECK(explained(before, "E5-G7") ==
          "read «E5-G7» as E5-G5-G7: squares on the way are left out; others would do the same");
}

TEST_CASE("paths that capture differently are ambiguous", "[camelot][resolve]") {
    const Position before = placed("MF12 MA4 mF13 mF15 mE13 mE15 mA12");
    CHECK(resolved(before, "F12xF16").kind == Resolution::Kind::ambiguous);
    CHECK(explained(before, "F12xF16") == "squares on the way are left out; F12xD14xF16 or F12xF14xF16?");
    CHECK(resolved(before, "F12xD14xF16"));
    CHECK(resolved(placed("ME5 MA4 mE6 mF7 mG6 mF5 mA12"), "E5xE5").paths.size() == 2);
}

TEST_CASE("one misprinted square is replaced, where exactly one legal path remains", "[camelot][resolve]") {
    const Position before = placed("NC6 MD6 MF7 mG9 MA4 mA12");
    CHECK(resolved(before, "C6-E5-G7xG10").kind == Resolution::Kind::illegal);
    const Resolution mended = resolved(before, "C6-E5-G8xG10");
    REQUIRE(mended);
    CHECK(mended.repair == Repair::square_replaced);
    CHECK(write_path(before, mended.path) == "C6-E6-G8xG10");
    CHECK(explained(before, "C6-E5-G8xG10") == "read «C6-E5-G8xG10» as C6-E6-G8xG10: one square is misprinted");
}

TEST_CASE("a separator that disagrees with the board is told, and the squares decide", "[camelot][resolve]") {
    const Position jump = placed("MH4 MA4 mI4 mA12");
    CHECK(resolved(jump, "H4-J4").wrong_separator == 1);
    CHECK(explained(jump, "H4-J4") == "read «H4-J4» as H4xJ4: the way to J4 captures, but is not written as a jump");
    const Position canter = placed("MH4 MI4 mA12 mB12");
    CHECK(explained(canter, "H4xJ4") ==
          "read «H4xJ4» as H4-J4: the way to J4 captures nothing, but is written as a jump");
    CHECK(explained(canter, "H4^H5") == "read «H4^H5» as H4-H5: the way to H5 is no canter, but is written as one");
    CHECK(explained(canter, "H4^J4").empty());
    CHECK(explained(canter, "H4-J4").empty());
}

TEST_CASE("a Knight that passed its prey is accepted, and that is told", "[camelot][resolve]") {
    const Position before = placed("NE5 ME6 MF8 MC8 mD7 mA12 mB12");
    const Resolution resolution = resolved(before, "E5-E7-G9");
    REQUIRE(resolution);
    CHECK(resolution.is_loose());
    CHECK(explained(before, "E5-E7-G9") ==
          "a Knight that canters past a piece that it can jump must capture in that move (G9); some players read this "
          "rule loosely: played as it is written");
}

TEST_CASE("an illegal move is explained, with the legal moves nearest to it", "[camelot][resolve]") {
    const Position before = placed("MC6 MH6 mD6 mB12");
    CHECK(explained(before, "H6-H7") == "a piece can jump, so the move must capture (H6)");
    CHECK(explained(Position::initial(), "E6-E9") == "that is neither one step nor one leap (E9)");
    CHECK(explained(Position::initial(), "A4-F8") ==
          "no piece stands there (A4); legal is D6-F8 or F6-F8 or H6-F8 or …");
}
