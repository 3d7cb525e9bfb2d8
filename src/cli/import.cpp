#include "cli/import.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <ostream>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "cli/import_report.hpp"
#include "cli/import_target.hpp"
#include "cli/input_files.hpp"
#include "cli/interrupt.hpp"
#include "cli/notation_choice.hpp"
#include "cli/problem_sink.hpp"
#include "cli/report.hpp"

namespace cofnod::cli {

namespace {

using Outcome = FileReport::Outcome;

class Import {
public:
    Import(const ImportOptions& options, Streams& io)
        : options_(options),
          io_(io),
          languages_(known_languages(options.notation_files)),
          report_(options.database, options.dry_run) {
        if (!options.from_notation.empty()) notation_ = &language_named(languages_, options.from_notation);
        if (!options.prefer_notation.empty()) preferred_ = &language_named(languages_, options.prefer_notation);
        charset_ = charset_named(options.charset);
    }

    int run() {
        const std::vector<std::string> files = files_to_read();
        read_files(files);
        if (options_.format == OutputFormat::json) print_json(report_, io_);
        if (!io_.quiet && options_.format != OutputFormat::json) print_summary(report_, languages_, io_);
        return exit_code();
    }

private:
    void read_files(const std::vector<std::string>& files) {
        Progress progress(io_, size_of(files));
        ImportTarget target(options_, progress);
        {
            const InterruptGuard guard;
            for (const std::string& file : files) {
                read_file(file, target, progress);
                if (report_.has(Outcome::interrupted)) break;
            }
        }
        if (target.is_open() && !report_.has(Outcome::interrupted)) target.writer().end_batch();
        report_.index = target.update_index();
    }

    std::vector<std::string> files_to_read() {
        FoundFiles found = input_files(options_.files);
        for (const InputFault& fault : found.faults)
            fault.folder.empty() ? tell(fault.error) : fail({.name = fault.folder}, fault.error);
        return std::move(found.files);
    }

    static std::uint64_t size_of(const std::vector<std::string>& files) {
        std::uint64_t bytes = 0;
        for (const std::string& file : files) {
            std::error_code error;
            if (const auto size = std::filesystem::file_size(file, error); !error) bytes += size;
        }
        return bytes;
    }

    /// Told at once; what can be read is read all the same.
    void fail(FileReport file, const Error& error) {
        tell(error);
        file.outcome = Outcome::failed;
        file.error = error.what();
        report_.add(std::move(file));
    }

    void tell(const Error& error) {
        print_error(io_.err, io_.err_terminal, error.what(), error.remedy());
        failed_ = std::max(failed_, error.code());
    }

    void read_file(const std::string& path, ImportTarget& target, Progress& progress) {
        const std::string name = input_name(path);
        try {
            importers::Container container = importers::Container::open(path, options_.limits.archive);
            const std::uint64_t files_before = report_.file_count();
            while (auto source = container.next()) {
                read_source(*std::move(source), target, progress);
                if (report_.has(Outcome::interrupted)) return;
            }
            if (report_.file_count() == files_before)  // an archive without a text
                report_.add({.name = name, .outcome = Outcome::empty});
            progress.clear();
            if (!io_.quiet) io_.err << notes_on(container);
            if (const auto unread = unread_members(container)) tell(*unread);
        } catch (const InputError& error) {
            progress.clear();
            fail({.name = name}, error);
        } catch (const importers::ArchiveLimitError& error) {
            progress.clear();
            fail({.name = name}, error);
        }
    }

    void read_source(importers::Source source, ImportTarget& target, Progress& progress) {
        FileReport file{.name = source.name()};
        bool writing = false;
        const auto cut_short = [&](const Error& error) {
            progress.clear();
            if (writing && target.is_open()) target.writer().commit();
            fail(std::move(file), error);
        };
        try {
            Input input = look_into(std::move(source), importer_options(), charset_, languages_);
            file.format = importers::name_of(input.format);
            file.charset = input.charset.charset->name();
            if (input.empty) {
                file.outcome = Outcome::empty;
            } else {
                const std::string content_hash = input.source.content_hash();
                file.bytes = input.source.size();
                if (options_.dry_run)
                    play_out(input, content_hash, target, file, progress);
                else
                    writing = true, store_games(input, content_hash, target, file, progress);
            }
            report_.add(std::move(file));
        } catch (const InputError& error) {
            cut_short(error);
        } catch (const importers::ArchiveLimitError& error) {
            cut_short(error);
        }
    }

