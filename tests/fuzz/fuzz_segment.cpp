// Parts of a segment of the position index. From the input, games that came to positions: what is encoded is found
// again. Then any bytes as such parts: answers may be wrong, but name games that are there.

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "fuzz.hpp"
#include "index/features.hpp"
#include "index/segment_format.hpp"

using namespace cofnod::fuzz;
using namespace cofnod::index;

namespace {

std::vector<std::uint32_t> games_of(const SharedMove& move, const SegmentPart& part, std::uint32_t games) {
    std::vector<std::uint32_t> found;
    const std::string_view bytes =
        move.ordinals.empty() ? std::string_view(part.long_lists.at(move.list)) : move.ordinals;
    AscendingReader reader(bytes, AscendingShape(move.games, ordinal_bits(games)));
    while (reader.next()) found.push_back(reader.number());
    return found;
}

std::set<std::uint32_t> games_of_few(std::string_view row, std::uint64_t key, unsigned bucket_bits,
                                     std::uint32_t games) {
    std::vector<std::uint32_t> found;
    find_few(row, key, bucket_bits, games, found);
    return {found.begin(), found.end()};
}

/// Entries with few different keys, so that games share positions.
std::vector<Entry> entries_of(Cutter& input, std::uint32_t games) {
    std::vector<Entry> entries;
    for (std::size_t count = input.number(2) % 1024; entries.size() < count && !input.empty();) {
        const std::uint64_t key = (std::uint64_t{input.byte()} << 56 | input.byte() % 4U) * 0x0100000000000101;
        const std::uint32_t black = key & 1 ? Entry::black_to_move : 0;
        entries.push_back({key, input.number(2) % games, black | input.byte() % 8U});
    }
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        return std::tuple(a.key, a.game, a.move) < std::tuple(b.key, b.game, b.move);
    });
    return entries;
}

void require_found(const std::vector<Entry>& entries, std::uint32_t games, unsigned bucket_bits) {
    const std::vector<GameFacts> facts(games, GameFacts{cofnod::Result::draw, 2400, 2300, 1999});
    const SegmentPart part = encode(entries, {games, bucket_bits, facts}, 0);
    std::map<std::uint64_t, std::map<std::uint32_t, std::set<std::uint32_t>>> expected;
    for (const Entry& entry : entries) expected[entry.key][entry.move & ~Entry::black_to_move].insert(entry.game);
    for (const auto& [key, moves] : expected) {
        std::set<std::uint32_t> all;
        for (const auto& [move, players] : moves) all.insert(players.begin(), players.end());
        const auto bucket =
            std::find_if(part.buckets.begin(), part.buckets.end(),
                         [number = bucket_of(key, bucket_bits)](const Bucket& one) { return one.number == number; });
        require(bucket != part.buckets.end(), "a key has a bucket");
        const SharedPosition shared = find_shared(bucket->shared, key, games);
        if (all.size() <= few_games) {
            const std::set<std::uint32_t> found = games_of_few(bucket->few, key, bucket_bits, games);
            require(shared.games == 0 && std::ranges::includes(found, all), "the games of a position of few are found");
            continue;
        }
        require(shared.games == all.size() && shared.moves.size() == moves.size(), "a shared position is found");
        for (const SharedMove& move : shared.moves) {
            const auto& players = moves.at(move.move);
            const auto found = games_of(move, part, games);
            require(std::equal(found.begin(), found.end(), players.begin(), players.end()), "its games are found");
        }
    }
}

/// Each entry as a pawn structure of its game: those of few games are found, and known to be.
void require_pawns_found(std::vector<Entry> structures, std::uint32_t games, unsigned bucket_bits) {
    const auto is_same = [](const Entry& a, const Entry& b) { return a.key == b.key && a.game == b.game; };
    structures.erase(std::unique(structures.begin(), structures.end(), is_same), structures.end());
    std::vector<Traits> traits(games);
    for (Entry& structure : structures) structure.move = traits[structure.game].structures++;
    FewPawns few(traits);
    const auto buckets = encode_pawns(structures, {games, bucket_bits, {}}, few);
    std::map<std::uint64_t, std::set<std::uint32_t>> expected;
    for (const Entry& structure : structures) expected[structure.key].insert(structure.game);
    for (const Entry& structure : structures) {
        const bool is_few = expected[structure.key].size() <= few_games;
        require(few.contains(structure.game, structure.move) == is_few, "pawns of few games are known");
        if (!is_few) continue;
        const auto bucket = std::ranges::find(buckets, bucket_of(structure.key, bucket_bits), &PawnBucket::number);
        require(bucket != buckets.end(), "a pawn structure has a bucket");
        require(games_of_few(bucket->content, structure.key, bucket_bits, games).contains(structure.game),
                "the games of a pawn structure of few are found");
    }
}

