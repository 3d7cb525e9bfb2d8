#pragma once

#include <tao/pegtl.hpp>

/// The piece behind a pawn's move to the last rank, in other signs than a notation has: `= (N)`, `[N]`, ` knight`. Only
/// its place is found here; what it means is a matter of the language.
namespace cofnod::grammar::promotion {

namespace p = tao::pegtl;

// clang-format off
struct blank           : p::sor< p::one< ' ', '\t' >, p::utf8::one< 0xA0 >, p::utf8::range< 0x200E, 0x200F >, p::utf8::range< 0x2066, 0x2069 > > {};
struct gap             : p::star< blank > {};
struct dash            : p::sor< p::one< '-' >, p::utf8::range< 0x2010, 0x2015 >, p::utf8::one< 0x2212 > > {};
struct arrow           : p::utf8::range< 0x2190, 0x21FF > {};
struct sign            : p::sor< p::plus< p::one< '=' > >, p::one< ':', '*', '/', '\\', '^', '|', '~', ',', '.' >, dash, arrow > {};
struct quote           : p::sor< p::one< '"', '\'', '`' >, p::utf8::range< 0x2018, 0x201F >, p::utf8::one< 0xAB, 0xBB, 0x2039, 0x203A > > {};
struct open            : p::sor< p::one< '(', '[', '{', '<' >, quote > {};
struct close           : p::sor< p::one< ')', ']', '}', '>' >, quote > {};
struct mark            : p::one< '+', '#', '!', '?', ';' > {};
struct end_of_name     : p::sor< blank, p::one< '\r', '\n' >, open, close, sign, mark > {};
struct name            : p::sor< p::plus< p::not_at< end_of_name >, p::utf8::any >, p::plus< p::one< '?' > > > {};
struct in_brackets     : p::seq< open, gap, p::opt< sign >, gap, name, gap, close > {};
struct piece           : p::seq< gap, p::opt< sign >, gap, p::sor< in_brackets, name > > {};
struct line_break      : p::sor< p::string< '\r', '\n' >, p::one< '\n', '\r' > > {};
struct piece_below     : p::seq< gap, p::opt< sign >, gap, line_break, piece > {};
// clang-format on

}  // namespace cofnod::grammar::promotion
