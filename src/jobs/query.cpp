#include "jobs/query.hpp"

#include <fmt/format.h>

#include <optional>

#include "base/error.hpp"
#include "base/ways_out.hpp"
#include "game/with_game.hpp"
#include "jobs/asking.hpp"
#include "jobs/notation_choice.hpp"
#include "store/statistics.hpp"

namespace cofnod::jobs {

namespace {

bool asks_for_moves(const QueryOptions& options) {
    return options.fen || options.after || options.moves || options.pieces || options.material || options.played ||
           options.pattern || !options.variety.empty();
}

/// Returns the name of the first game that has kinds of moves.
[[noreturn]] void throw_no_kinds_of_moves() {
    std::optional<UsageError> error;
    each_game([&](auto game) {
        if (error || asking_of<decltype(game)>().move_kinds().empty()) return;
        error.emplace(fmt::format("only for {}", title_of(game.kind)),
                      WayOut(WayOut::Kind::choose_game, {std::string(game.name)}), "played");
    });
    throw *error;
}

}  // namespace

GameKind game_meant(const QueryOptions& options) {
    if (options.filter.kind) return *options.filter.kind;
    std::optional<GameKind> meant;
    each_game([&](auto game) {
        if (!meant && asking_of<decltype(game)>().is_meant(options)) meant = game.kind;
    });
    return *meant;
}

GameKind game_to_look_at(const QueryOptions& options, const store::Store& store) {
    const bool is_said = options.filter.kind || options.fen || options.after || options.moves || options.pieces ||
                         options.material || options.played;
    if (is_said) return game_meant(options);
    const auto kinds = store::game_kinds(store);
    return kinds.empty() ? GameKind::chess : kinds.front();
}

store::HeaderFilter header_filter(const QueryOptions& options, const notation::Languages& languages) {
    store::HeaderFilter filter = options.filter;
    if (!filter.notation.empty() && !is_name_of_game(filter.notation))
        filter.notation = language_named(languages, filter.notation).code();
    return filter;
}

search::Query make_query(const QueryOptions& options, const notation::Languages& languages, const Note& note) {
    search::Query query;
    query.header = header_filter(options, languages);
    query.in_variations = options.in_variations;
    if (!asks_for_moves(options)) return query;
    query.header.kind.reset();  // conditions on moves concern one kind of game only
    const GameKind kind = game_meant(options);
    with_game(kind, [&](auto game) {
        const Asking& asking = asking_of<decltype(game)>();
        if (options.played && asking.move_kinds().empty()) throw_no_kinds_of_moves();
        asking.read(options, languages, note, query);
    });
    // The index finds positions by key; other conditions are searched only among the games of this kind.
    if (query.other && !query.exact_key()) query.header.kind = kind;
    return query;
}

}  // namespace cofnod::jobs
