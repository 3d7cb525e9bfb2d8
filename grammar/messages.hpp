#pragma once

#include "grammar/language_file.hpp"

/// Error messages of `must` rules, to follow "expected ". A `must` rule without a message does not compile.
namespace cofnod::grammar::language_file {

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
template <> inline constexpr const char* message< month_number >    = "the number of a month, 1 to 12";
template <> inline constexpr const char* message< gap >             = "a blank and a word";
template <> inline constexpr const char* message< equals >          = "= with a blank on either side (text with a blank in it stands in double quotes)";
template <> inline constexpr const char* message< english >         = "the same move in English, such as Nf3";
template <> inline constexpr const char* message< end_of_line >     = "the end of the line";
// clang-format on

/// For tao::pegtl::must_if: only a `must` raises, a local failure does not.
struct Messages {
    template <typename Rule>
    static constexpr const char* message = language_file::message<Rule>;
    template <typename Rule>
    static constexpr bool raise_on_failure = false;
};

}  // namespace cofnod::grammar::language_file
