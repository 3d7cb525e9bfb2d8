#include "notation/language.hpp"
#include "notation/languages.hpp"
#include "notation/plain_move.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <random>

#include "base/error.hpp"
#include "cases.hpp"
#include "notation/embedded.hpp"

using namespace cofnod;
using namespace cofnod::notation;

namespace {

const std::string good = "code xx\nname Test\npieces K=K Q=D R=T B=L N=S\n";

/// Returns "line:column message", then the remedy in brackets.
std::string fault(const std::string& text) {
    const auto language = read_language(text);
    if (language) return "none";
    const LanguageFault& f = language.error();
    return std::to_string(f.place.line) + ":" + std::to_string(f.place.column) + " " + f.message +
           (f.remedy.empty() ? "" : " [" + f.remedy + "]");
}

std::string first_fault_of_examples(const std::string& text) {
    const auto language = read_language(text);
    REQUIRE(language);
    const auto faults = check_language(*language, languages().english());
    return faults.empty() ? "none"
                          : std::to_string(faults[0].place.line) + ":" + std::to_string(faults[0].place.column) + " " +
                                faults[0].message;
}

}  // namespace

TEST_CASE("every language of the program keeps what its examples promise", "[notation]") {
    for (const Language& language : languages()) {
        INFO(language.code());
        for (const auto& wrong : check_language(language, languages().english()))
            FAIL_CHECK(format_fault(wrong, language.code() + ".notation"));
        CHECK(language.data().examples.size() >= 12);
    }
}

TEST_CASE("a fault in a language file is shown where it stands", "[notation]") {
    CHECK(fault(good) == "none");
    CHECK(fault("") == "1:1 the file has no line with code [for example: code cy]");
    CHECK(fault("code xx\nname Test\npieces K=T Q=B R=C B=B N=M\n") ==
          "3:22 B is the letter of the queen already [two pieces cannot share a letter: the rules of the game could "
          "not tell them apart]");
    CHECK(fault("code xx\nname Test\npieces K=T Q=B R=C B=E\n") ==
          "3:1 no letter for the knight [add N= and its letter]");
    CHECK(fault("code xx\nnmae Test\n") == "2:1 nmae is not a keyword of notation files [did you mean name?]");
    CHECK(fault("code xx\nzzzzzzz Test\n") ==
          "2:1 zzzzzzz is not a keyword of notation files [a comment begins with #; 'cofnod help notation' "
          "lists the keywords]");
    CHECK(fault(good + "pieces K=K\n") == "4:1 a second line with pieces [give all its values on one line]");
    CHECK(fault(good + "also N:S\n") == "4:7 expected a piece (K Q R B N or P), = and its letter, such as N=M");
    CHECK(fault(good + "also N=\n") == "4:8 expected a piece (K Q R B N or P), = and its letter, such as N=M");
    CHECK(fault(good + "direction up\n") == "4:11 expected ltr or rtl");
    CHECK(fault(good + "files a b c\n") ==
          "4:11 files takes eight values, from White's left and from White's side; here are 3");
    CHECK(fault(good + "files a b c d e f g g\n") == "4:21 g stands here twice");
    CHECK(fault(good + "also-files α β\n") ==
          "4:14 also-files takes eight values, from White's left and from White's side; here are 2");
    CHECK(fault(good + "also-files α β γ δ ε ζ η θ\nalso-files а b с d е f g h\n") == "none");
    CHECK(fault(good + "also-files b a c d e f g h\n") == "4:12 b is the letter of the b-file already");
    CHECK(fault(good + "also-files α β γ δ ε ζ η θ\nalso-files β α γ δ ε ζ η θ\n") ==
          "4:12 α is the letter of the b-file already");
    CHECK(fault(good + "month 13 Smarch\n") == "4:7 expected a number from 1 to 12");
    CHECK(fault(good + "result 2-0 wow\n") == "4:8 expected 1-0, 0-1, 1/2-1/2, * or resigns");
    CHECK(fault(good + "header White\n") == "4:13 expected a blank and a word");
    CHECK(fault(good + "name-of x\n").starts_with("4:1 name-of is not a keyword"));
    CHECK(fault(good + "own-name two words\n") == "4:14 own-name takes one value [put several words in double quotes]");
    CHECK(fault(good + "own-name \"two words\n") == "4:20 expected the closing quote on the same line");
    CHECK(fault(good + "example Sf3 Nf3\n") ==
          "4:13 expected = with a blank on either side (text with a blank in it stands in double quotes)");
    CHECK(fault(good + "example Sf3 =\n").starts_with("4:"));
    CHECK(fault(good + "capture x S\n") == "4:11 S is the letter of the knight already");
    CHECK(fault(good + "pawn X × :\n") == "3:1 every usual sign of captures is a letter here [for example: capture -]");
    CHECK(fault(good + "pawn X × :\ncapture -\n") == "none");
    CHECK(fault(good + "= 3\n").starts_with("4:1 expected a keyword"));
    CHECK(fault(good + "own-name \xFF\n") == "4:10 the file is not UTF-8 [save it as UTF-8]");
    CHECK(fault("code xx\nname Test\npieces K=م Q=و R=ر B=ف N=م\n")
              .starts_with("3:26 م is the letter of the king already"));
}

