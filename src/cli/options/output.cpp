#include "cli/options/output.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/catalogue.hpp"
#include "base/error.hpp"
#include "base/say.hpp"
#include "cluster/address.hpp"
#include "index/upkeep.hpp"
#include "store/header_filter.hpp"

namespace cofnod::cli {

void add_database(Arguments& arguments, std::string& database) {
    options::Option& option =
        arguments.argument("DB", database, "a database created by 'cofnod import' (default: see 'cofnod config')");
    option.required = option.is_database = true;
    option.take = [take = std::move(option.take)](const Words& words) {
        for (const std::string& word : words)
            if (cluster::is_address(word))
                throw UsageError(say("{}: servers do not answer this command", word),
                                 say("do it in the database, then load that: cofnod load"));
        take(words);
    };
}

void add_games(Arguments& arguments, std::string& database) {
    options::Option& option = arguments.argument(
        "DB", database,
        "a database created by 'cofnod import', or clickhouse://HOST/DATABASE (default: see 'cofnod config')");
    option.required = option.is_database = true;
}

void add_format(Arguments& arguments, OutputFormat& format, std::initializer_list<OutputFormat> allowed,
                const char* help) {
    std::vector<std::pair<std::string, OutputFormat>> choices;
    for (const OutputFormat each : allowed) choices.emplace_back(name_of(each), each);
    arguments.heading("output");
    arguments.choice("--format", format, choices, help);

    const auto add_short = [&](const char* name, OutputFormat meant) {
        if (std::find(allowed.begin(), allowed.end(), meant) == allowed.end()) return;
        arguments.flag(
            name, [&format, meant] { format = meant; }, fmt::format("same as --format {}", name_of(meant)));
    };
    add_short("-t,--table", OutputFormat::table);
    add_short("--json", OutputFormat::json);
    add_short("--nl,--ndjson", OutputFormat::ndjson);
    add_short("--csv", OutputFormat::csv);
    if (std::find(allowed.begin(), allowed.end(), OutputFormat::csv) != allowed.end())
        arguments.flag(  // behind --format and --csv in the table, and so taken after them
            "--bom",
            [&format] {
                if (format != OutputFormat::csv)
                    throw UsageError(say("--bom is for --csv"), say("add --csv, or remove --bom"));
                format = OutputFormat::csv_with_bom;
            },
            "begin CSV with a byte order mark, by which Excel recognises UTF-8");
    add_short("--tsv", OutputFormat::tsv);
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

}  // namespace cofnod::cli
