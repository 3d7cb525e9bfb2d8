#include "cluster/transport.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace cofnod::cluster {

void Peer::fail(const std::string& why, WayOut way_out) const {
    throw StoreError(fmt::format("{}: {}", name, why), std::move(way_out));
}
void Peer::fail_by_length() const { fail("the answer is longer than what was asked for can be"); }
void Peer::fail_by_silence() const {
    fail(fmt::format("no answer for {} seconds", address.timeout),
         "ask for less, or allow more time: ?timeout=SECONDS behind the address");
}
void Peer::fail_without_end() const {
    fail("this is not an answer of ClickHouse: it has no end that can be recognised");
}

}  // namespace cofnod::cluster
