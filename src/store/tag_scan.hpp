#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "store/segments.hpp"
#include "store/store.hpp"

namespace cofnod::store {

/// Reads some tags of many games, ten times as fast as reading the games.
class TagScan {
public:
    /// Returns false for tags that are derived from the game (Result, FEN, SetUp, PlyCount).
    static bool can_read(std::string_view name);

    enum class With : std::uint8_t { tags, games };

    /// Keeps a reference to the store.
    TagScan(const Store& store, std::vector<std::string> names, With with = With::tags);
    ~TagScan();
    TagScan(const TagScan&) = delete;
    TagScan& operator=(const TagScan&) = delete;

    /// Visits the games with first <= id <= last, in order.
    void for_each(std::int64_t first, std::int64_t last,
                  const std::function<void(std::int64_t id, Result result)>& each);

    /// Visits the games with the data needed for indexing. Requires With::games.
    void for_each_game(std::int64_t first, std::int64_t last, const std::function<void(const SegmentGame&)>& each);

    /// Returns a tag of the current game, by index of its name, like Tags::find; valid until the next game.
    [[nodiscard]] std::optional<std::string_view> value(std::size_t tag);
    /// Returns a non-negative number that is equal for games with equal values; nullopt: compare the values.
    [[nodiscard]] std::optional<std::int64_t> number(std::size_t tag) const;
    /// Returns the value for a number, for a tag that is a name or a date. Needs no current game; valid until the next
    /// call.
    [[nodiscard]] std::optional<std::string_view> value_of(std::size_t tag, std::int64_t number);

    /// Numbers of a missing tag and of an empty tag; other numbers are first_number + the column value.
    static constexpr std::int64_t no_tag = 0, empty_tag = 1, first_number = 2;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace cofnod::store
