#pragma once

#include "importers/block_reader.hpp"
#include "importers/derived_text.hpp"
#include "importers/sink.hpp"

namespace cofnod::importers {

/// Stands between an importer that reads a derived text and the sink: puts places back to those of the block that the
/// text was made of, and gives games their own bytes for `source_text`.
class DerivedSink : public Sink {
public:
    DerivedSink(const Block& block, const DerivedText& derived, bool keep_source, Sink& next)
        : block_(block), derived_(derived), keep_source_(keep_source), next_(next) {}

    void add_game(GameRecord&& game) override;
    void add_separator(const SourceSpan& span) override;
    void reached(std::uint64_t) override {}
    /// What comes after all games and separators, if anything.
    void finish();

private:
    [[nodiscard]] std::uint64_t byte_at(std::uint64_t place) const;
    [[nodiscard]] Place place_of(const Place& place);

    const Block& block_;
    const DerivedText& derived_;
    bool keep_source_;
    Sink& next_;
    std::uint64_t done_ = 0;  ///< bytes of the block that belong to something
    Anchor anchor_{0, block_.line, block_.begin};  ///< where the last game begins
    Anchor seen_ = anchor_;                        ///< where the last problem stands
};

}  // namespace cofnod::importers
