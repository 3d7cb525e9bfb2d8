#pragma once

#include "importers/block_reader.hpp"
#include "importers/limits.hpp"
#include "importers/sink.hpp"

namespace cofnod::importers {

/// Stands between an importer and the sink: shortens tags and comments that are over a limit, says so, and sees to it
/// that the game keeps its text.
class LimitedSink : public Sink {
public:
    LimitedSink(const Block& block, const Limits& limits, bool keep_source, Sink& next)
        : block_(block), limits_(limits), keep_source_(keep_source), next_(next) {}

    void add_game(GameRecord&& game) override;
    void add_separator(const SourceSpan& span) override { next_.add_separator(span); }
    void reached(std::uint64_t end) override { next_.reached(end); }

private:
    const Block& block_;
    const Limits& limits_;
    bool keep_source_;
    Sink& next_;
};

}  // namespace cofnod::importers
