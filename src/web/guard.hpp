#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "web/request.hpp"
#include "web/response.hpp"
#include "web/token.hpp"

namespace cofnod::web {

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
