#include <catch2/catch.hpp>
#include <tao/pegtl/contrib/analyze.hpp>

#include "grammar/camelot.hpp"
#include "grammar/pieces.hpp"

TEST_CASE("no rule for pieces and material can loop without taking something", "[search][grammar]") {
    CHECK(tao::pegtl::analyze<cofnod::grammar::pieces::pattern>(-1) == 0);
    CHECK(tao::pegtl::analyze<cofnod::grammar::camelot_pieces::pattern>(-1) == 0);
    CHECK(tao::pegtl::analyze<cofnod::grammar::material::pattern>(-1) == 0);
}
