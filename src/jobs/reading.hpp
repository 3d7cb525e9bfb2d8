#pragma once

#include <string>
#include <vector>

#include "importers/import.hpp"
#include "notation/languages.hpp"

namespace cofnod::jobs {

/// Options for reading files of games.
struct ReadingOptions {
    importers::Format from = importers::Format::detect;
    importers::sheet::ColumnMap columns = {};  ///< meaning of the columns of sheets
    importers::Limits limits = {};
    std::string from_notation = {};    ///< notation of all moves; empty: detected per game
    std::string prefer_notation = {};  ///< notation assumed for games that are legal in several
    std::string charset = {};          ///< empty: detected
    std::vector<std::string> notation_files = {};
};

/// Resolved ReadingOptions. Throws UsageError for an unknown notation or character set, InputError for an unreadable
/// notation file.
struct Reading {
    explicit Reading(const ReadingOptions& options);
    Reading(const Reading&) = delete;
    Reading& operator=(const Reading&) = delete;

    notation::Languages languages;
    const importers::Charset* charset;  ///< nullptr: to be detected
    std::string text;                   ///< "--from prose --from-notation cy": for the record of an import
    importers::Options how;             ///< options that keep neither the text of games nor moves as text
};

}  // namespace cofnod::jobs
