#include <rapidcheck.h>
#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>

#include "games/record/annotations.hpp"
#include "games/record/record.hpp"

using namespace cofnod;
using Kind = Annotations::Kind;

TEST_CASE("annotations come back from their bytes as they were", "[game][property]") {
    rc::prop("round trip",
             [](const std::vector<std::tuple<std::uint8_t, std::uint16_t, std::uint16_t, std::string>>& items) {
                 Annotations annotations;
                 std::uint32_t ply = 0;
                 for (const auto& [kind, step, value, text] : items) {
                     ply += step;
                     switch (kind % 6) {
                         case 0: annotations.add(Kind::comment, ply, 0, text); break;
                         case 1: annotations.add(Kind::nag, ply, value); break;
                         case 2: annotations.add(Kind::begin_variation, ply); break;
                         case 3: annotations.add(Kind::end_variation, ply); break;
                         case 4: annotations.add(Kind::move, ply, value); break;
                         default: annotations.add(Kind::unread, ply, 0, text); break;
                     }
                 }
                 RC_ASSERT(Annotations::from_bytes(annotations.to_bytes()) == annotations);
             });
}

TEST_CASE("bytes that are no annotations are refused, whatever they are", "[game][property]") {
    CHECK(Annotations::from_bytes("") == Annotations{});
    CHECK_FALSE(Annotations::from_bytes("\x06"));  // unknown kind
    CHECK_FALSE(
        Annotations::from_bytes(std::string("\0\x05"
                                            "abc",
                                            5)));  // truncated comment
    CHECK_FALSE(Annotations::from_bytes("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"));
    rc::prop("never crashes", [](const std::string& bytes) {
        if (const auto read = Annotations::from_bytes(bytes))
            RC_ASSERT(Annotations::from_bytes(read->to_bytes()) == read);
    });
}

TEST_CASE("the memory of a record is that of all of its texts", "[game]") {
    const std::string text(100'000, 'x');
    const auto grown_by = [&](auto change) {
        GameRecord record;
        const std::size_t before = memory_of(record);
        change(record);
        return memory_of(record) - before;
    };
    CHECK(grown_by([&](GameRecord& game) { game.annotations.add(Annotations::Kind::comment, 0, 0, text); }) > 99'000);
    CHECK(grown_by([&](GameRecord& game) { game.tags.add("Annotator", text); }) > 99'000);
    CHECK(grown_by([&](GameRecord& game) { game.source_text = text; }) > 99'000);
    CHECK(grown_by([&](GameRecord& game) { game.unread = text; }) > 99'000);
    CHECK(grown_by([&](GameRecord& game) { game.san = text; }) > 99'000);
    CHECK(grown_by([&](GameRecord& game) { game.problems.push_back({.reason = {.arguments = {text}}}); }) > 99'000);
    CHECK(grown_by([](GameRecord&) {}) == 0);
}

TEST_CASE("tags keep order, spelling and duplicates; the first of a name is found", "[game]") {
    Tags tags;
    tags.add("White", "A");
    tags.add("Annotator", "");
    tags.add("White", "B");
    CHECK(tags.size() == 3);
    CHECK(tags.find("White") == "A");
    CHECK(tags.find("Annotator") == "");
    CHECK_FALSE(tags.find("white"));
    CHECK(tags[2] == Tags::Tag{"White", "B"});
}
