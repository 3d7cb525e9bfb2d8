#pragma once

#include <tao/pegtl.hpp>

/// A written move of Camelot: `C6-E8-G8xI10`, `h4×j4×l6`, `i10^g8xg6`. All squares of the path, separated by signs for
/// step or canter and jump. Misprinted ranks (`Fll` for F11) are accepted; the actions record the repair.
namespace cofnod::grammar::camelot {

namespace p = tao::pegtl;

// clang-format off
struct file         : p::sor< p::range< 'A', 'N' >, p::range< 'a', 'n' > > {};
struct one          : p::one< '1', 'l', 'I', '|' > {};
struct zero         : p::one< '0', 'O', 'o' > {};
struct two_digits   : p::seq< one, p::sor< zero, one, p::range< '2', '6' > > > {};
struct one_digit    : p::sor< one, p::range< '2', '9' > > {};
struct rank         : p::seq< p::sor< two_digits, one_digit >, p::not_at< p::digit > > {};
struct square       : p::seq< file, rank > {};

struct hyphen       : p::sor< p::one< '-' >, p::utf8::range< 0x2010, 0x2014 >, p::utf8::one< 0x2212 > > {};
struct caret        : p::one< '^' > {};                                            // a canter, as written on AbstractPlay
struct cross        : p::sor< p::one< 'x', 'X', ':' >, p::utf8::one< 0xD7, 0x2715, 0x2716 > > {};
struct separator    : p::sor< hyphen, caret, cross > {};

struct part         : p::seq< separator, square > {};
struct move         : p::seq< square, p::plus< part >, p::not_at< p::alnum > > {};
// clang-format on

}  // namespace cofnod::grammar::camelot