TEST_CASE("an example that does not read as stated is a fault", "[notation]") {
    CHECK(first_fault_of_examples(good + "example Sf3 = Nf3\n") == "none");
    CHECK(first_fault_of_examples(good + "\n  example Sf3 = Bf3\n") == "5:11 reads as Nf3, not as Bf3");
    CHECK(first_fault_of_examples(good + "example e8D = e8=Q\n") ==
          "4:9 e8=Q is written e8=D; a spelling that is only read stands after reads");
    CHECK(first_fault_of_examples(good + "reads e8D = e8=Q\n") == "none");
    CHECK(first_fault_of_examples(good + "reads Mf3 = Nf3\n") == "4:7 reads as no move, not as Nf3");
    CHECK(first_fault_of_examples(good + "reads Sf3 = Sf3\n") == "4:7 Sf3 is not a move in English");
    CHECK(first_fault_of_examples(good + "reads 1–0 = 0-1\n") == "4:7 reads as 1-0, not as 0-1");
}

TEST_CASE("a fault is printed with its line and a caret", "[notation]") {
    const auto language = read_language("code xx\nname Test\npieces K=T Q=B R=C B=B N=M\n");
    REQUIRE_FALSE(language);
    CHECK(format_fault(language.error(), "xx.notation") ==
          "xx.notation:3:22: B is the letter of the queen already\n"
          "  pieces K=T Q=B R=C B=B N=M\n"
          "                       ^\n"
          "  two pieces cannot share a letter: the rules of the game could not tell them apart\n");
}

TEST_CASE("line ends of Windows, a byte order mark and a missing last line end do no harm", "[notation]") {
    CHECK(fault("\xEF\xBB\xBF"
                "code xx\r\nname Test\r\n\r\n  # comment\r\npieces K=K Q=D R=T B=L N=S") == "none");
    CHECK(fault("code xx\nname Test\npieces K=K Q=D R=T B=L N=S   ") == "none");
    CHECK(fault(good + "   ") == "none");
}

TEST_CASE("languages are found by code and by both names, in any case", "[notation]") {
    CHECK(languages()[0].code() == "en");
    CHECK(languages().find("cy") == languages().find("WELSH"));
    CHECK(languages().find("cymraeg") == languages().find("cy"));
    CHECK(languages().find("العربية") == languages().find("ar"));
    CHECK(languages().find("klingon") == nullptr);
    CHECK(languages().nearest("wlesh") == "cy");
    CHECK(languages().nearest("germann") == "de");
    CHECK(languages().nearest("klingon").empty());
    CHECK(languages().find("sr-latn") != languages().find("sr"));
    CHECK(languages().find("Ελληνικά") == languages().find("greek"));
    CHECK(languages().size() >= 42);
    CHECK(languages().size() + languages().others().size() == embedded::notation_files.size());
}

TEST_CASE("languages that are likelier than others come before them", "[notation]") {
    const auto place = [](std::string_view code) {
        return std::find_if(languages().begin(), languages().end(),
                            [&](const Language& l) { return l.code() == code; });
    };
    for (auto language = languages().begin(); language != languages().end(); ++language) {
        for (const auto& likelier : language->data().after) {
            INFO(language->code() << " after " << likelier);
            CHECK(place(likelier) != languages().end());
            for (auto later = language; later != languages().end(); ++later) CHECK(later->code() != likelier);
        }
        // If two languages have the same letters, one declares that it comes after the other, or both after a third.
        for (auto other = languages().begin(); other != language; ++other) {
            INFO(language->code() << " and " << other->code());
            if (language->plain_moves().is_same_as(other->plain_moves())) CHECK_FALSE(language->data().after.empty());
        }
    }
}

TEST_CASE("header words of a language name tags of PGN", "[notation]") {
    CHECK(languages().find("cy")->find_header("gwyn") == "White");
    CHECK(languages().find("ar")->find_header("الأسود") == "Black");
    CHECK(languages().find("ar")->find_header("الاسود") == "Black");
    CHECK_FALSE(languages().find("cy")->find_header("Blancas"));
    CHECK(languages().find_header("Blancas") == "White");
    CHECK(languages().find("cy")->piece_name(Role::king) == "teyrn");
}

TEST_CASE("a language file that cannot be opened is an error of its own", "[notation]") {
    auto more = languages();
    CHECK_THROWS_AS(more.add_file("/nowhere/xx.notation"), InputError);
    CHECK(more.add_file(COFNOD_ROOT "/grammar/languages/cy.notation"));
    CHECK(more.size() == languages().size());
}

TEST_CASE("a damaged language file is a fault or a language, never harm", "[notation]") {
    std::mt19937 random(11);
    for (const auto& file : embedded::notation_files)
        for (int i = 0; i < 200; ++i) {
            std::string text(file.text);
            for (int change = 0; change < 3; ++change) {
                const std::size_t at = random() % text.size();
                if (i % 3 == 0) text[at] = static_cast<char>(random());
                if (i % 3 == 1) text.erase(at, random() % 40);
                if (i % 3 == 2) text.insert(at, text.substr(random() % text.size(), random() % 20));
            }
            const auto language = read_language(text);
            if (language)
                (void)check_language(*language, languages().english());
            else
                CHECK(language.error().place.line >= 1);
        }
}
