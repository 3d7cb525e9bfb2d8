#include "sqlite/faults.hpp"

#include <fmt/args.h>
#include <fmt/format.h>

#include <algorithm>

#include "base/message.hpp"
#include "base/way_out.hpp"
#include "base/ways_out.hpp"

namespace cofnod::sqlite {

namespace {

/// Ways out in words of SQL; empty for those of commands that change files.
const char* template_of(WayOutKind kind) {
    using enum WayOutKind;
    switch (kind) {
        case choose_notation: return "read as {} ({}), the best match; name another notation if that is wrong";
        case read_otherwise: return "name its notation";
        case list_notations: return "'cofnod languages' lists them all";
        case did_you_mean_notation: return "did you mean {1} ({0})? 'cofnod languages' lists them all";
        case leave_out_notation: return "without a notation, moves are written in English";
        case name_database:
        case create_database: return "open a database that 'cofnod import' has made";
        case run_import_again: return "if its import was interrupted, run it again: cofnod import {} GAMES.pgn";
        case import_first: return "import into it first: cofnod import {} GAMES.pgn";
        case upgrade_by_import: return "the next import brings it up to date: cofnod import {} GAMES.pgn";
        case export_by_its_maker: return "use the extension of the cofnod that wrote it";
        case undo_change_of_schema: return "undo that, or save its games: cofnod recover {} NEW.db";
        case check_database:
        case restore_database:
        case check_all_bytes: return "see 'cofnod check --deep' on the database";
        case check_and_recover: return "see 'cofnod check' on it, and 'cofnod recover'";
        case recover_database: return "restore it from a copy, or save what can be read: cofnod recover {} NEW.db";
        case rebuild_index: return "'cofnod optimize' rebuilds it";
        case name_one_player: return "add player = 'morphy'";
        case ask_for_camelot_pieces: return "use pieces for pieces of Camelot";
        case choose_game: return "leave kind out, or write kind = '{}'";
        case let_script_read: return "scripts read no files here";
        case allow_script_more_memory:
        case repeat_less:
        case allow_more_time: return "'cofnod cql' runs it with more memory and time";
        default: return "";
    }
}

std::string sentence(const WayOut& way_out) {
    if (way_out.kind() == WayOutKind::sentence) return way_out.sentence();
    fmt::dynamic_format_arg_store<fmt::format_context> arguments;
    for (const std::string& argument : way_out.arguments()) arguments.push_back(argument);
    return fmt::vformat(template_of(way_out.kind()), arguments);
}

/// Takes "--since: " off the beginning of a text, and returns the name.
std::string take_option(std::string& text) {
    const std::size_t colon = text.find(": ");
    if (!text.starts_with("--") || colon == text.npos || text.find(' ') < colon) return {};
    std::string option = text.substr(2, colon - 2);
    text.erase(0, colon + 2);
    return option;
}

}  // namespace

std::string text_of(const Error& error) {
    std::string text = error.what();
    const std::string option = take_option(text);
    std::string about = option.empty() ? error.about() : option;
    std::replace(about.begin(), about.end(), '-', '_');
    const std::string remedy = sentence(error.way_out());
    return printable_message(
        fmt::format("{}{}{}{}{}", about, about.empty() ? "" : ": ", text, remedy.empty() ? "" : "; ", remedy), false);
}

}  // namespace cofnod::sqlite
