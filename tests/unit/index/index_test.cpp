#include <rapidcheck.h>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>

#include "../search/archive.hpp"
#include "games/record/chess_game.hpp"
#include "index/ascending.hpp"
#include "index/features.hpp"
#include "index/position_index.hpp"
#include "index/segment_format.hpp"
#include "index/upkeep.hpp"
#include "search/endgames.hpp"
#include "search/search.hpp"
#include "search/tree.hpp"
#include "store/connection.hpp"
#include "store/corrections.hpp"
#include "store/segments.hpp"
#include "store/statement.hpp"
#include "store/transaction.hpp"
#include "store/works.hpp"

using namespace cofnod;
using namespace cofnod::search;
using namespace cofnod::search::test;

namespace {

std::vector<std::int64_t> ids_of(store::Store& store, const Query& query) {
    std::vector<std::int64_t> ids;
    search::search(store, query, {}, [&](const Hit& hit) {
        ids.push_back(hit.game);
        return true;
    });
    CHECK(search::count(store, query).hits == static_cast<std::int64_t>(ids.size()));
    return ids;
}

/// The games of the archive that are still in the database.
class Model {
public:
    explicit Model(const Archive& archive) : archive_(archive) {}

    void forget(std::int64_t id) { gone_.insert(id); }

    template <typename Meant>
    [[nodiscard]] std::vector<std::int64_t> ids(Meant meant) const {
        std::vector<std::int64_t> ids;
        for (std::size_t i = 0; i < archive_.games().size(); ++i) {
            const auto id = static_cast<std::int64_t>(i) + 1;
            const RandomGame& game = archive_.games()[i].game;
            if (!gone_.contains(id) && !game.moves.empty() &&
                std::any_of(game.positions.begin(), game.positions.end(), meant))
                ids.push_back(id);
        }
        return ids;
    }

    /// Returns the number of games by the move that they play from the position, each move once per game; no move:
    /// games that end there.
    [[nodiscard]] std::map<std::uint32_t, std::uint64_t> moves_from(const chess::Position& position) const {
        std::map<std::uint32_t, std::uint64_t> moves;
        for (const std::int64_t id : ids([&](const auto& other) { return other.key() == position.key(); })) {
            const RandomGame& game = archive_.games()[static_cast<std::size_t>(id - 1)].game;
            std::set<std::uint32_t> played;
            for (std::size_t ply = 0; ply < game.positions.size(); ++ply)
                if (game.positions[ply].key() == position.key())
                    played.insert(ply < game.moves.size() ? 1U + game.moves[ply].raw() : 0);
            for (const std::uint32_t move : played) ++moves[move];
        }
        return moves;
    }

private:
    const Archive& archive_;
    std::set<std::int64_t> gone_;
};

/// Queries positions, pieces and material of the games and of games that were never played, and their trees.
void check_answers(Archive& archive, const Model& model, unsigned seed) {
    std::mt19937 random(seed);
    for (int round = 0; round < 60; ++round) {
        const auto& games = archive.games();
        const RandomGame stranger = random_game(random, "", 12);
        const RandomGame& game = round % 5 == 0 ? stranger : games[random() % games.size()].game;
        const std::size_t early = round % 2 ? game.positions.size() : std::min<std::size_t>(game.positions.size(), 4);
        const chess::Position& position = game.positions[random() % early];
        const chess::Replayer replayer(position);

        Query exact;
        exact.position = WantedPosition(position);
        REQUIRE(ids_of(archive.store(), exact) ==
                model.ids([&](const auto& other) { return other.key() == position.key(); }));

        Query placed;
        placed.position = WantedPosition(position, {.turn = false, .castling = false, .en_passant = false});
        REQUIRE(ids_of(archive.store(), placed) ==
                model.ids([&](const auto& other) { return placed.position->is_in(chess::Replayer(other)); }));

        Query pieces;
        const chess::Square king = position.king(chess::Color::white), pawn = position.pieces(chess::Role::pawn).last();
        pieces.pieces.emplace().add(*position.piece_at(king), king);
        pieces.pieces->add(*position.piece_at(pawn), chess::Bitboard::of(pawn.file()));
        REQUIRE(ids_of(archive.store(), pieces) ==
                model.ids([&](const auto& other) { return pieces.pieces->is_in(chess::Replayer(other)); }));

        Query material;
        material.material.emplace();
        for (const chess::Piece piece : chess::signature_pieces) {
            const auto count = static_cast<std::uint8_t>(replayer.pieces(piece).count());
            material.material->range(piece) = {count, static_cast<std::uint8_t>(round % 3 ? count : 15)};
        }
        REQUIRE(ids_of(archive.store(), material) ==
                model.ids([&](const auto& other) { return material.material->is_in(chess::Replayer(other)); }));

        OpeningTree opening(archive.store(), {});
        Tree<ChessGame> tree = opening.at<ChessGame>(position);
        opening.count_reached(position, tree);
        REQUIRE(tree.totals.games ==
                model.ids([&](const auto& other) { return other.key() == position.key(); }).size());
        auto expected = model.moves_from(position);
        REQUIRE(tree.ended == expected[0]);
        expected.erase(0);
        REQUIRE(tree.moves.size() == expected.size());
        for (const TreeMove<ChessGame>& move : tree.moves) {
            REQUIRE(move.totals.games == expected[1U + move.move.raw()]);
            chess::Position after = position;
            after.play(move.move);
            REQUIRE(move.reached ==
                    static_cast<std::int64_t>(
                        model.ids([&](const auto& other) { return other.key() == after.key(); }).size()));
        }
    }
}

std::vector<std::int64_t> changed_ids(Archive& archive) {
    std::vector<std::int64_t> ids;
    for (const store::ChangedGame& game : store::changed_games(archive.store())) ids.push_back(game.id);
    return ids;
}

void note_change(store::Store& store, std::int64_t id) {
    store.connection().run_script("REPLACE INTO changed VALUES (" + std::to_string(id) + ", 0)");
}

bool is_covered(Archive& archive) {
    const auto runs = index::runs(archive.store());
    return std::all_of(runs.begin(), runs.end(), [](const index::Run& run) { return run.segment.has_value(); });
}

}  // namespace

