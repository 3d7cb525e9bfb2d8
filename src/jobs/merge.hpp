#pragma once

#include <string>

#include "jobs/host.hpp"
#include "jobs/import_report.hpp"

namespace cofnod::jobs {

class ImportTarget;
struct ImportOptions;

/// Imports the games of a database into another, whole or not at all: with their sources, texts, problems, corrections,
/// deleted games, collections and linked duplicates, behind those that are there. A source that is there already is not
/// taken again, but the collections of its games are. A database that is not there yet is made under its name only when
/// the merge is whole. Reports each source. Throws InputError if the database cannot be
/// read, Cancelled on request; nothing is changed then.
void merge_database(const std::string& path, const ImportOptions& options, ImportTarget& target, const Host& host,
                    ImportReport& report);

}  // namespace cofnod::jobs
