// Any bytes as a script of CQL, held against a few games with variations and comments: positions come in order, the
// same each time, and to ask for the first alone finds a game that has one. A script that takes long is stopped.

#include "account.hpp"
#include "base/error.hpp"
#include "cql/run/query.hpp"
#include "cql/syntax.hpp"
#include "games/record/record.hpp"

using namespace cofnod;
using namespace cofnod::fuzz;

namespace {

constexpr auto text_of_games = R"([White "Anderssen"]
[WhiteElo "2400"]
[Date "1851.06.21"]
[ECO "C33"]
[Result "1-0"]

1. e4 e5 2. f4 exf4 3. Bc4 (3. Nf3 g5 (3... d6 4. d4) 4. h4) Qh4+ {early} 4. Kf1 b5 $2 5. Bxb5 Nf6 1-0

[FEN "8/P6k/8/1pP5/8/8/6p1/K7 w - b6 0 30"]
[Result "1/2-1/2"]

1. cxb6 g1=N (1... g1=Q+ 2. Kb2) 2. a8=Q Nf3 3. Qxf3 1/2-1/2
)";

struct WorkIsDone {};

/// nullopt: stopped.
std::optional<std::vector<cql::PositionId>> positions_in(const cql::CompiledScript& query, const GameRecord& game,
                                                         bool all) {
    int left = 50;
    cql::MatchOptions options{.positions = all, .remarks = true};
    options.on_work = [&] {
        if (left-- == 0) throw WorkIsDone{};
    };
    cql::ScriptMatcher matcher(query, options);
    try {
        const cql::GameMatch* const match = matcher.match(cql::Game::of(game, 1));
        return match ? match->positions : std::vector<cql::PositionId>{};
    } catch (const WorkIsDone&) {
        return std::nullopt;
    }
}

void hold_against(const cql::CompiledScript& query, const GameRecord& game) {
    const auto positions = positions_in(query, game, true);
    if (!positions) return;
    for (std::size_t i = 0; i < positions->size(); ++i)
        require((*positions)[i] >= 0 && (i == 0 || (*positions)[i - 1] < (*positions)[i]), "positions come in order");
    require(positions_in(query, game, true) == positions, "what matches once matches again");
    if (query.header().match_count) return;
    const auto first = positions_in(query, game, false);
    require(!first || first->empty() == positions->empty(), "a game that matches has a first position that does");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const auto games = games_of(text_of_games, {.format = importers::Format::pgn});
    auto script = cql::parse(text_of(data, size));
    if (!script) return 0;
    try {
        const cql::CompiledScript query(std::move(*script));
        for (const GameRecord& game : games) hold_against(query, game);
    } catch (const UsageError&) {  // a regular expression that is none
    }
    return 0;
}