TEST_CASE("the index answers as a look through all games does", "[index]") {
    Archive archive;
    const Model model(archive);
    check_answers(archive, model, 40);

    SECTION("with one segment") { index::update(archive.store(), {.threads = 2}); }
    SECTION("with many small segments") {
        index::update(archive.store(), {.threads = 1, .memory = 40 * 500});
        CHECK(index::runs(archive.store()).size() > 5);
    }
    SECTION("with gaps") {
        index::build_segment(archive.store(), 30, 60, 1);
        index::build_segment(archive.store(), 100, 299, 1);
        check_answers(archive, model, 41);
        index::update(archive.store(), {});
    }
    CHECK(is_covered(archive));
    check_answers(archive, model, 42);
    index::optimize(archive.store(), {});
    CHECK(index::runs(archive.store()).size() == 1);
    check_answers(archive, model, 43);
}

TEST_CASE("the index stays right when games are taken out", "[index]") {
    Archive archive;
    Model model(archive);
    index::update(archive.store(), {.threads = 1, .memory = 40 * 3000});
    store::Change change(archive.store(), {});
    for (const std::int64_t id : {1, 3, 150, 151, 299, 300}) {
        change.remove(id, 1);
        model.forget(id);
    }
    store::finish_works(archive.store());
    CHECK(changed_ids(archive) == std::vector<std::int64_t>{1, 3, 150, 151, 299, 300});
    check_answers(archive, model, 50);
    index::repair(archive.store());
    CHECK(changed_ids(archive).empty());
    check_answers(archive, model, 51);
}

