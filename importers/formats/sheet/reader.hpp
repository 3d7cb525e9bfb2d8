#pragma once

#include <memory>

#include "importers/formats/formats.hpp"

namespace cofnod::importers::sheet {

/// Returns whether the first row names columns that moves can be found in. A cell may hold PGN of several lines.
bool begins_as_sheet(const SourceStart& start);

/// Reads sheets by the columns that the first row names.
std::unique_ptr<Deriver> reader_of(const SourceStart& start);

}  // namespace cofnod::importers::sheet
