#include <catch2/catch.hpp>

#include <random>
#include <sstream>

#include "base/error.hpp"
#include "charset_text.hpp"
#include "damage.hpp"
#include "events.hpp"

using namespace cofnod;
using namespace cofnod::importers;

namespace {

/// Returns options for blocks of a few games each.
Options in_small_blocks(unsigned threads) {
    Options options;
    options.block_size = 2048;
    options.threads = threads;
    return options;
}

/// Returns the PGN of all samples, a dozen languages in turn, some games in Windows-1252, with notes between the games.
std::string of_many_languages() {
    std::string text;
    for (int round = 0; round < 3; ++round)
        for (const std::string& sample : testing::sample_texts()) {
            if (!sample.starts_with("[Event ")) continue;
            text += sample + "\n\n";
            text += "[Event \"Caf\xE9 de la R\xE9gence\"]\n[White \"L\xE9gal\"]\n\n1. e4 e5 2. Cf3 d6 3. Fc4 Fg4 *\n\n";
            text += "% ymlaen\n\n[Event \"Dim\"]\n\n1. e4 e5 2. d4 exd4 3. Q9 *\n\n";
        }
    return text;
}

}  // namespace

TEST_CASE("what is read does not depend on the number of threads", "[importers][threads]") {
    std::vector<std::string> texts = testing::sample_texts();
    texts.push_back(of_many_languages());
    texts.push_back("White,Black,Moves\nSiân,Owain,1. e4 e5\nOwain,Siân,1. d4 d5\n");
    texts.push_back("<html><body><p>1. e4 e5 2. Nf3 Nc6 1-0</p><p>1. d4 d5 0-1</p></body></html>");
    texts.push_back("e2e4 e7e5 g1f3\nd2d4 d7d5\n");
    for (const std::string& text : texts) {
        const auto alone = events_of(text, in_small_blocks(1)).texts;
        REQUIRE(!alone.empty());
        for (const unsigned threads : {2U, 4U, 7U}) CHECK(events_of(text, in_small_blocks(threads)).texts == alone);
    }
}

TEST_CASE("nor in a source of one byte a character", "[importers][threads]") {
    Options options = in_small_blocks(1);
    options.charset = Charset::find("windows-1252");
    const std::string text = of_many_languages();
    const auto alone = events_of(text, options).texts;
    options.threads = 3;
    CHECK(events_of(text, options).texts == alone);
}

TEST_CASE("an import that goes on anywhere finds what one that never stopped finds behind", "[importers][threads]") {
    const std::string text = of_many_languages();
    const Events whole = events_of(text, in_small_blocks(1));

    std::mt19937 random(1901);
    for (int i = 0; i < 25; ++i) {
        const std::size_t at = random() % whole.spans.size();
        Options options = in_small_blocks(1 + static_cast<unsigned>(random() % 3));
        options.begin = whole.spans[at].end;
        const std::vector<std::string> behind(whole.texts.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                                              whole.texts.end());
        CHECK(events_of(text, options).texts == behind);
    }
}

TEST_CASE("an import that goes on inside what is a game now reads every byte behind", "[importers][threads]") {
    const std::string text = of_many_languages();
    for (const char* const inside : {"e5 2.", "ymlaen", "Q9"}) {
        Options options = in_small_blocks(2);
        options.begin = text.find(inside);
        std::uint64_t next = options.begin;
        for (const SourceSpan& span : events_of(text, options).spans) {
            CHECK(span.begin == next);
            next = span.end;
        }
        CHECK(next == text.size());
    }
}

TEST_CASE("a sink that throws ends the other threads", "[importers][threads]") {
    struct Full {};
    struct SmallSink : Sink {
        int games = 0;
        void add_game(GameRecord&&) override {
            if (++games == 40) throw Full{};
        }
        void add_separator(const Separator&) override {}
        void reached(std::uint64_t) override {}
    };
    for (const unsigned threads : {1U, 2U, 4U}) {
        Source source = Source::of_text("test", of_many_languages());
        SmallSink sink;
        CHECK_THROWS_AS(import_source(source, languages(), in_small_blocks(threads), sink), Full);
        CHECK(sink.games == 40);
    }
}
