#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "base/tr.hpp"
#include "cluster/answers.hpp"
#include "cluster/catalog.hpp"
#include "cluster/schema.hpp"
#include "store/name_match.hpp"

namespace cofnod::cluster {

namespace {

template <typename Number>
Number natural(RowReader& reader) {
    const std::int64_t number = reader.int64();
    if (number < 0) reader.fail();
    return static_cast<Number>(number);
}

/// Reads the columns after move and again in the section `tree`.
index::Totals read_totals(RowReader& reader) {
    index::Totals totals;
    totals.games = natural<std::uint64_t>(reader);
    totals.white_wins = natural<std::uint64_t>(reader);
    totals.draws = natural<std::uint64_t>(reader);
    totals.black_wins = natural<std::uint64_t>(reader);
    totals.elo_sum = natural<std::uint64_t>(reader);
    totals.elo_count = natural<std::uint64_t>(reader);
    totals.top_elo = natural<std::uint16_t>(reader);
    totals.last_year = natural<std::uint16_t>(reader);
    return totals;
}

std::string text_of_key(std::uint64_t key) { return std::to_string(static_cast<std::int64_t>(key)); }

}  // namespace

Questions::Questions(Address address)
    : address_(std::move(address)),
      server_(address_, address_.hosts.front()),
      catalog_(Catalog::read(server_, address_.database)) {
    catalog_.check(server_.name(), address_.database);
    visible_ = catalog_.condition();
}

std::string Questions::headers(const store::HeaderFilter& filter) const {
    return visible_ + header_conditions(address_.database, filter);
}

void Questions::check_unchanged() {
    if (Catalog::read_rows(server_, address_.database) == catalog_.rows) return;
    const Catalog now = Catalog::read(server_, address_.database);
    now.check(server_.name(), address_.database);
    if (now.chunks != catalog_.chunks)
        throw StoreError(tr("{}: games were loaded while the question was answered", server_.name()), tr("ask again"));
}

std::int64_t Questions::count_key(std::uint64_t key) {
    const std::string answer = server_.ask(sql("count_key", {{"db", address_.database}, {"key", text_of_key(key)}}));
    RowReader reader(answer, server_.name());
    return natural<std::int64_t>(reader);
}

Questions::PlayedMoves Questions::played(const Asked& asked, const store::HeaderFilter& filter) {
    const std::string conditions = headers(filter);
    SqlValues values = {{"db", address_.database},
                        {"key", text_of_key(asked.key)},
                        {"side", asked.is_white_to_move ? "white" : "black"},
                        {"games", std::to_string(games_a_chunk)},
                        {"conditions", conditions}};
    PlayedMoves found;
    std::set<std::int64_t> added_up;  // chunks with totals
    const auto add = [&](const std::string& answer, bool has_chunks) {
        constexpr std::int64_t again_with_known_move = 1;
        for (RowReader reader(answer, server_.name()); !reader.is_at_end();) {
            if (has_chunks) added_up.insert(reader.number(parquet::Type::int32));
            const std::int64_t move = reader.number(parquet::Type::int32);
            const std::int64_t again = reader.number(parquet::Type::int8);
            const index::Totals totals = read_totals(reader);
            if (again == 0) found.all += totals;
            if (again != again_with_known_move) found.moves[move] += totals;
        }
    };
    if (conditions.empty()) add(server_.ask(sql("totals", values)), true);
    if (std::ranges::all_of(catalog_.chunks,
                            [&](const ChunkRow& chunk) { return chunk.games == 0 || added_up.contains(chunk.number); }))
        return found;
    values.emplace_back("chunks", list_of({added_up.begin(), added_up.end()}));
    values.emplace_back("of_chunks", added_up.empty() ? "" : sql("of_other_chunks", values));
    add(server_.ask(sql("tree", values)), false);
    return found;
}

std::unordered_map<std::uint64_t, std::int64_t> Questions::reached(const std::vector<std::uint64_t>& keys,
                                                                   const store::HeaderFilter& filter) {
    std::unordered_map<std::uint64_t, std::int64_t> found;
    if (keys.empty()) return found;
    std::string list;
    for (const std::uint64_t key : keys) list += (list.empty() ? "" : ", ") + text_of_key(key);
    const std::string conditions = headers(filter);
    const std::string of_games =
        conditions.empty() ? "" : sql("of_games", {{"db", address_.database}, {"conditions", conditions}});
    const std::string answer =
        server_.ask(sql("reached", {{"db", address_.database}, {"keys", list}, {"of_games", of_games}}));
    RowReader reader(answer, server_.name());
    while (!reader.is_at_end()) {
        const auto key = static_cast<std::uint64_t>(reader.int64());
        found[key] = natural<std::int64_t>(reader);
    }
    return found;
}

template <RecordedGame G, RecordedGame... Others>
search::Tree<G> Trees<GameList<G, Others...>>::tree(const typename G::Position& position,
                                                    const store::HeaderFilter& filter, search::Lines lines,
                                                    std::optional<std::int64_t> limit) {
    if (lines != search::Lines::main)
        throw UsageError(tr("the servers count main lines only"), tr("ask the database that was loaded"));
    if (!G::has_move_numbers(position))
        throw UsageError(tr("the moves of this board have no numbers, by which servers could count them"),
                         tr("ask the database that was loaded"));
    const auto played = this->played({position.key(), G::is_white_to_move(position)}, filter);
    search::Tree<G> tree{played.all, 0, {}};
    for (const auto& [number, totals] : played.moves) {
        const auto move = number > 0 ? G::move_with_number(position, static_cast<std::uint32_t>(number - 1))
                                     : std::optional<typename G::Move>();
        if (number == 0)
            tree.ended = totals.games;
        else if (move && G::is_playable(position, *move))  // another position may have the same key
            tree.moves.push_back({*move, totals, 0});
    }
    search::sort_and_cut(tree, limit);
    std::vector<std::uint64_t> keys;
    for (const search::TreeMove<G>& move : tree.moves) {
        typename G::Position after = position;
        after.play(move.move);
        keys.push_back(after.key());
    }
    const auto reached = this->reached(keys, filter);
    for (std::size_t i = 0; i < keys.size(); ++i)
        if (const auto games = reached.find(keys[i]); games != reached.end()) tree.moves[i].reached = games->second;
    this->check_unchanged();
    return tree;
}

template class Trees<Games>;

namespace {

constexpr std::int64_t most_names = 1'000'000;

/// Returns a stable number for a person.
std::int64_t person_number(std::string_view name) { return static_cast<std::int64_t>(hash64(name) >> 2) + 1; }

}  // namespace

std::vector<std::string> Answers::names(store::HeaderField field) {
    using enum store::HeaderField;
    const char* const columns = field == event  ? "event"
                                : field == site ? "site"
                                                : "white, black, white_person, black_person";
    const std::string answer = server_.ask(sql("names", {{"db", address_.database},
                                                         {"columns", columns},
                                                         {"conditions", visible_},
                                                         {"number", std::to_string(most_names)}}));
    RowReader reader(answer, server_.name());
    std::vector<std::string> names;
    while (!reader.is_at_end()) names.emplace_back(reader.text());
    std::ranges::sort(names);
    return names;
}

std::vector<store::Spelling> Answers::spellings(std::string_view part) {
    const std::string key = store::name_key(part);
    std::string wanted = visible_;
    if (!part.empty()) wanted += " AND (" + sql("where_player", {{"key", text_literal(key)}}) + ")";
    const std::string answer = server_.ask(sql("spellings", {{"db", address_.database}, {"conditions", wanted}}));
    std::unordered_map<std::string, store::Spelling> found;  // by name
    for (RowReader reader(answer, server_.name()); !reader.is_at_end();) {
        const std::string name(reader.text()), person(reader.text());
        const std::string_view keys = reader.text();
        const std::int64_t games = reader.int64();
        if (keys.find(key) == keys.npos || name.empty()) continue;
        store::Spelling& spelling = found[name];
        spelling = {person_number(name), name, person_number(person), person == name ? "" : person,
                    spelling.games + games};
    }
    std::vector<store::Spelling> spellings;
    for (auto& [name, spelling] : found) spellings.push_back(std::move(spelling));
    std::ranges::sort(spellings, {}, &store::Spelling::name);
    check_unchanged();
    return spellings;
}

std::vector<GameKind> Answers::kinds() { return catalog_.kinds(); }

namespace {

std::vector<std::string> placeholders() {
    std::vector<std::string> literals;
    for (const std::string& key : store::placeholder_keys()) literals.push_back(text_literal(key));
    return literals;
}

}  // namespace

store::Summary Answers::summary() {
    store::Summary summary = read_about(server_, address_.database, catalog_);
    const std::string players = server_.ask(sql(
        "top_players",
        {{"db", address_.database}, {"conditions", visible_}, {"number", std::to_string(2 * store::shown_players)}}));
    for (RowReader reader(players, server_.name()); !reader.is_at_end();) {
        store::PlayerCounts player;
        player.name = reader.text();
        for (std::int64_t* const number : {&player.games, &player.won, &player.drawn, &player.lost})
            *number = reader.int64();
        const bool is_shown = summary.players.size() < static_cast<std::size_t>(store::shown_players);
        if (is_shown && !store::is_placeholder(player.name)) summary.players.push_back(std::move(player));
    }
    if (catalog_.databases() > 1) {  // databases may have names in common
        const std::string names =
            server_.ask(sql("different_names", {{"db", address_.database},
                                                {"conditions", visible_},
                                                {"placeholders", fmt::format("{}", fmt::join(placeholders(), ", "))}}));
        RowReader reader(names, server_.name());
        for (std::int64_t* const number : {&summary.totals.players, &summary.totals.events, &summary.totals.sites})
            *number = reader.int64();
    }
    check_unchanged();
    return summary;
}

}  // namespace cofnod::cluster
