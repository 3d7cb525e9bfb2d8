#include "index/segment_view.hpp"

#include <cstring>

#include "base/varint.hpp"
#include "index/segment_format.hpp"

namespace cofnod::index {

namespace {

constexpr std::size_t key_bytes = sizeof(std::uint64_t);

std::uint64_t key_at(std::string_view keys, std::size_t i) {
    std::uint64_t key = 0;
    std::memcpy(&key, keys.data() + i * key_bytes, key_bytes);
    return key;
}

/// Returns the index of the key, or the number of keys if it is not there.
std::size_t find_key(std::string_view keys, std::uint64_t key) {
    const std::size_t count = keys.size() / key_bytes;
    std::size_t first = 0;
    for (std::size_t left = count; left > 0;) {
        const std::size_t half = left / 2;
        if (key_at(keys, first + half) < key) {
            first += half + 1;
            left -= half + 1;
        } else {
            left = half;
        }
    }
    return first < count && key_at(keys, first) == key ? first : count;
}

std::string_view cut(std::string_view& bytes, std::size_t count) {
    const std::string_view front = bytes.substr(0, count);
    bytes.remove_prefix(front.size());
    return front;
}

std::optional<Totals> take_totals(std::string_view& bytes, std::uint64_t games) {
    std::uint64_t numbers[7] = {};
    for (std::uint64_t& number : numbers) {
        const auto taken = varint::take(bytes);
        if (!taken) return std::nullopt;
        number = *taken;
    }
    return Totals{games,
                  numbers[0],
                  numbers[1],
                  numbers[2],
                  numbers[3],
                  numbers[4],
                  static_cast<std::uint16_t>(numbers[5]),
                  static_cast<std::uint16_t>(numbers[6])};
}

bool take_move(std::string_view& bytes, unsigned ordinal_width, SharedMove& move) {
    const auto number = varint::take(bytes);
    const auto games = varint::take(bytes);
    if (!number || !games || *games > most_games) return false;
    move.move = static_cast<std::uint32_t>(*number);
    move.games = *games;
    if (move.games >= games_with_totals) {
        const auto totals = take_totals(bytes, move.games);
        if (!totals) return false;
        move.has_totals = true;
        move.totals = *totals;
    }
    const std::size_t length = AscendingShape(static_cast<std::size_t>(move.games), ordinal_width).bytes();
    if (length <= longest_inline_list) {
        move.ordinals = cut(bytes, length);
        return true;
    }
    const auto list = varint::take(bytes);
    move.list = static_cast<std::uint32_t>(list.value_or(0));
    return list.has_value();
}

SharedPosition position_in(std::string_view record, std::uint32_t games) {
    SharedPosition position;
    const auto count = varint::take(record);
    const auto moves = varint::take(record);
    if (!count || !moves || *count > games) return position;
    position.games = *count;
    SharedMove move;
    for (std::uint64_t i = 0; i < *moves && take_move(record, ordinal_bits(games), move); ++i, move = {})
        position.moves.push_back(move);
    std::uint64_t played = 0;
    for (const SharedMove& one : position.moves) played += one.games;
    if (played != position.games) position.totals = take_totals(record, position.games);
    return position;
}

GameFacts stored_facts_at(std::string_view column, std::size_t bit) {
    const std::uint64_t bits = bits_from(column, bit);
    const auto field = [&](unsigned from, unsigned width) {
        return static_cast<std::uint16_t>(bits >> from & ((1U << width) - 1));
    };
    return {static_cast<Result>(field(0, result_bits)), field(result_bits, elo_bits),
            field(result_bits + elo_bits, elo_bits), field(result_bits + 2 * elo_bits, year_bits)};
}

}  // namespace

SharedPosition find_shared(std::string_view bucket, std::uint64_t key, std::uint32_t games) {
    const auto count = varint::take(bucket);
    if (!count || *count > bucket.size() / key_bytes) return {};
    const std::string_view keys = cut(bucket, static_cast<std::size_t>(*count) * key_bytes);
    const std::size_t place = find_key(keys, key);
    if (place == *count) return {};
    std::size_t begin = 0, length = 0;
    for (std::size_t i = 0; i < *count; ++i) {
        const auto next = varint::take(bucket);
        if (!next) return {};
        if (i < place) begin += static_cast<std::size_t>(*next);
        if (i == place) length = static_cast<std::size_t>(*next);
    }
    if (begin > bucket.size()) return {};
    return position_in(bucket.substr(begin, length), games);
}

void find_few(std::string_view bucket, std::uint64_t key, unsigned bucket_bits, std::uint32_t games,
              std::vector<std::uint32_t>& found) {
    const auto stored = varint::take(bucket);
    if (!stored || *stored > bucket.size() * 8) return;
    const auto count = static_cast<std::size_t>(*stored);
    const unsigned width = remainder_bits(count);
    if (width > 32) return;
    const AscendingShape shape(count, width);
    const std::string_view keys = cut(bucket, shape.bytes());
    const std::uint32_t wanted = remainder_of(key, bucket_bits, width);
    AscendingReader reader(keys, shape);
    reader.skip_below(wanted);
    while (reader.next() && reader.number() <= wanted) {
        if (reader.number() != wanted) continue;
        const std::uint32_t game = bits_at(bucket, reader.index() * ordinal_bits(games), ordinal_bits(games));
        if (game < games) found.push_back(game);
    }
}

bool read_stored_facts(std::string_view column, std::span<GameFacts> facts) {
    if (facts.size() * facts_bits > column.size() * 8) return false;
    for (std::size_t i = 0; i < facts.size(); ++i) facts[i] = stored_facts_at(column, i * facts_bits);
    return true;
}

std::optional<GameFacts> facts_in(std::string_view column, std::uint32_t ordinal) {
    const std::size_t begin = ordinal % games_a_column * std::size_t{facts_bits};
    if (begin + facts_bits > column.size() * 8) return std::nullopt;
    GameFacts facts = stored_facts_at(column, begin);
    if (facts.white_elo == odd_elo) facts.white_elo = 0;
    if (facts.black_elo == odd_elo) facts.black_elo = 0;
    return facts;
}

}  // namespace cofnod::index
