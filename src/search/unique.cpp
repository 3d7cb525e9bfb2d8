#include "search/unique.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "base/bytes.hpp"
#include "games/record/record.hpp"
#include "index/features.hpp"
#include "search/column_terms.hpp"
#include "store/game_reader.hpp"
#include "store/name_match.hpp"
#include "store/statistics.hpp"
#include "store/transaction.hpp"
#include "store/works.hpp"

namespace cofnod::search {

namespace {

using index::GameColumn;

/// Names by search key: players with equal keys are the same.
class PlayerClasses {
public:
    explicit PlayerClasses(const store::Store& store) : store_(store) {}

    std::int64_t of_name(const std::string& name) {
        return keys_.try_emplace(store::name_key(name), static_cast<std::int64_t>(keys_.size())).first->second;
    }
    /// `id`: of a row of table player; below 0: none.
    std::int64_t of_id(std::int64_t id) {
        if (id < 0) return of_name("");
        if (names_.empty()) {
            names_ = store::named_rows(store_, store::HeaderField::player);
            classes_.assign(names_.size(), unknown);
        }
        const std::size_t place = place_of(id);
        if (place >= names_.size() || names_[place].id != id) return of_name("");
        if (classes_[place] == unknown) classes_[place] = of_name(names_[place].name);
        return classes_[place];
    }

private:
    /// Returns the place of an id in names_; ids without a gap are not searched for.
    [[nodiscard]] std::size_t place_of(std::int64_t id) const {
        if (names_.empty()) return 0;
        const auto place = static_cast<std::size_t>(id - std::min(id, names_.front().id));
        if (place < names_.size() && names_[place].id == id) return place;
        return static_cast<std::size_t>(std::ranges::lower_bound(names_, id, {}, &store::StoredName::id) -
                                        names_.begin());
    }

    const store::Store& store_;
    static constexpr std::int64_t unknown = -1;

    std::vector<store::StoredName> names_;  ///< by id; read when first needed
    std::vector<std::int64_t> classes_;     ///< a class for each name
    std::unordered_map<std::string, std::int64_t> keys_;
};

/// A player by id, or by class where the id is unknown.
struct Player {
    std::int64_t number = -1;
    bool is_class = false;

    bool operator==(const Player&) const = default;
};

struct Record {
    std::uint64_t moves = 0;  ///< index::moves_hash
    Player white, black;
};

/// The different records so far: a hash table with linear probing.
class Records {
public:
    Records(const store::Store& store, std::size_t most)
        : classes_(store), slots_(std::bit_ceil(std::max<std::size_t>(2 * most, 2))) {}

    /// Adds a record; returns false if there is an equal one.
    bool add(Record record) {
        const std::size_t mask = slots_.size() - 1;
        std::size_t slot = record.moves & mask;
        for (; slots_[slot] != 0; slot = (slot + 1) & mask)
            if (is_same(records_[slots_[slot] - 1], record)) return false;
        records_.push_back(record);
        slots_[slot] = static_cast<std::uint32_t>(records_.size());
        return true;
    }

    PlayerClasses& classes() { return classes_; }

private:
    bool is_same(Record& a, Record& b) {
        return a.moves == b.moves && is_same(a.white, b.white) && is_same(a.black, b.black);
    }
    bool is_same(Player& a, Player& b) {
        if (a == b) return true;
        for (Player* player : {&a, &b})
            if (!player->is_class) *player = {classes_.of_id(player->number), true};
        return a == b;
    }

    PlayerClasses classes_;
    std::vector<Record> records_;
    std::vector<std::uint32_t> slots_;  ///< 1 + index of a record; 0: empty
};

/// The works that had a witness.
class Works {
public:
    explicit Works(const store::Store& store) : witnesses_(store::witnesses(store)) {}

    /// Returns false for a further witness of a work. Games come by ascending id.
    bool add(std::int64_t game) {
        while (next_ < witnesses_.size() && witnesses_[next_].game < game) ++next_;
        const bool is_witness = next_ < witnesses_.size() && witnesses_[next_].game == game;
        return !is_witness || seen_.insert(witnesses_[next_].work).second;
    }

private:
    std::vector<store::Witness> witnesses_;
    std::size_t next_ = 0;
    std::unordered_set<std::int64_t> seen_;
};

void keep_unique_by_columns(store::Store& store, std::vector<Hit>& hits) {
    const store::Snapshot one_state(store.connection());
    std::vector<std::int64_t> ids;
    ids.reserve(hits.size());
    for (const Hit& hit : hits) ids.push_back(hit.game);

    Works works(store);
    Records records(store, hits.size());
    store::GameReader reader(store);
    std::vector<bool> is_kept(hits.size());
    const auto ask = [&](std::size_t at) {
        if (!works.add(ids[at])) return;
        const auto header = reader.header(ids[at]);
        const auto game = reader.moves(ids[at]);
        const std::uint64_t moves = game ? index::moves_hash(game->kind, game->start, game->moves) : 0;
        const auto player = [&](const std::string& name) { return Player{records.classes().of_name(name), true}; };
        is_kept[at] = moves == 0 || !header || records.add({moves, player(header->white), player(header->black)});
    };
    Block block(store);
    std::span<const std::uint32_t> low, high, white, black;
    const auto open = [&](const index::Run& run, std::uint32_t number) {
        block.open(run, number);
        low = block.codes(GameColumn::low_moves);
        high = block.codes(GameColumn::high_moves);
        white = block.codes(GameColumn::white);
        black = block.codes(GameColumn::black);
    };
    const auto read = [&](std::size_t at) {
        const auto game = static_cast<std::size_t>(ids[at] - block.first());
        const std::uint64_t moves = std::uint64_t{high[game]} << 32 | low[game];
        if (moves == 0 || white[game] == index::ask_the_game || black[game] == index::ask_the_game) return ask(at);
        const auto player = [](std::uint32_t code) {
            return Player{code < index::first_value ? -1 : std::int64_t{code} - index::first_value};
        };
        is_kept[at] = works.add(ids[at]) && records.add({moves, player(white[game]), player(black[game])});
    };
    for_each_by_blocks(index::runs(store), ids, open, read, ask);
    std::erase_if(hits, [&, at = std::size_t{0}](const Hit&) mutable { return !is_kept[at++]; });
}

/// Does the same by the records of games in any order.
void keep_unique_by_records(Answers& answers, std::vector<Hit>& hits) {
    std::unordered_set<std::int64_t> works;
    std::unordered_set<std::string> records;
    std::erase_if(hits, [&](const Hit& hit) {
        const auto witnesses = answers.witnesses(hit.game);
        if (!witnesses.empty() && !works.insert(witnesses.front()).second) return true;
        const auto header = answers.header(hit.game);
        const auto game = answers.moves(hit.game);
        if (!header || !game || game->moves.empty()) return false;
        std::string record(1, static_cast<char>(game->kind));
        for (const std::string* name : {&header->white, &header->black})
            record.append(store::name_key(*name)).append(1, '\0');
        record.append(game->start).append(1, '\0').append(game->moves);
        ContentHasher hasher;
        hasher.add(record);
        return !records.insert(hasher.hex()).second;
    });
}

}  // namespace

void keep_unique(Answers& answers, store::Store* by_id, std::vector<Hit>& hits) {
    if (by_id != nullptr)
        keep_unique_by_columns(*by_id, hits);
    else
        keep_unique_by_records(answers, hits);
}

}  // namespace cofnod::search
