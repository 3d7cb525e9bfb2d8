#include <catch2/catch.hpp>

#include "notation/language.hpp"
#include "notation/languages.hpp"
#include "notation/plain_move.hpp"
#include "notation/write_move.hpp"

using namespace cofnod::notation;

namespace {

PlainMoves plain_moves_of(const char* code) {
    static const Languages languages = Languages::built_in();
    return PlainMoves(languages.find(code)->data());
}

bool reads(const char* code, std::string_view word) {
    Readings readings;
    return plain_moves_of(code).read(word, readings);
}

}  // namespace

// That these words mean the same to the grammar is shown by the .cases files, whose words go through both: see
// read_move_test.cpp.
TEST_CASE("a word that is read plainly is what write_move makes of its reading", "[notation][plain]") {
    static const Languages languages = Languages::built_in();
    const PlainMoves plain = plain_moves_of("en");
    const std::string letters = "KQRBNOabeh158x=+#-";
    std::size_t read = 0;
    const auto check_all = [&](auto&& self, std::string& word) -> void {
        Readings readings;
        if (plain.read(word, readings)) {
            ++read;
            REQUIRE(write_move(languages.english(), readings[0], readings.check) == word);
        }
        if (word.size() == 5) return;
        for (const char letter : letters) {
            word += letter;
            self(self, word);
            word.pop_back();
        }
    };
    std::string word;
    check_all(check_all, word);
    CHECK(read > 1000);
}

TEST_CASE("languages that share their letters say so", "[notation][plain]") {
    CHECK(plain_moves_of("es").is_same_as(plain_moves_of("it")));
    CHECK(plain_moves_of("de").is_same_as(plain_moves_of("sr-latn")));
    CHECK(plain_moves_of("en").is_same_as(plain_moves_of("zh")));
    CHECK_FALSE(plain_moves_of("es").is_same_as(plain_moves_of("pt")));
    CHECK_FALSE(plain_moves_of("ru").is_same_as(plain_moves_of("ru")));
    CHECK(reads("et", "Oc4"));
    CHECK(reads("et", "O-O"));
}

TEST_CASE("languages with other letters, signs or orders are left to the grammar", "[notation][plain]") {
    CHECK(reads("cy", "Mf3"));
    CHECK_FALSE(reads("cy", "Nf3"));
    CHECK_FALSE(reads("ar", "4د"));
    CHECK_FALSE(reads("fig", "e4"));
    for (const char* const odd :
         {"e2e4", "axc5", "e8Q", "e9", "Oe4", "Ke8=Q", "e8=K", "exd", "Nf3!", "x", "+", "OO", "0-0"})
        CHECK_FALSE(reads("en", odd));
}
