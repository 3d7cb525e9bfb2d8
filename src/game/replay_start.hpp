#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "game/recorded_game.hpp"

namespace cofnod {

/// Prepared replayers of start positions. Games from one set-up are often adjacent, so the last one is cached.
template <RecordedGame G, typename Replayer = typename G::Replayer>
class ReplayStart {
public:
    ReplayStart() : initial_(*G::read_start("")) {}

    [[nodiscard]] const Replayer& initial() const { return initial_; }
    /// Returns the replayer of a record's `start`; empty: the initial position. nullptr if invalid. Valid until the
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

}  // namespace cofnod
