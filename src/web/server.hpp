#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <string>

#include "web/guard.hpp"
#include "web/lanes.hpp"
#include "web/listener.hpp"
#include "web/router.hpp"
#include "web/serve.hpp"
#include "web/stores.hpp"

namespace cofnod::web {

/// Takes requests from the listener, has them answered on a lane, and sends the answers back.
class Server {
public:
    /// Throws an Error if the database cannot be opened or the port is taken.
    explicit Server(const ServeOptions& options);

    /// Returns the address of the first page, with a new code if the token is asked for.
    [[nodiscard]] std::string address(const std::function<void()>& on_void = {});
    [[nodiscard]] std::uint16_t port() const { return listener_.port(); }
    [[nodiscard]] const std::string& token() const { return token_.text(); }

    /// Answers until stop(), SIGINT or SIGTERM.
    void run();
    /// For any thread.
    void stop() { listener_.stop(); }

private:
    using Clock = Lanes::Clock;

    void take(Request request, const std::shared_ptr<Reply>& reply, Lanes& lanes);
    [[nodiscard]] std::unique_ptr<Holder> hold(bool has_snapshot);
    /// Answers on a thread of a lane.
    void answer(const Match& match, const Request& request, const Target& target, Reply& reply,
                Clock::time_point asked);

    Token token_;
    const Site site_;
    Stores stores_;  ///< of a file
    const std::function<std::unique_ptr<search::Answers>()> open_servers_;
    Listener listener_;
    const Guard guard_;
    std::atomic<bool> stops_ = false;
};

}  // namespace cofnod::web
