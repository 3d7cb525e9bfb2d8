#include "cli/cql.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "base/error.hpp"
#include "cli/output_file.hpp"
#include "cli/report.hpp"
#include "jobs/input_files.hpp"
#include "jobs/notation_choice.hpp"
#include "jobs/placed.hpp"
#include "store/store.hpp"

namespace cofnod::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_script = std::size_t{1} << 20;

/// Files that the header of a script names are used only where the command line allows it, or names others instead.
void refuse_header_files(const jobs::CqlScript& script, const CqlCommandOptions& options) {
    if (options.allow_header_files) return;
    const auto refuse = [&](cql::Span at, const std::string& message, const std::string& instead) {
        jobs::throw_fault(script.name, script.text,
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
        throw InputError(fmt::format("{}: this is too long for a script", jobs::input_name(path)),
                         "the script comes first, then what is searched");
    return content;
}

int run_cql(const CqlCommandOptions& options, Streams& io) {
    if (options.script == "-" && io.in_is_terminal)
        throw UsageError("cql needs a script", "usage: cofnod cql SCRIPT [DB or FILE...]");
    if (options.script != "-" && store::is_database(options.script))
        throw UsageError(fmt::format("{}: this is a database", options.script),
                         "the script comes first, then what is searched");
    jobs::Reading reading(options.reading);
    reading.how.threads = options.asked.job.threads;
    const pgn::WriteOptions how{.language = &jobs::language_to_write(reading.languages, options.notation)};
    jobs::CqlScript script = jobs::read_script(jobs::input_name(options.script), read_script_file(options.script));
    refuse_header_files(script, options);
    const cql::Header& header = script.script.header;

    jobs::FoundFiles found = jobs::input_files(options.inputs);
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

    const CqlSources sources{.with_file = inputs.size() > 1, .with_database = is_database_among(inputs)};
    CqlRun run(std::move(script), asked, how, sources, to_file);
    const auto search_inputs = [&](jobs::CqlSearch& search) {
        for (const jobs::InputFault& fault : found.faults) run.fail(fault.error);
        for (const std::string& input : inputs) {
            try {
                if (store::is_database(input))
                    search.search_database(input, {});
                else
                    search.search_file(input, reading);
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
