#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cql/reference.hpp"
#include "notation/languages.hpp"
#include "reports/writer.hpp"

namespace cofnod::reports {

struct ListedNotation {
    const notation::Language& language;
    bool is_written;  ///< false: only read
};

/// Declares the list of notations.
Answer<ListedNotation> notation_list();

/// Writes all notations, or the chosen one.
void write_notations(const notation::Languages& languages, const notation::Language* chosen, Format format,
                     const Output& out);

/// Returns "e4" or "4د".
std::string example_square(const notation::Language& language);

struct ListedFilter {
    const cql::FilterSection& section;
    const cql::FilterEntry& filter;
};

/// Declares the list of the filters of CQL.
const Answer<ListedFilter>& filter_list();

/// The value of a key of the configuration, and where it comes from.
struct ListedSetting {
    std::string key;
    std::optional<std::string> value;
    std::string origin;  ///< "built_in", "user", "project", "environment", "flag"
    std::string place;   ///< a variable, an option, or a file and its line; empty: none
};

/// The configuration files that were looked for: their paths if they were read.
struct SettingFiles {
    std::optional<std::string> user, project;
};

/// Declares the list of settings.
Answer<ListedSetting> setting_list();

void write_settings(const std::vector<ListedSetting>& settings, const SettingFiles& files, Format format,
                    const Output& out);

}  // namespace cofnod::reports
