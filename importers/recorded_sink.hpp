#pragma once

#include <deque>
#include <utility>
#include <variant>

#include "importers/sink.hpp"

namespace cofnod::importers {

/// Keeps what an importer finds, in its order, to be handed over later.
struct RecordedSink final : Sink {
    using Event = std::variant<GameRecord, SourceSpan>;
    std::deque<Event> events;

    void add_game(GameRecord&& game) override { events.emplace_back(std::move(game)); }
    void add_separator(const SourceSpan& span) override { events.emplace_back(span); }
    void reached(std::uint64_t) override {}
};

/// Hands an event over.
inline void pass_on(RecordedSink::Event&& event, Sink& next) {
    if (auto* const game = std::get_if<GameRecord>(&event))
        next.add_game(std::move(*game));
    else
        next.add_separator(std::get<SourceSpan>(event));
}

}  // namespace cofnod::importers
