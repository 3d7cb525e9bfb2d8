#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "importers/delivery.hpp"
#include "importers/formats/source_start.hpp"
#include "importers/import.hpp"
#include "importers/text/derived_text.hpp"

namespace cofnod::importers {

/// Makes PGN or prose of the blocks of one source. For several threads at once.
class Deriver {
public:
    virtual ~Deriver() = default;

    [[nodiscard]] virtual DerivedText derived(std::string_view block, bool begins_source) const = 0;
    /// Returns where the last game begins in `rows`, where blocks are cut; 0: there is but one.
    [[nodiscard]] virtual std::size_t last_game_start(std::string_view /*rows*/, bool /*begin_source*/) const {
        return 0;
    }
};

/// The reader column of formats.def.
struct FormatReader {
    /// Reads the games of a text; nullptr for a format that another text is made of.
    void (*read)(const TextMap& text, const Options& options, ScorePlayer& player, Delivery& out) = nullptr;
    /// Learns from the first block how all of them are read. Throws InputError where that cannot be found out.
    std::unique_ptr<Deriver> (*learn)(const SourceStart& start) = nullptr;
    bool may_be_prose = false;  ///< what it makes is PGN or prose; else PGN
    bool cuts_blocks = false;   ///< the Deriver knows where games begin
};

const FormatReader& reader_of(Format format);

/// Returns PGN where a tag pair stands at the start of a line, else prose.
Format score_format(std::string_view text);

/// Detects the format of a source by its look. Throws InputError for what is not text at all (a database, a picture).
Format detect_format(const SourceStart& start);

}  // namespace cofnod::importers
