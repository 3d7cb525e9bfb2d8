#pragma once

#include <optional>
#include <string_view>

#include "camelot/pack.hpp"

namespace cofnod::camelot {

/// Replays packed games for scans, with the interface of chess::Replayer. Every path is checked: damage ends a game.
///
///     Replayer game(Position::initial());
///     for (game.read(bytes); game.next();) ...;
class Replayer {
public:
    explicit Replayer(const Position& start) : game_(start, {}), before_(start) {}

    /// The bytes must outlive the replay.
    void read(std::string_view bytes) { game_ = Unpacker(game_.position(), bytes); }
    /// Plays one ply; false at the end or at damage.
    bool next() {
        const auto path = game_.read();
        if (!path) return false;
        path_ = *path;
        before_ = game_.position();
        move_ = effect_of(before_, path_);
        game_.play(path_);
        return true;
    }

    [[nodiscard]] bool is_damaged() const { return game_.is_damaged(); }
    [[nodiscard]] const Position& position() const { return game_.position(); }
    [[nodiscard]] Color turn() const { return position().turn(); }
    [[nodiscard]] std::uint64_t key() const { return position().key(); }
    /// Position before the last ply, its path and its effect.
    [[nodiscard]] const Position& before() const { return before_; }
    [[nodiscard]] const Path& path() const { return path_; }
    [[nodiscard]] const Move& move() const { return move_; }

private:
    Unpacker game_;
    Position before_;
    Path path_;
    Move move_{};
};

}  // namespace cofnod::camelot
