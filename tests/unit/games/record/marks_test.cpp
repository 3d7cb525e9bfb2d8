#include "games/record/marks.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <string>

using namespace cofnod;
using Kind = Annotations::Kind;

namespace {

/// 1. e4 $1 {good} e5 2. Nf3 (2. f4 $3 (2. d4 {centre}) 2... exf4) 2... Nc6 {D} 3. Bb5
GameRecord annotated() {
    GameRecord record;
    record.ply_count = 5;
    Annotations& notes = record.annotations;
    notes.add(Kind::nag, 1, 1);
    notes.add(Kind::comment, 1, 0, "good");
    notes.add(Kind::begin_variation, 3);
    notes.add(Kind::move, 3, 7);
    notes.add(Kind::nag, 3, 3);
    notes.add(Kind::begin_variation, 3);
    notes.add(Kind::move, 3, 8);
    notes.add(Kind::comment, 3, 0, "centre");
    notes.add(Kind::end_variation, 3);
    notes.add(Kind::move, 3, 9);
    notes.add(Kind::end_variation, 3);
    notes.add(Kind::comment, 4, 0, "D");
    return record;
}

/// Returns the annotations as text, each with its ply before it.
std::string text_of(const GameRecord& record) {
    std::string text;
    for (std::size_t i = 0; i < record.annotations.size(); ++i) {
        const Annotations::Item item = record.annotations[i];
        const bool has_number = item.kind == Kind::nag || item.kind == Kind::move;
        const char* const sign = item.kind == Kind::nag               ? "$"
                                 : item.kind == Kind::move            ? "m"
                                 : item.kind == Kind::begin_variation ? "("
                                 : item.kind == Kind::end_variation   ? ")"
                                                                      : "";
        text +=
            fmt::format("{}{}{}{}{}", i == 0 ? "" : " ", item.ply, sign, has_number ? std::to_string(item.value) : "",
                        item.kind == Kind::comment ? fmt::format("{{{}}}", item.text) : "");
    }
    return text;
}

}  // namespace

TEST_CASE("a mark is in the comment after its move, in the main line and in variations", "[game][marks]") {
    const GameRecord record = annotated();
    CHECK(text_of(with_marks(record, {})) == text_of(record));
    CHECK(text_of(with_marks(record, {{0, 5}, {0, 1}, {0, 0}, {0, 1}})) ==
          "0{[%found]} 1$1 1{[%found] good} 3( 3m7 3$3 3( 3m8 3{centre} 3) 3m9 3) 4{D} 5{[%found]}");
    CHECK(text_of(with_marks(record, {{0, 3}, {1, 3}, {1, 4}, {2, 3}})) ==
          "1$1 1{good} 3{[%found]} 3( 3m7 3$3 3{[%found]} 3( 3m8 3{[%found] centre} 3) 3m9 3{[%found]} 3) 4{D}");
}

TEST_CASE("a mark that is there already is not written twice", "[game][marks]") {
    const std::vector<GamePlace> places = {{0, 1}, {0, 2}, {1, 4}, {2, 3}};
    const GameRecord once = with_marks(annotated(), places);
    CHECK(text_of(with_marks(once, places)) == text_of(once));
}

TEST_CASE("a diagram follows the signs of its move, unless a note there asks for one", "[game][marks]") {
    const GameRecord record = annotated();
    CHECK(asks_for_diagram(record.annotations));
    CHECK(text_of(with_diagrams(record, {{0, 0}, {0, 1}, {0, 4}, {1, 3}})) ==
          "0$220 1$1 1$220 1{good} 3( 3m7 3$3 3$220 3( 3m8 3{centre} 3) 3m9 3) 4{D}");
    const GameRecord once = with_diagrams(record, {{0, 5}});
    CHECK(text_of(with_diagrams(once, {{0, 5}})) == text_of(once));
}

TEST_CASE("a rejected game has no positions to mark", "[game][marks]") {
    GameRecord record = annotated();
    record.state = GameState::rejected;
    CHECK(text_of(with_marks(record, {{0, 1}})) == text_of(record));
}
