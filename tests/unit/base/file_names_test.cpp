#include "base/file_names.hpp"

#include <catch2/catch.hpp>

#include "base/characters.hpp"

using cofnod::FileNames;

TEST_CASE("names of files keep letters and lose what a file system refuses", "[base]") {
    FileNames names(".pgn");
    CHECK(names.of("Morphy, Paul") == "Morphy, Paul.pgn");
    CHECK(names.of("Siân Ŵyn") == "Siân Ŵyn.pgn");
    CHECK(names.of("غاري كاسباروف") == "غاري كاسباروف.pgn");
    CHECK(names.of("1/2-1/2") == "1_2-1_2.pgn");
    CHECK(names.of("../../etc/passwd") == "_.._etc_passwd.pgn");
    CHECK(names.of(" .hidden. ") == "hidden.pgn");
    CHECK(names.of("a\tb\x1b[31m\x7f\xE2\x80\xAE") == "a b[31m.pgn");
    CHECK(names.of("<\"C:\\x|*?\">") == "__C__x_____.pgn");
    CHECK(names.of("Aux") == "_Aux.pgn");
    CHECK(names.of("com1.old") == "_com1.old.pgn");
    CHECK(names.of("Si\xE2n") == "Siân.pgn");  // Latin-1
}

TEST_CASE("different texts never share the name of a file", "[base]") {
    FileNames names(".pgn");
    CHECK(names.of("") == "unknown.pgn");
    CHECK(names.of("...") == "unknown-2.pgn");
    CHECK(names.of("unknown") == "unknown-3.pgn");
    CHECK(names.of("Siân") == "Siân.pgn");
    CHECK(names.of("SIÂN") == "SIÂN-2.pgn");
    CHECK(names.of("Sia\u0302n") == "Sia\u0302n-3.pgn");
    CHECK(names.of("Sian") == "Sian.pgn");
    CHECK(names.of("sian-2") == "sian-2.pgn");
    CHECK(names.of("sian") == "sian-3.pgn");
    CHECK(names.of("SIÂN") == "SIÂN-2.pgn");
    CHECK(names.of("a/b") == "a_b.pgn");
    CHECK(names.of("a:b") == "a_b-2.pgn");
}

TEST_CASE("long names of files are cut between letters", "[base]") {
    FileNames names(".pgn");
    std::string text = "x";
    for (int i = 0; i < 100; ++i) text += "ŵ";
    const std::string first = names.of(text), second = names.of(text + "!");
    CHECK(first == text.substr(0, 79) + ".pgn");
    CHECK(second == text.substr(0, 79) + "-2.pgn");
    CHECK(cofnod::utf8::is_valid(first));
}