TEST_CASE("games that have changed are asked themselves, and the others by their segment", "[index]") {
    Archive archive;
    const Model model(archive);
    index::update(archive.store(), {.threads = 1, .memory = 40 * 3000});
    const auto first = [&] { return index::runs(archive.store()).front(); };
    const std::int64_t last_of_first = first().last;
    for (const std::int64_t id : {std::int64_t{7}, std::int64_t{8}, std::int64_t{64}, last_of_first, std::int64_t{300}})
        note_change(archive.store(), id);
    CHECK(first().last == 6);
    CHECK_FALSE(first().is_whole());
    check_answers(archive, model, 52);

    // The same headers, trees and endgames as without an index.
    const auto answers = [&] {
        std::vector<std::vector<std::int64_t>> all;
        for (const store::HeaderTerm& term :
             {store::HeaderTerm{.field = store::HeaderField::white, .text = "Owen"},
              store::HeaderTerm{.field = store::HeaderField::since, .low = 1920'00'00, .high = 1930'00'00},
              store::HeaderTerm{.field = store::HeaderField::white_elo, .low = 1550, .high = 1620}}) {
            const store::HeaderFilter filter{.terms = {term}};
            Query query;
            query.header = filter;
            all.push_back(ids_of(archive.store(), query));
            const auto tree = OpeningTree(archive.store(), filter).at<ChessGame>(chess::Position::initial());
            for (const TreeMove<ChessGame>& move : tree.moves)
                all.push_back({move.move.raw(), static_cast<std::int64_t>(move.totals.games),
                               static_cast<std::int64_t>(move.totals.white_wins), move.totals.last_year});
        }
        for (const EndgameCount& count : count_endgames(archive.store(), {.least_men = 3, .most_men = 28}).materials)
            all.push_back({static_cast<std::int64_t>(count.signature), count.games, count.positions.value_or(-1)});
        return all;
    };
    const auto by_index = answers();
    archive.store().set_property("index", "another");
    CHECK(by_index == answers());
}

TEST_CASE("a segment is made again if it is small, or if many of its games have changed", "[index]") {
    Archive archive;
    index::update(archive.store(), {});
    auto& connection = archive.store().connection();
    const auto change = [&](int first, int games) {
        connection.run_script("WITH RECURSIVE n(i) AS (SELECT " + std::to_string(first) +
                              " UNION ALL SELECT i + 1 FROM n LIMIT " + std::to_string(games) +
                              ") INSERT INTO changed SELECT i, 0 FROM n");
    };
    SECTION("small") { change(7, 1); }
    SECTION("many") {
        connection.run_script("UPDATE segment SET positions = 60000");
        change(1, 250);
        CHECK(index::repair(archive.store()).segments_made == 0);
        connection.run_script("UPDATE segment SET last_game = 5000");
        change(301, 900);
    }
    CHECK(index::repair(archive.store()).segments_made == 1);
    CHECK(changed_ids(archive).empty());
}

TEST_CASE("segments of another format are not read, and made again", "[index]") {
    Archive archive;
    const Model model(archive);
    index::update(archive.store(), {});
    archive.store().set_property("index", "another");
    CHECK_FALSE(is_covered(archive));
    check_answers(archive, model, 60);
    index::update(archive.store(), {});
    CHECK(is_covered(archive));
    check_answers(archive, model, 61);
}

TEST_CASE("a game with an id far away is found, and its distance takes no memory", "[index]") {
    Archive archive;
    archive.store().connection().run_script("UPDATE game SET id = 20000000 WHERE id = 300");
    index::update(archive.store(), {.threads = 2, .memory = std::size_t{4} << 20});
    const auto runs = index::runs(archive.store());
    REQUIRE(runs.size() == 2);  // the games and the one game, with nothing between them
    CHECK(runs[0].last == 299);
    CHECK(runs[1].first == 20000000);
    CHECK(runs[1].segment);

    Query query;
    query.position = WantedPosition(archive.games()[299].game.positions.front());
    CHECK(ids_of(archive.store(), query).back() == 20000000);
}

TEST_CASE("rows of segments that somebody made up are left aside", "[index]") {
    Archive archive;
    const Model model(archive);
    index::build_segment(archive.store(), 1, 200, 1);
    const char* rows =
        GENERATE("4294967297, 201, 300, 5, 6, 0", "7, 250, 201, 5, 6, 0", "7, 201, 9000000000000000000, 5, 6, 0",
                 "7, -5, 300, 5, 6, 0", "7, 201, 300, 5, -3, 0", "7, 100, 300, 5, 6, 0");
    archive.store().connection().run_script(
        std::string("PRAGMA ignore_check_constraints = ON; INSERT INTO segment VALUES (") + rows + ")");
    check_answers(archive, model, 70);
    index::optimize(archive.store(), {});
    CHECK(is_covered(archive));
    check_answers(archive, model, 71);
}

