#include "search/matcher.hpp"

#include <catch2/catch.hpp>

#include <functional>

#include "random_game.hpp"
#include "search/wanted_position.hpp"

using namespace cofnod;
using namespace cofnod::search;
using namespace cofnod::search::test;

namespace {

using Game = RandomGame;

store::GameMoves stored(const Game& game) { return {1, GameKind::chess, game.start, game.bytes}; }

std::vector<Game> random_games() {
    std::mt19937 random(20);
    std::vector<Game> games;
    for (int i = 0; i < 60; ++i) games.push_back(random_game(random, "", 120));
    for (int i = 0; i < 20; ++i)
        games.push_back(
            random_game(random, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 60));
    for (int i = 0; i < 20; ++i) games.push_back(random_game(random, "8/2k2p2/8/4P1P1/1p6/8/P1P2K2/8 w - - 0 1", 80));
    return games;
}

std::optional<std::uint32_t> first_where(const Game& game, const std::function<bool(const chess::Position&)>& wanted) {
    for (std::size_t ply = 0; ply < game.positions.size(); ++ply)
        if (wanted(game.positions[ply])) return static_cast<std::uint32_t>(ply);
    return std::nullopt;
}

/// Returns the first `count` fields of a FEN; positions that agree on them have the same text.
std::string fields(const chess::Position& position, int count) {
    const std::string fen = write_fen(position);
    std::size_t end = 0;
    for (; count > 0; --count) end = fen.find(' ', end + 1);
    return fen.substr(0, end);
}

}  // namespace

TEST_CASE("replaying finds a position where comparing FENs finds it", "[search][scan]") {
    const auto games = random_games();
    std::mt19937 random(21);
    for (int round = 0; round < 60; ++round) {
        const Game& model = games[random() % games.size()];
        const auto& wanted =
            model.positions[random() % std::min<std::size_t>(model.positions.size(), 1 + random() % 40)];
        for (const int count : {1, 2, 3, 4}) {
            const std::string fen = fields(wanted, count);
            INFO(fen);
            const auto read = read_position(fen);
            REQUIRE(read);
            Query query;
            query.position = read->wanted;
            QueryMatcher matcher(query);
            for (const Game& game : games)
                REQUIRE(matcher.first_ply(stored(game)) ==
                        first_where(game, [&](const auto& position) { return fields(position, count) == fen; }));
        }
    }
}

TEST_CASE("replaying finds pieces where looking at the squares finds them", "[search][scan]") {
    const auto games = random_games();
    std::mt19937 random(22);
    int found = 0;
    for (int round = 0; round < 300; ++round) {
        const chess::Piece first = chess::Piece::from_index(static_cast<int>(random() % 12));
        const chess::Piece second = chess::Piece::from_index(static_cast<int>(random() % 12));
        const auto at = chess::Square::from_index(static_cast<int>(random() % 64));
        const auto or_at = chess::Square::from_index(static_cast<int>(random() % 64));
        const auto second_at = chess::Square::from_index(static_cast<int>(random() % 64));
        Query query;
        query.pieces.emplace();
        query.pieces->add(first, chess::Bitboard(at) | or_at);
        query.pieces->add(second, second_at);
        QueryMatcher matcher(query);
        for (const Game& game : games) {
            const auto ply = matcher.first_ply(stored(game));
            REQUIRE(ply == first_where(game, [&](const chess::Position& position) {
                        return (position.piece_at(at) == first || position.piece_at(or_at) == first) &&
                               position.piece_at(second_at) == second;
                    }));
            found += ply.has_value();
        }
    }
    CHECK(found > 100);
}

TEST_CASE("opening moves are those a game begins with, in that order", "[search][scan]") {
    const auto games = random_games();
    for (const Game& model : games) {
        if (!model.start.empty()) continue;
        for (const std::size_t length : {std::size_t{1}, std::size_t{2}, std::size_t{7}}) {
            Query query;
            query.opening.assign(model.moves.begin(), model.moves.begin() + static_cast<std::ptrdiff_t>(length));
            QueryMatcher matcher(query);
            for (const Game& game : games) {
                const bool begins = game.start.empty() && game.moves.size() >= length &&
                                    std::equal(query.opening.begin(), query.opening.end(), game.moves.begin());
                REQUIRE(matcher.first_ply(stored(game)).has_value() == begins);
            }
        }
    }
}

TEST_CASE("all that is asked of a position must be true of one position", "[search][scan]") {
    std::mt19937 random(23);
    const Game game = random_game(random, "", 20);
    Query query;
    query.position = WantedPosition(game.positions[3]);
    query.pieces.emplace();
    query.pieces->add(*chess::Piece::from_fen_letter('K'), *chess::Square::parse("e1"));
    CHECK(QueryMatcher(query).first_ply(stored(game)) == 3u);
    query.pieces->add(*chess::Piece::from_fen_letter('Q'), *chess::Square::parse("h7"));
    CHECK_FALSE(QueryMatcher(query).first_ply(stored(game)));
}

TEST_CASE("a record with neither moves nor a set-up shows no position", "[search][scan]") {
    Query query;
    query.position = WantedPosition(chess::Position::initial());
    QueryMatcher matcher(query);
    CHECK_FALSE(matcher.first_ply({1, GameKind::chess, "", ""}));
    CHECK(matcher.first_ply({1, GameKind::chess, chess::initial_fen, ""}) == 0u);
}

TEST_CASE("damaged games are counted and not found", "[search][scan]") {
    Query query;
    query.pieces.emplace();
    query.pieces->add(*chess::Piece::from_fen_letter('P'), *chess::Square::parse("d4"));
    QueryMatcher matcher(query);
    CHECK_FALSE(matcher.first_ply({1, GameKind::chess, "", "\xFF\xFF\xFF"}));
    CHECK_FALSE(matcher.first_ply({1, GameKind::chess, "no position", "x"}));
    CHECK(matcher.damaged() == 2);
}
