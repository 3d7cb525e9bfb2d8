#pragma once

#include <tao/pegtl.hpp>

/// A .notation file: one statement per line, `keyword values`. manual/notation.md describes it.
///
/// Keywords are data: the state determines the shape of the values that follow (state.shape) and receives the words
/// through actions. Each value has its own position, for error messages.
namespace cofnod::grammar::language_file {

namespace p = tao::pegtl;

enum class Shape {
    none,
    words,
    assignments,
    piece_and_words,
    tag_and_words,
    result_and_words,
    month_and_words,
    example
};

template <Shape S>
struct shape {
    using rule_t = shape;
    using subs_t = p::empty_list;
    template <p::apply_mode, p::rewind_mode, template <typename...> class, template <typename...> class, typename Input,
              typename State>
    static bool match(Input&, State& state) {
        return state.shape == S;
    }
};

// clang-format off
struct blank           : p::one< ' ', '\t' > {};
struct blanks          : p::plus< blank > {};
struct line_end        : p::seq< p::star< blank >, p::eolf > {};
struct more            : p::seq< blanks, p::not_at< p::eolf > > {};                 // blanks before a further value

struct closing_quote   : p::one< '"' > {};
struct quoted_text     : p::star< p::not_one< '"', '\n', '\r' > > {};
struct quoted          : p::if_must< p::one< '"' >, quoted_text, closing_quote > {};
struct bare            : p::plus< p::not_one< ' ', '\t', '\n', '\r', '"' > > {};
struct word            : p::sor< quoted, bare > {};
struct first_word      : word {};
struct words           : p::seq< p::must< first_word >, p::star< more, word > > {};

struct piece           : p::one< 'K', 'Q', 'R', 'B', 'N', 'P' > {};
struct assignment      : p::seq< piece, p::one< '=' >, word > {};
struct assignments     : p::seq< p::must< assignment >, p::star< more, p::must< assignment > > > {};

struct piece_of_names  : p::seq< piece, p::at< blank > > {};
struct tag             : p::plus< p::ascii::identifier_other > {};
struct result          : p::sor< p::string< '1', '-', '0' >, p::string< '0', '-', '1' >, p::string< '1', '/', '2', '-', '1', '/', '2' >, p::one< '*' >,
                                 TAO_PEGTL_STRING("resigns") > {};
struct month_number    : p::seq< p::sor< p::seq< p::one< '1' >, p::range< '0', '2' > >, p::range< '1', '9' > >, p::at< blank > > {};
struct gap             : blanks {};

struct equals          : p::seq< blanks, p::one< '=' >, blanks > {};
struct english         : word {};
struct either          : p::seq< blanks, p::one< '|' >, blanks > {};
struct example         : p::seq< p::must< first_word, equals, english >, p::star< either, p::must< english > > > {};

struct keyword         : p::seq< p::ascii::alpha, p::star< p::sor< p::ascii::alnum, p::one< '-' > > > > {};
struct a_known_keyword : p::not_at< shape< Shape::none > > {};
struct values          : p::sor< p::seq< shape< Shape::words >, words >,
                                 p::seq< shape< Shape::assignments >, assignments >,
                                 p::seq< shape< Shape::piece_and_words >, p::must< piece_of_names, gap >, words >,
                                 p::seq< shape< Shape::tag_and_words >, p::must< tag, gap >, words >,
                                 p::seq< shape< Shape::result_and_words >, p::must< result, gap >, words >,
                                 p::seq< shape< Shape::month_and_words >, p::must< month_number, gap >, words >,
                                 p::seq< shape< Shape::example >, example > > {};
struct end_of_line     : line_end {};
struct statement       : p::seq< keyword, p::must< a_known_keyword >, p::star< blank >, p::must< values, end_of_line > > {};

struct comment         : p::seq< p::one< '#' >, p::until< p::eolf > > {};
struct empty_line      : p::seq< p::star< blank >, p::eol > {};
struct line            : p::seq< p::star< blank >, p::sor< comment, statement > > {};
struct a_statement     : p::sor< p::seq< p::star< blank >, p::eof >, p::failure > {};
struct file            : p::seq< p::opt< p::utf8::bom >, p::star< p::not_at< p::eof >, p::sor< empty_line, line > >, p::must< a_statement > > {};
// clang-format on

// Error messages of `must` rules, to follow "expected ". A `must` rule without a message does not compile.

template <typename>
inline constexpr const char* message = nullptr;

// clang-format off
template <> inline constexpr const char* message< a_statement >     = "a keyword, such as pieces, header or example, or a comment, which begins with #";
template <> inline constexpr const char* message< a_known_keyword > = "a keyword of notation files";
template <> inline constexpr const char* message< values >          = "values after the keyword";
template <> inline constexpr const char* message< first_word >      = "a word, or several in double quotes";
template <> inline constexpr const char* message< quoted_text >     = "text in double quotes";
template <> inline constexpr const char* message< closing_quote >   = "the closing quote on the same line";
template <> inline constexpr const char* message< assignment >      = "a piece (K Q R B N or P), = and its letter, such as N=M";
template <> inline constexpr const char* message< piece_of_names >  = "the piece that is named: K, Q, R, B, N or P";
template <> inline constexpr const char* message< tag >             = "the PGN tag that the word stands for, such as White";
template <> inline constexpr const char* message< result >          = "1-0, 0-1, 1/2-1/2, * or resigns";
template <> inline constexpr const char* message< month_number >    = "a number from 1 to 12";
template <> inline constexpr const char* message< gap >             = "a blank and a word";
template <> inline constexpr const char* message< equals >          = "= with a blank on either side (text with a blank in it stands in double quotes)";
template <> inline constexpr const char* message< english >         = "the same move in English, such as Nf3";
template <> inline constexpr const char* message< end_of_line >     = "the end of the line";
// clang-format on

/// For tao::pegtl::must_if: only a failed `must` raises, not a local failure.
struct Messages {
    template <typename Rule>
    static constexpr const char* message = language_file::message<Rule>;
    template <typename Rule>
    static constexpr bool raise_on_failure = false;
};

}  // namespace cofnod::grammar::language_file
