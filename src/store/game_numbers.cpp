#include "store/game_numbers.hpp"

#include <algorithm>

#include "store/id_order.hpp"
#include "store/statement.hpp"

namespace cofnod::store {

namespace {

constexpr std::int64_t most_small = 1 << 22;

}  // namespace

void for_each_numbers(const Store& store, std::int64_t first, std::int64_t last, const EachGameNumbers& each) {
    Statement row(store.connection(), Sql::list_game_numbers);
    const auto number = [&](int column) { return row.is_null(column) ? GameNumbers::null : row.integer(column); };
    for_each_row(row.with(first, last), 0,
                 [&] {
                     each({.id = row.integer(0),
                           .form = number(1),
                           .state = number(2),
                           .result = number(3),
                           .plies = number(4),
                           .white = number(5),
                           .black = number(6),
                           .date = number(7),
                           .opening = number(8)});
                 },
                 {first, last});
}

std::int64_t& CountById::operator[](std::int64_t id) {
    if (id < 0 || id >= most_small) return others_[id];
    const auto place = static_cast<std::size_t>(id);
    if (place >= small_.size()) small_.resize(std::max(place + 1, small_.size() * 2));
    return small_[place];
}

std::int64_t CountById::of(std::int64_t id) const {
    if (id >= 0 && id < static_cast<std::int64_t>(small_.size())) return small_[static_cast<std::size_t>(id)];
    const auto found = others_.find(id);
    return found == others_.end() ? 0 : found->second;
}

void CountById::for_each(const std::function<void(std::int64_t, std::int64_t)>& each) const {
    for (std::size_t id = 0; id < small_.size(); ++id)
        if (small_[id] != 0) each(static_cast<std::int64_t>(id), small_[id]);
    for (const auto& [id, count] : others_) each(id, count);
}

}  // namespace cofnod::store
