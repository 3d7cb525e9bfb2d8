#include "reports/value.hpp"

#include <catch2/catch.hpp>
#include <sstream>

#include "base/printable.hpp"

using namespace cofnod::reports;
using cofnod::append_quoted;

namespace {

std::string quoted(std::string_view text) {
    std::string out;
    append_quoted(out, text);
    return out;
}

}  // namespace

TEST_CASE("whatever the text, its JSON is valid", "[json]") {
    CHECK(quoted("a \"b\" \\ c") == R"("a \"b\" \\ c")");
    CHECK(quoted("1\n2\t3\x01") == R"("1\n2\t3\u0001")");
    CHECK(quoted("caf\xE9") == "\"café\"");
    CHECK(quoted(std::string_view("\0", 1)) == R"("\u0000")");
}

TEST_CASE("a document in one line", "[json]") {
    std::ostringstream out;
    JsonWriter json(out, JsonWriter::line);
    json.begin_document()
        .member("id", 7)
        .member("white", "Siân")
        .member("elo", std::optional<int>())
        .member("rated", true);
    json.key("moves").begin_array().value("e4").value("e5").end_array().member("key", hex_text(255)).end_object();
    CHECK(out.str() ==
          "{\"schema_version\":1,\"id\":7,\"white\":\"Siân\",\"elo\":null,\"rated\":true,\"moves\":[\"e4\",\"e5\"],"
          "\"key\":\"00000000000000ff\"}\n");
}

TEST_CASE("a document for people", "[json]") {
    std::ostringstream out;
    JsonWriter json(out, JsonWriter::indented);
    json.begin_object()
        .key("a")
        .begin_array()
        .value(1)
        .value(2.5)
        .end_array()
        .key("b")
        .begin_object()
        .end_object()
        .end_object();
    CHECK(out.str() == "{\n  \"a\": [\n    1,\n    2.5\n  ],\n  \"b\": {}\n}\n");
}
