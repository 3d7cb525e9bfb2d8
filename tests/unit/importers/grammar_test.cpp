#include <catch2/catch.hpp>
#include <tao/pegtl/contrib/analyze.hpp>

#include "grammar/markup.hpp"
#include "grammar/move.hpp"
#include "grammar/pgn.hpp"
#include "grammar/sheet.hpp"

namespace tao::pegtl {
template <typename Name>
struct analyze_traits<Name, cofnod::grammar::markup::wiki_template> : analyze_any_traits<> {};
}  // namespace tao::pegtl

TEST_CASE("no rule for PGN, pages, lists and sheets can loop without taking something", "[importers][grammar]") {
    CHECK(tao::pegtl::analyze<cofnod::grammar::pgn::tag>(-1) == 0);
    CHECK(tao::pegtl::analyze<cofnod::grammar::pgn::element>(-1) == 0);
    CHECK(tao::pegtl::analyze<cofnod::grammar::pgn::text_element>(-1) == 0);
    CHECK(tao::pegtl::analyze<cofnod::grammar::pgn::remark>(-1) == 0);
    CHECK(tao::pegtl::analyze<cofnod::grammar::promotion::piece>(-1) == 0);
    CHECK(tao::pegtl::analyze<cofnod::grammar::markup::page>(-1) == 0);
    CHECK(tao::pegtl::analyze<cofnod::grammar::epd::line>(-1) == 0);
    CHECK(tao::pegtl::analyze<cofnod::grammar::epd::start>(-1) == 0);
    CHECK(tao::pegtl::analyze<cofnod::grammar::sheet::row<','>>(-1) == 0);
}
