#include "notation/tag_text.hpp"

#include <unicode/ucal.h>

#include <catch2/catch.hpp>
#include <string>

using cofnod::notation::read_hijri_date;

namespace {

std::string read(std::string_view text) { return read_hijri_date(text).value_or("-"); }

/// Returns ICU's conversion of a day of its islamic-civil calendar: "1949.11.04".
std::string by_icu(int year, int month, int day) {
    UErrorCode error = U_ZERO_ERROR;
    UCalendar* hijri = ucal_open(u"UTC", -1, "ar@calendar=islamic-civil", UCAL_TRADITIONAL, &error);
    UCalendar* gregorian = ucal_open(u"UTC", -1, "en@calendar=gregorian", UCAL_GREGORIAN, &error);
    ucal_setDateTime(hijri, year, month - 1, day, 12, 0, 0, &error);
    ucal_setMillis(gregorian, ucal_getMillis(hijri, &error), &error);
    const auto field = [&](UCalendarDateFields name) { return ucal_get(gregorian, name, &error); };
    char text[32];
    std::snprintf(text, sizeof text, "%04d.%02d.%02d", field(UCAL_YEAR), field(UCAL_MONTH) + 1, field(UCAL_DATE));
    ucal_close(hijri);
    ucal_close(gregorian);
    CHECK(U_SUCCESS(error));
    return text;
}

}  // namespace

TEST_CASE("a Hijri date is the day that ICU's calendar says", "[notation]") {
    for (int year = 1200; year <= 1450; year += 3)
        for (int month = 1; month <= 12; ++month)
            for (const int day : {1, 15, 29}) {
                const std::string text =
                    std::to_string(day) + "/" + std::to_string(month) + "/" + std::to_string(year) + " هـ";
                INFO(text);
                CHECK(read(text) == by_icu(year, month, day));
            }
}

TEST_CASE("Hijri dates are read with names and numbers, in both scripts", "[notation]") {
    const std::string day = by_icu(1369, 1, 12);
    CHECK(day == "1949.11.04");
    for (const char* text : {"12 محرم 1369 هـ", "١٢ محرّم ١٣٦٩هـ", "12 محرم 1369", "١٢/١/١٣٦٩ هـ", "1369/1/12 هجري",
                             "12 من شهر المحرم سنة 1369", "12 Muharram 1369 AH", "12 muharram 1369"}) {
        INFO(text);
        CHECK(read(text) == day);
    }
    CHECK(read("3 ربيع الأول 1369 هـ") == by_icu(1369, 3, 3));
    CHECK(read("3 ربيع الآخر 1369") == by_icu(1369, 4, 3));
    CHECK(read("3 جمادى الآخرة 1369 هجرية") == by_icu(1369, 6, 3));
    CHECK(read("29 ذو الحجة 1369") == by_icu(1369, 12, 29));
}

TEST_CASE("what a Hijri date leaves open stays open", "[notation]") {
    CHECK(read("محرم 1369 هـ") == "1949.??.??");
    CHECK(read("1369 هـ") == "-");  // 1949 or 1950
    CHECK(read("12/1/1369") == "-");
    CHECK(read("1949.11.04") == "-");
    CHECK(read("30 صفر 1369") == "-");
    CHECK(read("12 نوفمبر 1949") == "-");
    CHECK(read("") == "-");
    CHECK(read("هـ") == "-");
    CHECK(read("99999 محرم") == "-");
}
