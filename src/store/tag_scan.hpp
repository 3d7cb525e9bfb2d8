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

/// Some tags of many games, without anything else of them: a tenth of the time that reading the games takes.
class TagScan {
public:
    /// Whether it reads tags of that name: not those that are made from a game itself (Result, FEN, SetUp, PlyCount).
    static bool can_read(std::string_view name);

    enum class With : std::uint8_t { tags, games };

    /// The store must stay where it is while this lives.
    TagScan(const Store& store, std::vector<std::string> names, With with = With::tags);
    ~TagScan();
    TagScan(const TagScan&) = delete;
    TagScan& operator=(const TagScan&) = delete;

    /// The games with first <= id <= last, in order.
    void for_each(std::int64_t first, std::int64_t last,
                  const std::function<void(std::int64_t id, Result result)>& each);

    /// The same with all that a segment is made of. Needs With::games.
    void for_each_game(std::int64_t first, std::int64_t last, const std::function<void(const SegmentGame&)>& each);

    /// Of the game that for_each is at: what Tags::find gives, by the place of its name. Valid until the next game.
    [[nodiscard]] std::optional<std::string_view> value(std::size_t tag);
    /// Games with the same number have the same value; none is negative. nullopt: compare the values.
    [[nodiscard]] std::optional<std::int64_t> number(std::size_t tag) const;
    /// Of a tag that is a name or a date: the value of games with that number. Needs no game; valid until the next
    /// call.
    [[nodiscard]] std::optional<std::string_view> value_of(std::size_t tag, std::int64_t number);

    /// Numbers of games without the tag, of games whose tag is empty; others are what the column holds and
    /// first_number.
    static constexpr std::int64_t no_tag = 0, empty_tag = 1, first_number = 2;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace cofnod::store
