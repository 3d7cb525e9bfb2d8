#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "base/way_out.hpp"
#include "cluster/address.hpp"

namespace cofnod::cluster {

struct Reply {
    long status = 0;  ///< of HTTP
    std::string body = {};
};

/// The server that a connection is to.
struct Peer {
    const Address& address;  ///< outlives the connection
    Address::Host host;
    std::string name;  ///< "HOST:PORT"
    Credentials who;

    [[noreturn]] void fail(const std::string& why, WayOut way_out = {}) const;
};

/// A connection over HTTP or TLS, kept open between questions. An incomplete answer is a StoreError with the
/// server's name.
class Transport {
public:
    explicit Transport(Peer peer);
    ~Transport();
    Transport(const Transport&) = delete;
    Transport& operator=(const Transport&) = delete;

    /// Posts a body to "/?...". `most_bytes`: an answer that is longer is refused. Throws store::Interrupted.
    Reply post(const std::string& target, std::string_view body, std::size_t most_bytes);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace cofnod::cluster
