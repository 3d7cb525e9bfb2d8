#include "games/chess/position.hpp"

#include <catch2/catch.hpp>

#include "games/chess/san.hpp"
#include "playout.hpp"

using namespace cofnod::chess;
using namespace cofnod::chess::testing;

namespace {

Position after(Position position, std::initializer_list<const char*> moves) {
    for (const char* text : moves) {
        const auto move = read_uci(position, text);
        REQUIRE(move);
        position.play(*move);
    }
    return position;
}

}  // namespace

TEST_CASE("the key kept up to date is the key worked out from nothing", "[chess][key]") {
    play_random_games(11, true, [](const Position& before, Move) {
        if (before.key() != key_from_scratch(before)) FAIL_CHECK(write_fen(before));
    });
}

TEST_CASE("whether a move gave check is seen from the move", "[chess][position]") {
    play_random_games(25, true, [](const Position& before, Move move) {
        Position now = before;
        now.play(move);
        if (now.is_check_after(move) != now.is_check()) FAIL_CHECK(write_fen(now) << " " << write_uci(move));
    });
}

TEST_CASE("stored keys stay what they are", "[chess][key]") {
    // If this fails, zobrist::version must be increased, and databases be indexed again.
    CHECK(zobrist::version == 1);
    CHECK(Position::initial().key() == 0x1532D788933BFF78ULL);
}

TEST_CASE("a position played to is the position set up", "[chess][position]") {
    play_random_games(12, true, [](const Position& before, Move) {
        if (!(position(write_fen(before)) == before)) FAIL_CHECK(write_fen(before));
    });
}

TEST_CASE("a double step that nobody can capture in passing does not change the position's identity", "[chess][key]") {
    const Position played = after(Position::initial(), {"e2e4"});
    CHECK_FALSE(played.en_passant());
    CHECK(played.key() == position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").key());
}

TEST_CASE("a legal en-passant capture is part of the position's identity", "[chess][key]") {
    const Position played = after(Position::initial(), {"e2e4", "a7a6", "e4e5", "d7d5"});
    CHECK(played.en_passant() == square("d6"));
    CHECK(played.key() != position("rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3").key());
    SECTION("and gone one ply later") { CHECK_FALSE(after(played, {"g1f3"}).en_passant()); }
    SECTION("and gone after a null move") { CHECK_FALSE(after(played, {"0000"}).en_passant()); }
}

TEST_CASE("a pinned pawn's en-passant capture does not count", "[chess][key]") {
    CHECK_FALSE(after(position("4k3/3p4/8/2K1P2r/8/8/8/8 b - - 0 1"), {"d7d5"}).en_passant() == square("e6"));
    const Position pinned = after(position("8/3p4/8/K3P2r/8/8/8/4k3 b - - 0 1"), {"d7d5"});
    CHECK_FALSE(pinned.en_passant());
}

TEST_CASE("castling rights are part of the position's identity", "[chess][key]") {
    const Position all = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    const Position some = position("r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1");
    CHECK(all.key() != some.key());
    CHECK(after(all, {"a1a8"}).castling_rooks() == (Bitboard(square("h1")) | square("h8")));
    CHECK(after(all, {"e1f1"}).castling_rooks() == (Bitboard(square("a8")) | square("h8")));
}

TEST_CASE("clocks count plies without progress and full moves", "[chess][position]") {
    const Position quiet = after(Position::initial(), {"g1f3", "g8f6", "0000"});
    CHECK(quiet.halfmove_clock() == 3);
    CHECK(quiet.fullmove_number() == 2);
    CHECK(after(quiet, {"e7e5"}).halfmove_clock() == 0);
    CHECK(after(quiet, {"f6e4", "d2d3", "e4f2"}).halfmove_clock() == 0);
}

TEST_CASE("UCI text gives back the move it was made from, castling in either form", "[chess][uci]") {
    play_random_games(13, true, [](const Position& before, Move move) {
        if (read_uci(before, write_uci(move, UciCastling::king_takes_rook)) != move) FAIL_CHECK(write_fen(before));
    });
    const Position castles = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    CHECK(read_uci(castles, "e1g1") == Move::castling(square("e1"), square("h1")));
    CHECK(read_uci(castles, "e1h1") == Move::castling(square("e1"), square("h1")));
    CHECK(write_uci(Move::castling(square("e1"), square("h1"))) == "e1g1");
    CHECK_FALSE(read_uci(castles, "e1e3"));
    CHECK_FALSE(read_uci(castles, ""));
}
