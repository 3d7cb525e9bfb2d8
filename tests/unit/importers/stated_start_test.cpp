#include "importers/formats/prose/stated_start.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "notation/languages.hpp"

using namespace cofnod;
using importers::prose::read_odds;
using importers::prose::read_stipulation;

namespace {

const notation::Languages& languages() {
    static const notation::Languages all = notation::Languages::built_in();
    return all;
}

/// Returns what is missing, `rook a1`, and `2` at the odds of two moves; "-" if nothing is given.
std::string given(std::string_view heading) {
    const auto odds = read_odds(heading, languages());
    return odds ? std::string(odds->piece) + " " + odds->square + (odds->has_two_moves ? " 2" : "") : "-";
}

/// Returns the stipulation at the front of a text, with `b` if Black begins.
std::string stipulated(std::string_view text) {
    const auto found = read_stipulation(text, languages());
    return found ? found->value + (found->is_blacks ? " b" : "") : "-";
}

}  // namespace

TEST_CASE("headings say what a player gives at odds", "[importers][prose]") {
    CHECK(given("White gives Q Rook") == "rook a1");
    CHECK(given("(Remove White's Queen's Knight)") == "knight b1");
    CHECK(given("remove Black's KBP") == "pawn f7");
    CHECK(given("Jones v. Evans\nPawn and move") == "pawn f7");
    CHECK(given("Jones v. Evans\nPawn and two moves.") == "pawn f7 2");
    CHECK(given("Black gives P. and 2") == "pawn f7 2");
    CHECK(given("(Odds of Pawn and two moves. Remove Black's KBP)") == "pawn f7 2");
    CHECK(given("at the odds of the Queen's Knight") == "knight b1");
    CHECK(given("Odds of a Rook") == "rook a1");
    CHECK(given("Black gives White the odds of the Queen's Rook") == "rook a8");
    CHECK(given("Odds: Q.R.") == "rook a1");
    CHECK(given("Odds: Knight\nBlack: Evans") == "knight b1");
    CHECK(given("Weiß gibt den Königsspringer vor") == "knight g1");
    CHECK(given("Les blancs rendent la tour du roi") == "rook h1");
    CHECK(given("Las blancas dan la torre de dama") == "rook a1");
    CHECK(given("Gwyn yn rhoi marchog y brenin") == "knight g1");
    CHECK(given("الأبيض يعطي رخ الملك") == "rook h1");
    CHECK(given("White wins a pawn and two moves later the game") == "-");
    CHECK(given("White gives check. Rook and pawn remain") == "-");
    CHECK(given("against all odds. The Rook was lost") == "-");
}

TEST_CASE("stipulations are read as problemists write them", "[importers][prose]") {
    CHECK(stipulated("Mate in 2, 1.Qg8!") == "#2");
    CHECK(stipulated("White to play and mate in three moves") == "#3");
    CHECK(stipulated("Selfmate in 4") == "s#4");
    CHECK(stipulated("Helpmate in 2") == "h#2 b");
    CHECK(stipulated("h#3") == "h#3 b");
    CHECK(stipulated("White to play and win") == "+");
    CHECK(stipulated("Black to play and draw") == "= b");
    CHECK(stipulated("Mat mewn dau symudiad") == "#2");
    CHECK(stipulated("Les blancs jouent et font mat en deux coups") == "#2");
    CHECK(stipulated("Juegan las blancas y dan mate en dos jugadas") == "#2");
    CHECK(stipulated("مات في نقلتين") == "#2");
    CHECK(stipulated("He said that White is to play and mate in two moves") == "-");
}
