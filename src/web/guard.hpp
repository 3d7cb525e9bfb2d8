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

/// The secret of a server, and single-use codes for it. URLs contain only codes, since they appear in process lists and
/// browser histories and may be shared. Thread-safe.
class Token {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::minutes time_for_code{5};
    static constexpr std::size_t most_codes = 64;  ///< maximum number of unused codes; the oldest is dropped first

    /// With `is_asked_for` false there is no secret, and every client is answered.
    explicit Token(bool is_asked_for);
    Token(const Token&) = delete;
    Token& operator=(const Token&) = delete;

    [[nodiscard]] bool is_asked_for() const { return !text_.empty(); }
    /// Returns 128 random bits as 32 hex digits; empty if no token is required.
    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] bool equals(std::string_view given) const;

    /// Returns a new code. Calls `on_void` once the code can no longer be used, because it has been used or has
    /// expired.
    [[nodiscard]] std::string new_code(std::function<void()> on_void = {});
    /// Uses up a code. Returns false if it is unknown, used or expired.
    [[nodiscard]] bool spend(std::string_view code);
    /// Drops expired codes; call it from time to time.
    void drop_late(Clock::time_point now = Clock::now());

private:
    struct Code {
        std::string text;
        Clock::time_point until;
        std::function<void()> on_void;
    };
    /// Removes codes from the list, and calls their `on_void` without holding the lock. Returns their number.
    template <typename Which>
    std::size_t drop(const Which& which);

    const std::string text_;
    std::mutex mutex_;
    std::deque<Code> codes_;  ///< oldest first
};

/// Access control: accepts pages of this server, programs on this machine and, with a token, only clients that have it.
/// Any page that the user visits can send requests to a loopback address; DNS rebinding can even give that address a
/// domain name. The token is required only below `/api`, and never read from a cookie: browsers send cookies to all
/// ports of a host.
class Guard {
public:
    enum class Takes : std::uint8_t { questions, corrections };

    Guard(std::uint16_t port, Token& token, Takes takes) : port_(port), token_(token), takes_(takes) {}

    /// Returns the response for a request that is refused, or nullopt if it is allowed. Uses up a code in the request,
    /// and removes it from the target.
    [[nodiscard]] std::optional<Response> refusal(const Request& request, Target& target) const;

    /// Path at which a code is exchanged for the token: changes nothing, and is available without --write.
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
