#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "web/http.hpp"

namespace cofnod::web {

/// Sends the answer to one request; used on any thread, sent by the listener. Call send() for a complete response, or
/// begin(), write() for each part, and end() for one of unknown length.
class Reply {
public:
    virtual ~Reply() = default;
    /// Sends the complete response.
    virtual void send(Response response) = 0;

    /// Sends the status and headers of a stream.
    virtual void begin(Response head) = 0;
    /// Adds a part of the body; blocks while too much data waits to be sent. Returns false if the client has
    /// disconnected, or was disconnected because it has read nothing for 20 seconds.
    virtual bool write(std::string_view text) = 0;
    virtual void end() = 0;
    /// Closes the connection, so that the client does not mistake a partial response for a complete one.
    virtual void break_off() = 0;

    /// Marks the connection as that of an authorised client: others are closed in its favour. Call it on the listener's
    /// thread.
    virtual void prefer() = 0;

    /// Returns true if the client no longer waits for the answer. Thread-safe.
    [[nodiscard]] virtual bool is_abandoned() const = 0;
};

/// HTTP server on a loopback address, in one thread. Request heads are at most 16 KiB long and must be complete within
/// 3 seconds. Of more than 64 connections of authorised clients the longest idle one is closed; so are those of other
/// clients, each of which first has a second to send a request.
class Listener {
public:
    using Answer = std::function<void(Request, std::shared_ptr<Reply>)>;

    /// Listens on 127.0.0.1, and on ::1 if available. `port` 0: any free port. Rejects requests whose body exceeds
    /// `most_body` bytes. Throws InputError if the port is in use.
    Listener(std::uint16_t port, std::size_t most_body);
    ~Listener();
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    [[nodiscard]] std::uint16_t port() const;

    /// Makes SIGINT and SIGTERM end run().
    void end_on_signals();
    /// Serves requests until stop(), then up to two seconds longer to answer pending ones. Calls `answer` on this
    /// thread, and `on_tick` ten times a second.
    void run(Answer answer, std::function<void()> on_tick);
    /// Stops run(). Thread-safe.
    void stop();

private:
    class Loop;
    std::unique_ptr<Loop> loop_;
};

}  // namespace cofnod::web
