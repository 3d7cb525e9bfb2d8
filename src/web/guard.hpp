#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "web/http.hpp"

namespace cofnod::web {

/// The secret of a server, and codes that replace it once each. Addresses have codes only: an address is seen in lists
/// of processes, in the history of a browser and by whoever it is sent to. For any thread.
class Token {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::minutes time_for_code{5};
    static constexpr std::size_t most_codes = 64;  ///< that are waiting to be used; of more, the oldest is void

    /// False: there is no secret, and everybody is answered.
    explicit Token(bool is_asked_for);
    Token(const Token&) = delete;
    Token& operator=(const Token&) = delete;

    [[nodiscard]] bool is_asked_for() const { return !text_.empty(); }
    /// Returns 128 random bits as 32 hex digits; empty: none is asked for.
    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] bool equals(std::string_view given) const;

    /// Returns a new code. `on_void` is called when it can no longer be used, because it was or its time is over.
    [[nodiscard]] std::string new_code(std::function<void()> on_void = {});
    /// Uses a code up. False: there is none of that text, or no longer.
    [[nodiscard]] bool spend(std::string_view code);
    /// Drops codes whose time is over; to be called now and then.
    void drop_late(Clock::time_point now = Clock::now());

private:
    struct Code {
        std::string text;
        Clock::time_point until;
        std::function<void()> on_void;
    };
    /// Takes codes out of the list, and calls their `on_void` without the lock. Returns how many there were.
    template <typename Which>
    std::size_t drop(const Which& which);

    const std::string text_;
    std::mutex mutex_;
    std::deque<Code> codes_;  ///< the oldest first
};

/// Who may ask: pages of this server, programs of this machine, and with a token only those who have it. Any page that
/// the user visits can send requests to a loopback address; DNS rebinding even gives it a name of its own for it. The
/// token is asked for below `/api` only, and never taken from a cookie: a browser sends it to all ports of a host.
class Guard {
public:
    enum class Takes : std::uint8_t { questions, corrections };

    Guard(std::uint16_t port, Token& token, Takes takes) : port_(port), token_(token), takes_(takes) {}

    /// Returns the refusal of a request that is not to be answered; nullopt: it may be. Uses its code up, and takes it
    /// from the target.
    [[nodiscard]] std::optional<Response> refusal(const Request& request, Target& target) const;

    /// Where a code is exchanged for the token: changes nothing, and is answered without --write too.
    static constexpr std::string_view session = "api/v1/session";

private:
    [[nodiscard]] bool is_ours(std::string_view host) const;
    [[nodiscard]] std::optional<Response> refusal_of_method(const Request& request, const Target& target) const;
    [[nodiscard]] bool has_token(const Request& request, Target& target) const;

    std::uint16_t port_;
    Token& token_;
    Takes takes_;
};

}  // namespace cofnod::web
