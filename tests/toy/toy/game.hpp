#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "games/record/replay.hpp"
#include "toy/position.hpp"

namespace cofnod {

/// The game that tests add to the list.
struct ToyGame {
    static constexpr GameKind kind{3};
    static constexpr std::string_view name = "toy";
    static constexpr std::array varieties = {name};
    static constexpr std::array versions = {toy::key_version, toy::pack_version};
    using Position = toy::Position;
    using Move = toy::Move;
    using Ply = toy::Move;
    using Packer = toy::Packer;
    using Unpacker = toy::Unpacker;
    using Replayer = toy::Replayer;

    static std::string_view title_of(std::string_view) { return "Toy"; }
    static Expected<Position, std::string> read_start(std::string_view text) {
        const auto read = text.empty() ? Position::initial() : toy::read_position(text);
        if (!read) return Unexpected{std::string("this is not a position of Toy")};
        return *read;
    }
    static std::string write_position(const Position& position) { return toy::write_position(position); }
    static bool is_white_to_move(const Position& position) { return position.white_to_move(); }
    static Move effect_of(const Position&, Ply ply) { return ply; }
    static Ply ply_of(const Position&, Move move) { return move; }
    static std::string write_ply(const Position&, Ply ply) { return toy::write_move(ply); }
    static std::uint32_t number_of(const Position&, Move move) { return std::uint32_t{move.from} << 8 | move.to; }
    static std::optional<Move> move_with_number(const Position& position, std::uint32_t number) {
        const Move move{static_cast<std::uint8_t>(number >> 8), static_cast<std::uint8_t>(number)};
        return number <= 0xFFFF && position.is_legal(move) ? std::optional(move) : std::nullopt;
    }
    static bool has_move_numbers(const Position&) { return true; }
    static std::uint32_t number_in_line(const Position& position, Ply ply) { return number_of(position, ply); }
    static bool is_playable(const Position& position, Move move) { return position.is_legal(move); }
    static bool is_less(Move a, Move b) { return a < b; }
    static std::string_view ending(const Position& position) { return position.is_over() ? "a king is captured" : ""; }
    static int quiet_plies(const Position&) { return 0; }
};

static_assert(WordGame<ToyGame>);

}  // namespace cofnod
