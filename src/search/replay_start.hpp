#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "chess/replayer.hpp"

namespace cofnod::search {

/// Where games begin, ready to be replayed. Games from one set-up often stand together: the last one is remembered.
class ReplayStart {
public:
    ReplayStart();

    [[nodiscard]] const chess::Replayer& initial() const { return initial_; }
    /// `start`: FEN; empty: the usual position. nullptr: it cannot be read. Valid until the next call.
    const chess::Replayer* from(std::string_view start);

private:
    chess::Replayer initial_;
    std::string other_fen_;
    std::optional<chess::Replayer> other_;
};

}  // namespace cofnod::search
