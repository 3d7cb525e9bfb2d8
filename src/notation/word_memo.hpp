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
        Key key{language, word.size(), {}};
        std::memcpy(key.bytes.data(), word.data(), word.size());
        Entry& entry = entries_[place_of(key)];
        if (!(entry.key == key)) entry = {key, read()};
        return entry.value;
    }

private:
    static constexpr unsigned place_bits = 11;

    struct Key {
        std::uint64_t language = 0, size = 0;
        std::array<std::uint64_t, longest / 8> bytes{};
        bool operator==(const Key&) const = default;
    };
    struct Entry {
        Key key;
        Value value{};
    };

    static std::size_t place_of(const Key& key) {
        std::uint64_t hash = key.language;
        for (const std::uint64_t part : key.bytes) hash = (hash ^ part) * 0x9E3779B97F4A7C15u, hash ^= hash >> 29;
        return static_cast<std::size_t>((hash * 0x9E3779B97F4A7C15u) >> (64 - place_bits));
    }

    std::vector<Entry> entries_ = std::vector<Entry>(std::size_t{1} << place_bits);
};

}  // namespace cofnod::notation
