#include "games/chess/pack.hpp"

#include <catch2/catch.hpp>

#include "games/chess/replayer.hpp"
#include "games/chess/san.hpp"
#include "playout.hpp"

using namespace cofnod::chess;
using namespace cofnod::chess::testing;

namespace {

struct Game {
    Position start;
    std::vector<Move> moves;
    std::string bytes;
};

Game packed_game(const Position& start, Dice& dice) {
    Game game{start, {}, {}};
    Packer packer(start);
    play_random_game(start, dice, 200, true, [&](const Position& before, Move move) {
        packer.push(before, move);
        game.moves.push_back(move);
    });
    game.bytes = packer.bytes();
    return game;
}

/// Random games from all starts, standard and Chess960, with null moves.
std::vector<Game> packed_games(std::uint64_t seed) {
    Dice dice(seed);
    std::vector<Game> games;
    for (int round = 0; round < 8; ++round)
        for (const Position& start : starts(dice)) games.push_back(packed_game(start, dice));
    return games;
}

std::string packed(std::initializer_list<const char*> moves) {
    Position position = Position::initial();
    Packer packer(position);
    for (const char* text : moves) {
        const Move move = *read_uci(position, text);
        packer.push(position, move);
        position.play(move);
    }
    return std::string(packer.bytes());
}

void check_same_board(const Replayer& replayer, const Position& position) {
    for (int index = 0; index < piece_count; ++index) {
        const Piece piece = Piece::from_index(index);
        if (replayer.pieces(piece) != position.pieces(piece.color, piece.role)) FAIL_CHECK(write_fen(position));
    }
    if (replayer.key() != position.key() || replayer.turn() != position.turn()) FAIL_CHECK(write_fen(position));
    if (replayer.occupied() != position.occupied()) FAIL_CHECK(write_fen(position));
    if (replayer.castling_rooks() != position.castling_rooks()) FAIL_CHECK(write_fen(position));
}

}  // namespace

TEST_CASE("a packed game comes back move for move", "[chess][pack]") {
    for (const Game& game : packed_games(41)) {
        Unpacker unpacker(game.start, game.bytes);
        std::vector<Move> moves;
        while (const auto move = unpacker.next()) moves.push_back(*move);
        CHECK_FALSE(unpacker.is_damaged());
        CHECK(moves == game.moves);
    }
}

TEST_CASE("the fast replayer sees the positions that the careful one sees", "[chess][pack]") {
    for (const Game& game : packed_games(42)) {
        Unpacker unpacker(game.start, game.bytes);
        Replayer replayer(game.start);
        replayer.read(game.bytes);
        check_same_board(replayer, unpacker.position());
        while (const auto move = unpacker.next()) {
            REQUIRE(replayer.next());
            if (replayer.move() != *move) FAIL_CHECK(write_fen(unpacker.position()));
            check_same_board(replayer, unpacker.position());
        }
        CHECK_FALSE(replayer.next());
        CHECK_FALSE(replayer.is_damaged());
    }
}

TEST_CASE("stored games stay readable: the bytes of a ply are what the table in pack.hpp says", "[chess][pack]") {
    using namespace std::string_literals;
    CHECK(packed({"e2e4"}) == "\xCF"s);                              // the e-pawn, number 12: double step
    CHECK(packed({"g1f3"}) == "\x66"s);                              // knight 6, +15
    CHECK(packed({"0000"}) == "\x4A"s);                              // king 4 passes
    CHECK(packed({"e2e4", "e7e5", "d1h5"}) == "\xCF\x4F\x33\x27"s);  // queen 3: own file d, then h5 = 39
    CHECK(packed({"e2e4", "d7d5", "e4d5"}) == "\xCF\x3F\xC0"s);      // captures towards the a-file
    CHECK(packed({"e2e4", "a7a6", "f1b5"}).substr(2) == "\x59"s);    // bishop 5: to the b-file, on the falling diagonal
}