TEST_CASE("a made-up row of a segment takes no parts of another with it, nor its id", "[index]") {
    Archive archive;
    const Model model(archive);
    index::build_segment(archive.store(), 1, 200, 1);
    archive.store().connection().run_script("INSERT INTO segment VALUES (4294967297, 201, 210, 5, 6, 0)");
    SECTION("when it is deleted") { store::delete_segment(archive.store(), 4294967297); }
    SECTION("when a segment is made beside it") {
        index::build_segment(archive.store(), 211, 300, 1);
        CHECK(store::segments(archive.store()).back().id == 2);
    }
    check_answers(archive, model, 72);
}

TEST_CASE("other programs that change games are noticed", "[index]") {
    Archive archive;
    index::update(archive.store(), {});
    const auto run = [&](const std::string& change) {
        const std::string command = "sqlite3 '" + archive.path().string() + "' \"" + change + "\"";
        REQUIRE(std::system(command.c_str()) == 0);
    };
    SECTION("one by one") {
        run(GENERATE("DELETE FROM game WHERE id = 7", "UPDATE game SET result = 0 WHERE id = 7",
                     "INSERT OR REPLACE INTO game SELECT * FROM game WHERE id = 7",
                     "UPDATE game SET white = NULL WHERE id = 7", "DELETE FROM game_tag WHERE game = 7",
                     "UPDATE game_tag SET value = 'x' WHERE game = 7", "INSERT INTO game_tag VALUES (7, 99, 'x')",
                     "UPDATE game SET rowid = 9999 WHERE id = 7",
                     "INSERT INTO game_annotation (game, content) VALUES (7, x'00')"));
        CHECK(changed_ids(archive).front() == 7);
        CHECK_FALSE(store::segments(archive.store()).front().stale);
    }
    SECTION("all games of a form") {
        run(GENERATE("UPDATE form SET tag_names = '[]'", "DELETE FROM form"));
        CHECK(store::segments(archive.store()).front().stale);
    }
}

TEST_CASE("a segment is built while others write", "[index]") {
    Archive archive;
    const Model model(archive);
    if (GENERATE(false, true)) index::build_segment(archive.store(), 1, 40, 1);  // to be replaced by the next segment
    note_change(archive.store(), 5);
    bool is_first = true;
    const auto build = [&](const std::string& change) {
        const auto progress = [&](double) {
            if (!std::exchange(is_first, false)) return;
            store::Store other = store::Store::open(archive.path(), store::Access::read_write);
            other.connection().run_script(change);
        };
        return index::build_segment_beside_writers(archive.store(), 1, 300, 2, progress, nullptr);
    };
    SECTION("who change nothing") {
        CHECK(build("SELECT 1"));
        CHECK(changed_ids(archive).empty());
    }
    SECTION("who change one of its games, which is then a change of the segment") {
        const std::int64_t id = GENERATE(5, 7);
        CHECK(build("REPLACE INTO changed VALUES (" + std::to_string(id) + ", 0)"));
        CHECK(changed_ids(archive) == std::vector{id});
    }
    SECTION("and again if they change a form") {
        CHECK_FALSE(build("UPDATE segment SET stale = 1 WHERE 7 BETWEEN first_game AND last_game"));
        CHECK_FALSE(is_covered(archive));
    }
    for (const store::SegmentRow& row : store::segments(archive.store())) CHECK_FALSE(store::is_promised(row));
    check_answers(archive, model, 73);
    index::optimize(archive.store(), {});
    CHECK(is_covered(archive));
    check_answers(archive, model, 74);
}

TEST_CASE("what a change has made stale is built again, and nothing else", "[index]") {
    Archive archive;
    index::build_segment(archive.store(), 1, 100, 1);
    index::build_segment(archive.store(), 101, 200, 1);  // 100 games have no segment, as during another import
    archive.store().connection().run_script("UPDATE segment SET stale = 1 WHERE first_game = 101");
    CHECK(index::repair(archive.store()).games == 100);
    const auto runs = index::runs(archive.store());
    REQUIRE(runs.size() == 3);
    CHECK((runs[0].segment && runs[1].segment && !runs[2].segment));
}

TEST_CASE("many small imports leave few segments", "[index]") {
    Archive archive;
    for (std::int64_t last = 5; last <= 300; last += 5) index::build_segment(archive.store(), last - 4, last, 1);
    CHECK(index::runs(archive.store()).size() == 60);
    index::optimize(archive.store(), {});
    CHECK(index::runs(archive.store()).size() == 1);
}

