#pragma once

#include "cql/run/compiler.hpp"

namespace cofnod::cql {

/// `nestban`: no match of a line or path begins within an earlier one.
class NestBan {
public:
    explicit NestBan(Compiler& compiler) : memo_(compiler.new_memo()) {}

    [[nodiscard]] bool is_banned(Context& context) const;
    /// Bans the positions of a match between two positions, each on the way to the other, whichever comes first.
    void ban(Context& context, PositionId one, PositionId other) const;

private:
    std::size_t memo_;
};

}  // namespace cofnod::cql
