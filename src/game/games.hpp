#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/expected.hpp"
#include "camelot/pack.hpp"
#include "camelot/replayer.hpp"
#include "chess/pack.hpp"
#include "chess/replayer.hpp"
#include "game/kind.hpp"

/// What records, index and commands ask of a game, and the games that answer. A game is a struct without members that
/// is passed as a template argument: nothing is looked up while moves are replayed.
namespace cofnod {

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
    /// Whether somebody may have played it: of numbers from damaged databases.
    { G::is_playable(position, move) } -> std::same_as<bool>;
    { G::is_less(move, move) } -> std::same_as<bool>;
};

struct ChessGame {
    static constexpr GameKind kind = GameKind::chess;
    static constexpr std::string_view name = "chess";
    using Position = chess::Position;
    using Move = chess::Move;
    using Ply = chess::Move;
    using Packer = chess::Packer;
    using Unpacker = chess::Unpacker;
    using Replayer = chess::Replayer;

    static Expected<Position, std::string> read_start(std::string_view text);
    static std::string write_position(const Position& position);
    static bool is_white_to_move(const Position& position) { return position.turn() == chess::Color::white; }
    static Move effect_of(const Position&, Ply ply) { return ply; }
    static Ply ply_of(const Position&, Move move) { return move; }
    static std::uint32_t number_of(const Position&, Move move) { return move.raw(); }
    static std::optional<Move> move_with_number(const Position&, std::uint32_t number) {
        return number <= 0xFFFF ? std::optional(Move::from_raw(static_cast<std::uint16_t>(number))) : std::nullopt;
    }
    static bool has_move_numbers(const Position&) { return true; }
    static bool is_playable(const Position& position, Move move);
    static bool is_less(Move a, Move b) { return a.raw() < b.raw(); }
};

/// On all boards of the family.
struct CamelotGame {
    static constexpr GameKind kind = GameKind::camelot;
    static constexpr std::string_view name = "camelot";
    using Position = camelot::Position;
    using Move = camelot::Move;
    using Ply = camelot::Path;
    using Packer = camelot::Packer;
    using Unpacker = camelot::Unpacker;
    using Replayer = camelot::Replayer;

    static Expected<Position, std::string> read_start(std::string_view text);
    static std::string write_position(const Position& position);
    static bool is_white_to_move(const Position& position) { return position.turn() == camelot::Color::white; }
    static Move effect_of(const Position& position, const Ply& ply) { return camelot::effect_of(position, ply); }
    static Ply ply_of(const Position& position, const Move& move);
    static std::uint32_t number_of(const Position& position, const Move& move);
    static std::optional<Move> move_with_number(const Position& position, std::uint32_t number);
    static bool has_move_numbers(const Position& position);
    static bool is_playable(const Position& position, const Move& move) { return !ply_of(position, move).empty(); }
    static bool is_less(const Move& a, const Move& b) { return a < b; }
};

static_assert(RecordedGame<ChessGame> && RecordedGame<CamelotGame>);

/// The one switch: function(ChessGame{}) or function(CamelotGame{}), by the kind.
template <typename Function>
decltype(auto) with_game(GameKind kind, Function&& function) {
    if (kind == GameKind::camelot) return function(CamelotGame{});
    return function(ChessGame{});
}

inline std::string_view name_of(GameKind kind) {
    return with_game(kind, [](auto game) { return decltype(game)::name; });
}

}  // namespace cofnod
