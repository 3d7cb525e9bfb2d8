#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "game/recorded_game.hpp"

namespace cofnod {

/// Where games begin, ready to be replayed. Games from one set-up often stand together: the last one is remembered.
template <RecordedGame G>
class ReplayStart {
public:
    using Replayer = typename G::Replayer;

    ReplayStart() : initial_(*G::read_start("")) {}

    [[nodiscard]] const Replayer& initial() const { return initial_; }
    /// `start`: as in a record; empty: the usual position. nullptr: it cannot be read. Valid until the next call.
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
