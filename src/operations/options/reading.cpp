#include "operations/options/reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <iterator>
#include <limits>
#include <string_view>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/tr.hpp"
#include "operations/options/query.hpp"

namespace cofnod::options {

namespace {

/// Calls take("A", "x"), take("B", "y") for `A=x,B=y`.
void read_pairs(std::string_view option, std::string_view text, std::string_view example,
                const std::function<void(std::string_view name, std::string_view value)>& take) {
    for (const std::string_view pair : parts_of(text)) {
        const std::size_t sign = pair.find('=');
        if (sign == 0 || sign == pair.npos || sign + 1 == pair.size())
            throw UsageError(tr("{}: '{}' is not of the form NAME=VALUE", option, pair),
                             tr("write {} '{}'", option, example));
        take(pair.substr(0, sign), pair.substr(sign + 1));
    }
}

importers::sheet::ColumnMap read_map(std::string_view text) {
    importers::sheet::ColumnMap columns;
    read_pairs("--map", text, "White=Gwyn,Moves=Symudiadau",
               [&](std::string_view tag, std::string_view name) { columns.emplace_back(tag, name); });
    return columns;
}

struct NamedLimit {
    std::string_view name;
    std::uint64_t (*get)(const importers::Limits&);
    void (*set)(importers::Limits&, std::uint64_t);
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
};

template <auto Member>
constexpr NamedLimit of_game(std::string_view name, std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) {
    return {name, [](const importers::Limits& limits) -> std::uint64_t { return limits.*Member; },
            [](importers::Limits& limits, std::uint64_t value) { limits.*Member = value; }, most};
}

template <auto Member>
constexpr NamedLimit of_archive(std::string_view name) {
    return {name, [](const importers::Limits& limits) { return limits.archive.*Member; },
            [](importers::Limits& limits, std::uint64_t value) { limits.archive.*Member = value; }};
}

constexpr NamedLimit named_limits[] = {
    of_game<&importers::Limits::depth>("depth", importers::Limits::most_depth),
    of_game<&importers::Limits::plies>("plies"),
    of_game<&importers::Limits::tags>("tags"),
    of_game<&importers::Limits::tag>("tag", importers::Limits::most_tag),
    of_game<&importers::Limits::comment>("comment"),
    of_game<&importers::Limits::game>("game", importers::Limits::most_game),
    of_archive<&importers::ArchiveLimits::bytes>("unpacked"),
    of_archive<&importers::ArchiveLimits::ratio>("ratio"),
    of_archive<&importers::ArchiveLimits::members>("members"),
};

/// Returns "64K" for 65536.
std::string size_text(std::uint64_t size) {
    std::string_view units = "KMGT";
    if (size == 0 || size % 1024 != 0) return fmt::format("{}", size);
    while (size % 1024 == 0 && units.size() > 1 && size / 1024 % 1024 == 0) size /= 1024, units.remove_prefix(1);
    return fmt::format("{}{}", size / 1024, units.front());
}

std::string limits_text(const importers::Limits& limits) {
    std::string text;
    for (const NamedLimit& limit : named_limits) {
        if (!text.empty()) text += ", ";
        text += fmt::format("{}={}", limit.name, size_text(limit.get(limits)));
    }
    return text;
}

void read_limits(std::string_view text, importers::Limits& limits) {
    read_pairs("--limits", text, "plies=200000,comment=64M", [&](std::string_view name, std::string_view value) {
        const auto* const limit = std::find_if(std::begin(named_limits), std::end(named_limits),
                                               [&](const NamedLimit& each) { return each.name == name; });
        if (limit == std::end(named_limits))
            throw UsageError(tr("--limits: unknown limit '{}'", name),
                             tr("the limits are: {}", limits_text(importers::Limits{})));
        const auto size = read_size(value);
        if (!size)
            throw UsageError(tr("--limits: '{}' is not a size", value), tr("write a number of bytes, or 64K, 16M, 1G"));
        if (*size == 0) throw UsageError(tr("--limits: limit '{}' must be at least 1", name));
        if (*size > limit->most)
            throw UsageError(tr("--limits: '{}={}' is more than cofnod supports", name, value),
                             tr("write {} or less", size_text(limit->most)));
        limit->set(limits, *size);
    });
}

void add_map(Arguments& arguments, importers::sheet::ColumnMap& columns) {
    arguments
        .option(
            "--map", "TAG=NAME,...", [&columns](const std::string& text) { columns = read_map(text); },
            "columns of a sheet: a PGN tag, Moves, Number or Game, and the column's name in the first row")
        .such_as("White=Gwyn,Moves=Symudiadau");
}

}  // namespace

void add_from(Arguments& arguments, importers::Format& format) {
    std::vector<std::pair<std::string, importers::Format>> choices = {{"auto", importers::Format::detect}};
    std::string kinds;
    for (const importers::FormatName& each : importers::format_names()) {
        choices.emplace_back(each.name, each.format);
        if (!each.kinds.empty()) kinds += fmt::format("{} {}: {}", kinds.empty() ? ";" : ",", each.name, each.kinds);
    }
    arguments.choice("--from", format, choices, "input format (auto: detect)" + kinds);
}

void add_limits(Arguments& arguments, importers::Limits& limits) {
    arguments
        .option(
            "--limits", "NAME=SIZE,...", [&limits](const std::string& text) { read_limits(text, limits); },
            "limits on parsing; anything beyond is reported and kept as text: " + limits_text(limits))
        .such_as("plies=200000,comment=64M");
}

void add_from_notation(Arguments& arguments, std::string& name, std::string& preferred) {
    arguments.option("--from-notation", "X", name, "read moves in this notation only (default: detect per game)")
        .such_as("cy");
    arguments.option("--prefer-notation", "X", preferred, "if a game is legal in several notations, assume this one")
        .such_as("cy");
}

void add_charset(Arguments& arguments, std::string& name) {
    arguments.option("--charset", "X", name, "character set of the text, such as windows-1256 (default: detect)")
        .such_as("windows-1256");
}

void add_ocr(Arguments& arguments, std::string& languages) {
    arguments
        .option("--ocr", "LANG+...", languages,
                "languages in which tesseract recognises pictures of pages (default: by the locale, the script of the "
                "picture and what is installed)")
        .such_as("cym+eng");
}

void add_reading(Arguments& arguments, operations::ReadingOptions& reading) {
    add_from(arguments, reading.from);
    add_map(arguments, reading.columns);
    add_limits(arguments, reading.limits);
    add_from_notation(arguments, reading.from_notation, reading.prefer_notation);
    add_charset(arguments, reading.charset);
    add_ocr(arguments, reading.ocr);
}

namespace {

constexpr std::size_t longest_table = std::size_t{16} << 20;

/// Removes a cell and the separator after it from the front of a table, and returns the cell.
std::string take_cell(std::string_view& text, char separator) {
    std::string cell;
    if (text.starts_with('"')) {
        text.remove_prefix(1);
        while (!text.empty()) {
            const bool is_quote = text.front() == '"';
            if (is_quote && !text.substr(1).starts_with('"')) break;
            cell += text.front();
            text.remove_prefix(is_quote ? 2 : 1);
        }
        if (!text.empty()) text.remove_prefix(1);
    }
    while (!text.empty() && text.front() != separator && text.front() != '\n') {
        if (text.front() != '\r') cell += text.front();
        text.remove_prefix(1);
    }
    if (text.starts_with(separator)) text.remove_prefix(1);
    return cell;
}

}  // namespace

std::map<std::string, std::string> read_citations(const std::string& path) {
    const std::string content =
        read_text_file(path, longest_table,
                       {.what = tr("citations are a table: a file and its citation in each row"),
                        .too_long = tr("too long for a table of citations"),
                        .shorten = tr("a row has a file and its citation")});
    std::string_view text = utf8::without_byte_order_mark(content);
    const char separator = text.substr(0, text.find('\n')).find('\t') != text.npos ? '\t' : ',';
    std::map<std::string, std::string> citations;
    for (std::size_t row = 1; !text.empty(); ++row) {
        const std::string file = take_cell(text, separator);
        const std::string citation = take_cell(text, separator);
        while (!text.empty() && text.front() != '\n') take_cell(text, separator);  // skips further columns
        if (!text.empty()) text.remove_prefix(1);
        const bool is_heading = row == 1 && (file == "file" || file == "path" || file == "source");
        if (is_heading || (file.empty() && citation.empty())) continue;
        if (file.empty() || citation.empty())
            throw InputError(
                file.empty() ? tr("{}: row {} has no file", path, row) : tr("{}: row {} has no citation", path, row),
                tr("write the file first, then a comma or tab, then its citation"));
        citations[file] = citation;
    }
    return citations;
}

namespace {

constexpr std::size_t longest_script = std::size_t{1} << 20;

double read_seconds(const std::string& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
        throw UsageError(tr("--timeout: '{}' is not a number", text));
    return value;
}

}  // namespace

std::string read_script_file(const std::string& path) {
    return read_text_file(path, longest_script,
                          {.what = tr("a CQL script is a text file"),
                           .too_long = tr("too long for a script"),
                           .shorten = tr("the script comes first, then what to search")});
}

void add_cql_options(Arguments& arguments, operations::CqlOptions& options) {
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

}  // namespace cofnod::options
