#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace cofnod::notation {

/// What words were last read as. The moves of a language are a few thousand words, most of which come back every few
/// games: reading one costs some thousand instructions, to find it here about thirty. A word that falls on the place
/// of another takes it. For one thread.
template <typename Value>
class WordMemo {
public:
    static constexpr std::size_t longest = 24;  ///< bytes of a word that is remembered

    /// `read` makes the value of a word that is not known; no longer than `longest`.
    template <typename Read>
    const Value& get(std::uint64_t language, std::string_view word, Read read) {
        const Key key = key_of(language, word);
        Entry& entry = entries_[place_of(key)];
        if (!(entry.key == key)) entry = {key, read()};
        return entry.value;
    }

private:
    static constexpr unsigned place_bits = 12;

    struct Key {
        std::uint64_t language_and_size = 0;
        std::array<std::uint64_t, longest / 8> bytes{};

        bool operator==(const Key& other) const {  // by hand: the default calls memcmp
            return ((language_and_size ^ other.language_and_size) | (bytes[0] ^ other.bytes[0]) |
                    (bytes[1] ^ other.bytes[1]) | (bytes[2] ^ other.bytes[2])) == 0;
        }
    };
    struct Entry {
        Key key;
        Value value{};
    };

    static Key key_of(std::uint64_t language, std::string_view word) {
        Key key{language << 8 | word.size(), {}};
        if (word.size() <= 8)
            key.bytes[0] = short_word(word);
        else
            std::memcpy(key.bytes.data(), word.data(), word.size());
        return key;
    }

    /// Up to eight bytes as a number: reads that overlap, for to loop over so few would take longer than all the rest.
    static std::uint64_t short_word(std::string_view word) {
        const char* const begin = word.data();
        if (word.size() >= 4) {
            std::uint32_t first, last;
            std::memcpy(&first, begin, 4);
            std::memcpy(&last, begin + word.size() - 4, 4);
            return std::uint64_t{last} << 32 | first;
        }
        if (word.empty()) return 0;
        const auto byte = [&](std::size_t i) { return std::uint64_t{static_cast<unsigned char>(begin[i])}; };
        return byte(0) | byte(word.size() / 2) << 8 | byte(word.size() - 1) << 16;
    }

    static std::size_t place_of(const Key& key) {
        constexpr std::uint64_t odd = 0x9E3779B97F4A7C15u;
        std::uint64_t hash = (key.bytes[0] ^ key.language_and_size << 40) * odd;
        if ((key.language_and_size & 0xFF) > 8)
            for (const std::uint64_t part : {key.bytes[1], key.bytes[2]}) hash = (hash ^ hash >> 29 ^ part) * odd;
        return static_cast<std::size_t>((hash ^ hash >> 32) * odd >> (64 - place_bits));
    }

    std::vector<Entry> entries_ = std::vector<Entry>(std::size_t{1} << place_bits);
};

}  // namespace cofnod::notation
