#include <catch2/catch.hpp>

#include <set>

#include "games/camelot/judge.hpp"
#include "playout.hpp"

using namespace cofnod::camelot;
using namespace cofnod::camelot::testing;

namespace {

/// Paths that are legal only by the looser reading of the rule on Knights that pass a capturable piece.
class LoosePaths {
public:
    explicit LoosePaths(const Position& before) : before_(before) {}

    PathList find() {
        for (const Square from : before_.pieces(before_.turn(), Role::knight)) canter_on({from}, from);
        return loose_;
    }

private:
    void canter_on(Path path, const Bitboard& visited) {
        if (path.size() > 1 && judge(before_, path).fault == RuleFault::knight_passed_prey) loose_.push_back(path);
        for (int direction = 0; direction < direction_count; ++direction) {
            const Square to = beyond(path.back(), direction);
            const bool over_friend = before_.pieces(before_.turn()).contains(adjacent(path.back(), direction));
            if (!over_friend || !before_.free().contains(to) || visited.contains(to)) continue;
            path.add(to);
            canter_on(path, visited | to);
            path.drop_last();
        }
    }

    const Position& before_;
    PathList loose_;
};

struct Lines {
    std::uint64_t by_path = 0, by_result = 0;
};

PathList playable_paths(const Position& before) {
    PathList paths = legal_paths(before);
    const PathList loose = LoosePaths(before).find();
    paths.insert(paths.end(), loose.begin(), loose.end());
    return paths;
}

std::set<Move> effects_of(const Position& before, const PathList& paths) {
    std::set<Move> effects;
    for (const Path& each : paths) effects.insert(effect_of(before, each));
    return effects;
}

/// Counts lines of playable moves, by path and by result.
Lines playable_lines(const Position& before, int depth) {
    const PathList paths = playable_paths(before);
    const std::set<Move> effects = effects_of(before, paths);
    if (depth == 1) return {paths.size(), effects.size()};
    Lines lines;
    for (const Move& move : effects) {
        Position after = before;
        after.play(move);
        const Lines below = playable_lines(after, depth - 1);
        lines.by_result += below.by_result;
        const auto ways = std::count_if(paths.begin(), paths.end(),
                                        [&](const Path& each) { return effect_of(before, each) == move; });
        lines.by_path += static_cast<std::uint64_t>(ways) * below.by_path;
    }
    return lines;
}

}  // namespace

TEST_CASE("by the looser reading there are as many lines as another program counts", "[camelot][judge]") {
    const Lines two = playable_lines(Position::initial(), 2);
    CHECK(two.by_result == 10'026);
    const Lines three = playable_lines(Position::initial(), 3);
    CHECK(three.by_path == 1'689'430);
    CHECK(three.by_result == 1'071'110);
}
