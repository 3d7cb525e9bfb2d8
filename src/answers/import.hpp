#pragma once

#include "answers/writer.hpp"
#include "jobs/import_report.hpp"

namespace cofnod::answers {

/// Declares the list of the files of an import.
const Answer<jobs::FileReport>& import_list();

/// Writes the list, preceded by the database and the totals.
void write_import(const jobs::ImportReport& report, Format format, const Output& out);

}  // namespace cofnod::answers
