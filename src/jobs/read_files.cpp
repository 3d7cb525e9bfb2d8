#include "jobs/read_files.hpp"

#include <utility>

#include "jobs/input_files.hpp"
#include "jobs/reading.hpp"

namespace cofnod::jobs {

namespace {

void read_source(Input input, const ReadingSetup& reading, SourcesSink& sink, Tally& total, bool keep_going,
                 const Host& host) {
    const std::string name = input.source.name();
    host.progress.begin_file(name, input.source.size(), 0);
    sink.begin_source(name);
    Tally tally;
    CountingSink counting(tally, total, &sink, host);
    const auto finish = [&] {
        host.progress.end_file();
        total += tally;
        sink.end_source(name, tally);
    };
    try {
        if (!input.empty)
            importers::import_source(input.source, reading.languages, input.options(reading.how), counting);
    } catch (const Error&) {
        if (keep_going) finish();
        throw;
    }
    finish();
}

}  // namespace

void read_sources(importers::Container& container, const ReadingSetup& reading, SourcesSink& sink, Tally& total,
                  bool keep_going, const Host& host) {
    while (auto source = container.next()) {
        try {
            read_source(look_into(std::move(*source), reading.how, reading), reading, sink, total, keep_going, host);
        } catch (const InputError& error) {
            if (!keep_going) throw;
            host.reporter.error(error);
        }
    }
}

}  // namespace cofnod::jobs
