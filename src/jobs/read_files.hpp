#pragma once

#include <optional>
#include <string>
#include <vector>

#include "importers/text/container.hpp"
#include "jobs/host.hpp"
#include "jobs/reading.hpp"
#include "jobs/tally.hpp"

namespace cofnod::jobs {

/// Receives the games of files, source by source: an archive has several.
class SourcesSink : public importers::Sink {
public:
    virtual void begin_source(const std::string& /*name*/) {}
    /// Called with what was found.
    virtual void end_source(const std::string& /*name*/, const Tally& /*found*/) {}
    void add_separator(const SourceSpan& /*span*/) override {}
    void reached(std::uint64_t /*end*/) override {}
};

/// Reads the sources of a container into a sink. `total` is what was found so far and grows; with `keep_going` a source
/// that cannot be read to its end is reported, and the others are read.
void read_sources(importers::Container& container, const Reading& reading, SourcesSink& sink, Tally& total,
                  bool keep_going, const Host& host);

}  // namespace cofnod::jobs
