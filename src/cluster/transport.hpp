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
    [[noreturn]] void fail_by_length() const;
    [[noreturn]] void fail_by_silence() const;
    [[noreturn]] void fail_without_end() const;
};

/// A connection over HTTP, kept open between questions. Whatever is no whole answer is a StoreError with the server's
/// name.
class Transport {
public:
    virtual ~Transport() = default;
    /// Posts a body to "/?...". `most_bytes`: an answer that is longer is refused.
    virtual Reply post(const std::string& target, std::string_view body, std::size_t most_bytes) = 0;
};

/// Sockets of our own: to load libcurl, with its 30 libraries, takes as long as a question to a server nearby.
std::unique_ptr<Transport> plain_transport(Peer peer);
/// By libcurl; TLS.
std::unique_ptr<Transport> tls_transport(Peer peer);

}  // namespace cofnod::cluster
