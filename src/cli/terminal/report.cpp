#include "cli/terminal/report.hpp"

#include <fmt/args.h>
#include <fmt/format.h>

#include <ostream>

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/problem.hpp"
#include "base/problem_kinds.hpp"
#include "base/tr.hpp"
#include "base/ways_out.hpp"

namespace cofnod::terminal {

std::string next_page(std::string_view games, std::int64_t last) {
    return tr("first {}; for the next: --page-after {}", games, last);
}

void print_error(std::ostream& err, const Terminal& terminal, std::string_view what, std::string_view remedy) {
    err << styled("cofnod:", Style::bad, terminal) << ' ' << printable_message(what, terminal.isolates) << '\n';
    if (!remedy.empty()) err << "  " << printable_message(remedy, terminal.isolates) << '\n';
}

namespace {

const char* template_of(WayOutKind kind) {
    using enum WayOutKind;
    switch (kind) {
        case sentence: return "";

        case choose_notation: return phrase("read as {} ({}), the best match; choose another with --from-notation");
        case read_otherwise: return phrase("choose with --from-notation");
        case list_notations: return phrase("'cofnod languages' lists them all; --notation-file FILE adds one");
        case did_you_mean_notation: return phrase("did you mean {1} ({0})? 'cofnod languages' lists them all");
        case leave_out_notation: return phrase("without --notation, moves are written in English algebraic notation");
        case check_notation_file: return phrase("to check the whole file: cofnod languages --check {}");

        case name_database:
            return phrase("name a database created by 'cofnod import'; to create one, name a file that does not exist");
        case create_database: return phrase("create one: cofnod import {} GAMES.pgn");
        case run_import_again: return phrase("if it was interrupted, run it again: cofnod import {} GAMES.pgn");
        case import_first: return phrase("import into it first: cofnod import {} GAMES.pgn");
        case upgrade_by_import: return phrase("the next import brings it up to date: cofnod import {} GAMES.pgn");
        case export_by_its_maker:
            return phrase(
                "import its sources again, or export its games with the cofnod that wrote it: "
                "cofnod export {} > games.pgn");
        case undo_change_of_schema:
            return phrase("undo that with the sqlite3 shell, or save its games: cofnod recover {} NEW.db");
        case query_database: return phrase("to read games from a database use 'cofnod search' or 'cofnod export'");
        case list_games: return phrase("'cofnod search {}' lists the games");
        case list_players: return phrase("'cofnod players {}' lists them");
        case reverse_alias: return phrase("the other way round: cofnod players {} --forget '{}'; then --alias again");
        case check_database: return phrase("see 'cofnod check' on the database");
        case restore_database: return phrase("restore the database from a copy, or run 'cofnod check' on it");
        case check_all_bytes: return phrase("check the database: cofnod check --deep");
        case check_and_recover: return phrase("see 'cofnod check' on it, and 'cofnod recover'");
        case recover_database:
            return phrase("restore it from a copy, or save what can be read: cofnod recover {} NEW.db");
        case continue_import: return phrase("import the file itself: cofnod import {} {}");
        case import_recovered:
            return phrase(
                "save what can be read of it, and import that: cofnod recover {1} NEW.db; cofnod import {0} NEW.db");
        case rebuild_index: return phrase("'cofnod optimize' rebuilds it");
        case allow_memory: return phrase("allow more memory: --memory {}M");

        case find_game: return phrase("to find its number: cofnod search {}");
        case list_corrections: return phrase("to see them all: cofnod corrections {}");
        case show_text_of_game: return phrase("'cofnod rejects DB ID' prints the text of any game");
        case choose_occurrence: return phrase("name a longer passage, or choose one: --nth 2");
        case choose_listed_occurrence: return phrase("choose one of them with --nth");
        case replace_game: return phrase("give the whole game: cofnod import DB FILE --replaces ID");
        case replace_game_of_sheet:
            return phrase(
                "a part of a table or page cannot be read alone: give the game as PGN with "
                "'cofnod import DB FILE --replaces ID'");

        case raise_limit: return phrase("if it is sound, raise the limit with --limits, or unpack it first");
        case name_columns: return phrase("name them: --map 'White=Gwyn,Black=Du,Moves=Symudiadau'");

        case name_one_player: return phrase("write --player morphy --opponent anderssen");
        case choose_game: return phrase("remove --game, or write --game {}");

        case let_script_read: return phrase("--read FOLDER lets it read the files in that folder");
        case write_into_folder: return phrase("name a file that can be created in the folder of --write");
        case stay_in_read_folder: return phrase("name a file inside the folder of --read");
        case stay_in_write_folder: return phrase("name a file inside the folder of --write");
        case allow_script_more_memory:
            return phrase("a loop may keep more and more; --memory allows more, such as --memory 1G");
        case repeat_less:
            return phrase(
                "its tables would take more memory than --memory allows: repeat less, or without an upper number");
        case sort_fewer_games:
            return phrase("--limit keeps only the first of them; --memory allows more, such as --memory 1G");
        case allow_more_time:
            return phrase(
                "the output is what was found until then; allow more time (--timeout), or search for fewer games");
    }
    return "";
}

/// Returns the options for a remedy in problems.def; {} is its first argument.
const char* options_of(Remedy remedy) {
    switch (remedy) {
        case Remedy::try_other_notation:
        case Remedy::import_alone: return ": --from-notation";
        case Remedy::say_notation: return phrase(": --from-notation or --prefer-notation");
        case Remedy::raise_limit: return ": --limits {}=...";
        case Remedy::say_charset:
        case Remedy::read_in_one_charset: return ": --charset";
        default: return "";
    }
}

}  // namespace

std::string sentence(const WayOut& way_out) {
    if (way_out.kind() == WayOutKind::sentence) return way_out.sentence();
    fmt::dynamic_format_arg_store<fmt::format_context> arguments;
    for (const std::string& argument : way_out.arguments()) arguments.push_back(argument);
    return fmt::vformat(translated(template_of(way_out.kind())), arguments);
}

std::string sentence_with_options(const Advice& advice) {
    const auto* const argument =
        advice.arguments.empty() ? nullptr : std::get_if<std::string>(&advice.arguments.front().value());
    return sentence(advice) +
           fmt::format(fmt::runtime(translated(options_of(advice.remedy))), argument ? *argument : "");
}

std::string message(const Error& error) {
    return error.about().empty() ? error.what() : fmt::format("--{}: {}", error.about(), error.what());
}

void print_problem(std::ostream& out, const Terminal& terminal, const Problem& problem, std::string_view source,
                   std::uint64_t game_number) {
    const std::string text =
        printable_lines(format_problem(problem, source, game_number, sentence_with_options(problem.advice)), terminal);
    const Style head = problem.severity == Severity::fault ? Style::bad : Style::warning;
    bool first = true;
    for (const std::string_view line : reports::lines_in(text)) {
        const bool is_caret = !first && line.find('^') != line.npos && line.find_first_not_of(" ^~") == line.npos;
        out << styled(line, first ? Style::bold : is_caret ? head : Style::plain, terminal) << '\n';
        first = false;
    }
}

std::string upkeep_text(const index::Upkeep& upkeep) {
    const auto number = [](std::int64_t count) { return static_cast<std::uint64_t>(count); };
    if (upkeep.segments_made == 0)
        return tr("nothing to do: the index has {}", counted(number(upkeep.segments), "{} segment", "{} segments"));
    return tr("indexed {}; the index now has {}", counted_games(number(upkeep.games)),
              counted(number(upkeep.segments), "{} segment", "{} segments"));
}

}  // namespace cofnod::terminal
