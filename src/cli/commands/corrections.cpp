#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include "answers/corrections.hpp"
#include "base/exit_code.hpp"
#include "base/say.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "store/corrections.hpp"

namespace cofnod::cli {

namespace {

struct CorrectionsOptions {
    std::string database;
    std::optional<std::int64_t> game;
    OutputFormat format = OutputFormat::automatic;
};

/// Lists the corrections, the oldest first.
int run_corrections(const CorrectionsOptions& options, Streams& io) {
    const store::Store store = store::Store::open(options.database, store::Access::read_only);
    const auto corrections = store::corrections(store, options.game);
    answers::write_all(answers::correction_list(), corrections, answer_format(options.format), io.data());
    if (corrections.empty() && !io.quiet) io.err << say("no corrections") << '\n';
    return static_cast<int>(corrections.empty() ? ExitCode::nothing_found : ExitCode::ok);
}

}  // namespace

void add_corrections(Program& program) {
    Command& command = program.add({.name = "corrections",
                                    .summary = "list corrections: who, when, what stood there, what stands now",
                                    .examples = "cofnod corrections games.db\n"
                                                "cofnod corrections games.db 4\n"
                                                "cofnod corrections games.db --csv > corrections.csv",
                                    .more = "Corrections are a layer over the games: the source stays as it was read. "
                                            "'cofnod undo' takes them back. They are kept when a source is imported "
                                            "again, and by 'cofnod recover'."});
    command.limit_memory();
    command.page_answer();
    auto options = std::make_shared<CorrectionsOptions>();
    add_database(command, options->database);
    command.argument(
        "ID", [options](std::int64_t id) { options->game = id; }, "of this game only");
    command.heading("output");
    using enum OutputFormat;
    add_format(command, options->format, {table, json, ndjson, csv, tsv});
    command.runs(options, run_corrections);
}

}  // namespace cofnod::cli
