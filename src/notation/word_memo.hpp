#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace cofnod::notation {

/// Cache of values by word. The moves of a language are a few thousand words, most of which recur every few games:
/// parsing one costs about a thousand instructions, a look-up here about thirty. Two-way associative; the older entry
/// is evicted. Not thread-safe.
///
/// `Longest`: maximum length of a cached word in bytes, at least eight. With 8 and 16-byte values, a set is one cache
/// line.
template <typename Value, std::size_t Longest = 24>
class WordMemo {
public:
    static constexpr std::size_t longest = Longest;

    /// Returns the value of a word of at most `longest` bytes, calling `read` on a miss. Valid until the next call.
    /// `readable`: number of bytes readable from the start of the word, so that eight can be loaded at once.
    template <typename Read>
    const Value& get(std::uint64_t language, std::string_view word, Read read, std::size_t readable = 0) {
        const Key key = key_of(language, word, readable);
        Place& place = places_[place_of(key)];
        Entry& younger = place[0];
        Entry& elder = place[1];
        // Branchless: the choice is unpredictable.
        Entry& likely = place[static_cast<std::size_t>(!(younger.key == key))];
        if (likely.key == key) [[likely]]
            return likely.value;
        Value value = read();
        elder = std::move(younger);
        younger = {key, std::move(value)};
        return younger.value;
    }

private:
    static constexpr unsigned place_bits = 11;

    struct Key {
        std::uint64_t language_and_size = 0;
        std::array<std::uint64_t, Longest / 8> bytes{};

        bool operator==(const Key& other) const {  // hand-written: the default calls memcmp
            std::uint64_t difference = language_and_size ^ other.language_and_size;
            for (std::size_t i = 0; i < bytes.size(); ++i) difference |= bytes[i] ^ other.bytes[i];
            return difference == 0;
        }
    };
    struct Entry {
        Key key;
        Value value{};
    };
    struct alignas(64) Place : std::array<Entry, 2> {};

    static Key key_of(std::uint64_t language, std::string_view word, std::size_t readable) {
        Key key{language << 8 | word.size(), {}};
        if (word.size() <= 8)
            key.bytes[0] = short_word(word, readable);
        else
            std::memcpy(key.bytes.data(), word.data(), word.size());
        return key;
    }

    /// Packs up to eight bytes into an integer.
    static std::uint64_t short_word(std::string_view word, std::size_t readable) {
        std::uint64_t bytes = 0;
        if (readable < 8 || word.empty()) [[unlikely]] {
            for (std::size_t i = 0; i < word.size(); ++i)
                bytes |= std::uint64_t{static_cast<unsigned char>(word[i])} << 8 * i;
            return bytes;
        }
        std::memcpy(&bytes, word.data(), 8);
        return bytes & ~std::uint64_t{0} >> (64 - 8 * word.size());
    }

    static std::size_t place_of(const Key& key) {
        constexpr std::uint64_t odd = 0x9E3779B97F4A7C15u;
        std::uint64_t hash = (key.bytes[0] ^ key.language_and_size << 40) * odd;
        if ((key.language_and_size & 0xFF) > 8)
            for (std::size_t i = 1; i < key.bytes.size(); ++i) hash = (hash ^ hash >> 29 ^ key.bytes[i]) * odd;
        return static_cast<std::size_t>((hash ^ hash >> 32) * odd >> (64 - place_bits));
    }

    std::vector<Place> places_ = std::vector<Place>(std::size_t{1} << place_bits);
};

}  // namespace cofnod::notation
