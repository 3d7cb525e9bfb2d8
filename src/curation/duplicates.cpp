#include "curation/duplicates.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>

#include "curation/alignment.hpp"
#include "curation/line.hpp"
#include "curation/person_name.hpp"
#include "store/aliases.hpp"
#include "store/game_reader.hpp"
#include "store/works.hpp"

namespace cofnod::curation {

namespace {

using Index = std::uint32_t;

/// What is kept of every game while the others are read: 64 bytes.
struct Record {
    std::int64_t id = 0;
    std::uint64_t moves_hash = 0;  ///< of kind, start and moves
    std::uint64_t start_hash = 0;
    std::uint64_t annotation_bytes = 0;
    std::uint32_t ply_count = 0, tag_count = 0;
    std::uint32_t white = 0, black = 0;  ///< into the names
    std::optional<store::PartialDate> date;
    Result result = Result::unknown;
    GameKind kind = GameKind::chess;
};

/// Which games are in one group.
class Groups {
public:
    explicit Groups(std::size_t count) : parents_(count) { std::iota(parents_.begin(), parents_.end(), Index{0}); }

    void join(Index a, Index b) { parents_[root(a)] = root(b); }
    Index root(Index i) {
        while (parents_[i] != i) i = parents_[i] = parents_[parents_[i]];
        return i;
    }

private:
    std::vector<Index> parents_;
};

/// A part of a date that both know must be the same.
bool may_be(const std::optional<store::PartialDate>& a, const std::optional<store::PartialDate>& b) {
    if (!a || !b) return true;
    const auto agree = [](int x, int y) { return x == 0 || y == 0 || x == y; };
    return agree(a->year(), b->year()) && agree(a->month(), b->month()) && agree(a->day(), b->day());
}

bool may_be(Result a, Result b) { return a == Result::unknown || b == Result::unknown || a == b; }

bool is_day(const std::optional<store::PartialDate>& date) {
    return date && date->year() && date->month() && date->day();
}

/// What two records have in common that have the same moves, and of which one is the beginning of the other's where
/// its moves are: the packed moves. A game of Camelot is packed as it was written, and other paths may do the same: so
/// of those the numbers of the moves.
std::string moves_to_compare(GameKind kind, std::string_view start, std::string_view packed) {
    if (kind == GameKind::chess) return std::string(packed);
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
        names_.emplace_back();  // nobody
        for (const store::Spelling& spelling : store::people(store)) {
            name_of_player_[spelling.player] = static_cast<std::uint32_t>(names_.size());
            names_.push_back(PersonName::read(spelling.name));
        }
    }

    void read_records(const store::Store& store) {
        const std::hash<std::string_view> hash;
        const auto name = [&](std::int64_t player) { return player ? name_of_player_[player] : 0; };
        store::for_each_facts(store, [&](const store::GameFacts& facts) {
            Record record;
            record.id = facts.id;
            record.kind = facts.kind;
            record.start_hash = hash(facts.start) + static_cast<std::uint64_t>(facts.kind);
            const bool as_packed = facts.kind == GameKind::chess;
            record.moves_hash = hash(as_packed ? facts.moves : moves_to_compare(facts.kind, facts.start, facts.moves)) ^
                                (record.start_hash * 0x9E3779B97F4A7C15);
            record.annotation_bytes = facts.annotation_bytes;
            record.ply_count = facts.ply_count;
            record.tag_count = static_cast<std::uint32_t>(facts.tag_count);
            record.white = name(facts.white);
            record.black = name(facts.black);
            record.date = facts.date;
            record.result = facts.result;
            records_.push_back(record);
        });
    }

    [[nodiscard]] bool players_may_be(const Record& a, const Record& b) const {
        return (a.white == b.white || names_[a.white].may_be(names_[b.white])) &&
               (a.black == b.black || names_[a.black].may_be(names_[b.black]));
    }
    [[nodiscard]] bool knows_players(const Record& record) const {
        return names_[record.white].is_known() && names_[record.black].is_known();
    }

    // ------------------------------------------------------------------------------------------- the same moves

    void join_same_moves() {
        std::vector<Index> order(records_.size());
        std::iota(order.begin(), order.end(), Index{0});
        // Those who know their players come first, so that the others find out whether one game alone can be meant.
        std::ranges::sort(order, {}, [&](Index i) {
            return std::tuple(records_[i].moves_hash, records_[i].ply_count, !knows_players(records_[i]), i);
        });
        for (std::size_t begin = 0; begin < order.size();) {
            std::size_t end = begin + 1;
            while (end < order.size() && records_[order[end]].moves_hash == records_[order[begin]].moves_hash &&
                   records_[order[end]].ply_count == records_[order[begin]].ply_count)
                ++end;
            if (end - begin > 1)
                join_alike({order.begin() + static_cast<std::ptrdiff_t>(begin),
                            order.begin() + static_cast<std::ptrdiff_t>(end)});
            begin = end;
        }
    }

