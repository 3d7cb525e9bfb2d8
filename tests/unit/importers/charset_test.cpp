#include "importers/charset.hpp"

#include <unicode/ucnv.h>
#include <unicode/unistr.h>
#include <unicode/ushape.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <map>
#include <random>

#include "base/utf8.hpp"
#include "chess/movegen.hpp"
#include "chess/outcome.hpp"
#include "chess/san.hpp"
#include "collect.hpp"
#include "importers/block_reader.hpp"
#include "importers/detect_charset.hpp"
#include "notation/write_move.hpp"

using namespace cofnod;
using namespace cofnod::importers;

namespace {

std::string replaced(std::string text, std::string_view what, std::string_view with) {
    for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
    return text;
}

/// The text in another character set, made by ICU; of MacArabic, which ICU lacks, the other way round.
std::string encoded(const std::string& text, const std::string& charset) {
    if (charset == "MacArabic") {
        std::map<char32_t, char> bytes;
        for (int byte = 0xFF; byte >= 0x80; --byte)
            bytes[utf8::decode(Charset::find(charset)->decoded(std::string(1, static_cast<char>(byte)))).code_point] =
                static_cast<char>(byte);
        std::string result;
        for (std::string_view rest = text; !rest.empty();) {
            const auto next = utf8::decode(rest);
            rest.remove_prefix(next.length);
            result += next.code_point < 0x80 ? static_cast<char>(next.code_point) : bytes.at(next.code_point);
        }
        return result;
    }
    icu::UnicodeString unicode = icu::UnicodeString::fromUTF8(text);
    UErrorCode error = U_ZERO_ERROR;
    if (charset == "ibm-864") {
        std::vector<char16_t> shaped(static_cast<std::size_t>(unicode.length()) * 2 + 16);
        const auto size = u_shapeArabic(
            unicode.getBuffer(), unicode.length(), shaped.data(), static_cast<std::int32_t>(shaped.size()),
            U_SHAPE_LETTERS_SHAPE | U_SHAPE_TEXT_DIRECTION_LOGICAL | U_SHAPE_LENGTH_GROW_SHRINK, &error);
        REQUIRE(U_SUCCESS(error));
        unicode = icu::UnicodeString(shaped.data(), size);
    }
    UConverter* converter = ucnv_open(charset.c_str(), &error);
    REQUIRE(U_SUCCESS(error));
    ucnv_setFallback(converter, true);
    ucnv_setFromUCallBack(converter, UCNV_FROM_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &error);
    std::string bytes(static_cast<std::size_t>(unicode.length()) * 4 + 4, '\0');
    const auto size = ucnv_fromUChars(converter, bytes.data(), static_cast<std::int32_t>(bytes.size()),
                                      unicode.getBuffer(), unicode.length(), &error);
    ucnv_close(converter);
    INFO(charset << ": " << u_errorName(error));
    REQUIRE(U_SUCCESS(error));
    bytes.resize(static_cast<std::size_t>(size));
    return bytes;
}

std::string file(const std::string& name) {
    std::ifstream in(std::string(COFNOD_ROOT "/sample-data/chess/") + name, std::ios::binary);
    REQUIRE(in);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Signs that one old Arabic set or another lacks, as people wrote them instead.
std::string in_old_arabic(std::string text) {
    return replaced(replaced(replaced(std::move(text), "×", ":"), "،", ","), "إ", "ا");
}

/// ibm-864 writes lam and alef as one sign, which stays one: a byte is a code point.
std::string without_ligatures(std::string text) {
    for (const auto& [ligature, letters] :
         {std::pair("ﻻ", "لا"), {"ﻼ", "لا"}, {"ﻷ", "لأ"}, {"ﻸ", "لأ"}, {"ﻵ", "لآ"}, {"ﻶ", "لآ"}})
        text = replaced(std::move(text), ligature, letters);
    return text;
}

std::string random_moves(const notation::Language& language, int plies, std::mt19937& random) {
    chess::Position position = chess::Position::initial();
    std::string text;
    for (int ply = 0; ply < plies; ++ply) {
        const auto moves = chess::legal_moves(position);
        if (moves.empty()) break;
        const chess::Move move = moves[random() % moves.size()];
        const notation::Reading san = chess::san_reading(position, move);
        if (ply % 2 == 0) text += std::to_string(ply / 2 + 1) + ". ";
        position.play(move);
        notation::write_move(language, san, chess::check_mark(position), text);
        text += ' ';
    }
    return text + "*\n";
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
            CHECK(without_ligatures(choice.charset->decoded(bytes)) == text);
            Collected plain, found;
            Source as_utf8 = Source::of_text("", text), source = Source::of_text("", bytes);
            import_source(as_utf8, languages(), {}, plain);
            import_source(source, languages(), {.charset = choice.charset}, found);
            REQUIRE(found.games.size() == plain.games.size());
            for (std::size_t i = 0; i < found.games.size(); ++i) {
                const GameRecord& game = found.games[i];
                CHECK(game.san == plain.games[i].san);
                if (std::string_view(charset) != "ibm-864") CHECK(game.tags == plain.games[i].tags);
                const SourceSpan& expected = plain.games[i].span;
                CHECK(game.span.line == expected.line);
                const std::string own = bytes.substr(game.span.begin, game.span.end - game.span.begin);
                CHECK(without_ligatures(choice.charset->decoded(own)) ==
                      text.substr(expected.begin, expected.end - expected.begin));
                if (!game.source_text.empty()) CHECK(game.source_text == own);
            }
        }
}

TEST_CASE("twenty moves tell the character set, and when they do not it is said", "[importers][charset]") {
    std::mt19937 random(20);
    constexpr int fragments = 200;
    const notation::Language& arabic = *languages().find("ar");
    for (const char* charset :
         {"windows-1256", "iso-8859-6", "MacArabic", "ibm-720", "ibm-864", "UTF-16LE", "UTF-16BE"}) {
        int right = 0, silently_wrong = 0;
        for (int i = 0; i < fragments; ++i) {
            const std::string text = in_old_arabic(random_moves(arabic, 40, random));
            const std::string bytes = encoded(text, charset);
            const CharsetChoice choice = detect_charset(bytes, languages());
            const bool same = choice.charset->decoded(bytes) == text;
            right += same;
            silently_wrong += !same && choice.rivals.empty();
        }
        INFO(charset);
        CHECK(right * 100 >= fragments * 95);
        CHECK(silently_wrong == 0);
    }
}

TEST_CASE("names with accents beside moves of plain letters are read right, or it is said", "[importers][charset]") {
    struct Archive {
        const char *notation, *charset;
        std::vector<std::string> names;
    };
    const std::vector<Archive> archives = {
        {"fr", "windows-1252", {"François-André", "Kérès", "Hélène Lœuillet", "Benoît", "Jérôme à Sète", "Noël"}},
        {"fr",
         "iso-8859-15",
         {"François-André", "Kérès", "Hélène", "Benoît", "Jérôme à Sète", "Noël", "Lœuillet, Zoé"}},
        {"es", "windows-1252", {"José Raúl", "Muñoz", "Peón", "Ibáñez", "Martín", "Núñez", "¡Adiós!"}},
        {"es", "iso-8859-1", {"José Raúl", "Muñoz", "Peón", "Ibáñez", "Martín", "Núñez"}},
        {"cy", "iso-8859-14", {"Dŵr", "Siân", "Huw Gŵyn", "Tŷ Mawr", "Ŵyn", "Llŷr"}},
        {"de", "windows-1252", {"Müller", "Weiß", "Größe", "Jörg – König", "Käthe"}},
    };
    std::mt19937 random(7);
    for (const Archive& archive : archives) {
        int right = 0, silently_wrong = 0;
        constexpr int fragments = 100;
        for (int i = 0; i < fragments; ++i) {
            std::string text;
            for (const char* tag : {"White", "Black"})
                text += std::string("[") + tag + " \"" + archive.names[random() % archive.names.size()] + "\"]\n";
            text += "\n" + random_moves(*languages().find(archive.notation), 40, random);
            const std::string bytes = encoded(text, archive.charset);
            const CharsetChoice choice = detect_charset(bytes, languages());
            const bool same = choice.charset->decoded(bytes) == text;
            right += same;
            if (!same && choice.rivals.empty() && ++silently_wrong)
                UNSCOPED_INFO(choice.charset->name() << ": " << choice.charset->decoded(bytes).substr(0, 60));
            if (!same)
                UNSCOPED_INFO("wrong: " << choice.charset->name() << choice.charset->decoded(bytes).substr(0, 60));
        }
        INFO(archive.notation << " in " << archive.charset);
        CHECK(right * 100 >= fragments * 95);
        CHECK(silently_wrong == 0);
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
