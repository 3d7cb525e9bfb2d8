#include "operations/query.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "base/place.hpp"
#include "base/problem.hpp"
#include "base/tr.hpp"
#include "base/ways_out.hpp"
#include "games/record/openings.hpp"
#include "games/record/with_game.hpp"
#include "notation/language.hpp"
#include "operations/notation_choice.hpp"
#include "operations/placed.hpp"
#include "operations/saved_question.hpp"
#include "store/duplicates/name_sound.hpp"
#include "store/game_cursor.hpp"
#include "store/name_match.hpp"
#include "store/stored_values.hpp"

namespace cofnod::operations {

template <typename E>
E error_of(const TextOrigin& origin, const std::string& text, const TextFault& fault) {
    const bool is_file = !origin.file.empty();
    if (text.find_first_not_of(" \t\r\n") == std::string::npos)
        return is_file ? E(fmt::format("{}: {}", origin.file, fault.message), fault.way_out)
                       : E(fault.message, fault.way_out, origin.option);
    Problem problem;
    locate(problem, text, fault.begin, fault.end, Anchor{});
    const std::string place = fmt::format(":{}:{}", problem.place.line, problem.place.column);
    const std::string what = fmt::format("{}\n{}", fault.message, marked_line(problem));
    const bool is_one_line = text.find('\n') == std::string::npos;
    E error = is_file ? E(fmt::format("{}{}: {}", origin.file, place, what), fault.way_out)
                      : E(what, fault.way_out, is_one_line ? origin.option : origin.option + place);
    error.set_spot({problem.place.line, problem.place.column, problem.width});
    return error;
}

template LimitError error_of(const TextOrigin&, const std::string&, const TextFault&);

void throw_fault(const TextOrigin& origin, const std::string& text, const TextFault& fault) {
    throw error_of<UsageError>(origin, text, fault);
}

namespace {

bool asks_for_position(const QueryOptions& options) {
    return options.fen || options.after || options.pieces || options.material || options.played || options.pattern;
}

bool asks_for_moves(const QueryOptions& options) {
    return asks_for_position(options) || options.moves || !options.variety.empty();
}

/// Throws the UsageError for --played, naming the first game that has kinds of moves.
[[noreturn]] void throw_no_kinds_of_moves() {
    std::optional<UsageError> error;
    each_game([&](auto game) {
        if (error || query_parser_of<decltype(game)>().move_kinds().empty()) return;
        error.emplace(tr("only for {}", title_of(game.kind)),
                      WayOut(WayOut::Kind::choose_game, {std::string(game.name)}), "played");
    });
    throw UsageError(*error);
}

using store::HeaderField;

/// Rejects ranges that contain no value, naming the option of the lower bound. Of several equal options the widest
/// counts.
void refuse_empty_range(const store::HeaderFilter& filter, HeaderField from, HeaderField to, const char* values,
                        const char* option) {
    const store::HeaderTerm *low = nullptr, *high = nullptr;
    for (const store::HeaderTerm& term : filter.terms) {
        if (term.negated) continue;
        if (term.field == from && (!low || term.low < low->low)) low = &term;
        if (term.field == to && (!high || term.high > high->high)) high = &term;
    }
    if (low && high && low->low > high->high)
        throw UsageError(tr("from {} to {} there are no {}", low->text, high->text, values), tr("exchange the two"),
                         option);
}

/// Returns the openings whose Welsh or Arabic name contains a text, as a JSON array of "C41 Philidor Defence". The
/// database has the English names.
std::string openings_with_name(const std::string& text) {
    std::vector<std::string> found;
    for (const Opening& opening : openings())
        if (store::name_contains(opening.welsh, text) || store::name_contains(opening.arabic, text))
            found.push_back(fmt::format("{} {}", opening.eco, opening.english));
    return store::to_json_array({found.begin(), found.end()});
}

/// Copies the player to the terms on opponents.
void join_opponents(store::HeaderFilter& filter) {
    const auto is_player = [](const store::HeaderTerm& term) {
        return term.field == HeaderField::player && !term.negated;
    };
    const auto player = std::find_if(filter.terms.begin(), filter.terms.end(), is_player);
    const bool is_one = std::count_if(filter.terms.begin(), filter.terms.end(), is_player) == 1;
    for (store::HeaderTerm& term : filter.terms) {
        if (term.field != HeaderField::opponent) continue;
        if (!is_one)
            throw UsageError(tr("exactly one player must be given too"), WayOutKind::name_one_player, "opponent");
        term.other = player->text;
    }
}

/// Returns the conditions on moves with the players that they are about.
search::PlyConditions ply_conditions(const QueryOptions& options) {
    using By = search::PlyConditions::By;
    search::PlyConditions conditions = options.ply;
    for (const store::HeaderTerm& term : options.filter.terms)
        if (term.field == HeaderField::player && !term.negated) conditions.players.push_back(term.text);
    const bool is_of_player = conditions.by == By::player || conditions.by == By::opponent;
    if (is_of_player && conditions.players.size() != 1)
        throw UsageError(tr("exactly one player must be given too"), WayOutKind::name_one_player, "by");
    return conditions;
}

/// Refuses --lines where no position is asked for, or with conditions that are about main lines.
void check_lines(const QueryOptions& query) {
    if (query.lines == search::Lines::main) return;
    if (query.moves || query.ply.are_given())
        throw UsageError(tr("--lines cannot be combined with --moves or conditions on moves"),
                         tr("these are about main lines"));
    if (!asks_for_position(query))
        throw UsageError(tr("--lines needs a position to search for"),
                         tr("add --fen, --after, --pieces, --material or --played"));
}

/// Converts a range that is the only condition on ids to first_id and last_id, which the index can use.
void take_id_range(store::HeaderFilter& filter) {
    const auto is_ids = [](const store::HeaderTerm& term) { return term.field == HeaderField::ids; };
    const auto ids = std::find_if(filter.terms.begin(), filter.terms.end(), is_ids);
    if (ids == filter.terms.end() || ids->negated || !ids->text.empty()) return;
    if (std::count_if(filter.terms.begin(), filter.terms.end(), is_ids) != 1) return;
    filter.first_id = ids->low;
    filter.last_id = ids->high;
    filter.terms.erase(ids);
}

}  // namespace

GameKind game_meant(const QueryOptions& options) {
    if (options.filter.kind) return *options.filter.kind;
    std::optional<GameKind> meant;
    each_game([&](auto game) {
        if (!meant && query_parser_of<decltype(game)>().is_meant(options)) meant = game.kind;
    });
    return *meant;
}

GameKind game_to_look_at(const QueryOptions& options, search::Answers& answers) {
    const bool is_said = options.filter.kind || options.fen || options.after || options.moves || options.pieces ||
                         options.material || options.played;
    if (is_said) return game_meant(options);
    const auto kinds = answers.kinds();
    return kinds.empty() ? GameKind::chess : kinds.front();
}

bool has_conditions(const QueryOptions& options) {
    return !store::is_empty(options.filter) || asks_for_moves(options) || options.ply.are_given();
}

store::HeaderFilter read_header(const QueryOptions& options, const notation::Languages& languages) {
    store::HeaderFilter filter = options.filter;
    for (store::HeaderTerm& term : filter.terms) {
        if (term.field == HeaderField::notation && !is_name_of_game(term.text))
            term.text = language_named(languages, term.text).code();
        if (term.field == HeaderField::opening) term.other = openings_with_name(term.text);
    }
    refuse_empty_range(filter, HeaderField::since, HeaderField::until, "dates", "since");
    refuse_empty_range(filter, HeaderField::min_elo, HeaderField::max_elo, "ratings", "min-elo");
    refuse_empty_range(filter, HeaderField::min_plies, HeaderField::max_plies, "lengths", "min-plies");
    join_opponents(filter);
    take_id_range(filter);
    return filter;
}

search::Query read_query(const QueryOptions& options, const notation::Languages& languages, const Note& note) {
    if (!options.selection.has_pages() && options.page.after != 0)
        throw UsageError(tr("there are pages of all games, in an order of games"),
                         tr("leave out --random and --unique, and orders by the numbers of moves"), "page-after");
    search::Query query;
    query.header = read_header(options, languages);
    check_lines(options);
    query.lines = options.lines;
    query.ply = ply_conditions(options);
    query.found = options.found;
    if (!asks_for_moves(options)) return query;
    query.header.kind.reset();  // conditions on moves concern one kind of game only
    const GameKind kind = game_meant(options);
    with_game(kind, [&](auto game) {
        const QueryParser& asking = query_parser_of<decltype(game)>();
        if (options.played && asking.move_kinds().empty()) throw_no_kinds_of_moves();
        asking.read(options, languages, note, query);
    });
    // The index finds exact positions by key; all other conditions are restricted to games of this kind.
    if (query.other && !query.exact_key()) query.header.kind = kind;
    return query;
}

store::HeaderFilter header_filter(const QueryOptions& options, const notation::Languages& languages,
                                  search::Answers& answers, unsigned threads) {
    store::HeaderFilter filter = read_header(options, languages);
    find_saved(filter, languages, answers, threads, false);
    return filter;
}

search::Query make_query(const QueryOptions& options, const notation::Languages& languages, const Note& note,
                         search::Answers& answers, unsigned threads) {
    search::Query query = read_query(options, languages, note);
    if (auto saved = find_saved(query.header, languages, answers, threads, true))
        find_positions_of(query, *std::move(saved));
    return query;
}

std::vector<std::int64_t> games_of(const search::Query& query, search::Answers& answers, unsigned threads) {
    std::vector<std::int64_t> games;
    const auto add = [&](const search::Hit& hit) {
        games.push_back(hit.game);
        return true;
    };
    answers.search(query, {}, add, threads);
    return games;
}

namespace {

using enum store::HeaderField;

constexpr std::size_t most_names = 3;

/// Options of the conditions, by HeaderField.
constexpr std::string_view header_options[] = {
#define FIELD(name, combine, option, ...) option,
#include "store/header_fields.def"
#undef FIELD
};

bool is_player(store::HeaderField field) {
    return field == player || field == opponent || field == white || field == black;
}

/// Returns the names of all openings in all languages, the shortest first, so that an opening precedes its variations.
std::vector<std::string> opening_names() {
    std::set<std::string_view> all;
    for (const Opening& each : openings()) all.insert({each.english, each.welsh, each.arabic});
    all.erase(std::string_view());
    std::vector<std::string> names(all.begin(), all.end());
    std::ranges::stable_sort(names, {}, &std::string::size);
    return names;
}

}  // namespace

void note_other_alphabets(search::Answers& answers, const store::HeaderFilter& filter, const Note& note) {
    const store::Store* const store = answers.database();  // servers compare letters only
    if (!store) return;
    std::set<std::string> noted;
    for (const store::HeaderTerm& term : filter.terms) {
        if (!is_player(term.field) || term.negated || !noted.insert(term.text).second) continue;
        const std::vector<std::string> names = store::names_in_other_alphabets(*store, term.text);
        if (names.empty()) continue;
        std::string list;
        for (std::size_t i = 0; i < std::min(names.size(), most_names); ++i)
            list += fmt::format("{}“{}”", list.empty() ? "" : comma(), names[i]);
        if (names.size() > most_names) list += " …";
        note({std::string(header_options[static_cast<std::size_t>(term.field)]),
              tr("no name has “{}” as written; found in other alphabets: {}", term.text, list)});
    }
}

std::vector<NameSuggestion> suggest_names(search::Answers& answers, const store::HeaderFilter& filter) {
    std::vector<NameSuggestion> suggestions;
    std::map<store::HeaderField, std::vector<std::string>> known;
    for (const store::HeaderTerm& term : filter.terms) {
        const bool has_names = is_player(term.field) || term.field == event || term.field == site;
        if ((!has_names && term.field != opening) || term.negated) continue;
        const auto [names, is_new] = known.try_emplace(is_player(term.field) ? player : term.field);
        if (is_new) names->second = has_names ? answers.names(term.field) : opening_names();
        const auto has_text = [&](const std::string& name) {
            return is_player(term.field) ? store::names_player(name, term.text) : store::name_contains(name, term.text);
        };
        if (std::ranges::any_of(names->second, has_text)) continue;
        const auto alike = duplicates::names_alike(term.text, names->second, most_names);
        suggestions.push_back({names->first, term.text, {alike.begin(), alike.end()}});
    }
    return suggestions;
}

}  // namespace cofnod::operations
