#include "search/written_moves.hpp"
#include "notation/language.hpp"

#include <catch2/catch.hpp>

#include "games/chess/fen.hpp"

using namespace cofnod;
using namespace cofnod::search;

namespace {

const notation::Languages& languages() {
    static const auto all = notation::Languages::built_in();
    return all;
}

/// Returns "en: FEN" of the position reached.
std::string played(std::string_view text, std::string_view given = {}) {
    const auto read = read_written_moves(text, languages(), given.empty() ? nullptr : languages().find(given));
    if (!read) return read.error().message;
    return read->language->code() + ": " + chess::write_fen(read->after);
}

const std::string knight_f3 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";

}  // namespace

TEST_CASE("moves are read in any notation", "[search][moves]") {
    CHECK(played("1. e4 e5 2. Nf3") == "en: " + knight_f3);
    CHECK(played("1. e4 e5 2. Mf3") == "cy: " + knight_f3);
    CHECK(played("1. 4د 5د 2. ح3ج") == "ar: " + knight_f3);
    CHECK(played("1. e4 e5 2. ♘f3").ends_with(knight_f3));
}

TEST_CASE("moves are read in notations that are not algebraic", "[search][moves]") {
    CHECK(played("1. P4R P4R 2. C3AR", "es-d") == "es-d: " + knight_f3);
    CHECK(played("1 P-K4 P-K4 2 Kt-KB3") == "en-d: " + knight_f3);
    CHECK(played("1. P - K 4 P - K 4 2. K Kt - B 3", "en-d") == "en-d: " + knight_f3);
    CHECK(played("1. P4R P4R 2. C3FR", "fr-d") == "fr-d: " + knight_f3);
    CHECK(played("1. 5254 5755 2. 7163", "iccf") == "iccf: " + knight_f3);
    CHECK(played("5254 5755 7163 *") == "iccf: " + knight_f3);
    CHECK(played("1.E2-E4 E7-E5 2.G1-F3", "uci") == "uci: " + knight_f3);
    CHECK(played("1. 5254 5755 2. 7164", "iccf").starts_with("move 2: "));
    CHECK(played("1. 5254 P-K4", "iccf") == "move 1, Black: not a move in ICCF numeric");
    // A king's rook keeps its name when both rooks can go to the same square.
    CHECK(played("1 P-KR4 P-KR4 2 R-R3 P-R3 3 P-R4 P-Q3 4 QR-R3 P-K3 5 KR-K3", "en-d") ==
          played("1. h4 h5 2. Rh3 a6 3. a4 d6 4. Raa3 e6 5. Rhe3").replace(0, 2, "en-d"));
}

TEST_CASE("numbers, dots and a result are not taken for moves", "[search][moves]") {
    for (const char* text : {"e4 e5 Nf3", "1.e4 e5 2.Nf3", "1 e4 e5 2 Nf3", "1. e4 1... e5 2. Nf3",
                             "1. e4 e5 2. Nf3 1-0", "1. e4 … e5 Nf3 *", "1.e4\te5\n2.Nf3", "1.e4 e5 2.Nf3 ½–½"})
        CHECK(played(text) == "en: " + knight_f3);
    CHECK(played("١.4د 5د ٢.ح3ج") == "ar: " + knight_f3);
    CHECK(played("1.4د 5د 2.ح٣ج") == "ar: " + knight_f3);
}

TEST_CASE("a move may be written as two words", "[search][moves]") {
    CHECK(played("1. 4د 5هـ 2. ب د×5هـ") == "ar: rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2");
}

TEST_CASE("castling in words is as long as its side is told", "[search][moves]") {
    const std::string start = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. ";
    const std::string expected = "en: r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 6 5";
    CHECK(played(start + "O-O Nf6") == expected);
    CHECK(played(start + "castles Nf6") == expected);
    CHECK(played(start + "castles short Nf6") == expected);
    CHECK(played(start + "castles on the king's side Nf6") == expected);
}

TEST_CASE("words that two notations read differently are English, and the other is told", "[search][moves]") {
    const auto read = read_written_moves("1. e4 e5 2. Be2", languages());
    REQUIRE(read);
    CHECK(read->language->code() == "en");
    REQUIRE(read->otherwise.size() >= 1);
    CHECK(read->otherwise.front()->code() == "cy");
    CHECK(played("1. e4 e5 2. Be2", "cy") == "cy: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPPQPPP/RNB1KBNR b KQkq - 1 2");
}

TEST_CASE("a fault in written moves has its word", "[search][moves]") {
    const std::string_view text = "1. e4 e5 2. Nf6";
    const auto read = read_written_moves(text, languages());
    REQUIRE_FALSE(read);
    CHECK(text.substr(read.error().begin, read.error().end - read.error().begin) == "Nf6");
    CHECK(read.error().message == "move 2: no knight can reach f6");
    CHECK(played("1. e4 zzz").starts_with("move 1, Black: "));
    CHECK(played("") == "no moves");
    CHECK(played("1. ... 1-0") == "no moves");
}

TEST_CASE("the fault told is that of the notation that came furthest", "[search][moves]") {
    const auto read = read_written_moves("1. e4 e5 2. Mf3 Mc6 3. Mh8", languages());
    REQUIRE_FALSE(read);
    CHECK(read.error().message.starts_with("move 3: "));
    CHECK(read.error().way_out.arguments().at(1) == "cy");
}
