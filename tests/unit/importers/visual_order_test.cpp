// Archives in visual order, made from our samples with ICU, as a page would display them.

#include <fmt/format.h>
#include <unicode/ubidi.h>
#include <unicode/unistr.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>
#include <memory>
#include <sstream>

#include "base/problem_kinds.hpp"
#include "collect.hpp"
#include "games/pgn/writer.hpp"
#include "games/record/record.hpp"
#include "importers/text/derived_text.hpp"

using namespace cofnod;
using namespace cofnod::importers;

namespace {

std::string shown(const std::string& line, bool from_the_left) {
    const auto logical = icu::UnicodeString::fromUTF8(line);
    const std::unique_ptr<UBiDi, decltype(&ubidi_close)> bidi(ubidi_open(), ubidi_close);
    UErrorCode status = U_ZERO_ERROR;
    ubidi_setPara(bidi.get(), logical.getBuffer(), logical.length(), from_the_left ? UBIDI_LTR : UBIDI_RTL, nullptr,
                  &status);
    icu::UnicodeString visual;
    const std::int32_t capacity = logical.length() + 1;
    const std::int32_t length = ubidi_writeReordered(bidi.get(), visual.getBuffer(capacity), capacity,
                                                     UBIDI_DO_MIRRORING | UBIDI_KEEP_BASE_COMBINING, &status);
    visual.releaseBuffer(length);
    REQUIRE(U_SUCCESS(status));
    std::string result;
    return visual.toUTF8String(result);
}

/// `tags_from_the_left`: as `[White "ىفروم لوب"]`, otherwise `["ىفروم لوب" White]`.
std::string visual(const std::string& text, bool tags_from_the_left = false) {
    std::istringstream lines(text);
    std::string result;
    for (std::string line; std::getline(lines, line);)
        result += shown(line, tags_from_the_left && line.starts_with('[')) + '\n';
    return result;
}

std::string sample(const std::string& name) {
    std::ifstream file(COFNOD_ROOT "/sample-data/chess/" + name, std::ios::binary);
    REQUIRE(file);
    return {std::istreambuf_iterator<char>(file), {}};
}

Collected read_given(const std::string& text, const std::string& code) {
    Collected found;
    Source source = Source::of_text("test.pgn", text);
    import_source(source, languages(), {.notation = languages().find(code)}, found);
    return found;
}

bool is_turned(const GameRecord& game) {
    return std::any_of(game.problems.begin(), game.problems.end(),
                       [](const Problem& problem) { return problem.group() == ProblemGroup::visual_order; });
}

void check_same_games(const Collected& found, const Collected& logical) {
    REQUIRE(found.games.size() == logical.games.size());
    for (std::size_t i = 0; i < found.games.size(); ++i) {
        CHECK(found.games[i].san == logical.games[i].san);
        CHECK(found.games[i].state == GameState::complete);
        CHECK(found.games[i].notation == logical.games[i].notation);
        CHECK(found.games[i].tags.find("White") == logical.games[i].tags.find("White"));
        CHECK(is_turned(found.games[i]));
        CHECK_FALSE(is_turned(logical.games[i]));
    }
}

}  // namespace

TEST_CASE("Arabic archives in visual order give the games of those in logical order", "[importers][arabic]") {
    for (const std::string name : {"ar/mubarayat.pgn", "ar/sahifa.txt"}) {
        for (const bool tags_from_the_left : {false, true}) {
            INFO(name);
            const std::string text = sample(name);
            check_same_games(read_text(visual(text, tags_from_the_left)), read_text(text));
        }
    }
}

TEST_CASE("every Arabic convention and Hebrew may stand in visual order", "[importers][arabic]") {
    const Collected english = read_text(sample("cy/gemau-enwog.pgn"));
    for (const std::string code : {"ar", "ar-left", "ar-letter", "ar-letter-left", "he"}) {
        INFO(code);
        std::string text;
        for (const GameRecord& game : english.games)
            pgn::write(game, {.language = languages().find(code), .reduced = true}, text);
        text = without_move_language(text);
        check_same_games(read_text(visual(text)), read_text(text));
    }
}

