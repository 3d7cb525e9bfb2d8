#pragma once

#include <filesystem>

#include "columns/export.hpp"

namespace cofnod::columns {

/// Writes what an export is: schema.json for programs, README.md for people. Throws LimitError if it cannot.
void describe(const ExportOptions& options, const ExportSummary& summary, const std::filesystem::path& folder);

}  // namespace cofnod::columns
