#pragma once

#include <optional>
#include <string>
#include <vector>

#include "answers/writer.hpp"

namespace cofnod::answers {

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

}  // namespace cofnod::answers
