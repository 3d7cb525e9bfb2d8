#include <catch2/catch.hpp>

#include "grammar/camelot.hpp"

#include <tao/pegtl/contrib/analyze.hpp>

TEST_CASE("the grammar of moves has no rule that can go round without moving on", "[camelot][grammar]") {
    CHECK(tao::pegtl::analyze<cofnod::grammar::camelot::move>(-1) == 0);
}
