#include "games/camelot/pack.hpp"

#include <catch2/catch.hpp>

#include "games/camelot/judge.hpp"
#include "games/camelot/notation.hpp"
#include "playout.hpp"

using namespace cofnod::camelot;
using namespace cofnod::camelot::testing;

namespace {

struct Game {
    Position start;
    PathList paths;
    std::string bytes;
};

std::vector<Game> packed_games(std::uint64_t seed) {
    Dice dice(seed);
    std::vector<Game> games;
    for (int round = 0; round < 8; ++round)
        for (const Position& start : starts()) {
            Game game{start, {}, {}};
            Packer packer(start);
            play_random_game(start, dice, 150, [&](const Position& before, const Path& played) {
                packer.push(before, played);
                game.paths.push_back(played);
            });
            game.bytes = packer.take();
            games.push_back(game);
        }
    return games;
}

std::string packed(const Position& before, std::string_view text) {
    Packer packer(before);
    packer.push(before, path(text));
    return packer.take();
}

}  // namespace

TEST_CASE("a packed game of Camelot comes back path for path", "[camelot][pack]") {
    for (const Game& game : packed_games(21)) {
        Unpacker unpacker(game.start, game.bytes);
        PathList paths;
        while (const auto next = unpacker.next()) paths.push_back(*next);
        CHECK_FALSE(unpacker.is_damaged());
        CHECK(paths == game.paths);
    }
}

TEST_CASE("packed bytes stand in databases: these must never change", "[camelot][pack]") {
    CHECK(packed(Position::initial(), "E6-E8") == "\x20");
    CHECK(packed(Position::initial(), "C6-B7") == std::string("\x07"));
    CHECK(packed(Position::initial(), "H6-F8-D6").size() == 2);
    const Position circle =
        position("*****2*****/**8**/*10*/12/11m/12/12/12/12/5m6/4m1m5/4Mm6/M11/*10*/**8**/*****2***** w 00");
    CHECK(packed(circle, "E5xE7xG7xG5xE5") == "\x18\xCA\x06");
    CHECK(packed(Position::initial(boards::chivalry), "K7-K8") == "\xF0\x6A");
}

TEST_CASE("whatever the bytes, only playable moves are played", "[camelot][pack]") {
    Dice dice(22);
    for (const Game& game : packed_games(23)) {
        std::string bytes = game.bytes;
        if (bytes.empty()) continue;
        for (int i = 0; i < 3; ++i) bytes[dice.below(bytes.size())] = static_cast<char>(dice.below(256));
        Unpacker unpacker(game.start, bytes);
        Position before = game.start;
        Packer again(before);
        while (const auto next = unpacker.next()) {
            if (!judge(before, *next).is_playable()) FAIL_CHECK(write_position(before));
            again.push(before, *next);
            before = unpacker.position();
        }
        // The encoding is unique: bytes that were read are those that would be written.
        CHECK(bytes.substr(0, again.bytes().size()) == again.bytes());
        CHECK(unpacker.is_damaged() == (again.bytes().size() < bytes.size()));
    }
}

TEST_CASE("a move that is legal only by the looser reading is packed like any other", "[camelot][pack]") {
    const Position before = placed("NE5 ME6 MF8 MC8 mD7 mA12 mB12");
    const std::string bytes = packed(before, "E5-E7-G9");
    Unpacker unpacker(before, bytes);
    CHECK(unpacker.next() == path("E5-E7-G9"));
    CHECK_FALSE(unpacker.is_damaged());
    // E5-E7 alone, next to a piece that it could jump, is illegal by every reading.
    const std::string illegal = packed(before, "E5-E7");
    Unpacker damaged(before, illegal);
    CHECK_FALSE(damaged.next());
    CHECK(damaged.is_damaged());
}

TEST_CASE("bytes that end within a move are damaged", "[camelot][pack]") {
    Unpacker unpacker(Position::initial(), "\x28");
    CHECK_FALSE(unpacker.next());
    CHECK(unpacker.is_damaged());
    Unpacker no_bytes(Position::initial(), "");
    CHECK_FALSE(no_bytes.next());
    CHECK_FALSE(no_bytes.is_damaged());
}

TEST_CASE("a move by result comes back from its number, which fits the index", "[camelot][pack]") {
    play_random_games(24, [](const Position& before, const Path&) {
        if (!has_move_numbers(before.board())) return;
        for (const Move& move : legal_moves(before)) {
            const std::uint32_t number = move_number(before, move);
            if (number >> move_number_bits || move_with_number(before, number) != move)
                FAIL_CHECK(write_position(before));
        }
    });
    CHECK_FALSE(move_with_number(Position::initial(), 15));
}
