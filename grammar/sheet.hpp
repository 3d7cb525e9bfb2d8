#pragma once

#include <tao/pegtl.hpp>

/// Comma-separated values (RFC 4180), also with other separators. Violations are read as text: a quote inside a bare
/// cell, text after a closing quote, an unclosed quote.
namespace cofnod::grammar::sheet {

namespace p = tao::pegtl;

/// Maximum length of a cell; a longer one is treated as an unclosed quote.
inline constexpr unsigned longest_cell = 1u << 20;

// clang-format off
template <char separator> struct bare   : p::star< p::not_one< separator, '\r', '\n' > > {};
struct quote                            : p::one< '"' > {};
struct quoted_text                      : p::rep_max< longest_cell, p::sor< p::not_one< '"' >, p::two< '"' > > > {};
template <char separator> struct quoted : p::seq< quote, quoted_text, quote, p::at< p::sor< p::one< separator, '\r', '\n' >, p::eof > > > {};
template <char separator> struct cell   : p::sor< quoted< separator >, bare< separator > > {};
struct line_break                       : p::sor< p::string< '\r', '\n' >, p::one< '\r', '\n' > > {};
template <char separator> struct row    : p::seq< cell< separator >, p::star< p::one< separator >, cell< separator > >, p::opt< line_break > > {};
// clang-format on

}  // namespace cofnod::grammar::sheet
