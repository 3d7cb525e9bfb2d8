#include "reports/table.hpp"

#include <catch2/catch.hpp>
#include <sstream>

using namespace cofnod;
using namespace cofnod::reports;

namespace {

std::string printed(Table table, const Terminal& terminal = {}) {
    std::ostringstream out;
    table.print(out, terminal);
    return out.str();
}

Table players() {
    Table table({{"id", Table::right}, {"white", Table::left, Table::flexible}, {"result"}});
    table.add({"7", "Siân", "1-0"});
    table.add({"12", "Capablanca, José Raúl", "0-1"});
    return table;
}

}  // namespace

TEST_CASE("a table is aligned by what is seen, not by bytes", "[report]") {
    CHECK(printed(players()) ==
          "id  white                  result\n"
          " 7  Siân                   1-0\n"
          "12  Capablanca, José Raúl  0-1\n");
}

TEST_CASE("only a terminal makes a table narrower", "[report]") {
    CHECK(printed(players(), {.columns = 26}) ==
          "id  white           result\n"
          " 7  Siân            1-0\n"
          "12  Capablanca, J…  0-1\n");
}

TEST_CASE("no line of a table ends with blanks", "[report]") {
    Table table({{"a"}, {"b"}});
    table.add({"long text", ""});
    CHECK(printed(table) == "a          b\nlong text\n");
}

TEST_CASE("control characters and direction marks of a file do not reach a terminal", "[report]") {
    CHECK(printable("a\x1b[31mb\r\nc\x7f") == "a[31mb  c");
    CHECK(printable("\u202Eabc\u2069") == "abc");
    CHECK(printable("\xC2\x9B"
                    "31m") == "31m");
    CHECK(printable("caf\xE9") == "café");
}

TEST_CASE("right-to-left names are isolated only where the terminal orders text", "[report]") {
    CHECK(shown("العربية", {.isolates = true}) == "\u2068العربية\u2069");
    CHECK(shown("العربية", {}) == "العربية");
    CHECK(shown("Siân", {.isolates = true}) == "Siân");
}

TEST_CASE("text is cut between characters, and says that it was", "[report]") {
    CHECK(cut("Cymraeg", 7) == "Cymraeg");
    CHECK(cut("Ŵyŷŵ Cymru", 5) == "Ŵyŷŵ…");
    CHECK(cut("日本語", 4) == "日…");
}

TEST_CASE("numbers are written for people", "[report]") {
    CHECK(grouped(0) == "0");
    CHECK(grouped(999) == "999");
    CHECK(grouped(1234567) == "1,234,567");
    CHECK(counted(1, "{} ply", "{} plies") == "1 ply");
    CHECK(counted(2000, "{} game", "{} games") == "2,000 games");
    CHECK(bytes_text(999) == "999 bytes");
    CHECK(bytes_text(1400) == "1.4 kB");
    CHECK(bytes_text(999'999) == "1.0 MB");
}

TEST_CASE("a bar is as long as its share, and never empty for something", "[report]") {
    CHECK(bar(0, 10, 8).empty());
    CHECK(bar(10, 10, 4) == "████");
    CHECK(bar(1, 1000, 4) == "▏");
    CHECK(bar(5, 10, 5) == "██▌");
}
