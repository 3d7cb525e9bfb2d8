#include <rapidcheck.h>
#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.hpp"
#include "collect.hpp"

using namespace cofnod;
using namespace cofnod::importers;

namespace {

std::vector<std::string> sample_texts() {
    std::vector<std::string> texts;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(COFNOD_ROOT "/sample-data/chess")) {
        if (!entry.is_regular_file()) continue;
        std::ostringstream text;
        text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
        texts.push_back(text.str());
    }
    return texts;
}

/// A sample after some accident: cut short, bytes flipped, a stretch lost or doubled, two files glued together.
std::string damaged(std::string text, const std::vector<std::string>& others) {
    const auto at = [&] { return *rc::gen::inRange<std::size_t>(0, std::max<std::size_t>(text.size(), 1)); };
    switch (*rc::gen::inRange(0, 5)) {
        case 0: text.resize(at()); break;
        case 1:
            for (int i = 0; i < 8 && !text.empty(); ++i) text[at()] = static_cast<char>(*rc::gen::inRange(0, 256));
            break;
        case 2: text.erase(at(), 200); break;
        case 3: text.insert(at(), text.substr(at(), 300)); break;
        default: text = text.substr(0, at()) + others[*rc::gen::inRange<std::size_t>(0, others.size())]; break;
    }
    return text;
}

}  // namespace

TEST_CASE("whatever happens to a file, every byte belongs to one game or one separator", "[importers][property]") {
    const std::vector<std::string> texts = sample_texts();
    rc::prop("conserved", [&] {
        std::string text = damaged(texts[*rc::gen::inRange<std::size_t>(0, texts.size())], texts);
        const Format format = *rc::gen::element(Format::pgn, Format::prose, Format::page, Format::sheet,
                                                Format::positions, Format::uci);
        if (format == Format::sheet) text.insert(0, "White;Black;Number;Moves\n");
        const Collected found = read_text(text, format);

        std::vector<SourceSpan> spans = found.separators;
        for (const GameRecord& game : found.games) spans.push_back(game.span);
        std::sort(spans.begin(), spans.end(),
                  [](const SourceSpan& a, const SourceSpan& b) { return a.begin < b.begin; });
        std::uint64_t at = 0;
        for (const SourceSpan& span : spans) {
            RC_ASSERT(span.begin == at);
            RC_ASSERT(span.end > span.begin);
            at = span.end;
        }
        RC_ASSERT(at == text.size());
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
