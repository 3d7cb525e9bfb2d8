#include "importers/text/charset.hpp"
#include "base/place.hpp"
#include "base/problem_kinds.hpp"
#include "games/record/record.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <random>

#include "base/characters.hpp"
#include "charset_text.hpp"
#include "collect.hpp"
#include "importers/text/block_reader.hpp"
#include "importers/text/detect_charset.hpp"

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
        {spanish, {"windows-1252", "iso-8859-1", "iso-8859-15", "ibm-850", "UTF-16LE"}},
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
    CHECK(found.games[0].problems[0].group() == ProblemGroup::bad_encoding);

    CHECK(detect_charset("[White \"Ren\xE9\"]\n\n1. e4 e5 1-0\n", languages()).charset->name() == "windows-1252");
    CHECK(detect_charset("[White \"Ren\xE9\"]\n\n1. e4 e5 1-0\n", languages()).rivals.empty());
    CHECK(detect_charset("[White \"Si\x93n Gr\x96g\"]\n\n1. e4 e5 1-0\n", languages()).charset->name() == "ibm-850");
    const std::string headings = encoded("الأبيض: سامي\nالأسود: فادي\n\nمباراة بلا نقلات\n", "windows-1256");
    CHECK(detect_charset(headings, languages()).charset->name() == "windows-1256");
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

TEST_CASE("tags of one game may be in UTF-8 and in Windows-1252", "[importers][charset]") {
    const std::string game = "[White \"M\xC3\xBCller\"]\n[Black \"S\xE4misch\"]\n\n1. e4 e5 1-0\n\n";
    const std::string other = "[White \"Ren\xE9\"]\n[Black \"B\"]\n\n1. d4 d5 1-0\n\n";
    for (const std::string& bytes : {game, game + other + other, other + other + game}) {
        const CharsetChoice choice = detect_charset(bytes, languages());
        Collected found;
        Source source = Source::of_text("", bytes);
        import_source(source, languages(), {.charset = choice.charset, .rivals = choice.rivals}, found);
        const auto& mixed = bytes.starts_with(game) ? found.games.front() : found.games.back();
        CHECK(mixed.tags.find("White") == "Müller");
        CHECK(mixed.tags.find("Black") == "Sämisch");
        CHECK(mixed.span.begin == bytes.find(game));
        CHECK(mixed.span.end == bytes.find(game) + game.size());
        if (!mixed.source_text.empty()) CHECK(mixed.source_text == game);
    }
}

TEST_CASE("games of one file may be in several character sets", "[importers][charset]") {
    const std::string welsh = "[White \"Siân Gŵyn\"]\n[Black \"Tŷ Llŷr\"]\n\n1. e4 e5 2. Mf3 Mc6 3. Ec4 *\n\n";
    const std::string arabic = "[White \"محمد\"]\n[Black \"علي\"]\n\n1.4ه 5ه 2.ح3و ح6ج 3.ف4ج *\n\n";
    const std::string russian = "[White \"Ботвинник\"]\n[Black \"Петросян\"]\n\n1. d4 Кf6 2. c4 e6 3. Кc3 *\n\n";
    const std::string french = "[White \"Kérès\"]\n[Black \"Hélène\"]\n\n1. e4 e5 2. Cf3 Cc6 3. Fc4 *\n\n";
    const std::vector<std::pair<std::string, std::string>> games = {
        {welsh, "UTF-8"},         {arabic, "windows-1256"}, {welsh, "iso-8859-14"},    {russian, "koi8-r"},
        {french, "windows-1252"}, {arabic, "UTF-8"},        {russian, "windows-1251"}, {arabic, "iso-8859-6"}};
    std::mt19937 random(3);
    for (int round = 0; round < 40; ++round) {
        std::string bytes;
        std::vector<std::pair<std::string, std::string>> parts;
        for (int i = 0; i < 6; ++i) {
            const auto& [text, charset] = games[random() % games.size()];
            const std::string part = charset == "UTF-8" ? text : encoded(text, charset);
            parts.emplace_back(text, part);
            bytes += part;
        }
        const CharsetChoice choice = detect_charset(bytes, languages());
        INFO("as " << choice.charset->name() << ":\n" << choice.charset->decoded(bytes));
        Collected found;
        Source source = Source::of_text("", bytes);
        import_source(source, languages(), {.charset = choice.charset, .rivals = choice.rivals}, found);
        REQUIRE(found.games.size() == parts.size());
        std::size_t at = 0, line = 1;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const GameRecord& game = found.games[i];
            const Collected alone = read_text(parts[i].first, Format::pgn);
            CHECK(game.san == alone.games[0].san);
            CHECK(utf8::is_valid(*game.tags.find("White")));
            const bool is_told = std::any_of(game.problems.begin(), game.problems.end(), [](const Problem& problem) {
                return problem.group() == ProblemGroup::bad_encoding;
            });
            CHECK((is_told || game.tags == alone.games[0].tags));
            CHECK(game.span.begin == at);
            CHECK(game.span.line == line);
            at += parts[i].second.size();
            line += 5;
            CHECK(game.span.end == at);
            if (!game.source_text.empty()) CHECK(game.source_text == parts[i].second);
        }
    }
}
