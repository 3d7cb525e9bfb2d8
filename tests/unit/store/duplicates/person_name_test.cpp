#include "store/duplicates/person_name.hpp"

#include <catch2/catch.hpp>

#include "store/duplicates/name_sound.hpp"

using cofnod::duplicates::PersonName;

namespace {

/// Compares what find_duplicates takes from two names.
bool may_be(std::string_view a, std::string_view b) {
    const PersonName one = PersonName::read(a), other = PersonName::read(b);
    if (!one.is_known() || !other.is_known()) return true;
    return cofnod::duplicates::are_spelled_alike(one.family, other.family) &&
           (one.initial() == 0 || other.initial() == 0 || one.initial() == other.initial());
}

}  // namespace

TEST_CASE("names that may be one player's", "[curation]") {
    CHECK(may_be("Kasparov, Gary", "Kasparov, G."));
    CHECK(may_be("Kasparov, Gary", "Garry Kasparov"));
    CHECK(may_be("Kasparov, Gary", "Kasparov G"));
    CHECK(may_be("Kasparov", "KASPAROV, Garry"));
    CHECK(may_be("Hughes, Siân", "Sian Hughes"));
    CHECK(may_be("أحمد حسن", "احمد حَسَن"));
    CHECK(may_be("Chigorin, Mikhail", "Tchigorin, M"));
    CHECK(may_be("?", "Kasparov, Gary"));
    CHECK(may_be("N.N.", "Kasparov, Gary"));
    CHECK(may_be("", ""));
}

TEST_CASE("names that are two players'", "[curation]") {
    CHECK_FALSE(may_be("Polgar, Judit", "Polgar, Zsuzsa"));
    CHECK_FALSE(may_be("Kasparov, Gary", "Karpov, Anatoly"));
    CHECK_FALSE(may_be("Kasparov, Gary", "Kasparov, S"));
    CHECK(PersonName::read("Nn, Tan").family == "nn");
}
