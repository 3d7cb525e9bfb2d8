#include "cli/convert.hpp"

#include <fmt/format.h>

#include <ostream>
#include <utility>

#include "base/error.hpp"
#include "cli/input_files.hpp"
#include "cli/interrupt.hpp"
#include "cli/notation_choice.hpp"
#include "cli/problem_sink.hpp"
#include "cli/report.hpp"
#include "cli/tally.hpp"
#include "pgn/writer.hpp"

namespace cofnod::cli {

namespace {

class PgnSink : public importers::Sink {
public:
    PgnSink(const pgn::WriteOptions& how, std::ostream& out) : how_(how), out_(out) {}

    void add_game(GameRecord&& game) override {
        text_.clear();
        pgn::write(game, how_, text_);
        out_ << text_;
    }
    void add_separator(const SourceSpan&) override {}
    void reached(std::uint64_t) override {
        if (!out_.flush()) throw LimitError("the output cannot be written", "is the disk full?");
    }

private:
    pgn::WriteOptions how_;
    std::ostream& out_;
    std::string text_;
};

void print_end(const Tally& tally, const std::string& name, const notation::Languages& languages, Streams& io) {
    if (io.quiet) return;
    if (tally.found() == 0)
        io.err << shown(name, io.err_terminal) << "  no games found\n";
    else if (tally.faulty() > 0 || tally.notes > 0 || io.verbose > 0)
        io.err << shown(name, io.err_terminal) << "  " << games_text(tally) << " · " << notations_text(tally, languages)
               << (tally.notes == 0 || io.verbose > 0
                       ? ""
                       : fmt::format(" · {}; -v tells them", counted(tally.notes, "note")))
               << '\n';
}

}  // namespace

int run_convert(const ConvertOptions& options, Streams& io) {
    if (options.file.empty() && io.in_is_terminal)
        throw UsageError("convert needs a file, or games on standard input", "usage: cofnod convert [options] [FILE]");
    const notation::Languages languages = known_languages(options.notation_files);
    pgn::WriteOptions how = how_to_write(languages, options.notation);
    how.reduced = options.reduced;
    importers::Options reading;
    if (!options.from_notation.empty()) reading.notation = &language_named(languages, options.from_notation);
    if (!options.prefer_notation.empty()) reading.preferred = &language_named(languages, options.prefer_notation);

    reading.format = options.from;
    reading.columns = options.columns;
    reading.limits = options.limits;
    reading.keep_source = false;
    reading.keep_san = false;
    const importers::Charset* const charset = charset_named(options.charset);

    importers::Container container =
        importers::Container::open(options.file.empty() ? "-" : options.file, options.limits.archive);
    Progress progress(io, 0);
    PgnSink sink(how, io.out);
    Tally total;
    while (auto source = container.next()) {
        Input input = look_into(std::move(*source), reading, charset, languages);
        const std::string name = input.source.name();
        progress.begin_file(name, input.source.size());
        ProblemSink problems(name, {.notes = io.verbose > 0}, io.err, io.err_terminal, progress, &sink);
        Tally tally;
        CountingSink counting(tally, total, &problems, progress);
        if (!input.empty) importers::import_source(input.source, languages, input.options(reading), counting);
        progress.end_file();
        progress.clear();
        print_end(tally, name, languages, io);
        total += tally;
    }
    if (!io.quiet) io.err << notes_on(container);
    if (const auto unread = unread_members(container)) {
        print_error(io.err, io.err_terminal, unread->what(), unread->remedy());
        return static_cast<int>(unread->code());
    }
    if (total.found() == 0) return static_cast<int>(ExitCode::nothing_found);
    return static_cast<int>(options.strict && total.faulty() > 0 ? ExitCode::rejected : ExitCode::ok);
}

}  // namespace cofnod::cli
