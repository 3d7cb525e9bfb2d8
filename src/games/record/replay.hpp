#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "games/record/record.hpp"

namespace cofnod {

/// Requirements of records, index and commands on a game. A game is a struct without members, passed as a template
/// argument: replaying moves involves no dynamic dispatch.
///
/// - `Ply` is a move as recorded in a main line, `Move` its effect: in Camelot the squares of a path, and from, to and
///   captured pieces; in chess they are the same. Positions play moves, keys and statistics use moves, text shows
///   plies.
/// - `Unpacker` reads packed moves and checks each; `Replayer` is for scans.
template <typename G>
concept RecordedGame = requires(const typename G::Position& position, const typename G::Ply& ply,
                                const typename G::Move& move, const typename G::Replayer& replayer,
                                std::string_view text, std::uint32_t number) {
    { G::kind } -> std::convertible_to<GameKind>;
    { G::name } -> std::convertible_to<std::string_view>;
    typename G::Packer;
    typename G::Unpacker;
    { position.key() } -> std::same_as<std::uint64_t>;
    { replayer.key() } -> std::same_as<std::uint64_t>;

    /// Names by which users select games of this kind: `name` first, then those of single boards.
    { G::varieties } -> std::convertible_to<std::span<const std::string_view>>;
    /// Display name of a game with this start position: "chess", "Camelot", "Cam".
    { G::title_of(text) } -> std::same_as<std::string_view>;

    /// Start position of a record: a set-up position, or the initial one for an empty text. The error is a sentence.
    { G::read_start(text) } -> std::same_as<Expected<typename G::Position, std::string>>;
    { G::write_position(position) } -> std::same_as<std::string>;
    { G::is_white_to_move(position) } -> std::same_as<bool>;
    { G::effect_of(position, ply) } -> std::same_as<typename G::Move>;
    /// Ply for a move that is not in a main line. The move must be playable.
    { G::ply_of(position, move) } -> std::same_as<typename G::Ply>;
    /// Number of a move in variations and the index; 0 on boards without such numbers.
    { G::number_of(position, move) } -> std::same_as<std::uint32_t>;
    /// nullopt: no such move. (In chess all 16-bit numbers are moves, legal or not.)
    { G::move_with_number(position, number) } -> std::same_as<std::optional<typename G::Move>>;
    { G::has_move_numbers(position) } -> std::same_as<bool>;
    /// Number of the effect of a ply, for comparing records of one game. Independent of the other pieces, so that the
    /// same move has the same number even if the records differed before.
    { G::number_in_line(position, ply) } -> std::same_as<std::uint32_t>;
    /// True if the move is playable; checks numbers from damaged databases.
    { G::is_playable(position, move) } -> std::same_as<bool>;
    { G::is_less(move, move) } -> std::same_as<bool>;

    /// Display name of how the game ends in this position: "checkmate"; empty if it goes on.
    { G::ending(position) } -> std::same_as<std::string_view>;
    /// Plies since the last irreversible one, for draw claims.
    { G::quiet_plies(position) } -> std::same_as<int>;
    /// Versions of position keys and packed moves; the index depends on both.
    { G::versions } -> std::convertible_to<std::span<const int>>;
};

/// A game whose moves are written the same in all languages: any except chess. Its positions have no move count: the
/// first move is number 1.
template <typename G>
concept WordGame = RecordedGame<G> &&
    requires(const typename G::Position& position, const typename G::Ply& ply, const typename G::Replayer& replayer) {
    { G::write_ply(position, ply) } -> std::same_as<std::string>;
    { replayer.position() } -> std::convertible_to<const typename G::Position&>;
    { replayer.before() } -> std::convertible_to<const typename G::Position&>;
    { replayer.move() } -> std::convertible_to<const typename G::Move&>;
};

/// Compile-time list of games; games.hpp has the list of this program.
template <RecordedGame... G>
struct GameList {};

/// Prepared replayers for start positions. Games from the same set-up are often adjacent, so the last one is cached.
template <RecordedGame G, typename Replayer = typename G::Replayer>
class ReplayStart {
public:
    ReplayStart() : initial_(*G::read_start("")) {}

    [[nodiscard]] const Replayer& initial() const { return initial_; }
    /// Returns the replayer for a record's `start`, empty for the initial position; nullptr if invalid. Valid until the
    /// next call.
    const Replayer* from(std::string_view start) {
        if (start.empty()) return &initial_;
        if (!other_ || other_text_ != start) {
            const auto position = G::read_start(start);
            if (!position) return nullptr;
            other_text_ = start;
            other_.emplace(*position);
        }
        return &*other_;
    }

private:
    Replayer initial_;
    std::string other_text_;
    std::optional<Replayer> other_;
};

// Replay of records. G is the game of the record's kind (with_game).

/// Throws StoreError for an unreadable main line.
[[noreturn]] void throw_damaged_moves();
/// Throws StoreError for an invalid start position, with the reason `fault`.
[[noreturn]] void throw_damaged_start(const std::string& fault);

/// Returns the start position of a record: a set-up position, or the initial one. Throws StoreError if the text is
/// invalid, which no importer stores.
template <RecordedGame G>
typename G::Position start_position(const GameRecord& record) {
    auto start = G::read_start(record.start);
    if (!start) throw_damaged_start(start.error());
    return *std::move(start);
}

/// Returns the plies of the main line. Throws StoreError if the packed moves are damaged.
template <RecordedGame G>
std::vector<typename G::Ply> main_line(const GameRecord& record) {
    std::vector<typename G::Ply> plies;
    plies.reserve(std::min<std::size_t>(record.ply_count, record.moves.size()));  // a ply takes at least one byte
    if (record.moves.empty()) return plies;
    typename G::Unpacker game(start_position<G>(record), record.moves);
    while (const auto ply = game.next()) plies.push_back(*ply);
    if (game.is_damaged()) throw_damaged_moves();
    return plies;
}

/// Returns the position after `ply` plies of the main line, or after all of them if there are fewer.
template <RecordedGame G>
typename G::Position position_after(const GameRecord& record, std::uint32_t ply) {
    typename G::Position position = start_position<G>(record);
    for (const typename G::Ply& played : main_line<G>(record)) {
        if (ply-- == 0) break;
        position.play(G::effect_of(position, played));
    }
    return position;
}

}  // namespace cofnod
