#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "importers/delivery.hpp"
#include "importers/formats/sheet/sheet.hpp"
#include "importers/import.hpp"
#include "importers/text/derived_text.hpp"

namespace cofnod::importers {

class ScorePlayer;

/// Start of a source and its known properties.
struct SourceStart {
    std::string_view text;
    std::string_view name;  ///< source name
    const notation::Languages& languages;
    const sheet::ColumnMap& columns;
    const databases::BaseFiles* base = nullptr;  ///< set for a database of another program, which has no text
};

/// Counts the marks that begin and end the parts of a source, block by block from front to back.
class EndMarks {
public:
    virtual ~EndMarks() = default;

    virtual void add(std::string_view block) = 0;
    /// Returns the number of parts begun and ended.
    [[nodiscard]] virtual Declared counted() const = 0;
};

/// Converts the blocks of one source to PGN or prose. Thread-safe.
class Deriver {
public:
    virtual ~Deriver() = default;

    [[nodiscard]] virtual DerivedText derived(std::string_view block, bool begins_source) const = 0;
    /// Returns the start of the last game in `rows`, where a block is cut; 0 if there is only one.
    [[nodiscard]] virtual std::size_t last_game_start(std::string_view /*rows*/, bool /*begin_source*/) const {
        return 0;
    }
    /// Returns a counter of marks that a source lacks if it is cut short; nullptr if the format has none.
    [[nodiscard]] virtual std::unique_ptr<EndMarks> end_marks() const { return nullptr; }
};

/// The reader column of formats.def.
struct FormatReader {
    /// Reads the games of a text; nullptr for a format that is converted to another text.
    void (*read)(const TextMap& text, const Options& options, ScorePlayer& player, Delivery& out) = nullptr;
    /// Learns from the first block how to read all blocks. Throws InputError if this cannot be determined.
    std::unique_ptr<Deriver> (*learn)(const SourceStart& start) = nullptr;
    bool may_be_prose = false;  ///< its output is PGN or prose; otherwise always PGN
    bool cuts_blocks = false;   ///< the Deriver finds the starts of games
    /// Opens a database of another program; nullptr for a text format.
    std::unique_ptr<databases::Base> (*open)(const databases::BaseFiles& files, const Charset* charset) = nullptr;
};

const FormatReader& reader_of(Format format);

/// Returns PGN if there is a tag pair at the start of a line, otherwise prose.
Format score_format(std::string_view text);

/// Detects the format of a source by content. Throws InputError if it is not text (a database, an image).
Format detect_format(const SourceStart& start);

}  // namespace cofnod::importers
