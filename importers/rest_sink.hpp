#pragma once

#include <cstdint>
#include <utility>

#include "importers/sink.hpp"

namespace cofnod::importers {

/// Stands before the sink where an earlier import stopped inside a block: what that import has is not handed over
/// again.
class RestSink final : public Sink {
public:
    /// Thrown when the byte is inside a game: the earlier import cut the text otherwise. Nothing has been handed over.
    struct InsideAGame {};

    RestSink(std::uint64_t begin, Sink& next) : begin_(begin), next_(next) {}

    void add_game(GameRecord&& game) override {
        if (is_new(game.span)) next_.add_game(std::move(game));
    }
    void add_separator(const SourceSpan& span) override {
        if (is_new(span)) next_.add_separator(span);
    }
    void reached(std::uint64_t) override {}

private:
    [[nodiscard]] bool is_new(const SourceSpan& span) const {
        if (span.begin < begin_ && begin_ < span.end) throw InsideAGame{};
        return span.begin >= begin_;
    }

    std::uint64_t begin_;
    Sink& next_;
};

}  // namespace cofnod::importers
