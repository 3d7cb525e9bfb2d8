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

TEST_CASE("names that are spelled alike are one by the first of them", "[curation]") {
    CHECK(first_spelled_alike({"", "tarrasch", "tschigorin", "blackburne", "chigorin", "tchigorin", "lasker",
                               "aljechin", "alekhine", "alekhin", "laskers"}) ==
          std::vector<std::size_t>{0, 1, 2, 3, 2, 2, 6, 7, 7, 7, 10});
    CHECK(first_spelled_alike({}).empty());
}
