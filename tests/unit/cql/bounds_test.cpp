#include "cql/bounds/candidate_games.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

#include "../search/archive.hpp"
#include "cql/bounds/material_bounds.hpp"
#include "cql/run/query.hpp"
#include "cql/syntax.hpp"
#include "index/upkeep.hpp"
#include "random_script.hpp"

using namespace cofnod;
using namespace cofnod::search::test;

namespace {

cql::Script script_of(const std::string& text) {
    INFO(text);
    auto script = cql::parse(text);
    REQUIRE(script);
    return *std::move(script);
}

/// A database of random games with its index.
class Indexed {
public:
    Indexed() : index_(archive_.store()) { index::update(archive_.store(), {.threads = 1, .memory = 40 * 3000}); }

    /// Returns the games that remain within the bounds; all games of a run without bounds.
    std::vector<std::int64_t> left_by(const std::string& text) {
        const cql::Script script = script_of(text);
        cql::CandidateGames candidates(script, archive_.store(), index_, {});
        std::vector<std::int64_t> ids;
        for (const index::Run& run : index::runs(archive_.store())) {
            if (auto some = candidates.select(run)) {
                ids.insert(ids.end(), some->begin(), some->end());
                continue;
            }
            for (std::int64_t id = run.first; id <= std::min<std::int64_t>(run.last, games()); ++id) ids.push_back(id);
        }
        return ids;
    }
    /// Returns the games that match. (The index has no positions for a record without moves.)
    std::vector<std::int64_t> matching(const std::string& text) {
        const cql::CompiledScript query(script_of(text));
        cql::ScriptMatcher matcher(query);
        std::vector<std::int64_t> ids;
        for (std::int64_t id = 1; id <= games(); ++id) {
            const auto& entry = archive_.games()[static_cast<std::size_t>(id - 1)];
            cql::Game game;
            game.number = id;
            game.moves = entry.game.bytes;
            game.result = entry.result;
            if (!entry.game.moves.empty() && matcher.match(game) != nullptr) ids.push_back(id);
        }
        return ids;
    }
    [[nodiscard]] std::int64_t games() const { return static_cast<std::int64_t>(archive_.games().size()); }

private:
    Archive archive_;
    index::PositionIndex index_;
};

bool contains_all(const std::vector<std::int64_t>& all, const std::vector<std::int64_t>& some) {
    return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

}  // namespace

TEST_CASE("no game that matches a script is outside of its bounds", "[cql][bounds]") {
    Indexed games;
    int with_bounds = 0;
    for (unsigned seed = 1; seed <= 400; ++seed) {
        const std::string text = RandomScript(seed).filter(static_cast<int>(seed % 4));
        INFO(text);
        const auto left = games.left_by(text);
        CHECK(contains_all(left, games.matching(text)));
        with_bounds += static_cast<std::int64_t>(left.size()) < games.games();
    }
    CHECK(with_bounds >= 40);
}

TEST_CASE("squares and material leave few games where few can match", "[cql][bounds]") {
    Indexed games;
    const auto all = static_cast<std::size_t>(games.games());
    for (const char* text : {"Ke4",
                             "kd3 or Kd6",
                             "flipcolor {Kc4 check}",
                             "find Kd4",
                             "flip Kc5",
                             "line --> true --> Kf5",
                             "Q==0",
                             "flipcolor {Q==0 #q==1}",
                             "Ke4--(check)",
                             "child:Kd4",
                             "[Aa]<=24",
                             "not q",
                             "function f(x){x attacks a} f(Kd5)",
                             "1<=#{Kb6}",
                             "path --(Kg6)",
                             "rank K==6",
                             "file k>=7 rank k<=3",
                             "Kf5 or Q==0",
                             "ply>=70",
                             "movenumber==38",
                             "move enpassant",
                             "parent:enpassant",
                             "move from p to _a-h1",
                             "move previous from K to Kg1 capture .",
                             "--(Kf6)",
                             "Kd3--Kd4",
                             "initialposition:{Q==0}",
                             "initialposition:rank R>=1",
                             "x=rank Q Q==0",
                             "not q or power A/power a>=3",
                             "cql(variations) Ke4"}) {
        INFO(text);
        const auto left = games.left_by(text);
        CHECK(left.size() * 2 < all);
        CHECK(contains_all(left, games.matching(text)));
    }
}

TEST_CASE("where games that do not match count as well, nothing is left out", "[cql][bounds]") {
    Indexed games;
    const auto all = static_cast<std::size_t>(games.games());
    for (const char* text : {"cql(matchcount 0) Ke4", "persistent seen+=1 Ke4", "message(ply) Ke4", "not Ke4",
                             "Ke4 or check", "mate or not Kd4", "#Ke4>=0", "if Ke4 Ke4", "flip count Ke4"}) {
        INFO(text);
        CHECK(games.left_by(text).size() == all);
    }
}

TEST_CASE("a filter inside of many others is guessed once", "[cql][bounds]") {
    std::string text = "R";
    for (int i = 0; i < 60; ++i) text = "R attacks (" + text + ")";
    const cql::Script script = script_of(text);
    cql::MaterialBounds guess(*script.root);
    CHECK(guess.can_be_true(0x1000'1'0200'5ULL));
    CHECK(guess.steps() < 500);
}

TEST_CASE("material says whether a filter can be true", "[cql][bounds]") {
    // Two rooks and five pawns against a queen and a pawn.
    const std::uint64_t rooks_against_queen = 0x1000'1'0200'5ULL;
    const auto can_be = [&](const char* text) {
        const cql::Script script = script_of(text);
        return cql::MaterialBounds(*script.root).can_be_true(rooks_against_queen);
    };
    CHECK(can_be("R==2 P==5 q==1 p==1 [Aa]==11"));
    CHECK(can_be("power A==15 power a==10"));
    CHECK(can_be("R attacks q and not n"));
    CHECK(can_be("Ra1 or n"));
    CHECK(can_be("flipcolor {q Q==0}"));
    CHECK(can_be("3<=#R+#P<=7"));
    CHECK_FALSE(can_be("R==3"));
    CHECK_FALSE(can_be("not R"));
    CHECK_FALSE(can_be("r attacks K"));
    CHECK_FALSE(can_be("q>=2"));
    CHECK_FALSE(can_be("power A - power a > 5"));
    CHECK_FALSE(can_be("flipcolor {n check}"));
    CHECK_FALSE(can_be("3<=#R+#q<=2"));
    CHECK_FALSE(can_be("#[RP]a-h1>7"));
    CHECK(can_be("power A/power a==1 power a/power A==0"));
    CHECK_FALSE(can_be("power A/power a>=2"));
    CHECK_FALSE(can_be("power A/#n>=0"));  // nothing is divided by 0
    CHECK(can_be("#(vertical R)>=14 #(up 1 R)==2"));
    CHECK_FALSE(can_be("#(vertical R)>=15"));
    CHECK_FALSE(can_be("#(anydirection 1 R)>=17"));
    CHECK(can_be("parent:n"));
    CHECK(can_be("not {check R} | R"));
}

TEST_CASE("pieces that every match needs at once are those of conjunctions", "[cql]") {
    const auto count = [](const std::string& text) {
        const auto pieces = cql::needed_pieces(script_of(text));
        return pieces ? static_cast<int>(pieces->conditions().size()) : 0;
    };
    CHECK(count("Pd4 nd5") == 2);
    CHECK(count("Bg5 attacks nf6") == 2);
    CHECK(count("R[b,g]1 check") == 1);
    CHECK(count("[NB]g5 nf6") == 1);  // one piece on squares, not one of several
    CHECK(count("Pd4 | nd5") == 0);   // either may be missing
    CHECK(count("not Pd4") == 0);
    CHECK(count("Q attacks k") == 0);  // attacks on any square
    CHECK(count("flip Pd4") == 0);
    CHECK(count("_e4") == 0);
    CHECK(count("Pe2 ke8") == 0);            // true at the start, which records without moves have too
    CHECK(count("Pe4 message \"m\"") == 0);  // produces a message for games that do not match
    CHECK(count("cql(variations) Pd4") == 0);
}
