#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/chess/move.hpp"
#include "games/chess/pack.hpp"
#include "games/chess/position.hpp"
#include "games/chess/replayer.hpp"
#include "games/record/replay.hpp"

namespace cofnod {

struct ChessGame {
    static constexpr GameKind kind = GameKind::chess;
    static constexpr std::string_view name = "chess";
    static constexpr std::array varieties = {name};
    static constexpr std::array versions = {chess::zobrist::version, chess::pack_version};
    using Position = chess::Position;
    using Move = chess::Move;
    using Ply = chess::Move;
    using Packer = chess::Packer;
    using Unpacker = chess::Unpacker;
    using Replayer = chess::Replayer;

    static std::string_view title_of(std::string_view) { return name; }
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
    static std::uint32_t number_in_line(const Position&, Ply ply) { return ply.raw(); }
    static bool is_playable(const Position& position, Move move);
    static std::string_view ending(const Position& position);
    static int quiet_plies(const Position& position) { return position.halfmove_clock(); }
    static bool is_less(Move a, Move b) { return a.raw() < b.raw(); }
};

static_assert(RecordedGame<ChessGame>);

/// Main line of a chess game from the initial position, collected while it is played, so that the index need not replay
/// it.
struct PlayedLine {
    std::vector<std::uint64_t> keys;  ///< Position::key() of all positions, including the last
    std::vector<chess::Move> moves;   ///< one from each position except the last; never a null move

    void begin(std::uint64_t key) {
        keys.assign(1, key);
        moves.clear();
    }
    /// Not inlined, to keep the move-reading code in the cache.
    [[gnu::noinline]] void add(chess::Move move, std::uint64_t key_behind) {
        moves.push_back(move);
        keys.push_back(key_behind);
    }
    void clear() {
        keys.clear();
        moves.clear();
    }
    /// True if the line is unknown.
    [[nodiscard]] bool empty() const { return keys.empty(); }
};

}  // namespace cofnod
