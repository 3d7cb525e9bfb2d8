#include "notation/language.hpp"
#include "notation/languages.hpp"
#include "notation/written_move.hpp"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <random>

#include "base/characters.hpp"
#include "cases.hpp"

using namespace cofnod;
using namespace cofnod::notation;

namespace {

std::string read(std::string_view code, std::string_view text) {
    const Language* language = languages().find(code);
    REQUIRE(language);
    return compact(read_move(*language, text));
}

std::string trimmed(std::string text) {
    text.erase(text.find_last_not_of(" \t") + 1);
    text.erase(0, text.find_first_not_of(" \t"));
    return text;
}

struct Case {
    std::string where, language, text, readings;
};

std::vector<Case> cases_of(const std::filesystem::path& path) {
    std::vector<Case> cases;
    std::ifstream file(path);
    int number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        if (line.empty() || line[0] == '#') continue;
        const auto first_blank = line.find(' ');
        const auto equals = line.find(" = ");
        REQUIRE(equals != std::string::npos);
        Case c{path.filename().string() + ":" + std::to_string(number), line.substr(0, first_blank),
               trimmed(line.substr(first_blank, equals - first_blank)), line.substr(equals + 3)};
        if (c.text.front() == '"') c.text = c.text.substr(1, c.text.size() - 2);
        c.readings = trimmed(c.readings.substr(0, c.readings.find(" # ")));
        if (const auto comment = c.readings.find("  "); comment != std::string::npos) c.readings.resize(comment);
        cases.push_back(c);
    }
    return cases;
}

std::vector<std::filesystem::path> case_files() {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(COFNOD_ROOT "/tests/notation"))
        if (entry.path().extension() == ".cases") files.push_back(entry.path());
    return files;
}

}  // namespace

TEST_CASE("every line of tests/notation reads as it says", "[notation]") {
    std::size_t count = 0;
    for (const auto& file : case_files())
        for (const Case& c : cases_of(file)) {
            INFO(c.where << ": " << c.language << " " << c.text);
            CHECK(read(c.language, c.text) == c.readings);
            ++count;
        }
    CHECK(count > 150);
}

TEST_CASE("a language covers the first letter of every case that it reads, but for figurines as guests", "[notation]") {
    for (const auto& file : case_files())
        for (const Case& c : cases_of(file)) {
            if (c.readings == "-") continue;
            INFO(c.where << ": " << c.text);
            const char32_t first = utf8::decode(c.text).code_point;
            const bool guest = first >= U'♔' && first <= U'♟' && c.language != "fig";
            CHECK(languages().find(c.language)->covers(first) != guest);
        }
}

TEST_CASE("a language rules out words that cannot be its moves", "[notation]") {
    CHECK_FALSE(languages().english().covers(U'ح'));
    CHECK_FALSE(languages().english().covers(U'T'));
    CHECK_FALSE(languages().english().covers(U'♘'));
    CHECK(languages().find("cy")->covers(U'T'));
    CHECK_FALSE(languages().find("cy")->covers(U'♞'));
    CHECK_FALSE(languages().find("ar")->covers(U'N'));
    CHECK(languages().find("ar")->covers(U'\u200F'));
    CHECK(languages().find("ar")->covers(U'٤'));
    CHECK(languages().find("fig")->covers(U'♞'));
}

TEST_CASE("the pawn's letter before its capture is a move half read", "[notation]") {
    const Language& arabic = *languages().find("ar");
    CHECK(is_unfinished(arabic, "ب"));
    CHECK(is_unfinished(arabic, "وب"));
    CHECK(is_unfinished(arabic, "تبييت"));
    CHECK_FALSE(is_unfinished(arabic, "ح"));
    CHECK_FALSE(is_unfinished(arabic, "بد×6هـ"));
    CHECK_FALSE(is_unfinished(arabic, ""));
    CHECK_FALSE(is_unfinished(languages().english(), "P"));
    CHECK(read("ar", "وب د×6هـ") == "~exd6");
}

TEST_CASE("what stands after a move is read as a word of its own", "[notation]") {
    const Language& welsh = *languages().find("cy");
    CHECK(read_suffix(welsh, "methmat.") == Suffix{CheckMark::mate, 0, false});
    CHECK(read_suffix(welsh, "e.p.") == Suffix{CheckMark::none, 0, true});
    CHECK(read_suffix(welsh, "+!?") == Suffix{CheckMark::check, 5, false});
    CHECK(read_suffix(welsh, "±") == Suffix{CheckMark::none, 16, false});
    CHECK_FALSE(read_suffix(welsh, "Mf3"));
    CHECK_FALSE(read_suffix(*languages().find("ru"), "×"));
    CHECK_FALSE(read_suffix(*languages().find("ru"), "xx"));
    CHECK_FALSE(read_suffix(welsh, ""));
}

TEST_CASE("a decomposed letter is the letter", "[notation]") {
    auto more = languages();
    REQUIRE(more.add_text("code tr\nname Turkish\npieces K=Ş Q=V R=K B=F N=A\n"));
    const Language& turkish = *more.find("tr");
    CHECK(compact(read_move(turkish, "Şe2")) == "Ke2");
    CHECK(compact(read_move(turkish, "S\u0327e2")) == "Ke2");
    CHECK(turkish.covers(U'S'));
}

TEST_CASE("of two piece letters that begin alike both are tried", "[notation]") {
    auto more = languages();
    REQUIRE(more.add_text("code ru\nname Russian\npieces K=Кр Q=Ф R=Л B=С N=К\n"));
    REQUIRE(more.add_text("code he\nname Hebrew\ndirection rtl\npieces K=מ Q=מה R=צ B=ר N=פ\nfiles א ב ג ד ה ו ז ח\n"));
    CHECK(compact(read_move(*more.find("ru"), "Крe2")) == "Ke2");
    CHECK(compact(read_move(*more.find("ru"), "Кe2")) == "Ne2");
    CHECK(compact(read_move(*more.find("ru"), "e8К")) == "e8=N");
    CHECK(compact(read_move(*more.find("he"), "מה4")) == "Ke4");
    CHECK(compact(read_move(*more.find("he"), "מהה4")) == "Qe4 | ~Kee4");
    CHECK(compact(read_move(*more.find("he"), "פ-ו3")) == "Nf3");
}

TEST_CASE("any bytes are read or refused without harm", "[notation]") {
    std::mt19937 random(7);
    const std::string_view alphabet =
        "NQKabcdefgh12345678xX:=+#!?-O0 "
        "()/.\xD8\xAD\xD9\x88\xD8\xA8\xD9\x87\xD9\x80\xE2\x99\x98\xEF\xB8\x8F\xC3\x97\xFF";
    for (int i = 0; i < 200'000; ++i) {
        std::string word(random() % 12, '\0');
        for (char& c : word) c = i % 2 ? static_cast<char>(random()) : alphabet[random() % alphabet.size()];
        for (const Language& language : languages()) {
            const Readings readings = read_move(language, word);
            if (!readings.empty() && !word.empty()) CHECK(language.covers(utf8::decode(word).code_point));
            (void)is_unfinished(language, word);
        }
    }
    CHECK(read_move(languages().english(), std::string(100'000, 'x')).empty());
    CHECK(read_move(*languages().find("ar"), std::string(100'000, '\xD8')).empty());
}
