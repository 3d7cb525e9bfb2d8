#include <catch2/catch.hpp>

#include <initializer_list>
#include <string>
#include <string_view>

#include "notation/language.hpp"
#include "notation/languages.hpp"
#include "notation/plain_move.hpp"
#include "notation/written_move.hpp"
#include "some_moves.hpp"

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

// The .cases files show that these words have the same meaning in the grammar: their words are read both ways, see
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

TEST_CASE("a word that is read plainly has no other reading in the grammar", "[notation][plain]") {
    static const Languages languages = Languages::built_in();
    std::size_t plain_languages = 0;
    for (const Language& language : languages) {
        if (!language.plain_moves().is_usable()) continue;
        ++plain_languages;
        for (const auto& moves : {moves_of_pieces(), moves_of_pawns()})
            for (const Reading& move : moves)
                for (const CheckMark mark : {CheckMark::none, CheckMark::check, CheckMark::mate}) {
                    const std::string word = write_move(language, move, mark);
                    INFO(language.code() << ' ' << word);
                    Readings plain;
                    REQUIRE(language.plain_moves().read(word, plain));
                    const Readings read = read_move(language, word + "!");  // not a plainly readable word
                    REQUIRE(read.size() == 1);
                    REQUIRE(read[0] == plain[0]);
                    REQUIRE(read.check == plain.check);
                }
    }
    CHECK(plain_languages > 35);
}

TEST_CASE("languages that share their letters say so", "[notation][plain]") {
    CHECK(plain_moves_of("es").is_same_as(plain_moves_of("it")));
    CHECK(plain_moves_of("de").is_same_as(plain_moves_of("sr-latn")));
    CHECK(plain_moves_of("en").is_same_as(plain_moves_of("zh")));
    CHECK_FALSE(plain_moves_of("es").is_same_as(plain_moves_of("pt")));
    CHECK(plain_moves_of("ru").is_same_as(plain_moves_of("ru")));
    CHECK_FALSE(plain_moves_of("ru").is_same_as(plain_moves_of("uk")));
    CHECK_FALSE(plain_moves_of("he").is_same_as(plain_moves_of("he")));
    const auto roles = [](std::initializer_list<Role> some) {
        PlainMoves::Roles set = 0;
        for (const Role role : some) set |= PlainMoves::bit(role);
        return set;
    };
    CHECK(plain_moves_of("ru").is_same_as(plain_moves_of("uk"), roles({Role::king, Role::knight, Role::bishop})));
    CHECK_FALSE(plain_moves_of("ru").is_same_as(plain_moves_of("uk"), roles({Role::rook})));
    CHECK_FALSE(plain_moves_of("ru").is_same_as(plain_moves_of("en"), roles({})));  // other capture signs
    CHECK(reads("et", "Oc4"));
    CHECK(reads("et", "O-O"));
}

TEST_CASE("a piece has one letter of ASCII or several bytes beyond it", "[notation][plain]") {
    CHECK(reads("cy", "Mf3"));
    CHECK_FALSE(reads("cy", "Nf3"));
    for (const char* const word : {"e4", "Кf3", "Крd2", "Кр:d2+", "Кb:d2", "e8=Кр", "e8=К", "Кр1:d2#", "Л1e3", "O-O"})
        CHECK(reads("ru", word) == (std::string_view(word) != "e8=Кр"));
    for (const char* const odd : {"К", "Кр", "Кe", "К-f3", "О-О", "Кxf3", "Nf3", "Крр1", "e8=", "Тe1"})
        CHECK_FALSE(reads("ru", odd));
    CHECK(reads("fig", "♘f3"));
    CHECK_FALSE(reads("fig", "♞f3"));
    CHECK(reads("lt", "Žf3"));
    CHECK(reads("lt", "Rf3"));
}

TEST_CASE("languages with other letters, signs or orders are left to the grammar", "[notation][plain]") {
    CHECK_FALSE(reads("ar", "4د"));
    CHECK_FALSE(reads("he", "ה4"));
    for (const char* const odd :
         {"e2e4", "axc5", "e8Q", "e9", "Oe4", "Ke8=Q", "e8=K", "exd", "Nf3!", "x", "+", "OO", "0-0"})
        CHECK_FALSE(reads("en", odd));
}
