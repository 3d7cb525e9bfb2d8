#include "cli/cql.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "base/error.hpp"
#include "base/utf8.hpp"
#include "cli/input_files.hpp"
#include "cli/notation_choice.hpp"
#include "cli/output_file.hpp"
#include "cli/query_options.hpp"
#include "cli/report.hpp"
#include "cql/reference.hpp"
#include "store/store.hpp"

namespace cofnod::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_script = std::size_t{1} << 20;

/// Files that the header of a script names are used only where the command line allows it, or names others instead.
void refuse_header_files(const CqlScript& script, const CqlCommandOptions& options) {
    if (options.allow_header_files) return;
    const auto refuse = [&](cql::Span at, const std::string& message, const std::string& instead) {
        throw_fault(script.name, script.text,
                    {at.begin, at.end, message, fmt::format("--allow-header-files allows it, or {}", instead)});
    };
    const cql::Header& header = script.script.header;
    if (options.inputs.empty() && !header.input.empty())
        refuse(header.input_at, fmt::format("this script asks to read {}", printable(header.input)),
               "name on the command line what is to be searched");
    if (options.output.empty() && !header.output.empty())
        refuse(header.output_at, fmt::format("this script asks to write {}", printable(header.output)),
               "-o FILE names the output (-o - for standard output)");
}

/// Beside the script, where it is not found from here.
std::string found_from(const std::string& script, const std::string& input) {
    std::error_code ignored;
    if (fs::exists(input, ignored) || script == "-") return input;
    const fs::path beside = fs::path(script).parent_path() / input;
    return fs::exists(beside, ignored) ? beside.string() : input;
}

void refuse_to_replace(const std::string& output, const std::string& script, const std::vector<std::string>& inputs) {
    std::error_code ignored;
    if (fs::equivalent(output, script, ignored))
        throw UsageError(fmt::format("{}: this is the script", output), "give another name to -o");
    for (const std::string& input : inputs)
        if (fs::equivalent(output, input, ignored))
            throw UsageError(fmt::format("{}: this is what is searched", output), "give another name to -o");
}

/// Of games in one of several inputs the id alone does not tell which it is.
bool is_database_among(const std::vector<std::string>& inputs) {
    return inputs.size() > 1 && std::ranges::any_of(inputs, store::is_database);
}

void print_filters(std::ostream& out) {
    const std::vector<cql::FilterSection> sections = cql::filter_reference();
    std::size_t width = 0;
    for (const cql::FilterSection& section : sections)
        for (const cql::FilterEntry& filter : section.filters) width = std::max(width, utf8::display_width(filter.usage));
    out << "F any filter, S set of squares, N number (of a set: its size), T text, X position, V variable, D "
           "dictionary\n";
    for (const cql::FilterSection& section : sections) {
        out << '\n' << section.title << '\n';
        for (const cql::FilterEntry& filter : section.filters)
            out << fmt::format("  {}{:{}}  {:8}  {}\n", filter.usage, "", width - utf8::display_width(filter.usage),
                               filter.type, filter.help);
    }
}

}  // namespace

std::string read_script_file(const std::string& path) {
    std::error_code ignored;
    std::ifstream file;
    if (path != "-") file.open(path, std::ios::binary);
    if (path != "-" && (!file || fs::is_directory(path, ignored)))
        throw InputError(fmt::format("{}: cannot be read", path), "a script of CQL is a file of text");
    std::istream& input = path == "-" ? std::cin : file;
    std::string content(longest_script + 1, '\0');
    input.read(content.data(), static_cast<std::streamsize>(content.size()));
    content.resize(static_cast<std::size_t>(input.gcount()));
    if (content.size() > longest_script)
        throw InputError(fmt::format("{}: this is too long for a script", input_name(path)),
                         "the script comes first, then what is searched");
    return content;
}

int run_cql(const CqlCommandOptions& options, Streams& io) {
    if (options.list_filters) {
        print_filters(io.out);
        return 0;
    }
    if (options.script == "-" && io.in_is_terminal)
        throw UsageError("cql needs a script", "usage: cofnod cql SCRIPT [DB or FILE...]");
    if (options.script != "-" && store::is_database(options.script))
        throw UsageError(fmt::format("{}: this is a database", options.script),
                         "the script comes first, then what is searched");
    const notation::Languages languages = known_languages(options.notation_files);
    CqlScript script = read_script(input_name(options.script), read_script_file(options.script));
    refuse_header_files(script, options);
    const cql::Header& header = script.script.header;

    FoundFiles found = input_files(options.inputs);
    std::vector<std::string> inputs = std::move(found.files);
    if (inputs.empty() && found.faults.empty() && !header.input.empty())
        inputs.push_back(found_from(options.script, header.input));
    if (inputs.empty() && !found.faults.empty()) throw found.faults.front().error;
    if (inputs.empty())
        throw UsageError("there is nothing to search: the script names no input",
                         fmt::format("usage: cofnod cql {} games.db", options.script));

    if (options.script == "-" && std::ranges::find(inputs, "-") != inputs.end())
        throw UsageError("script and games cannot both come from standard input", "name a file for one of them");

    CqlOptions asked = options.asked;
    const std::string output = !options.output.empty() ? options.output : header.output.empty() ? "-" : header.output;
    if (output != "-" && asked.format == OutputFormat::automatic) asked.format = OutputFormat::pgn;
    refuse_to_replace(output, options.script, inputs);
    OutputFile file(output, options.overwrite, io.out);
    Streams to_file = io.writing_to(file.stream(), output == "-" ? io.out_terminal : Terminal{});

    const pgn::WriteOptions how{.language = &language_to_write(languages, options.notation)};
    importers::Options reading;
    if (!options.from_notation.empty()) reading.notation = &language_named(languages, options.from_notation);
    reading.format = options.from;
    reading.keep_source = false;
    reading.keep_san = false;
    reading.threads = asked.threads;
    reading.limits = options.limits;
    const importers::Charset* const charset = charset_named(options.charset);

    const CqlSources sources{.with_file = inputs.size() > 1, .with_database = is_database_among(inputs)};
    CqlRun run(std::move(script), asked, languages, how, sources, to_file);
    const auto search_input = [&](const std::string& input) {
        if (store::is_database(input))
            run.search_database(input, {});
        else
            run.search_file(input, reading, charset);
    };
    const auto search_inputs = [&] {
        for (const InputFault& fault : found.faults) run.fail(fault.error);
        for (const std::string& input : inputs) {
            try {
                search_input(input);
            } catch (const InputError& error) {
                run.fail(error);
            } catch (const StoreError& error) {
                run.fail(error);
            } catch (const importers::ArchiveLimitError& error) {
                run.fail(error);
            }
        }
    };
    int code = 0;
    try {
        code = run.run(search_inputs);
    } catch (const Error&) {
        if (run.has_answered()) file.finish();
        throw;
    }
    if (run.has_answered()) file.finish();
    return code;
}

}  // namespace cofnod::cli
