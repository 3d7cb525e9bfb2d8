#include <catch2/catch.hpp>

#include "cases.hpp"
#include "notation/fold.hpp"
#include "notation/language.hpp"
#include "notation/tag_text.hpp"
#include "notation/written_move.hpp"

using namespace cofnod;
using namespace cofnod::notation;

TEST_CASE("results are read in every way people write them", "[notation]") {
    for (const auto* text : {"1-0", "1–0", "1−0", "1‑0", "1:0", "+-", "+--", "١-٠", "١–٠", "۱-۰", "1-0F", "1F-0F", "1f–0"})
        CHECK(read_result(text) == Result::white_wins);
    for (const auto* text : {"0-1", "0–1", "0:1", "-+", "--+", "٠-١", "0F-1F"}) CHECK(read_result(text) == Result::black_wins);
    for (const auto* text : {"1/2-1/2", "½–½", "½-½", "1/2", "½", "1/2–1/2", "١/٢-١/٢", "1⁄2-1⁄2", "0.5-0.5", "0.5:0.5", ".5-.5"})
        CHECK(read_result(text) == Result::draw);
    CHECK(read_result("*") == Result::unknown);
    for (const auto* text : {"0-0F", "0F-0F", "0f:0f"}) CHECK(read_result(text) == Result::both_lose);
    CHECK(read_result_value("0-0") == Result::both_lose);
    CHECK(read_result_value("+/-") == Result::white_wins);
    CHECK(read_result_value("- / +") == Result::black_wins);
    for (const auto* text : {"", "0-0", "=", "1", "0", "e4", "--", "1-0.", "2-0", "O-O"})
        CHECK_FALSE(read_result(text));
}

TEST_CASE("points that are no result of a game are known", "[notation]") {
    for (const auto* text : {"½-0", "0–½", "1/2-0", "0.5:0", "1-½", "1-1"}) {
        CHECK(are_odd_points(text));
        CHECK_FALSE(read_result_value(text));
    }
    for (const auto* text : {"1-0", "0-0", "½-½", "1/2", "e4", "", "O-O", "+/-"}) CHECK_FALSE(are_odd_points(text));
}

TEST_CASE("results are read in words, in any language", "[notation]") {
    const auto read = [](std::string_view text) { return read_result_words(languages(), text); };
    CHECK(read("Gwyn wedi ennill") == ResultWords{SaidResult::white_wins, 16});
    CHECK(read("GWYN  wedi ennill. Da iawn") == ResultWords{SaidResult::white_wins, 17});
    CHECK(read("cyfartal") == ResultWords{SaidResult::draw, 8});
    CHECK(read("White wins on time")->result == SaidResult::white_wins);
    CHECK(read("draw agreed") == ResultWords{SaidResult::draw, 11});
    CHECK(read("nul")->result == SaidResult::draw);
    CHECK(read("remis")->result == SaidResult::draw);
    CHECK(read("فاز الأبيض")->result == SaidResult::white_wins);
    CHECK(read("فَازَ الأَبْيَض")->result == SaidResult::white_wins);
    CHECK(read("تعادل")->result == SaidResult::draw);
    CHECK(read("ничья")->result == SaidResult::draw);
    CHECK(read("ЧЁРНЫЕ СДАЛИСЬ")->result == SaidResult::white_wins);
    CHECK(read("הלבן ניצח")->result == SaidResult::white_wins);
    CHECK(read("黑胜")->result == SaidResult::black_wins);
    CHECK(read("Resigns.") == ResultWords{SaidResult::resigned, 7});
    CHECK(read("يستسلم")->result == SaidResult::resigned);
    CHECK(as_result(SaidResult::resigned, true) == Result::black_wins);
    CHECK(as_result(SaidResult::resigned, false) == Result::white_wins);
    CHECK_FALSE(read("drawing"));
    CHECK_FALSE(read("White"));
    CHECK_FALSE(read(" draw"));
    CHECK_FALSE(read(""));
}

TEST_CASE("no two languages disagree about the result of a phrase", "[notation]") {
    for (const Language& language : languages())
        for (const auto& [result, phrase] : language.data().results) {
            INFO(language.code() << ": " << phrase);
            CHECK(languages().find_result_phrase(phrase) == result);
        }
}

TEST_CASE("glyphs have the numbers of PGN", "[notation]") {
    CHECK(nag_of("!") == 1);
    CHECK(nag_of("?!") == 6);
    CHECK(nag_of("⩲") == 14);
    CHECK(nag_of("+-") == 18);
    CHECK(nag_of("N") == 146);
    CHECK_FALSE(nag_of("Nf3"));
    CHECK(glyph_of(5) == "!?");
    CHECK(glyph_of(14) == "⩲");
    CHECK(glyph_of(23) == "⨀");
    CHECK(glyph_of(200).empty());
}

