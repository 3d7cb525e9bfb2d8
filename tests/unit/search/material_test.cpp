#include "search/patterns.hpp"

#include <catch2/catch.hpp>

#include "games/chess/fen.hpp"
#include "random_game.hpp"

using namespace cofnod;
using namespace cofnod::search;

namespace {

bool is_in(const char* pattern, const char* fen) {
    const auto read = read_material(pattern);
    REQUIRE(read);
    return read->is_in(chess::Replayer(chess::read_fen(fen)->position));
}

constexpr const char* rook_and_pawn = "8/8/4k3/8/3PK3/8/r7/3R4 w - - 0 1";
constexpr const char* opening = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

}  // namespace

TEST_CASE("material is what both sides have, and no more", "[material]") {
    CHECK(is_in("KRP v KR", rook_and_pawn));
    CHECK(is_in("KRPvKR", rook_and_pawn));
    CHECK(is_in("krp vs. kr", rook_and_pawn));
    CHECK_FALSE(is_in("KR v KRP", rook_and_pawn));
    CHECK_FALSE(is_in("KRPP v KR", rook_and_pawn));
    CHECK_FALSE(is_in("KRP v K", rook_and_pawn));
}

TEST_CASE("a star is any number of a piece, a plus at least one", "[material]") {
    CHECK(is_in("KRP* v KRP*", rook_and_pawn));
    CHECK(is_in("KR+P+ v KR+", rook_and_pawn));
    CHECK_FALSE(is_in("KRP v KRP+", rook_and_pawn));
    CHECK(is_in("KQR*B*N*P* v KQRRBBNNPPPPPPPP", opening));
}

TEST_CASE("a pattern without signs is one signature, that of its positions", "[material]") {
    const auto pattern = read_material("KRP v KR");
    REQUIRE(pattern);
    CHECK(pattern->is_exact());
    CHECK(pattern->signature() == chess::material_of(chess::Replayer(chess::read_fen(rook_and_pawn)->position)));
    CHECK_FALSE(read_material("KRP* v KR")->is_exact());
}

TEST_CASE("the material that a replay follows is what stands on the board", "[material]") {
    std::mt19937 random(25);
    int changes = 0;
    for (const char* start : {"", "8/PPP4k/8/3pP3/8/8/3p3p/K7 w - d6 0 1", "4k3/8/8/8/2p5/8/1P1P4/4K2R w K - 0 1"})
        for (int i = 0; i < 30; ++i) {
            const test::RandomGame game = test::random_game(random, start, 150);
            chess::Replayer now(game.positions.front());
            now.read(game.bytes);
            chess::MaterialInReplay material(now);
            do {
                changes += material.follow(now);
                REQUIRE(material.signature() == chess::material_of(now));
            } while (now.next());
        }
    CHECK(changes > 500);
}

TEST_CASE("what is no material is told with its place in the text", "[material]") {
    for (const auto& [text, place] : {std::pair{"KRP KR", 6}, {"KRP v", 5}, {"KXP v K", 1}, {"", 0}, {"KR v KR!", 7}}) {
        const auto read = read_material(text);
        REQUIRE_FALSE(read);
        CHECK(read.error().begin == static_cast<std::size_t>(place));
        CHECK(read.error().end <= std::string_view(text).size());
        CHECK(read.error().message.starts_with("expected"));
    }
}