    void play_out(Input& input, const std::string& content_hash, const ImportTarget& target, FileReport& file,
                 Progress& progress) {
        if (const auto twin = tried_.find(content_hash); twin != tried_.end()) {
            input.source.throw_fault_of_hash();
            file.outcome = Outcome::known;  // it will be by then, under another name
            file.games_before = twin->second.found;
            file.faulty_before = twin->second.faulty;
            return;
        }
        if (const auto games = target.known_games(content_hash)) {
            input.source.throw_fault_of_hash();
            file.outcome = Outcome::known;
            file.games_before = games->found();
            file.faulty_before = games->incomplete + games->rejected;
            return;
        }
        progress.begin_file(file.name, file.bytes);
        read_games(input, input.options(importer_options()), nullptr, file, progress);
        if (input.source.has_changed()) throw_changed(file);
        tried_.emplace(content_hash, Tried{file.tally.found(), file.tally.faulty()});
        const std::uint64_t accounted = file.tally.game_bytes + file.tally.separator_bytes;
        if (file.outcome == Outcome::imported)
            file.bytes_unaccounted = static_cast<std::int64_t>(file.bytes - accounted);
    }

    void store_games(Input& input, const std::string& content_hash, ImportTarget& target, FileReport& file,
                     Progress& progress) {
        store::GameWriter& writer = target.writer();
        const store::SourceStart start = writer.begin_source({.path = file.name,
                                                              .format = file.format,
                                                              .charset = input.charset.charset->name(),
                                                              .bytes = file.bytes,
                                                              .content_hash = content_hash,
                                                              .citation = options_.citation});
        file.games_before = start.earlier.found();
        file.faulty_before = start.earlier.incomplete + start.earlier.rejected;
        if (start.kind == store::SourceStart::Kind::known) {
            input.source.throw_fault_of_hash();
            file.outcome = Outcome::known;
            return;
        }
        importers::Options how = input.options(importer_options());
        if (start.kind == store::SourceStart::Kind::resumed) {
            file.outcome = Outcome::resumed;
            how.begin = start.bytes_done;
        }
        progress.begin_file(file.name, file.bytes, start.bytes_done);
        ImportSink sink(target);
        read_games(input, how, &sink, file, progress);
        if (file.outcome == Outcome::interrupted) {
            writer.commit();
        } else if (input.source.has_changed()) {
            file.bytes_unaccounted = writer.end_changed_source().bytes_unaccounted;
            throw_changed(file);
        } else {
            file.bytes_unaccounted = writer.end_source().bytes_unaccounted;
        }
    }

    [[noreturn]] static void throw_changed(const FileReport& file) {
        throw InputError(file.name + " was changed while it was read",
                         "what was read is stored; import it again when nobody writes to it");
    }

    void read_games(Input& input, const importers::Options& how, importers::Sink* next, FileReport& file,
                    Progress& progress) {
        const Tally before = report_.total();
        ProblemSink problems(file.name, {.games_before = file.games_before}, io_.err, io_.err_terminal, progress, next);
        CountingSink counting(file.tally, before, io_.verbose > 0 ? &problems : next, progress);
        try {
            importers::import_source(input.source, languages_, how, counting);
        } catch (const Interrupted&) {
            file.outcome = Outcome::interrupted;
        }
        progress.end_file();
    }

    [[nodiscard]] importers::Options importer_options() const {
        importers::Options how;
        how.format = options_.from;
        how.columns = options_.columns;
        how.limits = options_.limits;
        how.notation = notation_;
        how.preferred = preferred_;
        how.keep_source = options_.keep_source;
        how.keep_san = options_.keep_san;
        how.threads = options_.resources.threads;
        return how;
    }

    [[nodiscard]] int exit_code() const {
        const Tally total = report_.total();
        if (report_.has(Outcome::interrupted)) return InterruptGuard::exit_code();
        if (failed_ != ExitCode::ok) return static_cast<int>(failed_);
        if (options_.strict && total.faulty() + report_.faulty_before() > 0)
            return static_cast<int>(ExitCode::rejected);
        const bool nothing = total.found() == 0 && !report_.has(Outcome::known) && !report_.has(Outcome::resumed);
        return static_cast<int>(nothing ? ExitCode::nothing_found : ExitCode::ok);
    }

    const ImportOptions& options_;
    Streams& io_;
    notation::Languages languages_;
    const notation::Language* notation_ = nullptr;
    const notation::Language* preferred_ = nullptr;
    const importers::Charset* charset_ = nullptr;  ///< find out
    ImportReport report_;
    struct Tried {
        std::uint64_t found, faulty;
    };
    std::map<std::string, Tried> tried_;  ///< what a dry run has read, by its hash
    ExitCode failed_ = ExitCode::ok;      ///< the worst of the files that could not be read
};

}  // namespace

int run_import(const ImportOptions& options, Streams& io) { return Import(options, io).run(); }

}  // namespace cofnod::cli
