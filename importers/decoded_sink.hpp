#pragma once

#include <string>
#include <vector>

#include "importers/block_reader.hpp"
#include "importers/charset.hpp"
#include "importers/sink.hpp"

namespace cofnod::importers {

/// Stands between an importer that reads a decoded block and the sink: puts places back to bytes of the source, and
/// gives games their own bytes for `source_text`.
class DecodedSink : public Sink {
public:
    struct What {
        const Charset* charset;
        std::vector<const Charset*> rivals;  ///< under which the source could be read too: games they change are told
        bool keep_source;
    };

    DecodedSink(const Block& block, const What& what, Sink& next) : block_(block), what_(what), next_(next) {}

    void add_game(GameRecord&& game) override;
    void add_separator(const SourceSpan& span) override;
    void reached(std::uint64_t) override {}

private:
    std::uint64_t byte_at(std::uint64_t place);
    void tell_rivals(GameRecord& game, std::string_view bytes) const;

    const Block& block_;
    const What& what_;
    Sink& next_;
    struct Counted {
        std::size_t offset = 0;  ///< of the text
        std::size_t bytes = 0;
    };
    Counted counted_;  ///< up to the last place asked for
    Counted game_;     ///< where the game begins: behind it no place goes back
};

}  // namespace cofnod::importers
