#pragma once

#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "store/partial_date.hpp"

namespace cofnod::duplicates {

/// A player reduced to what names are compared by, and to the ids that federations gave.
struct Person {
    std::uint32_t family = 0;       ///< number of the family name; 0: unknown
    char32_t initial = 0;           ///< first letter of the given name; 0: unknown
    std::uint32_t with_id = 0;      ///< id of the canonical row of a person with ids; 0: no id
    std::uint32_t authorities = 0;  ///< set of those that gave the person an id

    [[nodiscard]] bool is_known() const { return family != 0; }
    [[nodiscard]] bool may_be(const Person& other) const {
        if (!is_known() || !other.is_known()) return true;
        if ((authorities & other.authorities) != 0) return with_id == other.with_id;
        return family == other.family && (initial == 0 || other.initial == 0 || initial == other.initial);
    }
    bool operator==(const Person&) const = default;
};

/// Headers that must be compatible in records of one game.
struct Facts {
    Person white, black;
    std::optional<store::PartialDate> date;
    Result result = Result::unknown;

    [[nodiscard]] bool knows_players() const { return white.is_known() && black.is_known(); }
    [[nodiscard]] bool players_may_be(const Facts& other) const {
        return white.may_be(other.white) && black.may_be(other.black);
    }
    bool operator==(const Facts&) const = default;
};

/// Returns true unless the dates differ in a known part.
inline bool may_be(const std::optional<store::PartialDate>& a, const std::optional<store::PartialDate>& b) {
    if (!a || !b) return true;
    const auto agree = [](int x, int y) { return x == 0 || y == 0 || x == y; };
    return agree(a->year(), b->year()) && agree(a->month(), b->month()) && agree(a->day(), b->day());
}

inline bool may_be(Result a, Result b) { return a == Result::unknown || b == Result::unknown || a == b; }

inline bool may_be(const Facts& a, const Facts& b) {
    return a.players_may_be(b) && may_be(a.date, b.date) && may_be(a.result, b.result);
}

struct FactsHash {
    std::size_t operator()(const Facts& facts) const {
        std::uint64_t hash = 0;
        const auto add = [&](std::uint64_t value) { hash = (hash ^ value) * 0x9E3779B97F4A7C15 + (hash >> 29); };
        add(std::uint64_t{facts.white.family} << 32 | facts.white.initial);
        add(std::uint64_t{facts.black.family} << 32 | facts.black.initial);
        add(facts.date ? static_cast<std::uint64_t>(facts.date->number()) : ~std::uint64_t{0});
        add(static_cast<std::uint64_t>(facts.result));
        return hash ^ hash >> 32;
    }
};

/// Index of a record, in the order of ids.
using Index = std::uint32_t;

/// Union-find structure: disjoint sets of records of one game.
class Groups {
public:
    explicit Groups(std::size_t count) : parents_(count) { std::iota(parents_.begin(), parents_.end(), Index{0}); }

    void join(Index a, Index b) { parents_[root(a)] = root(b); }
    Index root(Index i) {
        while (parents_[i] != i) i = parents_[i] = parents_[parents_[i]];
        return i;
    }
    [[nodiscard]] Index root(Index i) const {
        while (parents_[i] != i) i = parents_[i];
        return i;
    }

private:
    std::vector<Index> parents_;
};

/// A record whose moves may be the beginning of another's.
struct Beginning {
    Index record;
    Facts facts;
    std::string moves;  ///< encoded so that a prefix in moves is a prefix in bytes
};

/// Joins each record with the longest record that begins with its moves and has compatible facts. A record that begins
/// two different games is not joined.
///
/// Time: number of records times number of distinct facts among records with a common beginning.
void join_beginnings(const std::vector<Beginning>& records, Groups& groups);

/// A record among others with the same moves.
struct SameMovesRecord {
    Index record;
    Facts facts;
};

/// Joins records that may be the same game; a record compatible with two games is not joined. Records with known
/// players must come first. Dates: games shorter than `min_plies` may be played twice, so they must have the same full
/// date; longer games must not have contradicting dates; from twice `min_plies` on dates are ignored as more likely
/// wrong.
///
/// Time: number of records plus number of distinct facts times number of candidate games.
void join_same_moves(const std::vector<SameMovesRecord>& records, std::uint32_t ply_count, std::uint32_t min_plies,
                     Groups& groups);

}  // namespace cofnod::duplicates