TEST_CASE("most plies take one byte", "[chess][pack]") {
    std::size_t plies = 0;
    std::size_t bytes = 0;
    for (const Game& game : packed_games(43)) {
        plies += game.moves.size();
        bytes += game.bytes.size();
    }
    CHECK(static_cast<double>(bytes) < 1.4 * static_cast<double>(plies));
}

TEST_CASE("damaged bytes end a game, and never more than that", "[chess][pack]") {
    Dice dice(44);
    for (Game& game : packed_games(45)) {
        for (std::size_t n = 1 + game.bytes.size() / 16; n > 0; --n)
            game.bytes[dice.below(game.bytes.size())] = static_cast<char>(dice.below(256));
        if (dice.below(2) == 0) game.bytes.resize(dice.below(game.bytes.size() + 1));

        Unpacker unpacker(game.start, game.bytes);
        Position position = game.start;
        while (const auto move = unpacker.next()) {
            if (!is_legal(position, *move)) FAIL_CHECK(write_fen(position));
            position.play(*move);
        }
        Replayer replayer(game.start);
        replayer.read(game.bytes);
        while (replayer.next()) {
        }
    }
}

TEST_CASE("noise played as a game keeps one king a side and no pawn on an outer rank", "[chess][pack]") {
    Dice dice(46);
    constexpr Bitboard outer = Bitboard::of(Rank::r1) | Bitboard::of(Rank::r8);
    for (int i = 0; i < 20'000; ++i) {
        const auto all = starts(dice);
        Replayer replayer(all[dice.below(all.size())]);
        std::string bytes;
        for (int n = 0; n < 64; ++n) bytes += static_cast<char>(dice.below(256));
        // Random bytes fail soon, so a damaged byte is skipped as long as the reader permits it.
        for (std::size_t at = 0; at < bytes.size(); ++at) {
            Replayer trial = replayer;
            trial.read(std::string_view(bytes).substr(at, 2));
            if (!trial.next()) continue;
            replayer = trial;
            for (const Color color : {Color::white, Color::black}) {
                if (replayer.pieces(Piece{color, Role::king}).count() != 1) FAIL("a king is lost");
                if (!(replayer.pieces(Piece{color, Role::pawn}) & outer).empty()) FAIL("a pawn went too far");
            }
        }
    }
}

TEST_CASE("a queen's second byte must name a square on a diagonal", "[chess][pack]") {
    const Position start = position("4k3/8/8/8/8/8/8/3QK3 w - - 0 1");  // the queen is number 0, on the d-file
    const auto moves = [&](std::string bytes) {
        Unpacker unpacker(start, bytes);
        unpacker.next();
        return !unpacker.is_damaged();
    };
    CHECK(moves({0x03, 39}));         // h5
    CHECK_FALSE(moves({0x03}));       // cut off
    CHECK_FALSE(moves({0x03, 11}));   // d2: along the file
    CHECK_FALSE(moves({0x03, 3}));    // d1: its own square
    CHECK_FALSE(moves({0x03, 100}));  // not a square
    CHECK_FALSE(moves({'\xF0'}));     // no piece has number 15
}

TEST_CASE("a replay spells each ply as the rules do", "[chess][pack][property]") {
    for (const Game& game : packed_games(17)) {
        SpelledReplay replay(Replayer(game.start), game.bytes);
        Position position = game.start;
        for (const Move move : game.moves) {
            REQUIRE(replay.next());
            const auto expected = san_reading(position, move);
            position.play(move);
            if (replay.reading() != expected || replay.mark() != check_mark(position)) FAIL_CHECK(write_fen(position));
        }
        CHECK_FALSE(replay.next());
        CHECK(replay.key() == position.key());
    }
}

TEST_CASE("a replay of bytes that are no game ends, whatever they are", "[chess][pack][property]") {
    Dice dice(18);
    for (int round = 0; round < 2000; ++round) {
        std::string bytes(dice.below(80), '\0');
        for (char& byte : bytes) byte = static_cast<char>(dice.below(256));
        SpelledReplay replay(Replayer(Position::initial()), bytes);
        std::size_t plies = 0;
        while (replay.next()) ++plies;
        CHECK(plies <= bytes.size());
    }
}
