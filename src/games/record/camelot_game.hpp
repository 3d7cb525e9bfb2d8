#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "games/camelot/pack.hpp"
#include "games/camelot/position.hpp"
#include "games/record/replay.hpp"

namespace cofnod {

/// Camelot, on all boards of its family.
struct CamelotGame {
    static constexpr GameKind kind = GameKind{2};
    static constexpr std::string_view name = "camelot";
    static constexpr std::array<std::string_view, 4> varieties = {name, "cam", "camette", "chivalry"};
    static constexpr std::array versions = {camelot::zobrist::version, camelot::pack_version};
    using Position = camelot::Position;
    using Move = camelot::Move;
    using Ply = camelot::Path;
    using Packer = camelot::Packer;
    using Unpacker = camelot::Unpacker;
    using Replayer = camelot::Replayer;

    static std::string_view title_of(std::string_view start);
    static Expected<Position, std::string> read_start(std::string_view text);
    static std::string write_position(const Position& position);
    static bool is_white_to_move(const Position& position) { return position.turn() == camelot::Color::white; }
    static Move effect_of(const Position& position, const Ply& ply) { return camelot::effect_of(position, ply); }
    static Ply ply_of(const Position& position, const Move& move);
    static std::uint32_t number_of(const Position& position, const Move& move);
    static std::optional<Move> move_with_number(const Position& position, std::uint32_t number);
    static bool has_move_numbers(const Position& position);
    /// Returns the number of the move by result, whatever its path.
    static std::uint32_t number_in_line(const Position& before, const Ply& path);
    static bool is_playable(const Position& position, const Move& move) { return !ply_of(position, move).empty(); }
    static std::string_view ending(const Position& position);
    static int quiet_plies(const Position& position) { return position.quiet_plies(); }
    static std::string write_ply(const Position& position, const Ply& ply);
    static bool is_less(const Move& a, const Move& b) { return a < b; }
};

static_assert(WordGame<CamelotGame>);

}  // namespace cofnod
