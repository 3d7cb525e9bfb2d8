#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "store/statement.hpp"

namespace cofnod::store {

struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

template <typename Value>
using TextMap = std::unordered_map<std::string, Value, TextHash, std::equal_to<>>;

/// Compact hash table from texts to ids: a lookup takes two cache misses, in a std::unordered_map five.
class TextIds {
public:
    std::optional<std::int64_t> find(std::string_view text) const;
    /// Adds a text that is not in the table.
    void add(std::string_view text, std::int64_t id);
    void clear();

    /// Memory use in bytes.
    [[nodiscard]] std::size_t bytes() const { return texts_.size() + slots_.size() * sizeof(Slot); }

private:
    struct Slot {
        std::uint64_t hash = 0;
        std::int64_t id = 0;
        std::uint32_t begin = 0;  ///< in texts_
        std::uint32_t size = empty;
        static constexpr std::uint32_t empty = ~std::uint32_t{0};
    };
    [[nodiscard]] std::size_t place_after(std::size_t place) const { return (place + 1) & (slots_.size() - 1); }
    [[nodiscard]] std::size_t empty_place(std::uint64_t hash) const;
    void grow();

    std::string texts_;
    std::vector<Slot> slots_ = std::vector<Slot>(first_size);
    std::size_t count_ = 0;
    static constexpr std::size_t first_size = 1024;
};

/// Maps each text to its id in one table, inserting new texts; caches ids up to a bound.
class Interner {
public:
    /// `find` selects the id of a text, `insert` adds a row unless there is one.
    Interner(Connection& connection, Sql find, Sql insert);

    std::int64_t id_of(std::string_view text);

    /// Returns the number of rows inserted since the last call.
    std::int64_t take_new_count();

private:
    Connection& connection_;
    Statement find_;
    Statement insert_;
    TextIds known_;
    std::int64_t new_count_ = 0;
};

}  // namespace cofnod::store
