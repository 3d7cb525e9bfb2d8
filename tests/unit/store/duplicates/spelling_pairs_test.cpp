#include "store/duplicates/person_name.hpp"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace cofnod::duplicates;
using enum NameLikeness;

TEST_CASE("spellings of one name are alike by words, sound, initials or surname", "[curation]") {
    CHECK(likeness("Hughes, Siân", "SIAN HUGHES") == words);
    CHECK(likeness("Hughes, Siân Mair", "Hughes, Siân") == words);
    CHECK(likeness("أحمد حسن", "حَسَن، احمد") == words);
    CHECK(likeness("Ahmed Hassan", "أحمد حسن") == sound);
    CHECK(likeness("Ivanchuk, Vassily", "Vasily Ivanchuk") == sound);
    CHECK(likeness("Каспаров, Гарри", "غاري كاسباروف") == sound);
    CHECK(likeness("Hughes, S.M.", "Siân Mair Hughes") == initials);
    CHECK(likeness("Kasparov, G", "غاري كاسباروف") == sound_initials);
    CHECK(likeness("Akobian, V", "Akopian,V") == sound_initials);
    CHECK(likeness("Morphy", "Paul Morphy") == surname);
}

TEST_CASE("spellings are alike that transliterations and countries made of one name", "[curation]") {
    CHECK(likeness("Chigorin, Mikhail", "Tchigorin, Mikhail") == sound);
    CHECK(likeness("Чигорин, Михаил", "Chigorin, Mikhail") == sound);
    CHECK(likeness("Nimzowitsch, Aron", "Nimzovich, Aron") == sound);
    CHECK(likeness("Alekhine, Alexander", "Aljechin, Alexander") == sound);
    CHECK(likeness("Jussupow, Artur", "Yusupov, Artur") == sound);
    CHECK(likeness("Sutovsky, E", "Sutovskij, Emil") == sound_initials);
    CHECK(likeness("William Steinitz", "Steinitz, Wilhelm") == sound);
    CHECK(likeness("Schlechter, Carl", "Schlechter, Karl") == sound);
    CHECK(likeness("Charousek, Rezső", "Charousek, Rudolf") == sound);
    CHECK(likeness("Jones, Gwilym", "Jones, William") == sound);
    CHECK(likeness("Novák, Jan", "Nowak, Ivan") == sound_initials);
    CHECK(likeness("Lasker, Emanuel", "Lasker, Edward") == none);
    CHECK(likeness("Smith, John", "Schmidt, John") == none);
    CHECK(likeness("William", "Wilhelm") == none);
}

TEST_CASE("names that differ in a word are not alike", "[curation]") {
    CHECK(likeness("Hughes, Siân", "Hughes, Mair") == none);
    CHECK(likeness("Hughes, S", "Hughes, M") == none);
    CHECK(likeness("Hansen, Lars", "Jensen, Lars") == none);
    CHECK(likeness("Shirov, Alexei", "Sharafiev, Alexei") == none);
    CHECK(likeness("Wen Yang", "Wan Yunguo") == none);
    CHECK(likeness("Smith, John", "Smith, John Jr") == none);
    CHECK(likeness("Stockfish 8", "Stockfish 9") == none);
    CHECK(likeness("Schneider,Bernd1", "Schneider,Bernd2") == none);
    CHECK(likeness("Siân", "Hughes, Siân") == none);
    CHECK(likeness("?", "?") == none);
    CHECK(likeness("NN", "NN") == none);
    CHECK(likeness("", "") == none);
}

TEST_CASE("pairs of spellings are those that a comparison of all finds", "[curation]") {
    const std::vector<std::string> given = {"Siân", "Sian", "S", "أحمد", "Ahmed", "Vassily", ""};
    const std::vector<std::string> families = {"Hughes", "Huws", "حسن", "Hassan", "Ivanchuk", "IVANČUK", "Lee"};
    std::vector<std::vector<std::string>> persons;
    for (const std::string& family : families)
        for (const std::string& first : given) {
            persons.push_back({first.empty() ? family : family + ", " + first});
            if (!first.empty()) persons.push_back({first + ' ' + family});
        }
    std::vector<SpellingPair> expected;
    for (std::size_t i = 0; i < persons.size(); ++i)
        for (std::size_t j = i + 1; j < persons.size(); ++j)
            if (const NameLikeness like = likeness(persons[i][0], persons[j][0]); like != none)
                expected.push_back({i, j, like});
    const auto found = spelling_pairs(persons).pairs;
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        INFO(persons[expected[i].first][0] << " = " << persons[expected[i].second][0]);
        CHECK(found[i].first == expected[i].first);
        CHECK(found[i].second == expected[i].second);
        CHECK(found[i].likeness == expected[i].likeness);
    }
}
