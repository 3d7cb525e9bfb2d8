#include "answers/found_games.hpp"

#include <algorithm>
#include <optional>

#include "answers/games.hpp"
#include "answers/opening_names.hpp"
#include "store/interruption.hpp"

namespace cofnod::answers {

FoundPage find_page(search::Answers& answers, const GamesAsked& asked,
                    const std::function<void(const search::Hit&)>& each) {
    FoundPage result;
    const auto& limit = asked.page.limit;
    store::Page page = asked.page;
    if (limit) page.limit = *limit + 1;
    std::int64_t listed = 0;
    const auto take = [&](const search::Hit& hit) {
        result.has_more = limit && listed == *limit;
        if (result.has_more) return false;
        ++listed;
        result.last = hit.game;
        each(hit);
        return true;
    };
    std::optional<store::StopWhen> stop_when;
    if (asked.is_over) stop_when.emplace([&] { return result.is_cut || (result.is_cut = asked.is_over()); });
    try {
        result.found = search::select(answers, asked.query, page, asked.selection, take, asked.threads);
    } catch (const store::Interrupted&) {
        if (!result.is_cut) throw;
        result.has_more = true;
    }
    result.found.hits = listed;
    return result;
}

std::uint64_t for_each_record(search::Answers& answers, const GamesAsked& asked,
                              const std::function<void(const search::Hit&, const GameRecord&)>& each) {
    std::uint64_t count = 0;
    const auto take = [&](const search::Hit& hit, const GameRecord& record) {
        ++count;
        each(hit, record);
        return true;
    };
    if (asked.query.asks_for_moves() || !asked.selection.is_empty())
        search::select(
            answers, asked.query, asked.page, asked.selection,
            [&](const search::Hit& hit) {
                const auto record = answers.record(hit.game);
                return !record || take(hit, *record);
            },
            asked.threads);
    else
        answers.for_each_record(asked.query.header, asked.page,
                                [&](std::int64_t id, const GameRecord& record) { return take({.game = id}, record); });
    return count;
}

/// Returns true if a query asks for the opening played, which may be another one than the tag ECO says.
static bool asks_for_opening(const search::Query& query) {
    using enum store::HeaderField;
    return std::ranges::any_of(query.header.terms, [](const store::HeaderTerm& term) {
        return term.field == eco || term.field == opening;
    });
}

FoundPage write_found_games(search::Answers& answers, const GamesAsked& asked, const notation::Language& language,
                            Format format, const Output& out) {
    const search::Query& query = asked.query;
    const bool with_opening = asks_for_opening(query);
    List<ListedGame> games(game_list({.with_ply = query.asks_for_moves(),
                                      .with_variations = query.in_variations,
                                      .with_opening = with_opening}),
                           format, out);
    const auto eco_of = [&](std::int64_t id) {
        const auto moves = with_opening ? answers.moves(id) : std::nullopt;
        const auto opening = moves ? main_opening_of(*moves, "en") : std::nullopt;
        return opening ? opening->eco : std::string();
    };
    const FoundPage page = find_page(answers, asked, [&](const search::Hit& hit) {
        if (const auto header = answers.header(hit.game))
            games.add({.header = *header,
                       .ply = hit.ply,
                       .move = move_of_hit(answers, hit, language),
                       .in_variation = hit.variation != nullptr,
                       .plies = {},
                       .opening_eco = eco_of(hit.game)});
    });
    games.finish();
    return page;
}

}  // namespace cofnod::answers
