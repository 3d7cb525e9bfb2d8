#include <catch2/catch.hpp>
#include <sstream>

#include "export/polyglot.hpp"
#include "games/chess/fen.hpp"

namespace cofnod::polyglot {

namespace {

/// Positions after 1. e4 d5 2. e5 f5 3. Ke2 Kf7 and others, from the description of the format.
TEST_CASE("keys of Polyglot are those of its description") {
    struct Example {
        const char* fen;
        const char* passed;  ///< target of a double step; empty: none
        std::uint64_t key;
    };
    const auto [fen, passed, key] = GENERATE(values<Example>({
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "", 0x463b96181691fc9c},
        {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e4", 0x823c9b50fd114196},
        {"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "d5", 0x0756b94461c50fb0},
        {"rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", "", 0x662fafb965db29d4},
        {"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "f5", 0x22a48b5a8e47ff78},
        {"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 1 3", "", 0x652a607ca3f242c1},
        {"rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 2 4", "", 0x00fdd303c946bdd9},
    }));
    const auto read = chess::read_fen_field(fen);
    REQUIRE(read);
    INFO(fen);
    CHECK(key_of(read->position, chess::Square::parse(passed)) == key);
}

TEST_CASE("moves of Polyglot castle onto the rook and name the promoted role") {
    using chess::Move;
    using chess::Square;
    CHECK(move_code(Move::ordinary(*Square::parse("e2"), *Square::parse("e4"))) == (12 << 6 | 28));
    CHECK(move_code(Move::castling(*Square::parse("e1"), *Square::parse("h1"))) == (4 << 6 | 7));
    CHECK(move_code(Move::promotion(*Square::parse("a7"), *Square::parse("a8"), chess::Role::queen)) ==
          (4 << 12 | 48 << 6 | 56));
}

}  // namespace

}  // namespace cofnod::polyglot
