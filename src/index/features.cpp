#include "index/features.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "index/ascending.hpp"
#include "index/ascending_writer.hpp"

namespace cofnod::index {

namespace {

constexpr std::size_t squares = 64;

/// Transposes a 64 x 64 bit matrix by swapping blocks (Hacker's Delight, section 7-3).
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

/// Encodes `count` games of `games`, or the others where these are fewer. `bits`: the games, those beyond `games`
/// clear.
std::string stored(std::span<const std::uint64_t> bits, std::uint64_t count, std::uint32_t games) {
    std::string content;
    const bool others = is_complement(count, games);
    AscendingWriter writer(content, AscendingShape(others ? games - count : count, ordinal_bits(games)));
    for (std::size_t i = 0; i < bits.size(); ++i) {
        std::uint64_t word = others ? ~bits[i] : bits[i];
        if (i * 64 + 64 > games) word &= ~std::uint64_t{0} >> (i * 64 + 64 - games);
        for (; word != 0; word &= word - 1)
            writer.put(static_cast<std::uint32_t>(i * 64 + static_cast<std::size_t>(std::countr_zero(word))));
    }
    writer.finish();
    return content;
}

/// The same of games by number.
std::string stored(std::span<const std::uint32_t> list, std::uint32_t games) {
    if (is_complement(list.size(), games)) {
        std::vector<std::uint64_t> bits((games + 63) / 64);
        for (const std::uint32_t game : list) bits[game / 64] |= std::uint64_t{1} << game % 64;
        return stored(bits, list.size(), games);
    }
    std::string content;
    put_ascending(content, list, ordinal_bits(games));
    return content;
}

/// Assigns consecutive numbers from 0 to signatures.
class Numbering {
public:
    std::uint32_t number_of(std::uint64_t signature) {
        std::size_t place = place_of(signature);
        for (; slots_[place] != empty; place = (place + 1) % slots_.size())
            if (signatures_[slots_[place]] == signature) return slots_[place];
        const auto number = static_cast<std::uint32_t>(signatures_.size());
        slots_[place] = number;
        signatures_.push_back(signature);
        if (2 * signatures_.size() > slots_.size()) grow();
        return number;
    }

    /// The signatures by number.
    [[nodiscard]] const std::vector<std::uint64_t>& signatures() const { return signatures_; }

private:
    static constexpr std::uint32_t empty = ~std::uint32_t{0};

    /// Hashes by multiplication, since signatures differ in few bits.
    [[nodiscard]] std::size_t place_of(std::uint64_t signature) const {
        return static_cast<std::size_t>(signature * 0x9E3779B97F4A7C15 >> 32) % slots_.size();
    }
    void grow() {
        slots_.assign(2 * slots_.size(), empty);
        for (std::uint32_t number = 0; number < signatures_.size(); ++number) {
            std::size_t place = place_of(signatures_[number]);
            while (slots_[place] != empty) place = (place + 1) % slots_.size();
            slots_[place] = number;
        }
    }

    std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(1 << 12, empty);
    std::vector<std::uint64_t> signatures_;
};

}  // namespace

std::vector<Feature> occupied_features(std::span<const Traits> games, std::size_t piece) {
    const std::size_t words = (games.size() + 63) / 64;
    std::vector<std::uint64_t> columns(squares * words);
    std::array<std::uint64_t, 64> block{};
    for (std::size_t word = 0; word < words; ++word) {
        for (std::size_t i = 0; i < 64; ++i)
            block[i] = word * 64 + i < games.size() ? games[word * 64 + i].squares[piece] : 0;
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
        features.push_back({FeatureKind::occupied, piece * squares + square, count, stored(bits, count, total)});
    }
    return features;
}

std::vector<Feature> ending_features(std::span<const Traits> games) {
    const auto total = static_cast<std::uint32_t>(games.size());
    std::vector<Feature> features;
    for (const Ending ending : {Ending::mate, Ending::stalemate}) {
        std::vector<std::uint64_t> bits((games.size() + 63) / 64);
        std::uint64_t count = 0;
        for (std::size_t game = 0; game < games.size(); ++game) {
            const bool ends_so = games[game].ending == ending || games[game].passes;
            bits[game / 64] |= std::uint64_t{ends_so} << game % 64;
            count += ends_so;
        }
        if (count == 0) continue;
        features.push_back(
            {FeatureKind::ending, static_cast<std::uint64_t>(ending), count, stored(bits, count, total)});
    }
    return features;
}

std::vector<Feature> material_features(std::span<const std::span<const Material>> chunks, std::uint32_t games) {
    Numbering numbering;
    std::vector<std::vector<std::uint32_t>> games_with;  // by number
    std::vector<std::uint64_t> positions;                // by number
    for (const std::span<const Material> chunk : chunks)
        for (const Material& material : chunk) {
            const std::uint32_t number = numbering.number_of(material.signature);
            if (number == games_with.size()) {
                games_with.emplace_back();
                positions.push_back(0);
            }
            positions[number] += material.positions;
            std::vector<std::uint32_t>& list = games_with[number];
            if (list.empty() || list.back() != material.game) list.push_back(material.game);
        }

    std::vector<Feature> features;
    for (std::uint32_t number = 0; number < games_with.size(); ++number) {
        const std::vector<std::uint32_t>& list = games_with[number];
        features.push_back({FeatureKind::material, numbering.signatures()[number], list.size(), stored(list, games),
                            positions[number]});
    }
    std::sort(features.begin(), features.end(), [](const Feature& a, const Feature& b) { return a.value < b.value; });
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

void add_games(std::vector<std::uint64_t>& bits, std::uint64_t count, std::string_view content, std::uint32_t games) {
    if (is_complement(count, games)) {
        const auto these = games_with(count, content, games);
        for (std::size_t i = 0; i < bits.size(); ++i) bits[i] |= these[i];
        return;
    }
    AscendingReader reader(content, AscendingShape(static_cast<std::size_t>(count), ordinal_bits(games)));
    while (reader.next())
        if (reader.number() < games) bits[reader.number() / 64] |= std::uint64_t{1} << reader.number() % 64;
}

}  // namespace cofnod::index
