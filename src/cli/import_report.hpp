#pragma once

#include "cli/streams.hpp"
#include "jobs/import_report.hpp"
#include "notation/languages.hpp"

namespace cofnod::cli {

void print_summary(const jobs::ImportReport& report, const notation::Languages& languages, Streams& io);

}  // namespace cofnod::cli
