#pragma once

#include <memory>

#include "importers/formats/formats.hpp"

namespace cofnod::importers::sheet {

/// Returns true if the first row names columns in which moves can be found. A cell may hold PGN of several lines.
bool begins_as_sheet(const SourceStart& start);

/// Reads sheets by the columns that the first row names.
std::unique_ptr<Deriver> reader_of(const SourceStart& start);

}  // namespace cofnod::importers::sheet
