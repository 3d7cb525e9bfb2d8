#include "importers/charset.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>

#include "charset_text.hpp"
#include "collect.hpp"
#include "importers/block_reader.hpp"
#include "importers/detect_charset.hpp"

using namespace cofnod;
using namespace cofnod::importers;

namespace {

std::string file(const std::string& name) {
    std::ifstream in(std::string(COFNOD_ROOT "/sample-data/chess/") + name, std::ios::binary);
    REQUIRE(in);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("the sample games are read the same in every character set that can hold them", "[importers][charset]") {
    const std::string welsh = file("cy/gemau-enwog.pgn"), arabic = in_old_arabic(file("ar/mubarayat.pgn"));
    const std::string french = file("fr/chronique.txt"), spanish = file("es/partidas.pgn");
    const std::vector<std::pair<std::string, std::vector<const char*>>> texts = {
        {replaced(replaced(welsh, "½–½", "1/2-1/2"), "–", "-"), {"iso-8859-14", "UTF-8", "UTF-16LE", "UTF-16BE"}},
        {arabic, {"windows-1256", "iso-8859-6", "MacArabic", "ibm-720", "ibm-864", "UTF-8", "UTF-16LE", "UTF-16BE"}},
        {french, {"windows-1252", "UTF-16LE", "UTF-16BE"}},
        {welsh, {"windows-1252", "UTF-8"}},
        {spanish, {"windows-1252", "iso-8859-1", "iso-8859-15", "UTF-16LE"}},
    };
    for (const auto& [text, charsets] : texts)
        for (const char* charset : charsets) {
            INFO(charset);
            const std::string bytes = encoded(text, charset);
            const CharsetChoice choice = detect_charset(bytes, languages());
            INFO("read as " << choice.charset->name());
            CHECK(choice.charset->decoded(bytes) == text);
            Collected plain, found;
            Source as_utf8 = Source::of_text("", text), source = Source::of_text("", bytes);
            import_source(as_utf8, languages(), {}, plain);
            import_source(source, languages(), {.charset = choice.charset}, found);
            REQUIRE(found.games.size() == plain.games.size());
            for (std::size_t i = 0; i < found.games.size(); ++i) {
                const GameRecord& game = found.games[i];
                CHECK(game.san == plain.games[i].san);
                CHECK(game.tags == plain.games[i].tags);
                const SourceSpan& expected = plain.games[i].span;
                CHECK(game.span.line == expected.line);
                const std::string own = bytes.substr(game.span.begin, game.span.end - game.span.begin);
                CHECK(choice.charset->decoded(own) == text.substr(expected.begin, expected.end - expected.begin));
                if (!game.source_text.empty()) CHECK(game.source_text == own);
            }
        }
}

TEST_CASE("a name alone may not tell", "[importers][charset]") {
    const std::string welsh = "[White \"D\xF0r, Si\xE2n\"]\n\n1. e4 e5 2. Bh5 Mc6 3. Ec4 Mf6 4. Bxf7# 1-0\n";
    const CharsetChoice choice = detect_charset(welsh, languages());
    CHECK(choice.charset->name() == "iso-8859-14");
    CHECK(!choice.rivals.empty());

    Source source = Source::of_text("", welsh);
    Collected found;
    import_source(source, languages(), {.charset = choice.charset, .rivals = choice.rivals}, found);
    REQUIRE(found.games.size() == 1);
    CHECK(found.games[0].tags.find("White") == "Dŵr, Siân");
    CHECK(found.games[0].source_text == welsh);
    REQUIRE(found.games[0].problems.size() == 1);
    CHECK(found.games[0].problems[0].kind == ProblemKind::bad_encoding);

    CHECK(detect_charset("[White \"Ren\xE9\"]\n\n1. e4 e5 1-0\n", languages()).charset->name() == "windows-1252");
    CHECK(detect_charset("[White \"Ren\xE9\"]\n\n1. e4 e5 1-0\n", languages()).rivals.empty());
    CHECK(detect_charset("[White \"René, Siân, Gŵyn, \xE9\"]\n\n1. e4 e5 1-0\n", languages()).charset->is_utf8());
}

TEST_CASE("blocks of UTF-16 are cut between characters", "[importers][charset]") {
    std::string text;
    for (int i = 0; i < 300; ++i) text += "[Event \"م\u060A𝄞 " + std::to_string(i) + "\"]\r\n\r\n1. e4 e5 1-0\r\n\r\n";
    for (const char* charset : {"UTF-16LE", "UTF-16BE"}) {
        const std::string bytes = encoded(text, charset);
        Source source = Source::of_text("", bytes);
        BlockReader reader(source, 0, 1, 1001, 100'000, *Charset::find(charset));
        std::string all, all_bytes;
        std::uint64_t line = 1;
        while (const auto block = reader.next()) {
            CHECK(block->begin == all_bytes.size());
            CHECK(block->line == line);
            CHECK(block->text.starts_with("[Event"));
            line += count_line_breaks(block->text);
            all += block->text;
            all_bytes += block->bytes;
        }
        CHECK(all == text);
        CHECK(all_bytes == bytes);
    }
}

TEST_CASE("there is no character set of several bytes a character but Unicode", "[importers][charset]") {
    CHECK(Charset::find("latin1") != nullptr);
    CHECK(Charset::find("CP1256")->decoded("\xC8") == "ب");
    CHECK(Charset::find("Shift_JIS") == nullptr);
    CHECK(Charset::find("UTF-7") == nullptr);
    CHECK(Charset::find("") == nullptr);
    CHECK(Charset::find("no such thing") == nullptr);
}