TEST_CASE("dates are read in every language", "[notation]") {
    const auto read = [](std::string_view text) { return read_date(languages(), text).value_or("-"); };
    CHECK(read("2 Tachwedd 1858") == "1858.11.02");
    CHECK(read("2il Dachwedd 1858") == "1858.11.02");
    CHECK(read("1858") == "1858.??.??");
    CHECK(read("Tachwedd 1858") == "1858.11.??");
    CHECK(read("12.3.1910") == "1910.03.12");
    CHECK(read("1858.11.02") == "1858.11.02");
    CHECK(read("1858-11-02") == "1858.11.02");
    CHECK(read("25/12/1910") == "1910.12.25");
    CHECK(read("12/25/1910") == "1910.12.25");
    CHECK(read("3/4/1910") == "-");
    CHECK(read("٢ نوفمبر ١٨٥٨") == "1858.11.02");
    CHECK(read("2 كانون الثاني 1958") == "1958.01.02");
    CHECK(read("2 novembre 1858") == "1858.11.02");
    CHECK(read("2 de noviembre de 1858") == "1858.11.02");
    CHECK(read("1 d’octubre de 1900") == "1900.10.01");
    CHECK(read("November 2nd, 1858") == "1858.11.02");
    CHECK(read("2. November 1858") == "1858.11.02");
    CHECK(read("2 ноября 1858 г.") == "1858.11.02");
    CHECK(read("2 Νοεμβρίου 1858") == "1858.11.02");
    CHECK(read("1858. november 2.") == "1858.11.02");
    CHECK(read("2 בנובמבר 1858") == "1858.11.02");
    CHECK(read("2 Mheán Fómhair 1858") == "1858.09.02");
    CHECK(read("2 října 1858") == "1858.10.02");
    CHECK(read("2 listopada 1858") == "-");  // November in Polish, October in Croatian
    CHECK(read("29 February 1900") == "-");
    CHECK(read("31.13.1910") == "-");
    CHECK(read("2 Smarch 1858") == "-");
    for (const auto* text : {"1850?", "c. 1850", "ca 1850", "tua 1850", "نحو 1850", "um 1850", "1850.XX.xx", "1850.00.00"})
        CHECK(read(text) == "1850.??.??");
    CHECK(read("2020.05.XX") == "2020.05.??");
    CHECK(read("XX.05.2020") == "2020.05.??");
    CHECK(read("2 Tachwedd 1858?") == "1858.11.02");
    CHECK(read("2020.02.30") == "-");
    CHECK(read("2020.??.??") == "2020.??.??");
    CHECK(read("1850??") == "-");
    CHECK(readings_of_date(languages(), "~1850") == std::vector<std::string>{"1850.??.??"});
    CHECK(read("٩‏/١٠‏/٢٠٢٠") == "-");
    CHECK(read("") == "-");
    CHECK(read("99999999999999999999") == "-");
}

TEST_CASE("a day of the calendar is possible", "[notation]") {
    CHECK(is_possible_day(2020, 2, 29));
    CHECK_FALSE(is_possible_day(2020, 2, 30));
    CHECK_FALSE(is_possible_day(2019, 2, 29));
    CHECK(is_possible_day(std::nullopt, 2, 29));
    CHECK(is_possible_day(2020, std::nullopt, 31));
    CHECK_FALSE(is_possible_day(2020, 0, std::nullopt));
    CHECK_FALSE(is_possible_day(2020, 5, 0));
    CHECK_FALSE(is_possible_day(2020, 13, std::nullopt));
}

TEST_CASE("words that differ in case, hamza, tatweel or vowel marks have one key", "[notation]") {
    CHECK(word_key("Gwyn  wedi ENNILL ") == "gwyn wedi ennill");
    CHECK(word_key("فازَ الأبيض") == word_key("فاز الابيض"));
    CHECK(word_key("هـ") == word_key("ه"));
    CHECK(word_key("E\u0301preuve") == word_key("épreuve"));
}

TEST_CASE("dates are read as they are written in Chinese, Japanese, Korean and Vietnamese", "[notation][date]") {
    const Languages languages = Languages::built_in();
    CHECK(read_date(languages, "1958年3月12日") == "1958.03.12");
    CHECK(read_date(languages, "1958年3月") == "1958.03.??");
    CHECK(read_date(languages, "一九五八年十二月二十三日") == "1958.12.23");
    CHECK(read_date(languages, "二〇〇一年三月") == "2001.03.??");
    CHECK(read_date(languages, "一九六零年十月十日") == "1960.10.10");
    CHECK_FALSE(read_date(languages, "一九五八年十三月"));
    CHECK_FALSE(read_date(languages, "十"));
    CHECK(read_date(languages, "1958년 3월 12일") == "1958.03.12");
    CHECK(read_date(languages, "12 tháng 3 năm 1958") == "1958.03.12");
    CHECK(read_date(languages, "Ngày 12 tháng 3 năm 1958") == "1958.03.12");
    CHECK_FALSE(read_date(languages, "1958年13月1日"));
    CHECK_FALSE(read_date(languages, "3月3月1958年"));
}
