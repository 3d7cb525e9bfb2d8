#include "index/played_games.hpp"

#include <algorithm>

#include "base/hash.hpp"

namespace cofnod::index {

namespace {

constexpr std::size_t keys_a_block = std::size_t{1} << 16;

/// Appends to a vector that has room, and returns what was appended.
template <typename T>
std::span<const T> append(std::vector<T>& to, const std::vector<T>& added) {
    const std::size_t begin = to.size();
    to.insert(to.end(), added.begin(), added.end());
    return std::span<const T>(to).subspan(begin);
}

}  // namespace

void PlayedGames::add(std::int64_t id, std::string_view moves, const PlayedLine& line) {
    Block& block = block_for(line.keys.size());
    block.last = id;
    games_.push_back({id, hash64(moves), {append(block.keys, line.keys), append(block.moves, line.moves)}});
}

PlayedGames::Block& PlayedGames::block_for(std::size_t keys) {
    if (blocks_.empty() || blocks_.back().keys.capacity() - blocks_.back().keys.size() < keys) {
        Block& block = blocks_.emplace_back();
        block.keys.reserve(std::max(keys, keys_a_block));
        block.moves.reserve(std::max(keys, keys_a_block));
    }
    return blocks_.back();
}

std::optional<PlayedGames::Line> PlayedGames::find(std::int64_t id, std::string_view start,
                                                   std::string_view moves) const {
    const auto game = std::ranges::lower_bound(games_, id, {}, &Game::id);
    if (game == games_.end() || game->id != id || !start.empty() || game->hash != hash64(moves)) return std::nullopt;
    return game->line;
}

void PlayedGames::forget(std::int64_t last) {
    games_.erase(games_.begin(), std::ranges::upper_bound(games_, last, {}, &Game::id));
    while (!blocks_.empty() && blocks_.front().last <= last) blocks_.pop_front();
}

}  // namespace cofnod::index
