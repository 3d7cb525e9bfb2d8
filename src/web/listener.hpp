#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "web/http.hpp"

namespace cofnod::web {

/// Answers to one request; made on any thread, sent by the listener. A whole response by send(), or one of unknown
/// length: begin(), write() for each part, end().
class Reply {
public:
    virtual ~Reply() = default;
    /// Sends the response, once.
    virtual void send(Response response) = 0;

    /// Sends status and headers of a stream; its body follows.
    virtual void begin(Response head) = 0;
    /// Waits while the client is behind by more than 256 KiB. False: the client has gone, or has taken nothing for 20
    /// seconds and was disconnected.
    virtual bool write(std::string_view text) = 0;
    virtual void end() = 0;
    /// Closes the connection, so that the client does not take what it has for all.
    virtual void break_off() = 0;

    /// Marks the connection as that of a client who may ask: those of others are closed for it. On the thread of the
    /// listener.
    virtual void prefer() = 0;

    /// Returns true if nobody waits for the answer any more. For any thread.
    [[nodiscard]] virtual bool is_abandoned() const = 0;
};

/// HTTP on a loopback address, in one thread. Heads of requests are at most 16 KiB long and must be whole within 3
/// seconds. Of more than 64 connections of clients that may ask the one that has been idle for longest is closed, and
/// the same of all others, each of which has a second to ask first.
class Listener {
public:
    using Answer = std::function<void(Request, std::shared_ptr<Reply>)>;

    /// Listens on 127.0.0.1, and on ::1 if the machine has it. `port` 0: a free one. Requests with more than
    /// `most_body` bytes after their head are refused. Throws InputError if the port is taken.
    Listener(std::uint16_t port, std::size_t most_body);
    ~Listener();
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    [[nodiscard]] std::uint16_t port() const;

    /// Answers until stop(), SIGINT or SIGTERM; questions that were asked before are still answered, for two seconds.
    /// `answer` is called on this thread.
    /// `on_tick` is too, ten times a second.
    void run(Answer answer, std::function<void()> on_tick);
    /// For any thread.
    void stop();

private:
    class Loop;
    std::unique_ptr<Loop> loop_;
};

}  // namespace cofnod::web
