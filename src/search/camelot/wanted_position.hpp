#pragma once

#include <array>
#include <cstdint>

#include "camelot/replayer.hpp"

namespace cofnod::search {

/// The Camelot counterpart of WantedPosition.
class WantedCamelotPosition {
public:
    /// Fields compared besides the pieces; both: the exact position.
    struct Fields {
        bool turn = true;
        bool castle_moves = true;

        bool operator==(const Fields&) const = default;
    };

    explicit WantedCamelotPosition(const camelot::Position& position, Fields fields);
    explicit WantedCamelotPosition(const camelot::Position& position) : WantedCamelotPosition(position, Fields{}) {}

    [[nodiscard]] bool is_exact() const { return fields_ == Fields{}; }
    [[nodiscard]] Fields fields() const { return fields_; }
    [[nodiscard]] const camelot::Position& position() const { return position_; }
    /// Key of the exact position, for the position index.
    [[nodiscard]] std::uint64_t key() const { return position_.key(); }

    [[nodiscard]] bool is_in(const camelot::Replayer& game) const;
    /// Returns true if the game can no longer reach it, because too many pieces are captured.
    [[nodiscard]] bool is_gone(const camelot::Replayer& game) const;

private:
    camelot::Position position_;
    Fields fields_;
    std::array<int, 2> counts_;  ///< number of pieces, by colour
};

}  // namespace cofnod::search
