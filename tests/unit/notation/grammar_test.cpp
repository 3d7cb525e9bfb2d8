#include <catch2/catch.hpp>

#include "grammar/descriptive.hpp"
#include "grammar/language_file.hpp"
#include "grammar/move.hpp"

#include <tao/pegtl/contrib/analyze.hpp>

namespace tao::pegtl {
template <typename Name, cofnod::grammar::language_file::Shape S>
struct analyze_traits<Name, cofnod::grammar::language_file::shape<S>> : analyze_opt_traits<> {};
}  // namespace tao::pegtl

TEST_CASE("the grammars have no rule that can go round without moving on", "[notation][grammar]") {
    CHECK(tao::pegtl::analyze<cofnod::grammar::move::move>(-1) == 0);
    CHECK(tao::pegtl::analyze<cofnod::grammar::move::suffixes>(-1) == 0);
    CHECK(tao::pegtl::analyze<cofnod::grammar::descriptive::descriptive>(-1) == 0);
    CHECK(tao::pegtl::analyze<cofnod::grammar::descriptive::coordinates>(-1) == 0);
    CHECK(tao::pegtl::analyze<cofnod::grammar::language_file::file>(-1) == 0);
}
