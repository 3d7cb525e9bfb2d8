#pragma once

#include "jobs/import_report.hpp"
#include "notation/languages.hpp"
#include "terminal/streams.hpp"

namespace cofnod::terminal {

void print_summary(const jobs::ImportReport& report, const notation::Languages& languages, Streams& io);

}  // namespace cofnod::terminal
