#include "search/index/features.hpp"

#include <array>
#include <bit>

#include "search/index/ascending.hpp"
#include "search/index/sort.hpp"

namespace cofnod::search::index {

namespace {

constexpr std::size_t squares = 64;

/// Row i, bit j becomes row j, bit i: halves, quarters and so on change places.
void transpose(std::array<std::uint64_t, 64>& rows) {
    std::uint64_t mask = 0x00000000FFFFFFFF;
    for (std::size_t half = 32; half > 0; half /= 2, mask ^= mask << half)
        for (std::size_t i = 0; i < 64; i = (i + half + 1) & ~half) {
            const std::uint64_t change = ((rows[i] >> half) ^ rows[i + half]) & mask;
            rows[i] ^= change << half;
            rows[i + half] ^= change;
        }
}

bool is_complement(std::uint64_t count, std::uint32_t games) { return count > games / 2; }

std::string stored(const std::vector<std::uint32_t>& numbers, std::uint32_t games) {
    std::string content;
    put_ascending(content, numbers, ordinal_bits(games));
    return content;
}

/// The numbers of the bits that are set, or of those that are not.
std::vector<std::uint32_t> numbers_of(std::span<const std::uint64_t> bits, bool set, std::uint32_t games) {
    std::vector<std::uint32_t> numbers;
    for (std::size_t i = 0; i < bits.size(); ++i)
        for (std::uint64_t word = set ? bits[i] : ~bits[i]; word != 0; word &= word - 1) {
            const auto number = static_cast<std::uint32_t>(i * 64 + static_cast<std::size_t>(std::countr_zero(word)));
            if (number < games) numbers.push_back(number);
        }
    return numbers;
}

// Signatures are alike in most of their bits, and the sort looks at the first ones: a multiplication mixes them, and
// another one, by the inverse, brings them back.
constexpr std::uint64_t mixer = 0x9E3779B97F4A7C15;
constexpr std::uint64_t inverse_of(std::uint64_t odd) {
    std::uint64_t inverse = odd;
    for (int i = 0; i < 5; ++i) inverse *= 2 - odd * inverse;
    return inverse;
}
constexpr std::uint64_t unmixer = inverse_of(mixer);
static_assert(mixer * unmixer == 1);

}  // namespace

std::vector<Feature> occupied_features(std::span<const Occupancy> games, std::size_t piece) {
    const std::size_t words = (games.size() + 63) / 64;
    std::vector<std::uint64_t> columns(squares * words);
    std::array<std::uint64_t, 64> block{};
    for (std::size_t word = 0; word < words; ++word) {
        for (std::size_t i = 0; i < 64; ++i) block[i] = word * 64 + i < games.size() ? games[word * 64 + i][piece] : 0;
        transpose(block);
        for (std::size_t square = 0; square < squares; ++square) columns[square * words + word] = block[square];
    }

    std::vector<Feature> features;
    const auto total = static_cast<std::uint32_t>(games.size());
    for (std::size_t square = 0; square < squares; ++square) {
        const std::span<const std::uint64_t> bits(&columns[square * words], words);
        std::uint64_t count = 0;
        for (const std::uint64_t word : bits) count += static_cast<std::uint64_t>(std::popcount(word));
        if (count == 0) continue;
        const auto numbers = numbers_of(bits, !is_complement(count, total), total);
        features.push_back({FeatureKind::occupied, piece * squares + square, count, stored(numbers, total)});
    }
    return features;
}

std::vector<Feature> material_features(std::vector<Entry> materials, std::uint32_t games) {
    for (Entry& entry : materials) entry.key *= mixer;
    std::vector<Entry> scratch;
    sort_by_key(materials, scratch, 0);

    std::vector<Feature> features;
    std::vector<std::uint32_t> numbers;
    for (std::size_t i = 0; i < materials.size();) {
        const std::uint64_t key = materials[i].key;
        numbers.clear();
        for (; i < materials.size() && materials[i].key == key; ++i)
            if (numbers.empty() || numbers.back() != materials[i].game) numbers.push_back(materials[i].game);
        const std::uint64_t count = numbers.size();
        if (is_complement(count, games)) {
            std::vector<std::uint64_t> bits((games + 63) / 64);
            for (const std::uint32_t number : numbers) bits[number / 64] |= std::uint64_t{1} << number % 64;
            numbers = numbers_of(bits, false, games);
        }
        features.push_back({FeatureKind::material, key * unmixer, count, stored(numbers, games)});
    }
    return features;
}

std::vector<std::uint64_t> games_with(std::uint64_t count, std::string_view content, std::uint32_t games) {
    const bool complement = is_complement(count, games);
    const std::size_t listed =
        static_cast<std::size_t>(complement ? games - std::min<std::uint64_t>(count, games) : count);
    std::vector<std::uint64_t> bits((games + 63) / 64, complement ? ~std::uint64_t{0} : 0);
    if (complement && games % 64 != 0) bits.back() >>= 64 - games % 64;
    AscendingReader reader(content, AscendingShape(listed, ordinal_bits(games)));
    while (reader.next())
        if (reader.number() < games) bits[reader.number() / 64] ^= std::uint64_t{1} << reader.number() % 64;
    return bits;
}

}  // namespace cofnod::search::index