TEST_CASE("Arabic in logical order is never turned", "[importers][arabic]") {
    for (const GameRecord& game : read_text(sample("ar/sahifa.txt")).games) CHECK_FALSE(is_turned(game));
    for (const GameRecord& game : read_text("1. 4د 5د 2. ح9ج *\n", Format::pgn).games) CHECK_FALSE(is_turned(game));
}

TEST_CASE("Arabic in logical order is not turned where it begins with a later move", "[importers][arabic]") {
    for (const GameRecord& game : read_text(sample("ar/mubarayat.pgn")).games) {
        std::string whole;
        pgn::write(game, {.language = languages().find("ar"), .reduced = true}, whole);
        const std::string tags = whole.substr(0, whole.find("\n\n") + 2);
        std::string moves = whole.substr(tags.size());
        std::replace(moves.begin(), moves.end(), '\n', ' ');
        for (int number = 2; moves.find(fmt::format(" {}. ", number)) != std::string::npos; ++number) {
            const std::string rest = moves.substr(moves.find(fmt::format(" {}. ", number)) + 1) + '\n';
            INFO(rest);
            const std::string heading =
                fmt::format("الأبيض: {}\nالأسود: {}\n\n", *game.tags.find("White"), *game.tags.find("Black"));
            for (const std::string& text : {tags + rest, heading + rest, rest}) {
                const Collected found = read_text(text);
                REQUIRE(found.games.size() == 1);
                CHECK_FALSE(is_turned(found.games[0]));
                if (text != rest) CHECK(found.games[0].tags.find("White") == game.tags.find("White"));
            }
        }
    }
}

TEST_CASE("the text of a game that could not be read is not turned when it is read again", "[importers][arabic]") {
    const std::string text =
        "[White \"ستيبان ليفيتسكي\"]\n[Black \"فرانك مارشال\"]\n[Result \"0-1\"]\n\n"
        "{[%unread المكان: بريسلاو 17.و2د ف×3و 18.ب ز×3و و×3و 19.ر×5هـ ح4هـ 20.و5أ رد8ج]} 0-1\n";
    const Collected found = read_text(text);
    REQUIRE(found.games.size() == 1);
    CHECK_FALSE(is_turned(found.games[0]));
    CHECK(found.games[0].unread.starts_with("المكان: بريسلاو"));
}

TEST_CASE("moves alone turn a text only where they are more than chance", "[importers][arabic]") {
    const std::string few = "د5 د4\n", many = "ز5ف ج6ح ج3ح د5 د4\n";
    CHECK_FALSE(is_turned(read_text("[White \"A\"]\n\n" + few, Format::pgn).games[0]));
    CHECK(is_turned(read_text("[White \"A\"]\n\n" + many, Format::pgn).games[0]));
}

TEST_CASE("words and numbers tell in which order a line is stored", "[importers][arabic]") {
    const auto words = [](const std::string& text) {
        const OrderSigns signs = signs_of_words(text, languages());
        return std::pair(signs.logical, signs.visual);
    };
    const auto numbers = [](const std::string& text) {
        const OrderSigns signs = signs_of_numbers(text);
        return std::pair(signs.logical, signs.visual);
    };
    using Signs = std::pair<std::size_t, std::size_t>;
    CHECK(words("الأبيض") == Signs(2, 0));  // the article, a known word
    CHECK(words(visual("الأبيض")) == Signs(0, 2));
    CHECK(words("القاهرة") == Signs(2, 0));  // the article, a letter that occurs only at the end of words
    CHECK(words("שחקן") == Signs(1, 0));
    CHECK(words(visual("שחקן")) == Signs(0, 1));
    CHECK(words("ح4هـ") == Signs(1, 0));
    CHECK(words("ـه4ح") == Signs(0, 1));
    CHECK(words("ح3ج White 1. e4") == Signs(0, 0));
    CHECK(numbers("8.O-O 6أ 9.ح4د") == Signs(3, 0));
    CHECK(numbers(visual("8.O-O 6أ 9.ح4د 10.4هـ")).second > numbers(visual("8.O-O 6أ 9.ح4د 10.4هـ")).first);
    CHECK(numbers("١٩.ر×٥هـ ح٤هـ ٢٠.و٥أ") == Signs(3, 0));
    CHECK(numbers("1. e4 e5 2. Nf3") == Signs(0, 0));
}

