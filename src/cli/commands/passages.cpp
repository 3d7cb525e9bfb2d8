#include <memory>
#include <ostream>
#include <string>

#include "answers/passages.hpp"
#include "base/exit_code.hpp"
#include "base/say.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "store/separators.hpp"

namespace cofnod::cli {

namespace {

struct PassagesOptions {
    std::string database;
    std::string words;
    OutputFormat format = OutputFormat::automatic;
};

int run_passages(const PassagesOptions& options, Streams& io) {
    const store::Store store = store::Store::open(options.database, store::Access::read_only);
    answers::List<store::FoundSeparator> list(answers::passage_list(), answer_format(options.format), io.data());
    bool is_any = false;
    store::for_each_separator(store, options.words, [&](const store::FoundSeparator& found) {
        list.add(found);
        is_any = true;
    });
    list.finish();
    if (!is_any && !io.quiet) io.err << say("no passages found") << '\n';
    return static_cast<int>(is_any ? ExitCode::ok : ExitCode::nothing_found);
}

}  // namespace

void add_passages(Program& program) {
    Command& command = program.add({.name = "passages",
                                    .summary = "list or find text between the games of files: headings, articles",
                                    .examples = "cofnod passages games.db\n"
                                                "cofnod passages games.db 'pencampwriaeth Cymru'\n"
                                                "cofnod passages games.db --json",
                                    .more = "Everything in a file that belongs to no game is kept with its place, "
                                            "unless it was imported with --no-source. TEXT finds its words in a row, "
                                            "in any case and with or without accents and vowel marks; the last may be "
                                            "the beginning of a word."});
    command.limit_memory();
    auto options = std::make_shared<PassagesOptions>();
    add_database(command, options->database);
    command.argument("TEXT", options->words, "only those with these words");
    command.heading("output");
    using enum OutputFormat;
    add_format(command, options->format, {table, json, ndjson, csv, tsv});
    command.runs(options, run_passages);
}

}  // namespace cofnod::cli
