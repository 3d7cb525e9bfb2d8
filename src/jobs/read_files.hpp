#pragma once

#include <optional>
#include <string>
#include <vector>

#include "importers/text/container.hpp"
#include "jobs/host.hpp"
#include "jobs/tally.hpp"

namespace cofnod::jobs {

struct ReadingSetup;

/// Receives the games of files, source by source; an archive has several sources.
class SourcesSink : public importers::Sink {
public:
    virtual void begin_source(const std::string& /*name*/) {}
    /// Called at the end of a source with its tally.
    virtual void end_source(const std::string& /*name*/, const Tally& /*found*/) {}
    void add_separator(const importers::Separator& /*separator*/) override {}
    void reached(std::uint64_t /*end*/) override {}
};

/// Reads the sources of a container into a sink. `total` accumulates the findings; with `keep_going` a source that
/// cannot be read to its end is reported, and the others are read.
void read_sources(importers::Container& container, const ReadingSetup& reading, SourcesSink& sink, Tally& total,
                  bool keep_going, const Host& host);

}  // namespace cofnod::jobs
