#pragma once

#include "cql/run/compiler.hpp"

namespace cofnod::cql {

/// Modifier `nestban`: no match of a line or path may begin within an earlier one.
class NestBan {
public:
    explicit NestBan(Compiler& compiler) : memo_(compiler.new_memo()) {}

    [[nodiscard]] bool is_banned(Context& context) const;
    /// Bans the positions of a match from one position to the other, in either order.
    void ban(Context& context, PositionId one, PositionId other) const;

private:
    std::size_t memo_;
};

}  // namespace cofnod::cql
