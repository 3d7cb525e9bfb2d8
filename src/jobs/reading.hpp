#pragma once

#include <string>

#include "importers/import.hpp"
#include "jobs/reading_options.hpp"
#include "notation/languages.hpp"

namespace cofnod::jobs {

/// Resolved ReadingOptions. Throws UsageError for an unknown notation or character set, InputError for an unreadable
/// notation file.
struct ReadingSetup {
    explicit ReadingSetup(const ReadingOptions& options);
    ReadingSetup(const ReadingSetup&) = delete;
    ReadingSetup& operator=(const ReadingSetup&) = delete;

    notation::Languages languages;
    const importers::Charset* charset;  ///< nullptr: to be detected
    std::string text;                   ///< "--from prose --from-notation cy": for the record of an import
    importers::Options how;             ///< options that keep neither the text of games nor moves as text
};

}  // namespace cofnod::jobs