TEST_CASE("the bytes of a visual archive belong to its games, line by line", "[importers][arabic]") {
    const std::string text = visual(sample("ar/sahifa.txt"));
    const Collected found = read_text(text);
    REQUIRE(found.games.size() == 2);
    std::uint64_t bytes = 0;
    for (const SourceSpan& span : found.separators) bytes += span.end - span.begin;
    for (const GameRecord& game : found.games) {
        bytes += game.span.end - game.span.begin;
        CHECK(game.source_text == text.substr(game.span.begin, game.span.end - game.span.begin));
    }
    CHECK(bytes == text.size());
    CHECK(found.games[0].span.line == 8);
    CHECK(text.substr(found.games[1].span.begin).starts_with("يكستيفيل نابيتس :ضيبألا"));
}

TEST_CASE("a Latin text with an Arabic letter in it is not turned", "[importers][arabic]") {
    const std::string text = "1\u0679 f3 e5 2. g4 Qh4# 0-1\n";
    for (const Format format : {Format::pgn, Format::prose})
        for (const GameRecord& game : read_text(text, format).games) CHECK_FALSE(is_turned(game));
}

TEST_CASE("a game that ends inside a turned line has bytes of it", "[importers][arabic]") {
    const std::string text = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\u20AC[Event \"Made by hand\"]\n";
    Collected found;
    Source source = Source::of_text("test", text);
    import_source(source, languages(), {.format = Format::prose, .order = Order::visual}, found);
    REQUIRE(found.games.size() == 1);
    REQUIRE(found.separators.size() == 1);
    CHECK(found.games[0].span.begin == 0);
    CHECK(found.games[0].span.end > 0);
    CHECK(found.separators[0].begin == found.games[0].span.end);
    CHECK(found.separators[0].end == text.size());
}

TEST_CASE("a problem of a visual archive is at its word", "[importers][arabic]") {
    const std::string text = visual("1. 4د 5د 2. ح3ج ح6و 3. ف5ز ح9ب 4. 3هـ 6هـ\n");
    const Collected found = read_text(text, Format::pgn);
    REQUIRE(found.games.size() == 1);
    const auto fault = std::find_if(found.games[0].problems.begin(), found.games[0].problems.end(),
                                    [](const Problem& problem) { return problem.severity == Severity::fault; });
    REQUIRE(fault != found.games[0].problems.end());
    CHECK(fault->place.byte == text.find("ب9ح"));
}

TEST_CASE("a result that was turned with its line is kept and told", "[importers][arabic]") {
    const GameRecord game = read_game(visual("[Result \"1-0\"]\n\n1. 4د 5د 2. ح3ج ح6و 3. ف5ز 6ح 1-0\n"));
    CHECK(game.result == Result::white_wins);  // from the tag
    CHECK(std::any_of(game.problems.begin(), game.problems.end(),
                      [](const Problem& problem) { return problem.group() == ProblemGroup::result_disagrees; }));
}

TEST_CASE("a notation of reversed words reads reversed lines as well", "[importers][arabic]") {
    const std::string text = sample("ar/mubarayat.pgn");
    check_same_games(read_given(visual(text), "ar-visual"), read_given(text, "ar"));
    check_same_games(read_given(visual(text), "ar"), read_given(text, "ar"));
}

TEST_CASE("castlings in reversed lines leave numbers where they belong", "[importers][arabic]") {
    for (const std::string line :
         {"8.O-O 6أ 9.ح4د", "7.ح3و O-O 8.3ز حز7هـ", "5.O-O 5هـ 6.4هـ ف6هـ", "O-O 9.4ز ح5هـ", "8.O-O O-O 9.ف5د",
          "8. O-O 6ح 9. ف4ح", "6. O-O O-O 7. 3ز 5هـ", "6.حبد7 O-O 7.فو4", "12.O-O-O ر8هـ 13.ر×7هـ", "ح×2د O-O-O"}) {
        INFO(line);
        CHECK(logical_text(shown(line, false)).text() == line);
    }
}