    /// Of records with the same moves, those that may be one game; a record that may be two games is neither.
    void join_alike(const std::vector<Index>& records) {
        std::vector<std::vector<Index>> games;
        for (const Index i : records) {
            std::vector<Index>* fits = nullptr;
            bool fits_two = false;
            for (std::vector<Index>& game : games) {
                if (!std::ranges::all_of(game, [&](Index j) { return same_game(records_[i], records_[j]); })) continue;
                fits_two = fits != nullptr;
                fits = &game;
                if (fits_two) break;
            }
            if (!fits)
                games.push_back({i});
            else if (!fits_two)
                fits->push_back(i);
        }
        for (const std::vector<Index>& game : games)
            for (std::size_t i = 1; i < game.size(); ++i) groups_->join(game[i], game[0]);
    }

    /// A short game may be played twice: it must be of one day, too. A longer one not on two days known; of a long one
    /// a date is sooner wrong than that it was repeated.
    [[nodiscard]] bool same_game(const Record& a, const Record& b) const {
        if (!players_may_be(a, b)) return false;
        if (a.ply_count >= 2 * options_.min_plies) return true;
        if (a.ply_count >= options_.min_plies) return may_be(a.date, b.date);
        return knows_players(a) && knows_players(b) && is_day(a.date) && a.date == b.date;
    }

    // --------------------------------------------------------------------------------- contained, other readings

    void join_of_same_players() {
        std::map<std::tuple<std::string_view, std::string_view, std::uint64_t>, std::vector<Index>> pairs;
        for (Index i = 0; i < records_.size(); ++i) {
            const Record& record = records_[i];
            if (record.ply_count < options_.min_plies || !knows_players(record)) continue;
            pairs[{names_[record.white].family(), names_[record.black].family(), record.start_hash}].push_back(i);
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

    /// A record that begins two games, which are not records of one themselves, is neither. The longer ones come first.
    void join_contained(const std::vector<Index>& records, const std::vector<Moves>& moves) {
        std::vector<std::size_t> order(records.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::sort(order, {}, [&](std::size_t i) -> const std::string& { return moves[i].compared; });
        for (std::size_t at = order.size(); at-- > 0;) {
            const Record& record = records_[records[order[at]]];
            const std::string& beginning = moves[order[at]].compared;
            std::optional<std::size_t> longest;
            bool one_game = true;
            for (std::size_t next = at + 1; next < order.size(); ++next) {
                const std::string& whole = moves[order[next]].compared;
                if (!whole.starts_with(beginning)) break;
                const Record& other = records_[records[order[next]]];
                if (whole.size() == beginning.size() || !players_may_be(record, other) ||
                    !may_be(record.date, other.date) || !may_be(record.result, other.result))
                    continue;
                if (longest && groups_->root(records[*longest]) != groups_->root(records[order[next]]) &&
                    !whole.starts_with(moves[*longest].compared))
                    one_game = false;
                longest = order[next];
            }
            if (longest && one_game) groups_->join(records[order[at]], records[*longest]);
        }
    }

    void join_readings(const std::vector<Index>& records, const std::vector<Moves>& moves) {
        std::map<std::int32_t, std::vector<std::size_t>> days;
        for (std::size_t i = 0; i < records.size(); ++i) {
            const Record& record = records_[records[i]];
            if (record.date && record.date->year()) days[record.date->number()].push_back(i);
        }
        for (const auto& [day, games] : days) {
            if (games.size() < 2) continue;
            std::vector<Line> lines;
            for (const std::size_t i : games) lines.push_back(line_of(moves[i]));
            for (std::size_t a = 0; a < games.size(); ++a)
                for (std::size_t b = a + 1; b < games.size(); ++b)
                    if (players_may_be(records_[records[games[a]]], records_[records[games[b]]]) &&
                        are_readings(lines[a], lines[b]))
                        groups_->join(records[games[a]], records[games[b]]);
        }
    }

    /// Few moves differ, and few in proportion; and they do not only begin alike.
    [[nodiscard]] bool are_readings(const Line& a, const Line& b) const {
        const auto apart = readings_apart(a, b, options_.most_readings);
        return apart && *apart > 0 && std::size_t{*apart} * 4 <= std::min(a.size(), b.size());
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
    std::vector<PersonName> names_;
    std::unordered_map<std::int64_t, std::uint32_t> name_of_player_;
    std::vector<Record> records_;
    std::optional<Groups> groups_;
};

}  // namespace

std::string_view name_of(Likeness likeness) {
    switch (likeness) {
        case Likeness::fullest: return "fullest";
        case Likeness::same_moves: return "same moves";
        case Likeness::contained: return "contained";
        case Likeness::reading: return "other readings";
    }
    return {};
}

std::vector<DuplicateGroup> find_duplicates(store::Store& store, const DuplicateOptions& options) {
    return Search(store, options).run();
}

}  // namespace cofnod::curation
