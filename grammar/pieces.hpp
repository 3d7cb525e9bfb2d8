#pragma once

#include <tao/pegtl.hpp>

/// Pieces on squares: `Pd4 nd5`, `P[c,e]4 kg8`, `Ra-h7`. A piece is a FEN letter, upper case for White; several files
/// or ranks mean that one of those squares holds it. A subset of CQL.
namespace cofnod::grammar::pieces {

namespace p = tao::pegtl;

// clang-format off
struct separator     : p::plus< p::sor< p::space, p::one< ',', ';' > > > {};

struct first_file    : p::range< 'a', 'h' > {};
struct last_file     : p::range< 'a', 'h' > {};
struct first_rank    : p::range< '1', '8' > {};
struct last_rank     : p::range< '1', '8' > {};
struct file_range    : p::seq< first_file, p::opt< p::one< '-' >, p::must< last_file > > > {};
struct rank_range    : p::seq< first_rank, p::opt< p::one< '-' >, p::must< last_rank > > > {};
struct one_file      : p::must< file_range > {};
struct one_rank      : p::must< rank_range > {};
struct end_of_list   : p::one< ']' > {};
struct file_list     : p::seq< p::one< '[' >, p::list< one_file, p::one< ',' > >, p::must< end_of_list > > {};
struct rank_list     : p::seq< p::one< '[' >, p::list< one_rank, p::one< ',' > >, p::must< end_of_list > > {};
struct files         : p::sor< file_list, file_range > {};
struct ranks         : p::sor< rank_list, rank_range > {};

struct piece         : p::one< 'P', 'N', 'B', 'R', 'Q', 'K', 'p', 'n', 'b', 'r', 'q', 'k' > {};
struct piece_there   : p::seq< piece, p::must< files, ranks > > {};
struct end_of_pieces : p::sor< p::eof, separator > {};
struct pattern       : p::seq< p::opt< separator >, p::until< p::eof, p::must< piece_there, end_of_pieces > > > {};
// clang-format on

/// Error messages of `must` rules, to follow "expected ".
template <typename>
inline constexpr const char* message = nullptr;

// clang-format off
template <> inline constexpr const char* message< piece_there >   = "a piece, one of P N B R Q K for White or p n b r q k for Black";
template <> inline constexpr const char* message< files >         = "a file, a to h";
template <> inline constexpr const char* message< ranks >         = "a rank, 1 to 8";
template <> inline constexpr const char* message< file_range >    = "a file, a to h";
template <> inline constexpr const char* message< rank_range >    = "a rank, 1 to 8";
template <> inline constexpr const char* message< last_file >     = "the last file of the range, a to h";
template <> inline constexpr const char* message< last_rank >     = "the last rank of the range, 1 to 8";
template <> inline constexpr const char* message< end_of_list >   = "a comma or ]";
template <> inline constexpr const char* message< end_of_pieces > = "a blank before the next piece";
// clang-format on

struct Messages {
    template <typename Rule>
    static constexpr const char* message = pieces::message<Rule>;
    template <typename Rule>
    static constexpr bool raise_on_failure = false;
};

}  // namespace cofnod::grammar::pieces

namespace cofnod::grammar::material {

// Material of both sides, White's first: `KRP v KR`, `KQ v KR+P*`, `KBNvK`. A letter is one piece; with `*`, any number
// of them; with `+`, one or more. Nothing else is on the board.

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
