#include "reports/value.hpp"

#include <catch2/catch.hpp>
#include <sstream>
#include <string>
#include <vector>

using namespace cofnod::reports;

namespace {

std::string row(const std::vector<std::string>& cells, CsvWriter::Separator separator = CsvWriter::comma) {
    std::ostringstream out;
    CsvWriter csv(out, separator);
    for (const std::string& cell : cells) csv.cell(cell);
    csv.end_row();
    return out.str();
}

}  // namespace

TEST_CASE("a spreadsheet finds no formula in a cell", "[csv]") {
    CHECK(row({"=1+1", "+SUM(A1)", "-cmd|' /C calc'", "@x"}) == "'=1+1,'+SUM(A1),'-cmd|' /C calc',\'@x\n");
    CHECK(row({"-12", "+0.35", "1-0", "*"}) == "-12,+0.35,1-0,*\n");
    CHECK(row({"-", "+", "=", "@", "--"}) == "-,+,=,@,'--\n");
}

TEST_CASE("full-width signs are guarded too, and a guard of the text itself has one more", "[csv]") {
    CHECK(row({"＝1+1", "＋x", "－x", "＠x", "'=1", "''=1", "'x"}) == "'＝1+1,'＋x,'－x,'＠x,''=1,'''=1,'x\n");
}

TEST_CASE("cells with commas, quotes and line breaks are quoted", "[csv]") {
    CHECK(row({"Huws, Siân", "say \"x\"", "two\nlines"}) == "\"Huws, Siân\",\"say \"\"x\"\"\",\"two\nlines\"\n");
}

TEST_CASE("tab-separated values are for programs and stay as they are", "[csv]") {
    CHECK(row({"=1+1", "-x"}, CsvWriter::tab) == "=1+1\t-x\n");
}

TEST_CASE("a tab-separated line has no tab but its separators", "[csv]") {
    CHECK(row({"a\tb", "c\nd", "\"e\""}, CsvWriter::tab) == "a b\tc d\t\"e\"\n");
}
