#include "cli/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <utility>

#include "base/error.hpp"
#include "cli/check_database.hpp"
#include "cli/input_files.hpp"
#include "cli/interrupt.hpp"
#include "cli/notation_choice.hpp"
#include "cli/problem_sink.hpp"
#include "cli/report.hpp"
#include "cli/tally.hpp"
#include "store/store.hpp"

namespace cofnod::cli {

namespace {

class Check {
public:
    Check(const CheckOptions& options, Streams& io)
        : options_(options),
          io_(io),
          languages_(known_languages(options.notation_files)),
          charset_(charset_named(options.charset)),
          progress_(io, 0) {
        if (!options.from_notation.empty()) how_.notation = &language_named(languages_, options.from_notation);
        if (!options.prefer_notation.empty()) how_.preferred = &language_named(languages_, options.prefer_notation);
        how_.format = options.from;
        how_.columns = options.columns;
        how_.limits = options.limits;
        how_.keep_source = false;
        how_.keep_san = false;
    }

    int run() {
        const FoundFiles found = input_files(options_.files);
        for (const InputFault& fault : found.faults) fail(fault.error);
        for (const std::string& file : found.files) {
            try {
                if (store::is_database(file))
                    problems_ += check_database(file, options_.database, progress_, io_);
                else
                    check_file(file);
            } catch (const InputError& error) {
                fail(error);
            } catch (const importers::ArchiveLimitError& error) {
                fail(error);
            }
        }
        progress_.clear();
        if (failed_ != ExitCode::ok) return static_cast<int>(failed_);
        return static_cast<int>(problems_ > 0 || nothing_ ? ExitCode::nothing_found : ExitCode::ok);
    }

private:
    void fail(const Error& error) {
        progress_.clear();
        print_error(io_.err, io_.err_terminal, error.what(), error.remedy());
        failed_ = std::max(failed_, error.code());
    }

    void check_file(const std::string& path) {
        importers::Container container = importers::Container::open(path, options_.limits.archive);
        while (auto source = container.next()) {
            try {
                check_source(look_into(std::move(*source), how_, charset_, languages_));
            } catch (const InputError& error) {
                fail(error);
            }
        }
        if (!io_.quiet) io_.err << notes_on(container);
        if (const auto unread = unread_members(container)) fail(*unread);
    }

    void check_source(Input input) {
        const std::string name = input.source.name();
        progress_.begin_file(name, input.source.size());
        ProblemSink sink(name, {.notes = !options_.faults_only, .as_json = options_.format == OutputFormat::ndjson},
                         io_.out, io_.out_terminal, progress_, nullptr);
        Tally tally;
        CountingSink counting(tally, before_, &sink, progress_);
        const auto finish = [&] {
            progress_.end_file();
            progress_.clear();
            before_ += tally;
            problems_ += tally.faults + (options_.faults_only ? 0 : tally.notes);
            nothing_ = nothing_ || tally.found() == 0;
            if (!io_.quiet) print_summary(name, tally);
        };
        try {
            if (!input.empty) importers::import_source(input.source, languages_, input.options(how_), counting);
        } catch (const Error&) {
            finish();
            throw;
        }
        finish();
    }

    void print_summary(const std::string& name, const Tally& tally) {
        io_.err << shown(name, io_.err_terminal) << "  ";
        if (tally.found() == 0) {
            io_.err << "no games found\n";
            return;
        }
        io_.err << games_text(tally) << " · " << notations_text(tally, languages_) << " · ";
        io_.err << (tally.faults + tally.notes == 0
                        ? std::string("no problems")
                        : fmt::format("{}, {}", counted(tally.faults, "fault"), counted(tally.notes, "note")));
        io_.err << '\n';
    }

    const CheckOptions& options_;
    Streams& io_;
    notation::Languages languages_;
    const importers::Charset* charset_;
    importers::Options how_;
    Progress progress_;
    Tally before_;
    std::uint64_t problems_ = 0;
    ExitCode failed_ = ExitCode::ok;
    bool nothing_ = false;
};

}  // namespace

int run_check(const CheckOptions& options, Streams& io) {
    const InterruptGuard guard;
    try {
        return Check(options, io).run();
    } catch (const Interrupted&) {
        return InterruptGuard::exit_code();
    }
}

}  // namespace cofnod::cli
