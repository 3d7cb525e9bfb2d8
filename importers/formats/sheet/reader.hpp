#pragma once

#include <memory>

#include "importers/formats/formats.hpp"

namespace cofnod::importers::sheet {

/// Returns true if the first row names columns in which moves can be found. A cell may contain multi-line PGN.
bool begins_as_sheet(const SourceStart& start);

/// Returns the Deriver for a sheet whose columns are named by its first row.
std::unique_ptr<Deriver> reader_of(const SourceStart& start);

}  // namespace cofnod::importers::sheet
