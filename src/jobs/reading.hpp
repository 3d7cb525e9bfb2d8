#pragma once

#include <string>
#include <vector>

#include "importers/import.hpp"
#include "notation/languages.hpp"

namespace cofnod::jobs {

/// How files of games are to be read.
struct ReadingOptions {
    importers::Format from = importers::Format::detect;
    importers::sheet::ColumnMap columns = {};  ///< what columns of sheets mean
    importers::Limits limits = {};
    std::string from_notation = {};    ///< of all moves; empty: detected per game
    std::string prefer_notation = {};  ///< of games that are legal in several
    std::string charset = {};          ///< empty: detected
    std::vector<std::string> notation_files = {};
};

/// The same with names looked up. Throws UsageError for a notation or character set that is not known, InputError for
/// a notation file that cannot be read.
struct Reading {
    explicit Reading(const ReadingOptions& options);
    Reading(const Reading&) = delete;
    Reading& operator=(const Reading&) = delete;

    notation::Languages languages;
    const importers::Charset* charset;  ///< nullptr: to be detected
    std::string text;                   ///< "--from prose --from-notation cy": for the record of an import
    importers::Options how;             ///< keeps neither the text of games nor moves as text
};

}  // namespace cofnod::jobs
