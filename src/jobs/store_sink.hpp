#pragma once

#include <string>
#include <vector>

#include "game/record.hpp"
#include "importers/sink.hpp"
#include "store/game_writer.hpp"

namespace cofnod::jobs {

/// Passes games from an importer to a database. The writer decides when to commit; games, separators and the progress
/// in their source are committed together.
class StoreSink : public importers::Sink {
public:
    explicit StoreSink(store::GameWriter& writer) : writer_(writer) {}

    void add_game(GameRecord&& game) override { writer_.add(game); }
    void add_separator(const importers::Separator& separator) override {
        texts_.clear();
        for (const importers::Passage& passage : separator.passages)
            texts_.push_back({.source = 0,
                              .byte = passage.span.begin,
                              .bytes = passage.span.end - passage.span.begin,
                              .line = passage.span.line,
                              .kind = std::string(passage.kind),
                              .text = passage.text});
        writer_.add_separator(separator.span.end - separator.span.begin, texts_);
    }
    void reached(std::uint64_t) override {}

private:
    store::GameWriter& writer_;
    std::vector<store::Separator> texts_;
};

}  // namespace cofnod::jobs