TEST_CASE("statistics of a move count results, Elos and years", "[index][tree]") {
    Archive archive;
    const auto totals = [&] { return OpeningTree(archive.store(), {}).at<ChessGame>(chess::Position::initial()); };
    const Tree<ChessGame> by_games = totals();
    index::update(archive.store(), {});
    const Tree<ChessGame> by_index = totals();
    CHECK(by_index.totals == by_games.totals);
    REQUIRE(by_index.moves.size() == by_games.moves.size());
    for (std::size_t i = 0; i < by_index.moves.size(); ++i) CHECK(by_index.moves[i].totals == by_games.moves[i].totals);
    CHECK(by_index.totals.last_year == 1949);
    CHECK(by_index.totals.top_elo >= 1790);
}

TEST_CASE("a tree of some games counts these only", "[index][tree]") {
    Archive archive;
    const store::HeaderFilter filter{.terms = {{.field = store::HeaderField::white, .text = "Owen"}}};
    const Tree<ChessGame> by_games = OpeningTree(archive.store(), filter).at<ChessGame>(chess::Position::initial());
    index::update(archive.store(), {});
    const Tree<ChessGame> by_index = OpeningTree(archive.store(), filter).at<ChessGame>(chess::Position::initial());
    CHECK(by_index.totals == by_games.totals);
    CHECK(by_index.totals.games > 0);
    CHECK(by_index.totals.games < 300);
}

TEST_CASE("ascending numbers come back", "[index]") {
    rc::check([](std::vector<std::uint32_t> numbers) {
        const unsigned width = *rc::gen::inRange(1U, 33U);
        for (std::uint32_t& number : numbers) number &= static_cast<std::uint32_t>((std::uint64_t{1} << width) - 1);
        std::sort(numbers.begin(), numbers.end());
        std::string bytes;
        index::put_ascending(bytes, numbers, width);
        const index::AscendingShape shape(numbers.size(), width);
        RC_ASSERT(bytes.size() == shape.bytes());
        std::vector<std::uint32_t> read;
        for (index::AscendingReader reader(bytes, shape); reader.next();) read.push_back(reader.number());
        RC_ASSERT(read == numbers);

        const std::uint32_t least =
            *rc::gen::arbitrary<std::uint32_t>() & static_cast<std::uint32_t>((std::uint64_t{1} << width) - 1);
        std::vector<std::uint32_t> above;
        index::AscendingReader reader(bytes, shape);
        reader.skip_below(least);
        while (reader.next())
            if (reader.number() >= least) {
                RC_ASSERT(numbers[reader.index()] == reader.number());
                above.push_back(reader.number());
            }
        RC_ASSERT(above ==
                  std::vector<std::uint32_t>(std::lower_bound(numbers.begin(), numbers.end(), least), numbers.end()));
    });
}

TEST_CASE("games with a feature come back, few or nearly all of them", "[index]") {
    rc::check([] {
        const auto games = *rc::gen::inRange<std::uint32_t>(1, 300);
        const auto share = *rc::gen::inRange(0, 101);
        std::vector<index::Traits> traits(games);
        for (auto& one : traits)
            if (*rc::gen::inRange(0, 100) < share) one.squares[3] |= std::uint64_t{1} << 17;
        for (const index::Feature& feature : index::occupied_features(traits, 3)) {
            RC_ASSERT(feature.value == 3 * 64 + 17);
            const auto bits = index::games_with(feature.games, feature.content, games);
            std::uint64_t count = 0;
            for (std::uint32_t i = 0; i < games; ++i) {
                const bool has = bits[i / 64] >> i % 64 & 1;
                RC_ASSERT(has == (traits[i].squares[3] != 0));
                count += has;
            }
            RC_ASSERT(count == feature.games);
        }
    });
}

TEST_CASE("damaged bytes of a segment give some answer", "[index]") {
    rc::check([](const std::string& bytes, std::uint64_t key) {
        const auto games = *rc::gen::inRange<std::uint32_t>(1, 100'000);
        std::vector<std::uint32_t> few;
        index::find_few(bytes, key, 13, games, few);
        for (const std::uint32_t game : few) RC_ASSERT(game < games);
        RC_ASSERT(index::find_shared(bytes, key, games).games <= games);
        index::facts_in(bytes, static_cast<std::uint32_t>(key % games));
        RC_ASSERT(index::games_with(key % games, bytes, games).size() == (games + 63) / 64);
    });
}
