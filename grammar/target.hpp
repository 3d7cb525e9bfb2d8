#pragma once

#include <tao/pegtl.hpp>

/// The target of an HTTP request in origin form: RFC 9112, 3.2.1, with the characters of RFC 3986. Stricter than these:
/// empty segments, except in `/` itself, and fragments are rejected.
namespace cofnod::grammar::target {

namespace p = tao::pegtl;

// clang-format off
struct escape     : p::seq< p::one< '%' >, p::xdigit, p::xdigit > {};
struct unreserved : p::sor< p::alnum, p::one< '-', '.', '_', '~' > > {};
struct sub_delim  : p::one< '!', '$', '\'', '(', ')', '*', ',', ';' > {};
struct path_char  : p::sor< unreserved, sub_delim, p::one< ':', '@', '+', '&', '=' >, escape > {};
// Browsers do not escape some characters that RFC 3986 requires to be escaped.
struct query_char : p::sor< unreserved, sub_delim, p::one< ':', '@', '/', '?', '[', ']', '|', '"', '<', '>', '{', '}', '^', '`', '\\' >, escape > {};
struct plus       : p::one< '+' > {};

struct segment    : p::plus< path_char > {};
struct path       : p::seq< p::one< '/' >, p::opt< p::list< segment, p::one< '/' > > > > {};
struct name       : p::plus< p::sor< query_char, plus > > {};
struct value      : p::star< p::sor< query_char, plus, p::one< '=' > > > {};
struct parameter  : p::seq< name, p::opt< p::one< '=' >, value > > {};
struct query      : p::seq< p::one< '?' >, p::opt< p::list< parameter, p::one< '&' > > > > {};
struct text       : p::seq< path, p::opt< query >, p::eof > {};
// clang-format on

}  // namespace cofnod::grammar::target
