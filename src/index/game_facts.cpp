#include "index/game_facts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

namespace cofnod::index {

Totals& Totals::operator+=(const Totals& other) {
    games += other.games;
    white_wins += other.white_wins;
    draws += other.draws;
    black_wins += other.black_wins;
    elo_sum += other.elo_sum;
    elo_count += other.elo_count;
    top_elo = std::max(top_elo, other.top_elo);
    last_year = std::max(last_year, other.last_year);
    return *this;
}

namespace {

constexpr unsigned digit_bits = 11;
constexpr std::size_t fewest_for_digits = 256;  ///< below this, a comparison sort is faster

using EntrySpans = std::span<const std::span<const Entry>>;
using Counts = std::array<std::uint32_t, 1 << digit_bits>;

constexpr std::size_t digit(std::uint64_t key, unsigned shift) { return key >> shift & ((1U << digit_bits) - 1); }

void stable_sort_by_key(std::span<Entry> entries) {
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.key < b.key; });
}

/// Sorts stably by one digit (counting sort).
void sort_by_digit(EntrySpans from, std::span<Entry> to, unsigned shift) {
    Counts places{};
    for (const std::span<const Entry> span : from)
        for (const Entry& entry : span) ++places[digit(entry.key, shift)];
    std::uint32_t sum = 0;
    for (std::uint32_t& place : places) {
        const std::uint32_t count = place;
        place = sum;
        sum += count;
    }
    for (const std::span<const Entry> span : from)
        for (const Entry& entry : span) to[places[digit(entry.key, shift)]++] = entry;
}

/// Finishes with insertion sort, as few keys agree in all digits; falls back to a full sort on adversarial input.
void finish_sorting(std::span<Entry> entries) {
    std::size_t moved = 0;
    for (std::size_t i = 1; i < entries.size(); ++i) {
        if (entries[i - 1].key <= entries[i].key) continue;
        const Entry entry = entries[i];
        std::size_t to = i;
        for (; to > 0 && entries[to - 1].key > entry.key; --to) entries[to] = entries[to - 1];
        entries[to] = entry;
        moved += i - to;
        if (moved > 8 * entries.size()) return stable_sort_by_key(entries);
    }
}

/// Returns the number of high digits that distinguish nearly all keys.
unsigned passes_for(std::size_t count) {
    constexpr unsigned bits_beyond_count = 5;
    return std::max(1U,
                    (static_cast<unsigned>(std::bit_width(count)) + bits_beyond_count + digit_bits - 1) / digit_bits);
}

/// Returns a span of `size` entries, growing the buffer if needed.
std::span<Entry> room_in(std::vector<Entry>& entries, std::size_t size) {
    if (entries.size() < size) entries.resize(size);
    return std::span(entries).first(size);
}

}  // namespace

std::span<const Entry> sorted_by_key(EntrySpans spans, SortingSpace& space, unsigned skip) {
    std::size_t count = 0;
    for (const std::span<const Entry> span : spans) count += span.size();
    std::span<Entry> sorted = room_in(space.entries, count);
    if (count < fewest_for_digits) {
        auto to = sorted.begin();
        for (const std::span<const Entry> span : spans) to = std::copy(span.begin(), span.end(), to);
        stable_sort_by_key(sorted);
        return sorted;
    }

    std::span<Entry> other = room_in(space.others, count);
    const unsigned passes = passes_for(count);
    for (unsigned pass = 0; pass < passes; ++pass) {
        const unsigned shift = 64 - skip - digit_bits * (passes - pass);
        if (pass == 0) {  // also concatenates the spans
            sort_by_digit(spans, sorted, shift);
            continue;
        }
        const std::span<const Entry> before = sorted;
        sort_by_digit({&before, 1}, other, shift);
        std::swap(sorted, other);
    }
    finish_sorting(sorted);
    return sorted;
}

}  // namespace cofnod::index
