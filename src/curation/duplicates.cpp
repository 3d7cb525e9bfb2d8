#include "curation/duplicates.hpp"

#include <algorithm>
#include <concepts>
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

/// Data kept in memory for every game: 72 bytes.
struct Record {
    std::int64_t id = 0;
    std::uint64_t moves_hash = 0;  ///< of kind, start and moves
    std::uint64_t start_hash = 0;
    std::uint64_t annotation_bytes = 0;
    std::uint32_t ply_count = 0, tag_count = 0;
    Facts facts;
    GameKind kind = GameKind::chess;
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
        for (const store::Spelling& spelling : store::people(store)) {
            const PersonName name = PersonName::read(spelling.name);
            const auto number = static_cast<std::uint32_t>(families_.size());
            const auto [family, is_new] = numbers.try_emplace(name.family(), number);
            if (is_new) families_.push_back(name.family());
            people_[spelling.player] = {family->second, name.initial()};
        }
    }

    void read_records(const store::Store& store) {
        const std::hash<std::string_view> hash;
        const auto person = [&](std::int64_t player) { return player ? people_[player] : Person{}; };
        store::for_each_facts(store, [&](const store::GameFacts& facts) {
            Record record;
            record.id = facts.id;
            record.kind = facts.kind;
            record.start_hash = hash(facts.start) + static_cast<std::uint64_t>(facts.kind);
            const bool as_packed = is_packed_by_effect(facts.kind);
            record.moves_hash = hash(as_packed ? facts.moves : moves_to_compare(facts.kind, facts.start, facts.moves)) ^
                                (record.start_hash * 0x9E3779B97F4A7C15);
            record.annotation_bytes = facts.annotation_bytes;
            record.ply_count = facts.ply_count;
            record.tag_count = static_cast<std::uint32_t>(facts.tag_count);
            record.facts = {person(facts.white), person(facts.black), facts.date, facts.result};
            records_.push_back(record);
        });
    }

    void join_same_moves() {
        std::vector<Index> order(records_.size());
        std::iota(order.begin(), order.end(), Index{0});
        std::ranges::sort(order, {}, [&](Index i) {
            return std::tuple(records_[i].moves_hash, records_[i].ply_count, !records_[i].facts.knows_players(), i);
        });
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

    // --------------------------------------------------------------------------------- contained, other readings

    void join_of_same_players() {
        std::map<std::tuple<std::string_view, std::string_view, std::uint64_t>, std::vector<Index>> pairs;
        for (Index i = 0; i < records_.size(); ++i) {
            const Record& record = records_[i];
            const Facts& facts = record.facts;
            if (record.ply_count < options_.min_plies || !facts.knows_players()) continue;
            pairs[{families_[facts.white.family], families_[facts.black.family], record.start_hash}].push_back(i);
        }
        for (auto& [players, records] : pairs) {
            if (records.size() < 2) continue;
            std::vector<Moves> moves;
            for (const Index i : records) moves.push_back(moves_of(i));
            if (options_.readings) join_readings(records, moves);
            if (options_.contained) join_contained(records, moves);
        }
    }

    [[nodiscard]] Moves moves_of(Index i) {
        const auto game = reader_.moves(records_[i].id);
        if (!game) return {};
        return {game->kind, std::string(game->start), std::string(game->moves),
                moves_to_compare(game->kind, game->start, game->moves)};
    }

    void join_contained(const std::vector<Index>& records, std::vector<Moves>& moves) {
        std::vector<Beginning> beginnings;
        for (std::size_t i = 0; i < records.size(); ++i)
            beginnings.push_back({records[i], records_[records[i]].facts, std::move(moves[i].compared)});
        join_beginnings(beginnings, *groups_);
    }

    void join_readings(const std::vector<Index>& records, const std::vector<Moves>& moves) {
        std::map<std::int32_t, std::vector<std::size_t>> days;
        for (std::size_t i = 0; i < records.size(); ++i) {
            const auto& date = records_[records[i]].facts.date;
            if (date && date->year()) days[date->number()].push_back(i);
        }
        for (const auto& [day, games] : days)
            if (games.size() > 1) join_readings_of_day(games, records, moves);
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
    std::unordered_map<std::int64_t, Person> people_;  ///< by player
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
