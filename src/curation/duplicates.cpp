#include "curation/duplicates.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "base/parallel.hpp"
#include "base/say.hpp"
#include "curation/alignment.hpp"
#include "curation/facts.hpp"
#include "curation/groups.hpp"
#include "curation/people.hpp"
#include "curation/readers.hpp"
#include "curation/record.hpp"
#include "curation/same_moves.hpp"
#include "curation/same_players.hpp"
#include "game/annotations.hpp"
#include "game/record.hpp"
#include "store/game_reader.hpp"

namespace cofnod::curation {

namespace {

/// Records whose players have the same family names, with the same start: at least two of each, one group after
/// another.
struct SamePlayers {
    std::vector<Index> records;
    std::vector<std::size_t> begins;  ///< of the groups

    [[nodiscard]] std::span<const Index> group(std::size_t number) const {
        const std::size_t end = number + 1 < begins.size() ? begins[number + 1] : records.size();
        return std::span(records).subspan(begins[number], end - begins[number]);
    }
};

class Search {
public:
    Search(store::Store& store, const DuplicateOptions& options)
        : options_(options),
          readers_(store),
          people_(store),
          records_(read_records(readers_, people_, options.threads)),
          groups_(records_.size()) {}

    std::vector<DuplicateGroup> run() {
        std::vector<Index> of_same_moves;
        SamePlayers of_same_players;
        parallel_for(2, options_.threads, [&](std::size_t list) {
            if (list == 0 && (options_.contained || options_.readings)) of_same_players = with_players_of_others();
            if (list == 1 && options_.same_moves) of_same_moves = with_moves_of_others();
        });
        join_same_moves(of_same_moves);
        join_of_same_players(of_same_players);
        return found();
    }

private:
    /// `order`: with_moves_of_others.
    void join_same_moves(const std::vector<Index>& order) {
        std::vector<SameMovesRecord> alike;
        for (std::size_t begin = 0; begin < order.size(); begin += alike.size()) {
            const Record& first = records_[order[begin]];
            alike.clear();
            for (std::size_t i = begin; i < order.size(); ++i) {
                const Record& record = records_[order[i]];
                if (record.moves_hash != first.moves_hash || record.ply_count != first.ply_count) break;
                alike.push_back({order[i], record.facts});
            }
            if (alike.size() > 1) curation::join_same_moves(alike, first.ply_count, options_.min_plies, groups_);
        }
    }

    /// Returns the records whose moves have the hash of another's, those alike one after another.
    [[nodiscard]] std::vector<Index> with_moves_of_others() const {
        std::vector<std::pair<std::uint64_t, Index>> hashes;
        hashes.reserve(records_.size());
        for (Index i = 0; i < records_.size(); ++i) hashes.emplace_back(records_[i].moves_hash, i);
        std::ranges::sort(hashes);
        std::vector<Index> order;
        for (std::size_t i = 0; i < hashes.size(); ++i) {
            const auto is_hash_of = [&](std::size_t other) { return hashes[other].first == hashes[i].first; };
            if ((i > 0 && is_hash_of(i - 1)) || (i + 1 < hashes.size() && is_hash_of(i + 1)))
                order.push_back(hashes[i].second);
        }
        std::ranges::sort(order, {}, [&](Index i) {
            return std::tuple(records_[i].moves_hash, records_[i].ply_count, !records_[i].facts.knows_players(), i);
        });
        return order;
    }

    // --------------------------------------------------------------------------------- contained, other readings

    void join_of_same_players(const SamePlayers& players) {
        constexpr std::size_t groups_at_once = 256;
        std::vector<std::vector<Pair>> found((players.begins.size() + groups_at_once - 1) / groups_at_once);
        parallel_for(found.size(), options_.threads, [&](std::size_t i) {
            const std::size_t end = std::min(players.begins.size(), (i + 1) * groups_at_once);
            readers_.with([&](store::Store&, store::GameReader& games) {
                for (std::size_t group = i * groups_at_once; group < end; ++group)
                    find_same_players(players.group(group), records_, groups_, options_, games, found[i]);
            });
        });
        for (const std::vector<Pair>& pairs : found)
            for (const auto& [a, b] : pairs) groups_.join(a, b);
    }

