#include "answers/matches.hpp"

#include <utility>

#include "base/say.hpp"
#include "cql/run/annotate.hpp"
#include "notation/language.hpp"

namespace cofnod::answers {

std::vector<std::string> sort_titles(const cql::CompiledScript& script) {
    std::vector<std::string> titles;
    if (script.header().sort_by_match_count) titles.emplace_back(phrase("positions"));
    for (const auto& key : script.sort_keys()) titles.push_back(key.title.empty() ? phrase("sort") : key.title);
    return titles;
}

std::optional<ListedGame> listed_match(const jobs::MatchedGame& game, jobs::CqlInput& input,
                                       const cql::CompiledScript& script, const notation::Language& language) {
    auto header = input.header(game);
    if (!header) return std::nullopt;
    ListedGame row{.header = *std::move(header), .database = input.database(), .plies = game.found.plies};
    if (!game.found.plies.empty()) {
        row.ply = static_cast<std::uint32_t>(game.found.plies.front());
        if (game.found.begins_in_variation)
            row.move = phrase("variation");
        else if (const auto moves = input.moves(game))
            row.move = move_at(*moves, *row.ply, language);
    }
    if (script.header().sort_by_match_count) row.sorts.emplace_back(std::to_string(game.found.plies.size()));
    for (const auto& sort : game.found.match.sorts)
        row.sorts.push_back(sort.found ? std::optional(cql::to_text(sort)) : std::nullopt);
    return row;
}

}  // namespace cofnod::answers
