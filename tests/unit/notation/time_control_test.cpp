#include "notation/time_control.hpp"

#include <catch2/catch.hpp>
#include <string>

using namespace cofnod::notation;

namespace {

std::string read(std::string_view text) {
    const auto control = read_time_control(text);
    return control ? control->to_text() : "-";
}

std::string class_of(std::string_view text) {
    static const char* const names[] = {"bullet", "blitz", "rapid", "classical", "correspondence"};
    const auto found = read_time_class(text);
    return found ? names[static_cast<std::size_t>(*found)] : "-";
}

}  // namespace

TEST_CASE("a time control is read as PGN and as people write it", "[notation]") {
    CHECK(read("300+3") == "300+3");
    CHECK(read("600") == "600+0");
    CHECK(read("40/5400+30:1800+30") == "5400+30");
    CHECK(read("1/259200") == "259200+0");
    CHECK(read("*180") == "180+0");
    CHECK(read("10+0.1") == "10+0.1");
    CHECK(read("90'+30''") == "5400+30");
    CHECK(read("90' + 30\"") == "5400+30");
    CHECK(read("15 min + 10 s") == "900+10");
    CHECK(read("1 h 30 min") == "5400+0");
    CHECK(read("G/60;d5") == "3600+5");
    CHECK(read("3 days per move") == "259200+0");
    CHECK(read("3+2") == "180+2");
    CHECK(read("90+30") == "5400+30");
    CHECK(read("60+0") == "60+0");
    CHECK(read("١٨٠+٢") == "180+2");
    for (const char* unknown :
         {"", "?", "-", "inf", "by hand", "1.5.2020", "2020-05-01", "+", "9999999999999999999999e9"}) {
        INFO(unknown);
        CHECK(read(unknown) == "-");
    }
}

TEST_CASE("the pace of a game is that of 40 moves", "[notation]") {
    for (const char* text : {"60", "60+1", "30+0", "Bullet"}) CHECK(class_of(text) == "bullet");
    for (const char* text : {"180", "180+2", "300+3", "5'+3''", "Blitz", "3 0 blitz"}) CHECK(class_of(text) == "blitz");
    for (const char* text : {"600", "900+10", "1500+10", "15 min + 10 s"}) CHECK(class_of(text) == "rapid");
    for (const char* text : {"5400+30", "40/7200:3600", "40/5400+30:1800+30", "90+30"})
        CHECK(class_of(text) == "classical");
    for (const char* text : {"1/86400", "1/259200", "3 days", "Correspondence"})
        CHECK(class_of(text) == "correspondence");
    CHECK(class_of("?") == "-");
}
