#pragma once

#include <string>

#include "importers/import.hpp"
#include "jobs/reading_options.hpp"
#include "notation/languages.hpp"

namespace cofnod::jobs {

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
