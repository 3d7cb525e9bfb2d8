#include "games/camelot/movegen.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "games/camelot/judge.hpp"
#include "playout.hpp"

using namespace cofnod::camelot;
using namespace cofnod::camelot::testing;

namespace {

/// Returns false if the path's canters visit a square twice: the generator omits such detours, although they are legal.
bool is_simple(const Position& before, const Path& path) {
    Bitboard visited(path.front());
    for (std::size_t i = 1; i < path.size(); ++i) {
        if (effect_of(before, Path{path[i - 1], path[i]}).is_capture()) return true;
        if (visited.contains(path[i])) return false;
        visited |= path[i];
    }
    return true;
}

/// Extends paths of steps and leaps from every square while the arbiter does not rule them out, and collects those that
/// it accepts.
class Trials {
public:
    explicit Trials(const Position& before) : before_(before) {}

    PathList legal() {
        for (const Square from : before_.board().squares) try_on(Path{from});
        return legal_;
    }

private:
    /// Returns true for a fault that no further leap can repair.
    static bool is_hopeless(const Judgement& judgement) {
        if (!judgement.fault) return false;
        switch (*judgement.fault) {
            case RuleFault::must_jump_on:
            case RuleFault::knight_must_capture:
            case RuleFault::knight_passed_prey:
            case RuleFault::must_capture:
            case RuleFault::must_jump_out:
            case RuleFault::piece_in_castle_must_move:
            case RuleFault::ends_where_it_began:
            case RuleFault::too_short: return false;
            default: return true;
        }
    }

    void try_on(Path path) {
        if (!is_simple(before_, path)) return;
        const Judgement judgement = judge(before_, path);
        if (judgement.is_legal()) legal_.push_back(path);
        if (path.size() > 1 && is_hopeless(judgement)) return;
        for (int direction = 0; direction < direction_count; ++direction)
            for (const Square to : {adjacent(path.back(), direction), beyond(path.back(), direction)}) {
                if (path.size() > 1 && to == adjacent(path.back(), direction)) continue;
                path.add(to);
                try_on(path);
                path.drop_last();
            }
    }

    const Position& before_;
    PathList legal_;
};

std::set<Path> as_set(const PathList& paths) { return {paths.begin(), paths.end()}; }

}  // namespace

TEST_CASE("of all paths, exactly the generated ones are legal", "[camelot][movegen]") {
    int count = 0, compared = 0;
    play_random_games(1, [&](const Position& before, const Path&) {
        if (++count % 8 != 0) return;
        const PathList generated = legal_paths(before);
        const auto expected = as_set(Trials(before).legal());
        ++compared;
        if (as_set(generated) != expected || generated.size() != expected.size()) FAIL_CHECK(write_position(before));
    });
    CHECK(compared > 300);
}

TEST_CASE("moves by result are the different effects of moves by path, each once", "[camelot][movegen]") {
    play_random_games(2, [](const Position& before, const Path&) {
        std::set<Move> effects;
        for (const Path& each : legal_paths(before)) effects.insert(effect_of(before, each));
        const MoveList moves = legal_moves(before);
        if (std::set<Move>(moves.begin(), moves.end()) != effects || moves.size() != effects.size())
            FAIL_CHECK(write_position(before));
    });
}

TEST_CASE("a move has a shortest path that does it", "[camelot][movegen]") {
    const Position before =
        position("*****2*****/**8**/*10*/12/10mm/12/12/12/12/5M6/4M1M5/4MM6/12/*10*/**8**/*****2***** w 00");
    CHECK(write_path(before, path_of(before, {square("E5"), square("G7")})) == "E5-G5-G7");
    CHECK(path_of(before, {square("E5"), square("E9")}).empty());
}

TEST_CASE("a list of paths stops where it is told to", "[camelot][movegen]") {
    const Position unkind = position(
        "*****2*****/**8**/*10*/12/4NMNMM3/9N2/3MM1M1MM2/4m1M1M3/3Nmmm1m3/4m1m1m3/4mmmmm3/6m5/12/*10*/**8**/"
        "*****2***** "
        "w 00");
    CHECK(legal_paths(unkind, 20'000).size() == 20'000);
    CHECK(legal_moves(unkind).size() == 2'713);
    const Position start = Position::initial();
    CHECK(legal_paths(start, 112).size() == 112);
    CHECK(legal_paths(start, 113).size() == 112);
    CHECK(legal_paths(start, 5).size() == 5);
}
