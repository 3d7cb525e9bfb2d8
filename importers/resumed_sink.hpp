#pragma once

#include <cstdint>
#include <utility>

#include "importers/sink.hpp"

namespace cofnod::importers {

/// Forwards what an earlier import, which stopped at byte `begin` inside a block, has not handed over.
class ResumedSink final : public Sink {
public:
    ResumedSink(std::uint64_t begin, Sink& next) : begin_(begin), next_(next) {}

    void add_game(GameRecord&& game) override {
        if (is_new(game.span)) next_.add_game(std::move(game));
    }
    void add_separator(const Separator& separator) override {
        if (is_new(separator.span)) next_.add_separator(separator);
    }
    void reached(std::uint64_t) override {}

    /// True if the byte is inside a game or a separator: the earlier import cut the text differently, and nothing has
    /// been handed over.
    [[nodiscard]] bool is_inside() const { return is_inside_; }

private:
    bool is_new(const SourceSpan& span) {
        is_inside_ = is_inside_ || (span.begin < begin_ && begin_ < span.end);
        return span.begin >= begin_ && !is_inside_;
    }

    std::uint64_t begin_;
    bool is_inside_ = false;
    Sink& next_;
};

}  // namespace cofnod::importers
