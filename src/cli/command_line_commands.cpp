#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>

#include "base/error.hpp"
#include "cli/check.hpp"
#include "cli/command_line_parts.hpp"
#include "cli/convert.hpp"
#include "cli/import.hpp"
#include "cli/languages.hpp"
#include "cli/rejects.hpp"
#include "cli/stats.hpp"

namespace cofnod::cli {

namespace {

/// `A=x,B=y`: calls take("A", "x"), take("B", "y").
void read_pairs(std::string_view option, std::string_view text, std::string_view example,
                const std::function<void(std::string_view name, std::string_view value)>& take) {
    while (!text.empty()) {
        const std::string_view pair = text.substr(0, text.find(','));
        text.remove_prefix(std::min(pair.size() + 1, text.size()));
        const std::size_t sign = pair.find('=');
        if (sign == 0 || sign == pair.npos || sign + 1 == pair.size())
            throw UsageError(fmt::format("{}: '{}' is not of the form NAME=VALUE", option, pair),
                             fmt::format("write {} '{}'", option, example));
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

/// "64K" for 65536
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

/// Of 65536 or "64K"; nullopt for what is no size.
std::optional<std::uint64_t> read_size(std::string_view text) {
    std::string size(text);
    try {
        if (size.starts_with('-') || !CLI::AsSizeValue(false)(size).empty()) return std::nullopt;
        return std::stoull(size);
    } catch (const CLI::Error&) {
        return std::nullopt;
    } catch (const std::logic_error&) {
        return std::nullopt;
    }
}

void read_limits(std::string_view text, importers::Limits& limits) {
    read_pairs("--limits", text, "plies=200000,comment=64M", [&](std::string_view name, std::string_view value) {
        const auto* const limit = std::find_if(std::begin(named_limits), std::end(named_limits),
                                               [&](const NamedLimit& each) { return each.name == name; });
        if (limit == std::end(named_limits))
            throw UsageError(fmt::format("--limits: there is no limit '{}'", name),
                             "there are: " + limits_text(importers::Limits{}));
        const auto size = read_size(value);
        if (!size) throw UsageError(fmt::format("--limits: '{}' is no size", value), "write a number, or 64K, 16M, 1G");
        if (*size == 0)
            throw UsageError(fmt::format("--limits: '{}={}' lets nothing in", name, value), "write 1 or more");
        if (*size > limit->most)
            throw UsageError(fmt::format("--limits: '{}={}' is more than cofnod can keep to", name, value),
                             fmt::format("write {} or less", size_text(limit->most)));
        limit->set(limits, *size);
    });
}

void add_map(CLI::App& command, importers::sheet::ColumnMap& columns) {
    command
        .add_option_function<std::string>(
            "--map", [&columns](const std::string& text) { columns = read_map(text); },
            "what columns of a sheet are: a PGN tag, Moves, Number or Game, and the name in its first row")
        ->type_name("TAG=NAME,...");
}

}  // namespace

void add_limits(CLI::App& command, importers::Limits& limits) {
    command
        .add_option_function<std::string>(
            "--limits", [&limits](const std::string& text) { read_limits(text, limits); },
            "how much is read as what it is, and no more: " + limits_text(limits))
        ->type_name("NAME=SIZE,...");
}

void add_from(CLI::App& command, importers::Format& format) {
    using importers::Format;
    add_choice<Format>(
        command, "--from", format,
        {{"auto", Format::detect},
         {"pgn", Format::pgn},
         {"prose", Format::prose},
         {"page", Format::page},
         {"csv", Format::sheet},
         {"epd", Format::positions},
         {"uci", Format::uci}},
        "what the files are; auto: what each looks like; page: HTML or wikitext, csv: TSV too, epd: FEN too");
}

void add_import(CLI::App& app, Run& run) {
    CLI::App& command = add_command(
        app, {"import", "read games into a database",
              "cofnod import games.db archif.pgn\n"
              "cofnod import games.db sample-data/chess/cy sample-data/chess/ar\n"
              "cofnod import games.db column.txt --from prose --from-notation cy\n"
              "cat archif.pgn | cofnod import games.db -\n"
              "cofnod import games.db archif.pgn --dry-run --json",
              "Every game found is kept: complete, incomplete (the legal part is searchable, the rest kept as text) "
              "or rejected (its text is kept). What has been imported already is not imported again, and an import "
              "that was interrupted goes on where it stopped. A file that cannot be read is told, the others are "
              "imported, and the exit code is 4."});
    auto options = std::make_shared<ImportOptions>();
    command.add_option("DB", options->database, "the database; made if there is none")->required();
    command
        .add_option("FILE", options->files,
                    "a file, a folder (its files with games: .pgn, .txt, sheets, lists, pages, packed or in archives), "
                    "or - for standard input")
        ->required();
    add_from(command, options->from);
    add_map(command, options->columns);
    add_limits(command, options->limits);
    add_from_notation(command, options->from_notation, options->prefer_notation);
    add_charset(command, options->charset);
    add_notation_files(command, options->notation_files);
    command
        .add_option("--citation", options->citation,
                    "where the files were taken from: newspaper, page, shelf mark; files imported before get it too")
        ->type_name("TEXT");
    command.add_flag_callback(
        "--no-source", [options] { options->keep_source = false; },
        "do not keep the text of games that export would not give back exactly");
    command.add_flag("--san", options->keep_san,
                     "keep the moves as text too, so that the views in SQL show them: the database is twice as large");
    command.add_flag_callback(
        "--no-index", [options] { options->index = false; },
        "do not index positions; the next import or 'cofnod optimize' does");
    add_resources(command, options->resources);
    command.add_flag("--strict", options->strict, "exit with 3 if a game is incomplete or rejected");
    command.add_flag("--dry-run", options->dry_run, "read and count everything, write nothing");
    command.add_flag_callback(
        "--json", [options] { options->format = OutputFormat::json; }, "the summary as JSON, on standard output");
    on_chosen(command, run, options, run_import);
}

void add_rejects(CLI::App& app, Run& run) {
    CLI::App& command = add_command(
        app, {"rejects", "list the games that are not whole, and why",
              "cofnod rejects games.db\n"
              "cofnod rejects games.db --table\n"
              "cofnod rejects games.db 4 > repair.pgn\n"
              "cofnod rejects games.db --retry --from-notation cy --dry-run\n"
              "cofnod rejects games.db --export rejects\n"
              "cofnod rejects games.db --all --csv > problems.csv",
              "With an ID: the text of that game as its source has it, on standard output, and what is wrong with it "
              "on standard error. Repair it, and import it again: the record "
              "of what was found stays. --retry reads the kept texts once more, by what this version of the program "
              "knows and by the options given; a text that can be read further now becomes a game under its old ID, "
              "with the place it has in its source."});
    auto options = std::make_shared<RejectsOptions>();
    add_database(command, options->database);
    command.add_option("ID", options->id, "one game: its whole text");
    command.add_flag("--all", options->all, "notes too, and those of complete games");
    command.add_flag("--retry", options->retry,
                     "read the texts once more; those that can be read further become games");
    command.add_flag("--dry-run", options->dry_run, "of --retry: tell what would become of them, write nothing");
    add_from(command, options->from);
    add_from_notation(command, options->from_notation, options->prefer_notation);
    add_notation_files(command, options->notation_files);
    command
        .add_option("--export", options->export_folder,
                    "write the texts into a new folder, a file each, byte for byte as they stand in their sources")
        ->type_name("FOLDER");
    add_format(command, options->format,
               {OutputFormat::table, OutputFormat::json, OutputFormat::ndjson, OutputFormat::csv, OutputFormat::tsv});
    on_chosen(command, run, options, run_rejects);
}

void add_stats(CLI::App& app, Run& run) {
    CLI::App& command = add_command(app, {"stats", "tell what is in a database",
                                          "cofnod stats games.db\n"
                                          "cofnod stats games.db --json\n"
                                          "cofnod stats games.db | head -n 6"});
    auto options = std::make_shared<StatsOptions>();
    add_database(command, options->database);
    add_format(command, options->format,
               {OutputFormat::table, OutputFormat::json, OutputFormat::ndjson, OutputFormat::csv, OutputFormat::tsv});
    on_chosen(command, run, options, run_stats);
}

void add_convert(CLI::App& app, Run& run) {
    CLI::App& command = add_command(
        app,
        {"convert", "read games and write them as PGN, without a database",
         "cofnod convert archif.pgn\n"
         "cofnod convert archif.pgn --notation ar > arabic.pgn\n"
         "cofnod convert column.txt --from-notation cy --notation fig\n"
         "cofnod convert archif.pgn --notation uci\n"
         "echo '1. e4 e5 2. Mf3' | cofnod convert",
         "Faults are told on standard error. What could not be read stays in the PGN, as a comment [%unread ...]."});
    auto options = std::make_shared<ConvertOptions>();
    command.add_option("FILE", options->file, "a file, or - for standard input");
    add_from(command, options->from);
    add_map(command, options->columns);
    add_limits(command, options->limits);
    add_from_notation(command, options->from_notation, options->prefer_notation);
    add_charset(command, options->charset);
    add_notation(command, options->notation,
                 "write moves in this notation: a code or name of 'cofnod languages', uci (g1f3) or lan (Ng1-f3)");
    add_notation_files(command, options->notation_files);
    add_words(
        command, "--format", {"pgn"}, [](std::size_t) {}, "in which form to write");
    command.add_flag("--reduced", options->reduced, "the seven standard tags and the moves only");
    command.add_flag("--strict", options->strict, "exit with 3 if a game is incomplete or rejected");
    on_chosen(command, run, options, run_convert, Output::data);
}

void add_check(CLI::App& app, Run& run) {
    CLI::App& command = add_command(
        app,
        {"check", "list the problems of files, or examine a database",
         "cofnod check archif.pgn\n"
         "cofnod check --faults-only sample-data/chess\n"
         "cofnod check archif.pgn --nl > problems.ndjson\n"
         "cofnod check games.db\n"
         "cofnod check --deep games.db",
         "Exits with 1 if there are problems. A database is looked through by SQLite, and every game is replayed: "
         "it must have as many plies, and end in the same position, as its row says. With --deep its index is made "
         "once more in memory, segment by segment, and held against the one stored, byte by byte."});
    auto options = std::make_shared<CheckOptions>();
    command
        .add_option("FILE", options->files,
                    "a file, a folder (its files with games: .pgn, .txt, sheets, lists, pages, packed or in archives), "
                    "a database, or - for standard input")
        ->required();
    add_from(command, options->from);
    add_map(command, options->columns);
    add_limits(command, options->limits);
    add_from_notation(command, options->from_notation, options->prefer_notation);
    add_charset(command, options->charset);
    add_notation_files(command, options->notation_files);
    command.add_flag("--faults-only", options->faults_only, "no notes: what was understood all the same is no problem");
    command.add_flag("--deep", options->database.deep, "of a database: check the position index too");
    add_resources(command, options->database.resources);
    command.add_flag_callback(
        "--nl,--ndjson", [options] { options->format = OutputFormat::ndjson; }, "a line of JSON for each problem");
    on_chosen(command, run, options, run_check);
}

void add_languages(CLI::App& app, Run& run) {
    CLI::App& command = add_command(app, {"languages", "list the notations, or show one",
                                          "cofnod languages\n"
                                          "cofnod languages cy\n"
                                          "cofnod languages العربية\n"
                                          "cofnod languages --check irish.notation\n"
                                          "cofnod languages --json"});
    auto options = std::make_shared<LanguagesOptions>();
    command.add_option("NAME", options->name, "a code or name: its letters, words and examples");
    command.add_option("--check", options->check, "try a notation file: its letters, and all its examples")
        ->type_name("FILE");
    add_notation_files(command, options->notation_files);
    add_format(command, options->format,
               {OutputFormat::table, OutputFormat::json, OutputFormat::ndjson, OutputFormat::csv, OutputFormat::tsv});
    on_chosen(command, run, options, run_languages);
}

}  // namespace cofnod::cli
