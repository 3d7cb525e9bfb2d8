#include "cql/kind.hpp"

namespace cofnod::cql {

const KindFacts& facts_of(Kind kind) {
    using namespace traits;
    static constexpr KindFacts facts[] = {
#define EACH_KIND(kind, cost, traits) {#kind, cost, traits},
#include "cql/kinds.def"
    };
    return facts[static_cast<std::size_t>(kind)];
}

}  // namespace cofnod::cql
