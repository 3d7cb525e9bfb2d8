#pragma once

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
    void add_separator(const SourceSpan& span) override { writer_.add_separator(span.end - span.begin); }
    void reached(std::uint64_t) override {}

private:
    store::GameWriter& writer_;
};

}  // namespace cofnod::jobs
