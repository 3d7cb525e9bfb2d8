#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

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

}  // namespace cofnod::web
