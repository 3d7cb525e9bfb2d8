#include "curation/duplicates.hpp"

#include <algorithm>
#include <concepts>
#include <cstring>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/say.hpp"
#include "curation/alignment.hpp"
#include "curation/beginnings.hpp"
#include "curation/facts.hpp"
#include "curation/groups.hpp"
#include "curation/line.hpp"
#include "curation/near_lines.hpp"
#include "curation/person_name.hpp"
#include "curation/same_moves.hpp"
#include "game/annotations.hpp"
#include "game/record.hpp"
#include "game/with_game.hpp"
#include "store/aliases.hpp"
#include "store/game_reader.hpp"
#include "store/works.hpp"

namespace cofnod::curation {

namespace {

/// Data kept in memory for every game: 80 bytes.
struct Record {
    std::int64_t id = 0;
    std::uint64_t moves_hash = 0;  ///< of kind, start and moves
    std::uint64_t start_hash = 0;
    std::uint64_t beginning = 0;  ///< first bytes of moves_to_compare
    std::uint64_t annotation_bytes = 0;
    std::uint32_t ply_count = 0, tag_count = 0;
    Facts facts;
    GameKind kind = GameKind::chess;
    bool is_beginning_alone = false;  ///< `beginning` is all of them
};

/// Returns true if packed moves record the effect of moves only, not how they were written.
bool is_packed_by_effect(GameKind kind) {
    return with_game(kind, [](auto game) {
        using Game = decltype(game);
        return std::same_as<typename Game::Ply, typename Game::Move>;
    });
}

/// Returns bytes that are equal for equal moves, and a prefix for a prefix of the moves: the packed moves, or the move
/// numbers where packed plies distinguish paths with the same effect (Camelot).
std::string moves_to_compare(GameKind kind, std::string_view start, std::string_view packed) {
    if (is_packed_by_effect(kind)) return std::string(packed);
    std::string bytes;
    for (const std::uint32_t number : line_of(kind, start, packed))
        for (unsigned shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(number >> shift);
    return bytes;
}

class Search {
public:
    Search(store::Store& store, const DuplicateOptions& options) : options_(options), reader_(store) {
        read_names(store);
        read_records(store);
        groups_.emplace(records_.size());
    }

    std::vector<DuplicateGroup> run() {
        if (options_.same_moves) join_same_moves();
        if (options_.contained || options_.readings) join_of_same_players();
        return found();
    }

private:
    struct Moves {
        GameKind kind = GameKind::chess;
        std::string start, packed;
        std::string compared;  ///< moves_to_compare
    };

    void read_names(const store::Store& store) {
        families_.emplace_back();  // 0: unknown
        std::unordered_map<std::string, std::uint32_t> numbers = {{"", 0}};
        const std::vector<store::Spelling> spellings = store::people(store);
        for (const store::Spelling& spelling : spellings) {
            const PersonName name = PersonName::read(spelling.name);
            const auto number = static_cast<std::uint32_t>(families_.size());
            const auto [family, is_new] = numbers.try_emplace(name.family(), number);
            if (is_new) families_.push_back(name.family());
            people_[spelling.player] = {family->second, name.initial()};
        }
        std::vector<std::pair<std::int64_t, Person>> known_as;
        for (const store::Spelling& spelling : spellings)
            if (spelling.person != spelling.player) known_as.emplace_back(spelling.player, people_[spelling.person]);
        for (const auto& [player, person] : known_as) people_[player] = person;
    }

    void read_records(const store::Store& store) {
        const std::hash<std::string_view> hash;
        const auto person = [&](std::int64_t player) { return player ? people_[player] : Person{}; };
        store::for_each_facts(store, [&](const store::GameFacts& facts) {
            Record record;
            record.id = facts.id;
            record.kind = facts.kind;
            record.start_hash = hash(facts.start) + static_cast<std::uint64_t>(facts.kind);
            std::string numbers;
            if (!is_packed_by_effect(facts.kind)) numbers = moves_to_compare(facts.kind, facts.start, facts.moves);
            const std::string_view moves = is_packed_by_effect(facts.kind) ? facts.moves : std::string_view(numbers);
            record.moves_hash = hash(moves) ^ (record.start_hash * 0x9E3779B97F4A7C15);
            record.is_beginning_alone = moves.size() < sizeof record.beginning;
            std::memcpy(&record.beginning, moves.data(), std::min(moves.size(), sizeof record.beginning));
            record.annotation_bytes = facts.annotation_bytes;
            record.ply_count = facts.ply_count;
            record.tag_count = static_cast<std::uint32_t>(facts.tag_count);
            record.facts = {person(facts.white), person(facts.black), facts.date, facts.result};
            records_.push_back(record);
        });
    }

    void join_same_moves() {
        const std::vector<Index> order = with_moves_of_others();
        std::vector<SameMovesRecord> alike;
        for (std::size_t begin = 0; begin < order.size(); begin += alike.size()) {
            const Record& first = records_[order[begin]];
            alike.clear();
            for (std::size_t i = begin; i < order.size(); ++i) {
                const Record& record = records_[order[i]];
                if (record.moves_hash != first.moves_hash || record.ply_count != first.ply_count) break;
                alike.push_back({order[i], record.facts});
            }
            if (alike.size() > 1) curation::join_same_moves(alike, first.ply_count, options_.min_plies, *groups_);
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

    void join_of_same_players() {
        for (const std::vector<Index>& records : of_same_players()) {
            if (options_.readings) join_readings(sharing(records, [&](Index i) { return day_of(records_[i]); }));
            if (options_.contained) join_contained(with_beginning_of_others(records));
        }
    }

    /// Returns the records with the same family names and start, of two at least.
    [[nodiscard]] std::vector<std::vector<Index>> of_same_players() const {
        const std::vector<std::uint32_t> ranks = ranks_of_families();
        std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t, Index>> order;
        for (Index i = 0; i < records_.size(); ++i) {
            const Record& record = records_[i];
            const Facts& facts = record.facts;
            if (record.ply_count < options_.min_plies || !facts.knows_players()) continue;
            order.emplace_back(ranks[facts.white.family], ranks[facts.black.family], record.start_hash, i);
        }
        std::ranges::sort(order);
        std::vector<std::vector<Index>> groups;
        for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
            const auto players = [&](std::size_t i) {
                const auto& [white, black, start, record] = order[i];
                return std::tuple(white, black, start);
            };
            while (last < order.size() && players(last) == players(first)) ++last;
            if (last - first < 2) continue;
            std::vector<Index>& group = groups.emplace_back();
            for (std::size_t i = first; i < last; ++i) group.push_back(std::get<3>(order[i]));
        }
        return groups;
    }

    /// Returns the places of the family names in their order.
    [[nodiscard]] std::vector<std::uint32_t> ranks_of_families() const {
        std::vector<std::uint32_t> order(families_.size()), ranks(families_.size());
        std::iota(order.begin(), order.end(), 0U);
        std::ranges::sort(order, {}, [&](std::uint32_t family) -> const std::string& { return families_[family]; });
        for (std::uint32_t rank = 0; rank < order.size(); ++rank) ranks[order[rank]] = rank;
        return ranks;
    }

    /// Returns the records whose key is that of another, in order; a record may be without a key.
    template <typename KeyOf>
    static std::vector<Index> sharing(const std::vector<Index>& records, const KeyOf& key_of) {
        std::vector<Index> found;
        if (records.size() == 2) {  // most are
            const auto key = key_of(records[0]);
            return key && key == key_of(records[1]) ? records : found;
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
    [[nodiscard]] std::vector<Index> with_beginning_of_others(const std::vector<Index>& records) const {
        if (std::ranges::any_of(records, [&](Index i) { return records_[i].is_beginning_alone; })) return records;
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
        join_beginnings(beginnings, *groups_);
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
        join_near_lines(lines, options_.most_readings, may_be_they, *groups_);
    }

    static Line line_of(const Moves& game) { return curation::line_of(game.kind, game.start, game.packed); }

    // ------------------------------------------------------------------------------------------------ the answer

    std::vector<DuplicateGroup> found() {
        std::map<Index, std::vector<Index>> members;
        std::vector<Index> size(records_.size());
        for (Index i = 0; i < records_.size(); ++i) ++size[groups_->root(i)];
        for (Index i = 0; i < records_.size(); ++i)
            if (size[groups_->root(i)] > 1) members[groups_->root(i)].push_back(i);

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
    std::vector<std::string> families_;
    std::unordered_map<std::int64_t, Person> people_;  ///< by player; of an alias, what it is known as
    std::vector<Record> records_;
    std::optional<Groups> groups_;
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
