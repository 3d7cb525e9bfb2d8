#include "index/features.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <utility>

#include "base/bytes.hpp"
#include "base/characters.hpp"
#include "index/ascending.hpp"
#include "index/bits.hpp"
#include "store/tag_scan.hpp"

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

/// Encodes `count` of `games` games, or the others if these are fewer. `bits`: the games; bits past `games` are clear.
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

/// Encodes a list of games likewise.
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

namespace {

/// Target size of a row in bytes. Rows as large as a page would leave half of it unused; with one row per material, row
/// keys would take a third of the table.
constexpr std::size_t usual_row = 1000;

/// Calls `each` with the first signature of each row from 1 on, until it returns false.
template <typename Each>
void for_each_first(std::string_view list, Each each) {
    std::uint64_t signature = 0;
    while (const auto difference = varint::take(list))
        if (!each(signature += *difference)) return;
}

}  // namespace

std::vector<std::string> material_rows(std::span<const Feature> materials) {
    if (materials.empty()) return {};
    std::vector<std::string> rows(1);
    std::uint64_t before = 0, first_before = 0;
    for (const Feature& material : materials) {
        if (rows.size() == 1 || rows.back().size() >= usual_row) {
            varint::put(rows.front(), material.value - first_before);
            rows.emplace_back();
            first_before = material.value;
            before = 0;
        }
        std::string& row = rows.back();
        varint::put(row, material.value - before);
        varint::put(row, material.positions);
        varint::put(row, material.games);
        varint::put(row, material.content.size());
        row += material.content;
        before = material.value;
    }
    return rows;
}

std::uint32_t count_material_rows(std::string_view list) {
    std::uint32_t count = 0;
    for_each_first(list, [&](std::uint64_t) { return ++count < ~0U; });
    return count;
}

std::optional<std::uint32_t> find_material_row(std::string_view list, std::uint64_t signature) {
    std::uint32_t number = 0;
    for_each_first(list, [&](std::uint64_t first) {
        if (first > signature) return false;
        return ++number < ~0U;
    });
    if (number == 0) return std::nullopt;
    return number;
}

std::optional<MaterialGames> take_material(std::string_view& row, std::uint64_t before) {
    const auto difference = varint::take(row);
    const auto positions = varint::take(row), games = varint::take(row), size = varint::take(row);
    if (!difference || !positions || !games || !size || *size > row.size()) return std::nullopt;
    const MaterialGames material{before + *difference, *positions, *games, row.substr(0, *size)};
    row.remove_prefix(*size);
    return material;
}

namespace {

/// Lower codes are frequent and stored verbatim; the others are stored relative to the least of them.
constexpr std::uint32_t first_counted = first_value;
static_assert(first_value == store::TagScan::first_number + 1);
static_assert(no_value == store::TagScan::no_tag + 1 && null_value == store::TagScan::empty_tag + 1);

}  // namespace

std::optional<std::size_t> column_tag(std::string_view name) {
    const auto* const found = std::ranges::find(column_tags, name);
    if (found == column_tags.end()) return std::nullopt;
    return static_cast<std::size_t>(found - column_tags.begin());
}

std::uint32_t tag_code(std::optional<std::int64_t> number) {
    if (!number || *number < 0 || *number >= std::numeric_limits<std::uint32_t>::max()) return ask_the_game;
    return static_cast<std::uint32_t>(*number) + 1;
}

std::uint32_t value_code(std::optional<std::int64_t> value) {
    if (!value) return null_value;
    return tag_code(*value < 0 ? std::nullopt : std::optional(*value + store::TagScan::first_number));
}

std::optional<std::int64_t> round_number(std::string_view round) {
    constexpr std::int64_t numbers_a_round = 1024, most_rounds = std::int64_t{1} << 21;
    const auto take_number = [&](std::int64_t most) {
        std::int64_t number = 0;
        for (; !round.empty() && is_digit(round.front()); round.remove_prefix(1))
            number = std::min(number * 10 + (round.front() - '0'), most);
        return number;
    };
    if (round.empty() || !is_digit(round.front())) return std::nullopt;
    const std::int64_t first = take_number(most_rounds);
    if (!round.starts_with('.')) return first * numbers_a_round;
    round.remove_prefix(1);
    return first * numbers_a_round + take_number(numbers_a_round - 1);
}

std::uint64_t moves_hash(GameKind kind, std::string_view start, std::string_view moves) {
    if (moves.empty()) return 0;
    std::uint64_t hash = hash64(moves) ^ static_cast<std::uint64_t>(kind);
    if (!start.empty()) hash = hash * 31 + hash64(start);
    return std::max<std::uint64_t>(hash, 1);
}

std::string lines_row(const LinesOfSegment& lines) {
    std::string row;
    varint::put(row, lines.bucket_bits);
    varint::put(row, static_cast<std::uint64_t>(lines.positions));
    varint::put(row, lines.games.size());
    std::int64_t before = lines.first_game;
    for (const auto& [game, variations] : lines.games) {
        varint::put(row, static_cast<std::uint64_t>(game - std::exchange(before, game)));
        varint::put(row, variations);
    }
    return row;
}

std::string header_column(std::span<const std::uint32_t> codes) {
    std::uint32_t least = std::numeric_limits<std::uint32_t>::max(), most = first_counted - 1;
    for (const std::uint32_t code : codes) {
        if (code < first_counted) continue;
        least = std::min(least, code);
        most = std::max(most, code);
    }
    least = std::min(least, most);
    const auto width = static_cast<unsigned>(std::bit_width(most - least + first_counted));

    std::string bytes;
    varint::put(bytes, least);
    varint::put(bytes, width);
    BitWriter bits(bytes);
    for (const std::uint32_t code : codes) bits.put(code < first_counted ? code : code - least + first_counted, width);
    bits.finish();
    return bytes;
}

void read_header_column(std::string_view bytes, std::span<std::uint32_t> codes) {
    const auto least = static_cast<std::uint32_t>(varint::take(bytes).value_or(0));
    const auto width = static_cast<unsigned>(std::min<std::uint64_t>(varint::take(bytes).value_or(0), 32));
    const std::size_t there = width == 0 ? codes.size() : std::min(codes.size(), bytes.size() * 8 / width);
    unpack(bytes, width, codes.first(there));
    const std::uint32_t counted_from = least - first_counted;  // modulo 2^32
    for (std::uint32_t& code : codes.first(there)) code += code < first_counted ? 0 : counted_from;
    std::ranges::fill(codes.subspan(there), ask_the_game);
}

}  // namespace cofnod::index
