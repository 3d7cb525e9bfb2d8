#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "collect.hpp"
#include "games/record/record.hpp"

namespace cofnod::importers {

/// Returns all data of a game as text.
inline std::string record_text(const GameRecord& game) {
    std::string text =
        fmt::format("game {}-{} line {} state {} result {} key {} plies {} start '{}' san '{}'\n", game.span.begin,
                    game.span.end, game.span.line, name_of(game.state), static_cast<int>(game.result), game.final_check,
                    game.ply_count, game.start, game.san);
    for (std::size_t i = 0; i < game.tags.size(); ++i)
        text += fmt::format("[{} {}]", game.tags[i].name, game.tags[i].value);
    text += fmt::format("\n{} {} also {}\n", game.notation.code, name_of(game.notation.how),
                        fmt::join(game.notation.also, " "));
    for (const Problem& problem : game.problems)
        text += fmt::format("{}:{}:{} {} {}\n", problem.place.line, problem.place.column, problem.place.byte,
                            sentence(problem.reason), sentence(problem.advice));
    return text + game.moves + game.annotations.to_bytes() + game.unread + game.source_text + game.charset;
}

/// Keeps what an importer finds as text, in order.
struct Events : Sink {
    std::vector<std::string> texts;
    std::vector<SourceSpan> spans;

    void add_game(GameRecord&& game) override {
        texts.push_back(record_text(game));
        spans.push_back(game.span);
    }
    void add_separator(const Separator& separator) override {
        const SourceSpan& span = separator.span;
        texts.push_back(fmt::format("separator {}-{} line {}", span.begin, span.end, span.line));
        spans.push_back(span);
    }
    void reached(std::uint64_t) override {}
};

inline Events events_of(const std::string& text, const Options& options) {
    Source source = Source::of_text("test", text);
    Events found;
    import_source(source, languages(), options, found);
    return found;
}

}  // namespace cofnod::importers
