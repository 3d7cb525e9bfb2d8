#pragma once

#include <tao/pegtl.hpp>

/// Tokens of CQL. Token boundaries depend on adjacency, so white space is a token too (`Ra1` is a rook on a1, `R a1`
/// two filters; `K--k` one, `K -- k` three). Tokens are combined by src/cql/read/parser.hpp, which needs types.
namespace cofnod::grammar::cql {

namespace p = tao::pegtl;

// clang-format off
// White space. A blank line ends a path, so blanks and comments are separate tokens.
struct byte_order_mark : p::utf8::one< 0xFEFF > {};
struct blanks          : p::plus< p::one< ' ', '\t', '\r', '\n', '\v', '\f' > > {};
struct rest_of_line    : p::until< p::at< p::eolf > > {};
struct comment_filter  : p::seq< p::string< '/', '/', '/' >, p::not_at< p::one< '/' > > > {};
struct line_comment    : p::seq< p::sor< p::one< ';' >, p::string< '/', '/' > >, rest_of_line > {};
struct end_of_comment  : p::until< p::string< '*', '/' > > {};
struct block_comment   : p::seq< p::string< '/', '*' >, p::must< end_of_comment > > {};

// Words and numbers.
struct name_begin      : p::ranges< 'a', 'z', 'A', 'Z', '_', '_', '$', '$' > {};
struct name_rest       : p::ranges< 'a', 'z', 'A', 'Z', '0', '9', '_', '_', '$', '$' > {};
struct name            : p::seq< name_begin, p::star< name_rest > > {};
struct castling        : p::seq< p::string< 'o', '-', 'o' >, p::opt< p::string< '-', 'o' > >, p::not_at< name_rest > > {};
struct number          : p::plus< p::digit > {};
struct result          : p::seq< p::sor< TAO_PEGTL_STRING("1-0"), TAO_PEGTL_STRING("0-1"), TAO_PEGTL_STRING("1/2-1/2") >,
                                 p::not_at< name_rest > > {};

// Repetition: {n} {n,} {,m} {n,m} without a blank, and {*} {+}.
struct at_least        : number {};
struct at_most         : number {};
struct comma           : p::one< ',' > {};
struct times           : p::sor< p::seq< at_least, p::opt< comma, p::opt< at_most > > >, p::seq< comma, at_most > > {};
struct repetition      : p::seq< p::one< '{' >, p::sor< times, p::one< '*', '+' > >, p::one< '}' > > {};

// Strings have no escapes inside quotes; outside of them, \n is a string of one character, \1 the text of a matched
// group.
struct end_of_string   : p::until< p::one< '"' >, p::seq< p::not_at< p::eol >, p::any > > {};
struct string          : p::seq< p::one< '"' >, p::must< end_of_string > > {};
struct escaped         : p::seq< p::one< '\\' >, p::one< 'n', 't', 'r', '"', '\\' > > {};
struct group_number    : p::sor< p::one< '0' >, p::seq< p::range< '1', '9' >, p::opt< p::digit > > > {};
struct group           : p::seq< p::one< '\\' >, p::opt< p::one< '-' > >, group_number > {};

// Pieces on squares.
struct capture         : p::sor< p::string< '[', 'x', ']' >, p::utf8::one< 0xD7 > > {};
struct piece           : p::one< 'K', 'Q', 'R', 'B', 'N', 'P', 'k', 'q', 'r', 'b', 'n', 'p', 'A', 'a', '_' > {};
struct chess_symbol    : p::sor< p::utf8::range< 0x2654, 0x265F >,
                                 p::utf8::one< 0x25B3, 0x25B2, 0x25ED, 0x25A1 > > {};
struct pieces          : p::sor< piece, p::seq< p::one< '[' >, p::plus< piece >, p::one< ']' > >,
                                 p::plus< chess_symbol >, p::seq< p::one< '[' >, p::plus< chess_symbol >, p::one< ']' > > > {};
struct one_file        : p::range< 'a', 'h' > {};
struct one_rank        : p::range< '1', '8' > {};
struct files           : p::seq< one_file, p::opt< p::one< '-' >, one_file > > {};
struct ranks           : p::seq< one_rank, p::opt< p::one< '-' >, one_rank > > {};
struct rectangle       : p::seq< files, ranks > {};
struct rectangles      : p::seq< p::one< '[' >, p::list< rectangle, p::one< ',' > >, p::one< ']' > > {};
struct listed_files    : p::sor< files, p::seq< p::one< '[' >, p::list< files, p::one< ',' > >, p::one< ']' > > > {};
struct listed_ranks    : p::sor< ranks, p::seq< p::one< '[' >, p::list< ranks, p::one< ',' > >, p::one< ']' > > > {};
struct product         : p::seq< listed_files, listed_ranks > {};  // [c,e]4, g[1,2]: an extension, as in grammar/pieces.hpp
struct squares         : p::sor< rectangles, product > {};
struct end_of_piece    : p::sor< p::at< capture >, p::not_at< p::sor< name_rest, p::one< '[', ']' > > > > {};
struct pieces_there    : p::seq< pieces, squares, end_of_piece > {};
struct squares_alone   : p::seq< squares, end_of_piece > {};
struct pieces_alone    : p::seq< pieces, end_of_piece > {};
struct designator      : p::sor< pieces_there, squares_alone, pieces_alone > {};

// `[Aa]x = S` and `[Aa]x [element] S F`.
struct element         : p::sor< TAO_PEGTL_STRING("[element]"), p::utf8::one< 0x220A > > {};
struct assigns         : p::seq< p::one< '=' >, p::not_at< p::one< '=' > > > {};
struct piece_name      : name {};
struct any_piece       : p::sor< p::string< '[', 'A', 'a', ']' >, p::seq< p::utf8::one< 0x25ED >, p::star< p::space > > > {};
struct piece_variable  : p::seq< any_piece, piece_name, p::at< p::opt< blanks >, p::sor< element, assigns > > > {};

// Files named in the header: `input games.pgn`.
struct file_word       : p::sor< TAO_PEGTL_STRING("input"), TAO_PEGTL_STRING("output") > {};
struct gap             : blanks {};
struct quoted          : string {};
struct file_name       : p::plus< p::not_one< ' ', '\t', '\r', '\n', '(', ')', '"' > > {};
struct file            : p::seq< file_word, gap, p::sor< quoted, file_name > > {};

// Operators, longest first.
struct special_three   : p::sor< TAO_PEGTL_STRING("[forall]"), TAO_PEGTL_STRING("[element]"), TAO_PEGTL_STRING("-->"),
                                 TAO_PEGTL_STRING("<--"), TAO_PEGTL_STRING("[<=]"), TAO_PEGTL_STRING("[>=]"),
                                 TAO_PEGTL_STRING("[<]"), TAO_PEGTL_STRING("[>]"), TAO_PEGTL_STRING("[x]") > {};
struct special_two     : p::sor< TAO_PEGTL_STRING("--"), TAO_PEGTL_STRING("->"), TAO_PEGTL_STRING("<-"), TAO_PEGTL_STRING("~~"),
                                 TAO_PEGTL_STRING("<="), TAO_PEGTL_STRING(">="), TAO_PEGTL_STRING("=="), TAO_PEGTL_STRING("!="),
                                 TAO_PEGTL_STRING("+="), TAO_PEGTL_STRING("-="), TAO_PEGTL_STRING("*="), TAO_PEGTL_STRING("/="),
                                 TAO_PEGTL_STRING("%="), TAO_PEGTL_STRING("|="), TAO_PEGTL_STRING("&="), TAO_PEGTL_STRING("=?"),
                                 TAO_PEGTL_STRING("[]") > {};
struct special_one     : p::one< '+', '-', '*', '/', '=', '>', '<', '.', '(', ')', '{', '}', '|', '?', ':', '#', '~', '&', '%',
                                 ',', '[', ']' > {};
struct special         : p::sor< special_three, special_two, special_one > {};
struct long_arrow      : p::seq< p::utf8::one< 0x2015 >, p::utf8::one< 0x2015 > > {};
/// × → ← ∪ ∩ ≤ ≥ ≠ ⊢ ◎ ∙ ✵ ⬓ ∊ ∀ ≺ ≼ ≻ ≽ ▦, each an alternative spelling of a token above.
struct symbol          : p::sor< long_arrow,
                                 p::utf8::one< 0xD7, 0x2192, 0x2190, 0x222A, 0x2229, 0x2264, 0x2265, 0x2260, 0x22A2, 0x25CE, 0x2219,
                                               0x2735, 0x2B13, 0x220A, 0x2200, 0x227A, 0x227C, 0x227B, 0x227D, 0x25A6 > > {};

struct token           : p::sor< result, number, repetition, castling, escaped, group, piece_variable, designator, symbol, special,
                                 file, string, name > {};
struct separator       : p::sor< blanks, p::seq< p::not_at< comment_filter >, line_comment >, block_comment > {};
struct anything        : p::sor< comment_filter, separator, token > {};
struct known           : p::must< anything > {};
struct script          : p::seq< p::opt< byte_order_mark >, p::until< p::eof, known > > {};
// clang-format on

/// Error messages of `must` rules.
template <typename>
inline constexpr const char* message = nullptr;

// clang-format off
template <> inline constexpr const char* message< end_of_comment > = "a comment /* is not closed: */ is missing";
template <> inline constexpr const char* message< end_of_string >  = "a string is not closed: \" is missing on this line";
template <> inline constexpr const char* message< anything >       = "no filter of CQL begins with this";
// clang-format on

struct Messages {
    template <typename Rule>
    static constexpr const char* message = cql::message<Rule>;
    template <typename Rule>
    static constexpr bool raise_on_failure = false;
};

}  // namespace cofnod::grammar::cql
