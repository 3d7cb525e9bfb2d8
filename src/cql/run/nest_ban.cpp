#include "cql/run/nest_ban.hpp"

#include <algorithm>

namespace cofnod::cql {

bool NestBan::is_banned(Context& context) const {
    const Memo& memo = context.memo(memo_);
    const auto word = static_cast<std::size_t>(context.at) / 64;
    return word < memo.known.size() && (memo.known[word] >> (context.at % 64) & 1U) != 0;
}

void NestBan::ban(Context& context, PositionId one, PositionId other) const {
    Memo& memo = context.memo(memo_);
    context.make_bits(memo);
    const PositionId first = std::min(one, other);
    for (PositionId id = std::max(one, other); id >= first; id = context.tree.parent(id))
        if (!context.tree.is_imagined(id))
            memo.known[static_cast<std::size_t>(id) / 64] |= std::uint64_t{1} << (id % 64);
}

}  // namespace cofnod::cql
