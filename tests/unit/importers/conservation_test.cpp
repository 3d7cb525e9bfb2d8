#include <rapidcheck.h>
#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>

#include <algorithm>

#include "base/error.hpp"
#include "collect.hpp"
#include "damage.hpp"
#include "games/record/record.hpp"

using namespace cofnod;
using namespace cofnod::importers;
using namespace cofnod::testing;

namespace {

/// Checks that games and separators adjoin from the first byte to the last, and that a quoted game is within the one
/// after it.
void check_conserved(const Collected& found, std::uint64_t size) {
    std::vector<SourceSpan> spans = found.separators;
    for (const GameRecord& game : found.games)
        if (!game.span.is_empty()) spans.push_back(game.span);  // games without bytes are quoted by the next
    std::sort(spans.begin(), spans.end(), [](const SourceSpan& a, const SourceSpan& b) { return a.begin < b.begin; });
    std::uint64_t at = 0;
    for (const SourceSpan& span : spans) {
        RC_ASSERT(span.begin == at);
        RC_ASSERT(span.end > span.begin);
        at = span.end;
    }
    RC_ASSERT(at == size);
}

/// Checks that the passages of separators contain all their non-blank text.
void check_text_kept(const Collected& found, const std::string& text) {
    std::vector<bool> kept(text.size());
    for (const Passage& passage : found.passages)
        for (std::uint64_t at = passage.span.begin; at < passage.span.end; ++at) kept.at(at) = true;
    for (const SourceSpan& span : found.separators)
        for (std::uint64_t at = span.begin; at < span.end; ++at) {
            const bool is_blank = static_cast<unsigned char>(text[at]) <= ' ' || text[at] == '\xA0';  // in Windows-1252
            const bool is_lost = !kept[at] && !is_blank;
            if (is_lost) RC_LOG() << "lost from byte " << at << " on: " << text.substr(at, 80) << "\nof " << text;
            RC_ASSERT(!is_lost);
        }
}

}  // namespace

TEST_CASE("whatever happens to a file, every byte belongs to one game or one separator", "[importers][property]") {
    const std::vector<std::string> texts = sample_texts();
    rc::prop("conserved", [&] {
        std::string text = damaged(texts[*rc::gen::inRange<std::size_t>(0, texts.size())], texts);
        const Format format =
            *rc::gen::element(Format::pgn, Format::prose, Format::page, Format::sheet, Format::positions, Format::uci);
        if (format == Format::sheet) text.insert(0, "White;Black;Number;Moves\n");
        const Collected found = read_text(text, format);
        check_conserved(found, text.size());
        if (format == Format::pgn || format == Format::prose) check_text_kept(found, text);
    });
}

TEST_CASE("text between games is passed on by paragraphs, with its place and kind", "[importers]") {
    const std::string text =
        "Y GOLOFN\n\nDwy gêm,\nac un arall.\n\n1. e4 e5 1-0\n\n* * *\n\nعنوان\n\nGwyn: A\n\n1. d4 d5 *\n";
    const Collected found = read_text(text, Format::prose);
    REQUIRE(found.games.size() == 2);
    REQUIRE(found.passages.size() == 4);
    CHECK(found.passages[0].kind == "heading");
    CHECK(found.passages[1].text == "Dwy gêm,\nac un arall.");
    CHECK(found.passages[1].kind == "prose");
    CHECK(found.passages[1].span.line == 3);
    CHECK(found.passages[2].kind == "rule");
    CHECK(found.passages[3].text == "عنوان");
    CHECK(text.substr(found.passages[3].span.begin, 10) == "عنوان");
}

TEST_CASE("so does a game that only a search of the text finds, above a heading without moves", "[importers]") {
    const std::string text =
        "a\t{\"Event\":\"Games 1-0\n"
        "1.4د 5د 2.ح3ج 6هـ 3.4هـ ف4ب 4.ب هـ×5د ف×3ج 5.و×3ج هـ×5د 6.ف4و ح6ج 7.ح3و 6و 8.ف5ب 5ز\n"
        "9.ح×5ز و×5ز 10.ف×5ز+ حز7هـ و6د\n"
        "الأسود: ";
    const Collected found = read_text(text, Format::prose);
    REQUIRE(found.games.size() == 2);
    CHECK(found.games[0].ply_count == 20);
    check_conserved(found, text.size());
}

TEST_CASE("the same is true of bytes in any character set", "[importers][property]") {
    const std::vector<std::string> texts = sample_texts();
    rc::prop("conserved", [&] {
        const std::string text = damaged(texts[*rc::gen::inRange<std::size_t>(0, texts.size())], texts);
        const Format format = *rc::gen::element(Format::pgn, Format::prose);
        const auto* const charset =
            *rc::gen::element(Charset::find("windows-1256"), Charset::find("koi8-r"), Charset::find("MacArabic"),
                              Charset::find("utf-16le"), Charset::find("utf-16be"));
        Collected found;
        Source source = Source::of_text("test", text);
        import_source(source, languages(), {.format = format, .charset = charset}, found);
        check_conserved(found, text.size());
    });
}

TEST_CASE("games behind a damaged one come through", "[importers][property]") {
    std::vector<std::string> texts = sample_texts();
    std::erase_if(texts, [](const std::string& text) { return !text.starts_with("[Event "); });
    REQUIRE(texts.size() > 3);
    rc::prop("none is lost", [&] {
        const auto any = [&] { return texts[*rc::gen::inRange<std::size_t>(0, texts.size())]; };
        const std::string behind = any();
        const Collected alone = read_text(behind, Format::pgn);
        const Collected found = read_text(damaged(any(), texts) + "\n\n" + behind, Format::pgn);
        RC_ASSERT(found.games.size() >= alone.games.size());
        const std::size_t before = found.games.size() - alone.games.size();
        for (std::size_t i = 0; i < alone.games.size(); ++i) {
            RC_ASSERT(found.games[before + i].moves == alone.games[i].moves);
            RC_ASSERT(found.games[before + i].state == alone.games[i].state);
            RC_ASSERT(found.games[before + i].tags == alone.games[i].tags);
        }
    });
}

TEST_CASE("a game that is not complete keeps its text and says why", "[importers][property]") {
    const std::vector<std::string> texts = sample_texts();
    rc::prop("explained", [&] {
        const std::string text = damaged(texts[*rc::gen::inRange<std::size_t>(0, texts.size())], texts);
        for (const GameRecord& game : read_text(text, Format::pgn).games) {
            RC_ASSERT((game.state == GameState::rejected) ==
                      (game.state != GameState::complete && game.ply_count == 0));
            if (game.state == GameState::complete) continue;
            RC_ASSERT(game.source_text == text.substr(game.span.begin, game.span.end - game.span.begin));
            RC_ASSERT(std::any_of(game.problems.begin(), game.problems.end(),
                                  [](const Problem& problem) { return problem.severity == Severity::fault; }));
        }
    });
}
