#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "base/result.hpp"
#include "store/partial_date.hpp"

namespace cofnod::curation {

/// A player reduced to what PersonName::may_be compares.
struct Person {
    std::uint32_t family = 0;  ///< number of the family name; 0: unknown
    char32_t initial = 0;      ///< of the given name; 0: unknown

    [[nodiscard]] bool is_known() const { return family != 0; }
    [[nodiscard]] bool may_be(const Person& other) const {
        if (!is_known() || !other.is_known()) return true;
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

/// Returns true unless a known part of the dates differs.
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

}  // namespace cofnod::curation
