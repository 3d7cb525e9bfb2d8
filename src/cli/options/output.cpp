#include "cli/options/output.hpp"

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/tr.hpp"
#include "cluster/server.hpp"
#include "index/upkeep.hpp"
#include "operations/options/query.hpp"

namespace cofnod::cli {

namespace {

struct Ending {
    std::string_view text;
    OutputFormat format;  ///< `automatic`: extension of a format that no command writes
};

// clang-format off
constexpr Ending endings[] = {
    {".json", OutputFormat::json},       {".ndjson", OutputFormat::ndjson}, {".jsonl", OutputFormat::ndjson},
    {".csv", OutputFormat::csv},         {".tsv", OutputFormat::tsv},       {".tab", OutputFormat::tsv},
    {".pgn", OutputFormat::pgn},         {".epd", OutputFormat::epd},       {".fen", OutputFormat::fen},
    {".uci", OutputFormat::uci},         {".svg", OutputFormat::svg},       {".png", OutputFormat::png},
    {".html", OutputFormat::html},       {".htm", OutputFormat::html},      {".tex", OutputFormat::latex},
    {".parquet", OutputFormat::parquet}, {".tei", OutputFormat::tei},       {".bib", OutputFormat::bibtex},
    {".jsonld", OutputFormat::jsonld},   {".bin", OutputFormat::polyglot},
    {".gz", {}},   {".bz2", {}},  {".xz", {}},  {".zst", {}}, {".zip", {}},     {".7z", {}},   {".tar", {}},
    {".xlsx", {}}, {".xls", {}},  {".ods", {}}, {".docx", {}}, {".odt", {}},    {".pdf", {}},  {".xml", {}},
    {".db", {}},   {".sqlite", {}}, {".sqlite3", {}}, {".cbh", {}}, {".cbv", {}}, {".si4", {}}, {".si5", {}},
};
// clang-format on

}  // namespace

void add_database(Arguments& arguments, std::string& database) {
    options::Option& option =
        arguments.argument("DB", database, "a database created by 'cofnod import' (default: see 'cofnod config')");
    option.required = option.is_database = true;
    option.take = [take = std::move(option.take)](const Words& words) {
        for (const std::string& word : words)
            if (cluster::is_address(word))
                throw UsageError(tr("{}: servers do not answer this command", word),
                                 tr("do it in the database, then load that: cofnod load"));
        take(words);
    };
}

void add_games(Arguments& arguments, std::string& database) {
    options::Option& option = arguments.argument(
        "DB", database,
        "a database created by 'cofnod import', or clickhouse://HOST/DATABASE (default: see 'cofnod config')");
    option.required = option.is_database = true;
}

void add_id(Arguments& arguments, std::int64_t& id, const char* help) {
    arguments
        .argument(
            "ID", [&id](std::int64_t given) { id = given; }, help)
        .required = true;
}

void add_format(Arguments& arguments, OutputFormat& format, std::initializer_list<OutputFormat> allowed,
                const char* help) {
    std::vector<std::pair<std::string, OutputFormat>> choices;
    for (const OutputFormat each : allowed) choices.emplace_back(name_of(each), each);
    arguments.heading("output");
    arguments.choice("--format", format, choices, help);

    const auto add_short = [&](const char* name, OutputFormat meant) {
        if (std::ranges::find(allowed, meant) == allowed.end()) return;
        arguments.flag(
            name, [&format, meant] { format = meant; }, fmt::format("same as --format {}", name_of(meant)));
    };
    add_short("-t,--table", OutputFormat::table);
    add_short("--json", OutputFormat::json);
    add_short("--nl,--ndjson", OutputFormat::ndjson);
    add_short("--csv", OutputFormat::csv);
    if (std::ranges::find(allowed, OutputFormat::csv) != allowed.end())
        arguments.flag(  // after --format and --csv in the table, so that their values are set before
            "--bom",
            [&format] {
                if (format != OutputFormat::csv)
                    throw UsageError(tr("--bom is for --csv"), tr("add --csv, or remove --bom"));
                format = OutputFormat::csv_with_bom;
            },
            "begin CSV with a byte order mark, by which Excel recognises UTF-8");
    add_short("--tsv", OutputFormat::tsv);
    arguments.exclude({"--format", "--table", "--json", "--ndjson", "--csv", "--tsv"});
}

OutputFormat format_of_output(const std::string& path, OutputFormat asked, OutputFormat usual,
                              std::initializer_list<OutputFormat> allowed) {
    const std::string lower = to_lower(path);
    const auto* const ending =
        std::ranges::find_if(endings, [&](const Ending& each) { return lower.ends_with(each.text); });
    if (ending == std::end(endings)) return asked == OutputFormat::automatic ? usual : asked;
    const OutputFormat named = ending->format;
    if (std::ranges::find(allowed, named) == allowed.end()) {
        throw UsageError(tr("{}: no file that ends in {} is written here", path, ending->text),
                         tr("choose another name for -o; the formats are {}",
                            reports::joined(allowed, ", ", [](OutputFormat each) { return name_of(each); })));
    }
    if (asked == OutputFormat::automatic || name_of(asked) == name_of(named))
        return asked == OutputFormat::csv_with_bom ? asked : named;
    throw UsageError(tr("{}: the name ends in {}, and --format {} is asked for", path, ending->text, name_of(asked)),
                     tr("choose another name for -o, or another format"));
}

std::string_view ending_of(OutputFormat format) {
    const auto* const ending =
        std::ranges::find_if(endings, [&](const Ending& each) { return name_of(each.format) == name_of(format); });
    return ending == std::end(endings) ? std::string_view() : ending->text;
}

void add_notation(Arguments& arguments, std::string& name, const char* help) {
    arguments.option("--notation", "X", name, help).such_as("cy");
}

std::string names_language(const std::string& notation, OutputFormat format) {
    if (!notation.empty()) return {};
    return !spoken() || is_for_programs(format) ? "en" : spoken()->language();
}

void add_output_file(Arguments& arguments, std::string& path, bool& overwrite, const char* help) {
    arguments.option("-o,--output", "FILE", path, help);
    arguments.flag("--overwrite", overwrite, "replace the file if it exists");
}

void add_threads(Arguments& arguments, unsigned& threads) {
    arguments.number(
        "--threads", "N", {1, 256}, [&threads](std::int64_t count) { threads = static_cast<unsigned>(count); },
        "number of threads (default: number of processors)");
}

void add_resources(Arguments& arguments, index::Resources& resources) {
    arguments.heading("resources");
    add_threads(arguments, resources.threads);
    arguments.size("--memory", resources.memory, "maximum memory for building the index, such as 3G (default: 512M)");
}

void add_section(Arguments& arguments, std::string& section, std::initializer_list<const char*> sections) {
    const Words names(sections.begin(), sections.end());
    arguments.words(
        "--section", names, [&section, names](std::size_t i) { section = names[i]; },
        "only this part of the report (default: all; in CSV and TSV the first)");
}

void add_report_output(Arguments& arguments, ReportOptions& options, std::initializer_list<const char*> sections,
                       const char* limit_help, const char* help_of_notation) {
    arguments.heading("output");
    add_section(arguments, options.section, sections);
    add_limit(arguments, options.limit, limit_help);
    add_notation(arguments, options.notation, help_of_notation);
    add_notation_files(arguments, options.query.notation_files);
    add_format(arguments, options.format);
}

void add_made_by(Arguments& arguments, std::string& made_by) {
    arguments.option("--by", "NAME", made_by, "who makes the correction (default: the name of the account)")
        .such_as("'Nia Rees'");
}

void add_correction(Arguments& arguments, operations::CorrectionOptions& job, bool& yes, const char* dry_run_help) {
    arguments.flag("--dry-run", job.dry_run, dry_run_help);
    arguments.flag("--yes", yes, "do not ask");
    add_made_by(arguments, job.made_by);
}

std::string maker(const std::string& made_by) {
    if (!made_by.empty()) return made_by;
    for (const char* name : {"LOGNAME", "USER"})
        if (const char* const value = std::getenv(name); value && *value) return value;
    const passwd* const account = ::getpwuid(::getuid());
    return account ? account->pw_name : std::string();
}

bool confirm(Streams& io, const std::string& question) {
    if (!io.in_is_terminal || !io.err_terminal.is_terminal)
        throw UsageError(tr("nobody is there to be asked: nothing was changed"), tr("add --yes"));
    io.err << question << " [y/N] " << std::flush;
    std::string answer;
    std::getline(std::cin, answer);
    return answer == "y" || answer == "Y" || answer == "yes";
}

}  // namespace cofnod::cli
