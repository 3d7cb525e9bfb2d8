#pragma once

#include <tao/pegtl.hpp>

/// A line of a list of positions: EPD (four fields and operations) or FEN (six fields, optionally with operations).
///
///     2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";
namespace cofnod::grammar::epd {

namespace p = tao::pegtl;

// clang-format off
struct space       : p::plus< p::one< ' ', '\t' > > {};
struct rank        : p::plus< p::one< 'p', 'n', 'b', 'r', 'q', 'k', 'P', 'N', 'B', 'R', 'Q', 'K', '1', '2', '3', '4', '5', '6', '7', '8' > > {};
struct board       : p::seq< p::rep< 7, rank, p::one< '/' > >, rank > {};
struct side        : p::one< 'w', 'b' > {};
struct word        : p::plus< p::not_one< ' ', '\t', ';', '"' > > {};
struct castling    : p::sor< p::one< '-' >, p::plus< p::alpha > > {};
struct en_passant  : p::sor< p::one< '-' >, p::seq< p::range< 'a', 'h' >, p::one< '3', '6' > > > {};
struct counters    : p::seq< p::plus< p::digit >, space, p::plus< p::digit > > {};
struct fen         : p::seq< board, space, side, p::opt< space, castling, space, en_passant, p::opt< space, counters > > > {};

struct opcode      : p::seq< p::alpha, p::star< p::sor< p::alnum, p::one< '_' > > > > {};
struct operand     : p::star< p::sor< p::seq< p::one< '"' >, p::star< p::not_one< '"' > >, p::one< '"' > >, p::not_one< ';' > > > {};
struct operation   : p::seq< opcode, p::opt< space, operand >, p::sor< p::one< ';' >, p::eof > > {};
struct line        : p::seq< p::opt< space >, fen, p::star< p::sor< space, operation > > > {};
struct start       : p::seq< p::opt< space >, board, space, side, p::sor< space, p::eof, p::one< ';' > > > {};
// clang-format on

}  // namespace cofnod::grammar::epd
