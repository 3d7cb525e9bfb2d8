#pragma once

#include <tao/pegtl.hpp>

/// Material of both sides, White's first: `KRP v KR`, `KQ v KR+P*`, `KBNvK`. A letter stands for one piece, followed by
/// `*` for any number of them, by `+` for one or more; nothing else is on the board.
namespace cofnod::grammar::material {

namespace p = tao::pegtl;

// clang-format off
struct blanks   : p::star< p::space > {};
struct letter   : p::one< 'K', 'Q', 'R', 'B', 'N', 'P', 'k', 'q', 'r', 'b', 'n', 'p' > {};
struct any      : p::one< '*' > {};
struct some     : p::one< '+' > {};
struct men      : p::seq< letter, p::opt< p::sor< any, some > > > {};
struct side     : p::plus< men, blanks > {};
struct white    : p::must< side > {};
struct black    : p::must< side > {};
struct versus   : p::sor< p::istring< 'v', 's', '.' >, p::istring< 'v', 's' >, p::one< 'v', 'V', '-', ':', '/' > > {};
struct end      : p::eof {};
struct pattern  : p::seq< blanks, white, p::must< versus >, blanks, black, p::must< end > > {};
// clang-format on

/// Error messages of `must` rules, to follow "expected ".
template <typename>
inline constexpr const char* message = nullptr;

// clang-format off
template <> inline constexpr const char* message< side >   = "a piece, one of K Q R B N P";
template <> inline constexpr const char* message< versus > = "a piece, or `v` and what Black has";
template <> inline constexpr const char* message< end >    = "a piece, or the end";
// clang-format on

struct Messages {
    template <typename Rule>
    static constexpr const char* message = material::message<Rule>;
    template <typename Rule>
    static constexpr bool raise_on_failure = false;
};

}  // namespace cofnod::grammar::material
