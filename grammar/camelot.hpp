#pragma once

#include <tao/pegtl.hpp>

/// A written Camelot move: `C6-E8-G8xI10`, `h4×j4×l6`, `i10^g8xg6`. Lists all squares of the path, with different
/// separators for jumps and for steps or canters. Misprinted ranks (`Fll` for F11) are accepted; the actions record the
/// repair.
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

namespace cofnod::grammar::camelot_pieces {

// Pieces on squares of Camelot boards: `NC6 mJ11`, `N[C,E]6`, `nA-D[10,12-14]`; the syntax of grammar/pieces.hpp with
// the letters N M n m, files to N and ranks to 16.

namespace p = tao::pegtl;

// clang-format off
struct separator     : p::plus< p::sor< p::space, p::one< ',', ';' > > > {};

struct file          : p::ranges< 'A', 'N', 'a', 'n' > {};
struct rank          : p::sor< p::seq< p::one< '1' >, p::range< '0', '6' > >, p::range< '1', '9' > > {};
struct first_file    : file {};
struct last_file     : file {};
struct first_rank    : p::seq< rank, p::not_at< p::digit > > {};
struct last_rank     : p::seq< rank, p::not_at< p::digit > > {};
struct file_range    : p::seq< first_file, p::opt< p::one< '-' >, p::must< last_file > > > {};
struct rank_range    : p::seq< first_rank, p::opt< p::one< '-' >, p::must< last_rank > > > {};
struct one_file      : p::must< file_range > {};
struct one_rank      : p::must< rank_range > {};
struct end_of_list   : p::one< ']' > {};
struct file_list     : p::seq< p::one< '[' >, p::list< one_file, p::one< ',' > >, p::must< end_of_list > > {};
struct rank_list     : p::seq< p::one< '[' >, p::list< one_rank, p::one< ',' > >, p::must< end_of_list > > {};
struct files         : p::sor< file_list, file_range > {};
struct ranks         : p::sor< rank_list, rank_range > {};

struct piece         : p::one< 'N', 'M', 'n', 'm' > {};
struct piece_there   : p::seq< piece, p::must< files, ranks > > {};
struct end_of_pieces : p::sor< p::eof, separator > {};
struct pattern       : p::seq< p::opt< separator >, p::until< p::eof, p::must< piece_there, end_of_pieces > > > {};
// clang-format on

/// Error messages of `must` rules, to follow "expected ".
template <typename>
inline constexpr const char* message = nullptr;

// clang-format off
template <> inline constexpr const char* message< piece_there >   = "a piece, N or M for White, n or m for Black";
template <> inline constexpr const char* message< files >         = "a file, A to N";
template <> inline constexpr const char* message< ranks >         = "a rank, 1 to 16";
template <> inline constexpr const char* message< file_range >    = "a file, A to N";
template <> inline constexpr const char* message< rank_range >    = "a rank, 1 to 16";
template <> inline constexpr const char* message< last_file >     = "the last file of the range, A to N";
template <> inline constexpr const char* message< last_rank >     = "the last rank of the range, 1 to 16";
template <> inline constexpr const char* message< end_of_list >   = "a comma or ]";
template <> inline constexpr const char* message< end_of_pieces > = "a blank before the next piece";
// clang-format on

struct Messages {
    template <typename Rule>
    static constexpr const char* message = camelot_pieces::message<Rule>;
    template <typename Rule>
    static constexpr bool raise_on_failure = false;
};

}  // namespace cofnod::grammar::camelot_pieces
