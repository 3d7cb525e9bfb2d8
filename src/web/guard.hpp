#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "web/request.hpp"
#include "web/response.hpp"

namespace cofnod::web {

/// Who may ask: pages of this server, programs of this machine, and with a token only those who have it. Any page that
/// the user visits can send requests to a loopback address; DNS rebinding even gives it a name of its own for it.
class Guard {
public:
    enum class Takes : std::uint8_t { questions, corrections };

    /// `token`: empty: none is asked for.
    Guard(std::uint16_t port, std::string token, Takes takes) : port_(port), token_(std::move(token)), takes_(takes) {}

    /// Returns the refusal of a request that is not to be answered; nullopt: it may be.
    [[nodiscard]] std::optional<Response> refusal(const Request& request, const Target& target) const;

    /// Returns the header that keeps the token in the browser, if the request has it in its address.
    [[nodiscard]] std::optional<std::string> cookie_for(const Target& target) const;

    static constexpr std::string_view token_parameter = "token";

private:
    /// Cookies are shared by all ports of a host, and several databases may be served at once.
    [[nodiscard]] std::string cookie_name() const;
    [[nodiscard]] bool is_ours(std::string_view host) const;
    [[nodiscard]] std::optional<Response> refusal_of_method(const Request& request) const;
    [[nodiscard]] bool has_token(const Request& request, const Target& target) const;

    std::uint16_t port_;
    std::string token_;
    Takes takes_;
};

/// Returns 128 random bits as 32 hex digits.
std::string new_token();

}  // namespace cofnod::web
