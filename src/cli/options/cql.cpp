#include "cli/options/cql.hpp"

#include <charconv>

#include "base/error.hpp"
#include "base/say.hpp"
#include "options/text_file.hpp"

namespace cofnod::cli {

namespace {

constexpr std::size_t longest_script = std::size_t{1} << 20;

double read_seconds(const std::string& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
        throw UsageError(say("--timeout: '{}' is not a number", text));
    return value;
}

}  // namespace

std::string read_script_file(const std::string& path) {
    return options::read_text_file(path, longest_script,
                                   {.what = say("a CQL script is a text file"),
                                    .too_long = say("too long for a script"),
                                    .shorten = say("the script comes first, then what to search")});
}

void add_cql_options(Arguments& arguments, jobs::CqlOptions& options) {
    arguments.flag("--positions", options.positions, "(CQL) with --count, count matching positions as well");
    arguments.number(
        "--threads", "N", {1, 1024}, [&](std::int64_t count) { options.threads = static_cast<unsigned>(count); },
        "number of search threads (default: number of processors); results do not depend on it");
    arguments
        .option(
            "--timeout", "SECONDS", [&](const std::string& text) { options.timeout = read_seconds(text); },
            "(CQL) stop with exit code 6 after this time")
        .such_as("5");
    arguments.size("--memory", options.memory, "(CQL) maximum memory of the script, such as 1G (default: 256M)");
    arguments.option("--read", "FOLDER", options.read_folder, "(CQL) let 'readfile' read the files in this folder");
    arguments.option("--write", "FOLDER", options.write_folder, "(CQL) let 'writefile' create files in this folder");
}

}  // namespace cofnod::cli
