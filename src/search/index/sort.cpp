#include "search/index/sort.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace cofnod::search::index {

namespace {

constexpr unsigned digit_bits = 11;
constexpr unsigned passes = 3;

using Counts = std::array<std::uint32_t, 1 << digit_bits>;

constexpr std::size_t digit(std::uint64_t key, unsigned shift) { return key >> shift & ((1U << digit_bits) - 1); }

void stable_sort_by_key(std::vector<Entry>& entries) {
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.key < b.key; });
}

/// Moves the entries into the order of one digit, lowest first.
void sort_by_digit(const std::vector<Entry>& from, std::vector<Entry>& to, unsigned shift) {
    Counts places{};
    for (const Entry& entry : from) ++places[digit(entry.key, shift)];
    std::uint32_t sum = 0;
    for (std::uint32_t& place : places) {
        const std::uint32_t count = place;
        place = sum;
        sum += count;
    }
    for (const Entry& entry : from) to[places[digit(entry.key, shift)]++] = entry;
}

/// Keys that agree in all digits sorted by are rare, and then few; where somebody made them so, they are sorted whole.
void sort_the_rest(std::vector<Entry>& entries) {
    std::size_t steps = 0;
    for (std::size_t i = 1; i < entries.size(); ++i) {
        if (entries[i - 1].key <= entries[i].key) continue;
        const Entry entry = entries[i];
        std::size_t to = i;
        for (; to > 0 && entries[to - 1].key > entry.key; --to) entries[to] = entries[to - 1];
        entries[to] = entry;
        steps += i - to;
        if (steps > 8 * entries.size()) return stable_sort_by_key(entries);
    }
}

}  // namespace

void sort_by_key(std::vector<Entry>& entries, std::vector<Entry>& scratch, unsigned skip) {
    if (entries.size() < 256) return stable_sort_by_key(entries);
    scratch.resize(entries.size());
    for (unsigned pass = 0; pass < passes; ++pass) {
        sort_by_digit(entries, scratch, 64 - skip - digit_bits * (passes - pass));
        entries.swap(scratch);
    }
    sort_the_rest(entries);
}

}  // namespace cofnod::search::index
