#include "operations/dedupe.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "base/ways_out.hpp"
#include "operations/corrections.hpp"
#include "store/corrections.hpp"
#include "store/game_cursor.hpp"
#include "store/transaction.hpp"
#include "store/works.hpp"

namespace cofnod::operations {

namespace {

using duplicates::Duplicate;
using duplicates::DuplicateGroup;
using duplicates::Likeness;
using Deed = FoundDuplicate::Deed;

std::vector<DuplicateGroup> find(store::Store& store, const DedupeOptions& options, DedupeReport& report) {
    std::vector<DuplicateGroup> groups = duplicates::find_duplicates(store, options.find);
    store::GameReader reader(store);
    for (const DuplicateGroup& group : groups) {
        ++report.groups;
        for (const Duplicate& duplicate : group)
            report.records.push_back({.group = report.groups,
                                      .is_first = &duplicate == &group.front(),
                                      .duplicate = duplicate,
                                      .header = store::found_game(reader.header(duplicate.game), duplicate.game)});
    }
    return groups;
}

/// Returns true if the records of each group are linked.
bool are_linked(const store::Store& store, const std::vector<DuplicateGroup>& groups) {
    return std::ranges::all_of(groups, [&](const DuplicateGroup& group) {
        const std::vector<std::int64_t> linked = store::witnesses_of(store, group.front().game);
        return std::ranges::all_of(
            group, [&](std::int64_t game) { return std::ranges::find(linked, game) != linked.end(); },
            &Duplicate::game);
    });
}

/// Returns true if the fullest record has all moves and all comments of this one, and no text of this one was left
/// unread. Records with other readings are always kept.
bool adds_nothing(const FoundDuplicate& record) {
    const Likeness likeness = record.duplicate.likeness;
    const bool has_no_more_moves = likeness == Likeness::same_moves || likeness == Likeness::contained;
    return has_no_more_moves && !record.duplicate.adds_annotations && record.header.state == GameState::complete;
}

void apply(store::Store& store, const std::vector<DuplicateGroup>& groups, const DedupeOptions& options,
           DedupeReport& report) {
    auto record = report.records.begin();
    store::Change change(store, options.made_by);
    for (const DuplicateGroup& group : groups) {
        std::vector<std::int64_t> games;
        for (const Duplicate& duplicate : group) games.push_back(duplicate.game);
        report.linked += static_cast<std::uint64_t>(store::link_witnesses(store, games));
        for (const Duplicate& duplicate : group) {
            record->deed = options.remove && adds_nothing(*record) ? Deed::deleted : Deed::linked;
            if (record->deed == Deed::deleted) {
                change.remove(duplicate.game, group.front().game);
                ++report.deleted;
            }
            ++record;
        }
    }
    store::finish_works(store);
}

std::optional<std::int64_t> game_with_reading(const std::vector<FoundDuplicate>& records) {
    std::int64_t fullest = 0;
    for (const FoundDuplicate& record : records) {
        if (record.duplicate.likeness == Likeness::fullest)
            fullest = record.header.id;
        else if (record.deed == Deed::linked)
            return fullest;
    }
    return std::nullopt;
}

}  // namespace

DedupeReport dedupe(const DedupeOptions& options) {
    store::Store store =
        store::Store::open(options.database, options.apply ? store::Access::read_write : store::Access::read_only);
    DedupeReport report;
    if (!options.apply) {
        const store::Snapshot snapshot(store.connection());
        report.are_linked = are_linked(store, find(store, options, report));
        return report;
    }
    // Locks out other writers before the first read: if one deleted the fullest record meanwhile, none might be left.
    store::Transaction transaction(store.connection());
    const std::vector<DuplicateGroup> groups = find(store, options, report);
    apply(store, groups, options, report);
    transaction.commit();
    if (report.deleted > 0) keep_index(store);
    report.with_reading = game_with_reading(report.records);
    return report;
}

std::vector<std::int64_t> link_games(const std::string& database, std::vector<std::int64_t> games) {
    store::Store store = store::Store::open(database, store::Access::read_write);
    store::Transaction transaction(store.connection());
    store::GameReader reader(store);
    std::map<std::int64_t, std::size_t> lengths;
    std::optional<std::pair<GameKind, std::string>> start;
    for (const std::int64_t id : games) {
        const auto header = reader.header(id);
        if (!header) throw UsageError(tr("{}: no game {}", database, id), {WayOutKind::find_game, {database}});
        lengths[id] = header->ply_count;
        const std::pair own{header->kind, std::string(reader.moves(id).value().start)};
        if (start && own != *start)
            throw UsageError(tr("games {} and {} start from different positions", games.front(), id),
                             tr("records of one game start from the same"));
        start = own;
    }
    if (lengths.size() < 2) throw UsageError(tr("a game cannot be linked with itself"), tr("name another"));
    std::ranges::stable_sort(games, std::greater(), [&](std::int64_t id) { return lengths.at(id); });
    store::link_witnesses(store, games);
    store::finish_works(store);
    transaction.commit();
    return store::witnesses_of(store, games.front());
}

std::vector<std::int64_t> part_game(const std::string& database, std::int64_t game) {
    store::Store store = store::Store::open(database, store::Access::read_write);
    store::Transaction transaction(store.connection());
    std::vector<std::int64_t> others = store::witnesses_of(store, game);
    if (others.empty()) throw UsageError(tr("game {} is linked with no other", game), tr("nothing was changed"));
    std::erase(others, game);
    store::part_witness(store, game);
    store::finish_works(store);
    transaction.commit();
    return others;
}

}  // namespace cofnod::operations
