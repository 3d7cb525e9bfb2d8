#include "notation/word_memo.hpp"

#include <catch2/catch.hpp>

#include <string>

#include "notation/languages.hpp"
#include "notation/written_move.hpp"

using namespace cofnod::notation;

TEST_CASE("a word is read once, and its value given again", "[notation][memo]") {
    WordMemo<std::string> memo;
    int reads = 0;
    const auto read = [&](const char* value) { return [&reads, value] { return ++reads, std::string(value); }; };
    CHECK(memo.get(1, "ح3و", read("Nf3")) == "Nf3");
    CHECK(memo.get(1, "ح3و", read("other")) == "Nf3");
    CHECK(reads == 1);
}

TEST_CASE("another language or word is another entry", "[notation][memo]") {
    WordMemo<std::string> memo;
    const auto read = [](const char* value) { return [value] { return std::string(value); }; };
    CHECK(memo.get(1, "Кe2", read("a")) == "a");
    CHECK(memo.get(2, "Кe2", read("b")) == "b");
    CHECK(memo.get(1, std::string_view("Кe2\0", 5), read("c")) == "c");
    CHECK(memo.get(1, "", read("d")) == "d");
}

TEST_CASE("what is remembered never depends on what was read before", "[notation][memo]") {
    WordMemo<int> memo;
    for (int round = 0; round < 3; ++round)
        for (int word = 0; word < 50'000; ++word)
            if (memo.get(1, std::to_string(word), [&] { return word; }) != word) FAIL(word);
    SUCCEED();
}

TEST_CASE("two languages that give a word different meanings are not mixed up", "[notation][memo]") {
    const Languages languages = Languages::built_in();
    const Language &russian = *languages.find("ru"), &bulgarian = *languages.find("bg");
    for (int i = 0; i < 2; ++i) {
        CHECK(read_move(russian, "Кe2")[0].role == Role::knight);
        CHECK(read_move(russian, "Лe2")[0].role == Role::rook);
        CHECK(read_move(bulgarian, "Лe2").empty());
        CHECK(read_move(bulgarian, "Тe2")[0].role == Role::rook);
        CHECK(read_move(russian, "Тe2").empty());
    }
}
