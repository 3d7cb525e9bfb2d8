#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "store/statement.hpp"

namespace cofnod::store {

struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

template <typename Value>
using TextMap = std::unordered_map<std::string, Value, TextHash, std::equal_to<>>;

/// Gives each text of one table its id, and a new row where it has none. Remembers what it gave, up to a bound.
class Interner {
public:
    /// `find` gives the id of a text, `insert` makes a row of it where there is none.
    Interner(Connection& connection, std::string_view find, std::string_view insert);

    std::int64_t id_of(std::string_view text);

    /// Rows made since the last call.
    std::int64_t take_new_count();

private:
    Connection& connection_;
    Statement find_;
    Statement insert_;
    TextMap<std::int64_t> known_;
    std::size_t known_bytes_ = 0;
    std::int64_t new_count_ = 0;
};

}  // namespace cofnod::store
