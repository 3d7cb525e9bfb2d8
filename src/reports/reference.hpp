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
    bool is_written;  ///< false: read only
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

/// Declares the list of CQL filters.
const Answer<ListedFilter>& filter_list();

/// The value of a configuration key, and its origin.
struct ListedSetting {
    std::string key;
    std::optional<std::string> value;
    std::string origin;  ///< "built_in", "user", "project", "environment", "flag"
    std::string place;   ///< variable, option, or file and line; empty: none
};

/// Paths of the configuration files that were read; nullopt if there is none.
struct SettingFiles {
    std::optional<std::string> user, project;
};

/// Declares the list of settings.
Answer<ListedSetting> setting_list();

void write_settings(const std::vector<ListedSetting>& settings, const SettingFiles& files, Format format,
                    const Output& out);

}  // namespace cofnod::reports
