#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/expected.hpp"
#include "game/kind.hpp"

namespace cofnod {

/// What records, index and commands ask of a game. A game is a struct without members that is passed as a template
/// argument: nothing is looked up while moves are replayed.
///
/// - `Ply` is a move as a main line records it, `Move` what it does: in Camelot the squares of a path, and from, to and
///   what is captured; in chess the same thing. Positions play moves, keys and statistics know moves, text shows plies.
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

    /// The names by which a user asks for games of this kind; behind the first, `name`, those on one board of several.
    { G::varieties } -> std::convertible_to<std::span<const std::string_view>>;
    /// What people call a game with this start of the record: "chess", "Camelot", "Cam".
    { G::title_of(text) } -> std::same_as<std::string_view>;

    /// The start of a record: its set-up position, or the usual one of an empty text. The error is a sentence.
    { G::read_start(text) } -> std::same_as<Expected<typename G::Position, std::string>>;
    { G::write_position(position) } -> std::same_as<std::string>;
    { G::is_white_to_move(position) } -> std::same_as<bool>;
    { G::effect_of(position, ply) } -> std::same_as<typename G::Move>;
    /// How to write a move that no main line records. The move must be playable.
    { G::ply_of(position, move) } -> std::same_as<typename G::Ply>;
    /// By which variations and the index know a move. Boards may have none: then 0.
    { G::number_of(position, move) } -> std::same_as<std::uint32_t>;
    /// nullopt: there is no such move. (Of chess all numbers of 16 bits are moves, legal or not.)
    { G::move_with_number(position, number) } -> std::same_as<std::optional<typename G::Move>>;
    { G::has_move_numbers(position) } -> std::same_as<bool>;
    /// A number of what a ply does, by which records of one game are compared. It does not depend on the pieces
    /// elsewhere, so that the same move has one number though the records differed before.
    { G::number_in_line(position, ply) } -> std::same_as<std::uint32_t>;
    /// Whether somebody may have played it: of numbers from damaged databases.
    { G::is_playable(position, move) } -> std::same_as<bool>;
    { G::is_less(move, move) } -> std::same_as<bool>;

    /// What ends the game in this position, for people: "checkmate"; empty: it goes on.
    { G::ending(position) } -> std::same_as<std::string_view>;
    /// Plies since the last one that cannot be taken back, by which draws are claimed.
    { G::quiet_plies(position) } -> std::same_as<int>;
    /// Versions of keys and packed moves, which the index is made of.
    { G::versions } -> std::convertible_to<std::span<const int>>;
};

/// A game whose moves are the same words in all languages: any but chess. Its positions do not know how many moves were
/// played: the first is number 1.
template <typename G>
concept WordGame = RecordedGame<G> &&
    requires(const typename G::Position& position, const typename G::Ply& ply, const typename G::Replayer& replayer) {
    { G::write_ply(position, ply) } -> std::same_as<std::string>;
    { replayer.position() } -> std::convertible_to<const typename G::Position&>;
    { replayer.before() } -> std::convertible_to<const typename G::Position&>;
    { replayer.move() } -> std::convertible_to<const typename G::Move&>;
};

/// Games as a compile-time list: games.hpp has the one of this program.
template <RecordedGame... G>
struct GameList {};

}  // namespace cofnod