void require_materials(const std::vector<Feature>& materials) {
    const std::vector<std::string> rows = material_rows(materials);
    if (materials.empty()) return require(rows.empty(), "of no materials there are no rows");
    require(count_material_rows(rows.front()) + 1 == rows.size(), "the list has all rows");
    auto material = materials.begin();
    for (std::uint32_t number = 1; number < rows.size(); ++number) {
        std::string_view row = rows[number];
        for (auto next = take_material(row, 0); next; next = take_material(row, next->signature), ++material) {
            require(material != materials.end() && next->signature == material->value &&
                        next->games == material->games && next->content == material->content,
                    "materials come back in their order");
            require(find_material_row(rows.front(), next->signature) == number, "the row of a material is found");
        }
        require(row.empty(), "a row is read to its end");
    }
    require(material == materials.end(), "all materials are in a row");
}

void require_features(const std::vector<Entry>& entries, std::uint32_t games) {
    std::vector<Material> materials;
    std::map<std::uint64_t, std::vector<std::uint64_t>> expected;
    for (const Entry& entry : entries) materials.push_back({entry.key, entry.game});
    std::stable_sort(materials.begin(), materials.end(),
                     [](const Material& a, const Material& b) { return a.game < b.game; });
    for (const Material& material : materials) {
        auto& bits = expected[material.signature];
        bits.resize((games + 63) / 64);
        bits[material.game / 64] |= std::uint64_t{1} << material.game % 64;
    }
    const std::vector<std::span<const Material>> chunks = {materials};
    const auto features = material_features(chunks, games);
    require(features.size() == expected.size(), "every signature is a feature");
    for (const Feature& feature : features)
        require(games_with(feature.games, feature.content, games) == expected.at(feature.value),
                "the games of a feature are found");
    require_materials(features);
}

void read_damaged(Cutter& input) {
    const std::uint32_t games = 1 + input.number(3) % most_games;
    const std::uint64_t key = std::uint64_t{input.number(4)} << 32 | input.number(4);
    const unsigned bits = 6 + input.byte() % 27U;
    const std::uint64_t count = input.number(3);
    const std::string_view bytes = input.rest();
    for (const std::uint32_t game : games_of_few(bytes, key, bits, games)) require(game < games, "games are there");
    std::string_view row = bytes;
    for (auto next = take_material(row, 0); next; next = take_material(row, next->signature))
        require(next->content.size() <= bytes.size(), "a material is no larger than its row");
    require(find_material_row(bytes, key).value_or(0) <= count_material_rows(bytes), "a row is one of the list");
    const SharedPosition shared = find_shared(bytes, key, games);
    require(shared.games <= games && shared.moves.size() <= bytes.size(), "a position is no larger than its bytes");
    for (const SharedMove& move : shared.moves) {
        AscendingReader reader(move.ordinals, AscendingShape(move.games, ordinal_bits(games)));
        std::size_t read = 0;
        for (reader.skip_below(input.byte()); reader.next();) ++read;
        require(read <= move.games, "no more numbers than there are");
    }
    require(games_with(count, bytes, games).size() == (games + 63) / 64, "a bit for each game");
    facts_in(bytes, input.number(4));
    std::array<std::uint32_t, 100> codes{};
    read_header_column(bytes, codes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Cutter input(text_of(data, size));
    if (input.byte() % 2 == 0) {
        read_damaged(input);
        return 0;
    }
    const std::uint32_t games = 1 + input.number(2);
    const unsigned bucket_bits = part_bits + input.byte() % 3U;
    const auto entries = entries_of(input, games);
    require_found(entries, games, bucket_bits);
    require_pawns_found(entries, games, bucket_bits);
    require_features(entries, games);
    return 0;
}