    [[nodiscard]] SamePlayers with_players_of_others() const {
        const std::vector<std::uint32_t> ranks = people_.ranks_of_families();
        std::vector<std::pair<std::uint64_t, Index>> order;  // by players; those of the same come in turn
        for (Index i = 0; i < records_.size(); ++i) {
            const Facts& facts = records_[i].facts;
            if (records_[i].ply_count < options_.min_plies || !facts.knows_players()) continue;
            order.emplace_back(std::uint64_t{ranks[facts.white.family]} << 32 | ranks[facts.black.family], i);
        }
        std::ranges::sort(order);
        SamePlayers found;
        std::vector<std::pair<std::uint64_t, Index>> starts;
        for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
            while (last < order.size() && order[last].first == order[first].first) ++last;
            if (last - first < 2) continue;
            starts.clear();
            for (std::size_t i = first; i < last; ++i)
                starts.emplace_back(records_[order[i].second].start_hash, order[i].second);
            std::ranges::sort(starts);
            add_of_same_start(found, starts);
        }
        return found;
    }

    static void add_of_same_start(SamePlayers& found, const std::vector<std::pair<std::uint64_t, Index>>& starts) {
        for (std::size_t first = 0, last = 0; first < starts.size(); first = last) {
            while (last < starts.size() && starts[last].first == starts[first].first) ++last;
            if (last - first < 2) continue;
            found.begins.push_back(found.records.size());
            for (std::size_t i = first; i < last; ++i) found.records.push_back(starts[i].second);
        }
    }

    // ------------------------------------------------------------------------------------------------ the answer

    std::vector<DuplicateGroup> found() {
        std::map<Index, std::vector<Index>> members;
        std::vector<Index> size(records_.size());
        for (Index i = 0; i < records_.size(); ++i) ++size[groups_.root(i)];
        for (Index i = 0; i < records_.size(); ++i)
            if (size[groups_.root(i)] > 1) members[groups_.root(i)].push_back(i);

        std::vector<std::vector<Index>> ordered;
        for (auto& [root, records] : members) ordered.push_back(std::move(records));
        std::ranges::sort(ordered);
        constexpr std::size_t groups_at_once = 64;
        std::vector<DuplicateGroup> result(ordered.size());
        parallel_for((ordered.size() + groups_at_once - 1) / groups_at_once, options_.threads, [&](std::size_t part) {
            const std::size_t end = std::min(ordered.size(), (part + 1) * groups_at_once);
            readers_.with([&](store::Store&, store::GameReader& games) {
                for (std::size_t i = part * groups_at_once; i < end; ++i)
                    result[i] = group_of(games, std::move(ordered[i]));
            });
        });
        return result;
    }

    [[nodiscard]] DuplicateGroup group_of(store::GameReader& games, std::vector<Index> records) const {
        std::ranges::sort(records, {}, [&](Index i) {
            const Record& r = records_[i];
            return std::tuple(-std::int64_t{r.ply_count}, -static_cast<std::int64_t>(r.annotation_bytes),
                              -std::int64_t{r.tag_count}, r.id);
        });
        const Record& fullest = records_[records.front()];
        const auto annotations = annotations_of(games, fullest);
        const Moves whole = moves_of(games, fullest.id);
        DuplicateGroup group;
        group.push_back({.game = fullest.id});
        for (std::size_t i = 1; i < records.size(); ++i) {
            const Record& record = records_[records[i]];
            Duplicate duplicate{.game = record.id, .fewer_plies = fullest.ply_count - record.ply_count};
            const Moves moves = moves_of(games, record.id);
            if (moves.compared == whole.compared) {
                duplicate.likeness = Likeness::same_moves;
            } else if (whole.compared.starts_with(moves.compared)) {
                duplicate.likeness = Likeness::contained;
            } else {
                duplicate.likeness = Likeness::reading;
                const Line line = line_of(moves);
                duplicate.readings =
                    readings_apart(line, line_of(whole), 4 * options_.most_readings).value_or(record.ply_count);
            }
            duplicate.adds_annotations = record.annotation_bytes > 0 && annotations_of(games, record) != annotations;
            group.push_back(duplicate);
        }
        return group;
    }

    static std::string annotations_of(store::GameReader& games, const Record& record) {
        if (record.annotation_bytes == 0) return {};
        const auto game = games.read(record.id);
        return game ? game->annotations.to_bytes() : std::string();
    }

    const DuplicateOptions& options_;
    Readers readers_;
    People people_;
    std::vector<Record> records_;
    Groups groups_;
};

}  // namespace

std::string_view name_of(Likeness likeness) {
    switch (likeness) {
        case Likeness::fullest: return phrase("fullest");
        case Likeness::same_moves: return phrase("same moves");
        case Likeness::contained: return phrase("contained");
        case Likeness::reading: return phrase("other readings");
    }
    return {};
}

std::vector<DuplicateGroup> find_duplicates(store::Store& store, const DuplicateOptions& options) {
    return Search(store, options).run();
}

}  // namespace cofnod::curation
