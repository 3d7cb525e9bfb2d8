#pragma once

#include <tao/pegtl.hpp>

namespace cofnod::grammar {

/// A null move, in any notation.
// clang-format off
struct null_sign : tao::pegtl::sor< tao::pegtl::string< '-', '-' >, tao::pegtl::string< 'Z', '0' >, tao::pegtl::string< '0', '0', '0', '0' >,
                                    tao::pegtl::string< '@', '@', '@', '@' >, tao::pegtl::string< 'n', 'u', 'l', 'l' >,
                                    tao::pegtl::string< 'N', 'u', 'l', 'l' >, tao::pegtl::string< 'N', 'U', 'L', 'L' >,
                                    tao::pegtl::string< '<', '>' >, tao::pegtl::string< 'p', 'a', 's', 's' >,
                                    tao::pegtl::string< 'P', 'a', 's', 's' >, tao::pegtl::string< 'P', 'A', 'S', 'S' > > {};
// clang-format on

}  // namespace cofnod::grammar
