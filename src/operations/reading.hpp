#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "games/record/record.hpp"
#include "importers/formats/format.hpp"
#include "importers/formats/sheet/sheet.hpp"
#include "importers/import.hpp"
#include "importers/limits.hpp"
#include "importers/text/container.hpp"
#include "notation/languages.hpp"
#include "operations/host.hpp"
#include "operations/tally.hpp"
#include "store/game_reader.hpp"

namespace cofnod::operations {

/// Options for reading files of games.
struct ReadingOptions {
    importers::Format from = importers::Format::detect;
    importers::sheet::ColumnMap columns = {};  ///< meaning of the columns of sheets
    importers::Limits limits = {};
    std::string from_notation = {};    ///< notation of all moves; empty: detected per game
    std::string prefer_notation = {};  ///< notation assumed for games that are legal in several
    std::string charset = {};          ///< empty: detected
    std::string ocr = {};              ///< languages for character recognition in images; empty: detected
    std::vector<std::string> notation_files = {};
};

/// Resolved ReadingOptions. Throws UsageError for an unknown notation or character set, InputError for an unreadable
/// notation file.
struct ReadingSetup {
    explicit ReadingSetup(const ReadingOptions& options);
    ReadingSetup(const ReadingSetup&) = delete;
    ReadingSetup& operator=(const ReadingSetup&) = delete;

    notation::Languages languages;
    const importers::Charset* charset;  ///< nullptr: to be detected
    std::string text;                   ///< "--from prose --from-notation cy": recorded with an import
    importers::Options how;             ///< options that keep neither the text of games nor their moves as text
};

/// Receives the games of files, source by source; an archive has several sources.
class SourcesSink : public importers::Sink {
public:
    virtual void begin_source(const std::string& /*name*/, const importers::Charset& /*charset*/) {}
    /// Called at the end of a source with its tally.
    virtual void end_source(const std::string& /*name*/, const Tally& /*found*/) {}
    void add_separator(const importers::Separator& /*separator*/) override {}
    void reached(std::uint64_t /*end*/) override {}
};

/// Reads the sources of a container into a sink and adds their findings to `total`. With `keep_going`, a source that
/// cannot be read to its end is reported, and the others are read.
void read_sources(importers::Container& container, const ReadingSetup& reading, SourcesSink& sink, Tally& total,
                  bool keep_going, const Host& host);

/// Reads a file of any format. Returns an error that lists the members of an archive that were not read.
std::optional<InputError> import_into(SourcesSink& sink, const std::string& path, const ReadingSetup& reading,
                                      const Host& host);

/// Returns the header that a record will have once stored; id, place and opening are empty.
store::GameHeader header_of(const GameRecord& record);

/// Returns the header of a record that replaces a stored game, with that game's id and place in the source.
store::GameHeader header_in_place_of(const store::GameHeader& stored, const GameRecord& record);

}  // namespace cofnod::operations
