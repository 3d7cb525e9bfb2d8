#include "curation/duplicates.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/parallel.hpp"
#include "base/say.hpp"
#include "curation/alignment.hpp"
#include "curation/beginnings.hpp"
#include "curation/facts.hpp"
#include "curation/groups.hpp"
#include "curation/line.hpp"
#include "curation/near_lines.hpp"
#include "curation/people.hpp"
#include "curation/record.hpp"
#include "curation/same_moves.hpp"
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
          reader_(store),
          people_(store),
          records_(read_records(store, people_, options.threads)),
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
    struct Moves {
        GameKind kind = GameKind::chess;
        std::string start, packed;
        std::string compared;  ///< moves_to_compare
    };

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

    /// Records of the same players that may be one game: what is left of them to be compared, move by move.
    struct Alike {
        std::vector<Index> of_a_day, of_a_beginning;
    };

    void join_of_same_players(const SamePlayers& players) {
        constexpr std::size_t groups_at_once = 1024;
        std::vector<std::vector<Alike>> alike((players.begins.size() + groups_at_once - 1) / groups_at_once);
        parallel_for(alike.size(), options_.threads, [&](std::size_t i) {
            const std::size_t end = std::min(players.begins.size(), (i + 1) * groups_at_once);
            for (std::size_t group = i * groups_at_once; group < end; ++group)
                add_alike(alike[i], players.group(group));
        });
        for (const std::vector<Alike>& some : alike)
            for (const Alike& records : some) {
                join_readings(records.of_a_day);
                join_contained(records.of_a_beginning);
            }
    }

    void add_alike(std::vector<Alike>& alike, std::span<const Index> records) const {
        Alike found;
        if (options_.readings) found.of_a_day = sharing(records, [&](Index i) { return day_of(records_[i]); });
        if (options_.contained) found.of_a_beginning = with_beginning_of_others(records);
        if (!found.of_a_day.empty() || !found.of_a_beginning.empty()) alike.push_back(std::move(found));
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

    /// Returns the records whose key is that of another, in order; a record may be without a key.
    template <typename KeyOf>
    static std::vector<Index> sharing(std::span<const Index> records, const KeyOf& key_of) {
        std::vector<Index> found;
        if (records.size() == 2) {  // most are
            const auto key = key_of(records[0]);
            if (key && key == key_of(records[1])) found.assign(records.begin(), records.end());
            return found;
        }
        std::unordered_map<std::uint64_t, std::size_t> counts;
        for (const Index i : records)
            if (const auto key = key_of(i)) ++counts[*key];
        for (const Index i : records)
            if (const auto key = key_of(i); key && counts[*key] > 1) found.push_back(i);
        return found;
    }

    static std::optional<std::uint64_t> day_of(const Record& record) {
        const auto& date = record.facts.date;
        return date && date->year() ? std::optional(static_cast<std::uint64_t>(date->number())) : std::nullopt;
    }

    /// Returns the records that may be contained in one another.
    [[nodiscard]] std::vector<Index> with_beginning_of_others(std::span<const Index> records) const {
        if (std::ranges::any_of(records, [&](Index i) { return records_[i].is_beginning_alone; }))
            return {records.begin(), records.end()};
        return sharing(records, [&](Index i) { return std::optional(records_[i].beginning); });
    }

    [[nodiscard]] std::vector<Moves> moves_of(const std::vector<Index>& records) {
        std::vector<Moves> moves;
        for (const Index i : records) moves.push_back(moves_of(i));
        return moves;
    }

    [[nodiscard]] Moves moves_of(Index i) {
        const auto game = reader_.moves(records_[i].id);
        if (!game) return {};
        return {game->kind, std::string(game->start), std::string(game->moves),
                moves_to_compare(game->kind, game->start, game->moves)};
    }

    void join_contained(const std::vector<Index>& records) {
        std::vector<Moves> moves = moves_of(records);
        std::vector<Beginning> beginnings;
        for (std::size_t i = 0; i < records.size(); ++i)
            beginnings.push_back({records[i], records_[records[i]].facts, std::move(moves[i].compared)});
        join_beginnings(beginnings, groups_);
    }

    /// `records`: each of the day of another.
    void join_readings(const std::vector<Index>& records) {
        const std::vector<Moves> moves = moves_of(records);
        std::map<std::uint64_t, std::vector<std::size_t>> days;
        for (std::size_t i = 0; i < records.size(); ++i) days[*day_of(records_[records[i]])].push_back(i);
        for (const auto& [day, games] : days) join_readings_of_day(games, records, moves);
    }

    void join_readings_of_day(const std::vector<std::size_t>& games, const std::vector<Index>& records,
                              const std::vector<Moves>& moves) {
        std::vector<Facts> people;
        std::unordered_map<Facts, std::uint32_t, FactsHash> numbers;
        std::vector<NearLine> lines;
        for (const std::size_t i : games) {
            Facts facts = records_[records[i]].facts;
            facts.date.reset();
            facts.result = Result::unknown;
            const auto [number, is_new] = numbers.try_emplace(facts, static_cast<std::uint32_t>(people.size()));
            if (is_new) people.push_back(facts);
            lines.push_back({records[i], number->second, line_of(moves[i])});
        }
        const auto may_be_they = [&](std::uint32_t a, std::uint32_t b) { return people[a].players_may_be(people[b]); };
        join_near_lines(lines, options_.most_readings, may_be_they, groups_);
    }

    static Line line_of(const Moves& game) { return curation::line_of(game.kind, game.start, game.packed); }

    // ------------------------------------------------------------------------------------------------ the answer

    std::vector<DuplicateGroup> found() {
        std::map<Index, std::vector<Index>> members;
        std::vector<Index> size(records_.size());
        for (Index i = 0; i < records_.size(); ++i) ++size[groups_.root(i)];
        for (Index i = 0; i < records_.size(); ++i)
            if (size[groups_.root(i)] > 1) members[groups_.root(i)].push_back(i);

        std::vector<DuplicateGroup> result;
        std::vector<std::vector<Index>> ordered;
        for (auto& [root, records] : members) ordered.push_back(std::move(records));
        std::ranges::sort(ordered);
        for (std::vector<Index>& records : ordered) result.push_back(group_of(std::move(records)));
        return result;
    }

    DuplicateGroup group_of(std::vector<Index> records) {
        std::ranges::sort(records, {}, [&](Index i) {
            const Record& r = records_[i];
            return std::tuple(-std::int64_t{r.ply_count}, -static_cast<std::int64_t>(r.annotation_bytes),
                              -std::int64_t{r.tag_count}, r.id);
        });
        const Record& fullest = records_[records.front()];
        const auto annotations = annotations_of(fullest);
        const Moves whole = moves_of(records.front());
        DuplicateGroup group;
        group.push_back({.game = fullest.id});
        for (std::size_t i = 1; i < records.size(); ++i) {
            const Record& record = records_[records[i]];
            Duplicate duplicate{.game = record.id, .fewer_plies = fullest.ply_count - record.ply_count};
            const Moves moves = moves_of(records[i]);
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
            duplicate.adds_annotations = record.annotation_bytes > 0 && annotations_of(record) != annotations;
            group.push_back(duplicate);
        }
        return group;
    }

    [[nodiscard]] std::string annotations_of(const Record& record) {
        if (record.annotation_bytes == 0) return {};
        const auto game = reader_.read(record.id);
        return game ? game->annotations.to_bytes() : std::string();
    }

    const DuplicateOptions& options_;
    store::GameReader reader_;
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
