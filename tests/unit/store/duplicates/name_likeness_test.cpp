#include "store/duplicates/name_sound.hpp"

#include <catch2/catch.hpp>

using namespace cofnod::duplicates;

TEST_CASE("names are alike across alphabets, orders and initials", "[curation]") {
    const auto alike = [](std::string_view a, std::string_view b) {
        return NameSound::read(a).is_part_of(NameSound::read(b));
    };
    for (const char* name : {"كاسباروف", "غاري كاسباروف", "Каспаров, Гарри", "KASPAROV,G", "Kasparow"})
        CHECK(alike("kasparov", name));
    CHECK(alike("Vassily Ivanchuk", "Ivanchuk,V"));
    CHECK(alike("V. Ivanchuk", "Ivanchuk, Vassily"));
    CHECK(alike("كاسباروف", "Kasparov, Garry"));
    CHECK(alike("Siân Huws", "Huws, S"));
    CHECK_FALSE(alike("Vassily Ivanchuk", "Ivanchuk,M"));
    CHECK_FALSE(alike("kasparov", "Karpov, Anatoly"));
    CHECK_FALSE(alike("", "Karpov, Anatoly"));
    CHECK_FALSE(alike("?", "?"));
}
