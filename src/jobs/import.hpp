#pragma once

#include <map>
#include <string>
#include <vector>

#include "index/upkeep.hpp"
#include "jobs/host.hpp"
#include "jobs/import_report.hpp"

namespace cofnod::jobs {

struct ReadingSetup;

struct ImportOptions {
    std::string database;
    std::vector<std::string> files;  ///< or folders; "-": standard input
    std::string citation = {};       ///< provenance of the files, free text
    /// Provenance of single files, by their path or name; these have no other.
    std::map<std::string, std::string> citations = {};
    bool keep_source = true;
    bool text_index = true;
    bool keep_san = false;
    bool index = true;
    index::Resources resources = {};
    bool dry_run = false;
    bool problems = false;  ///< report every problem of every game
};

/// Reads files into a database. A file that cannot be read is reported, and the others are imported. If cancelled,
/// games read so far are kept, and the same call continues from there.
ImportReport import_files(const ImportOptions& options, const ReadingSetup& reading, const Host& host);

}  // namespace cofnod::jobs
