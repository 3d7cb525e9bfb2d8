#include "cli/command_line_parts.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>

#include "base/error.hpp"
#include "cli/command_line_help.hpp"
#include "cli/printable_output.hpp"
#include "notation/nearest.hpp"
#include "notation/result_text.hpp"

namespace cofnod::cli {

namespace {

std::string joined(const std::vector<std::string>& words, std::string_view between) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? std::string() : std::string(between)) + word;
    return text;
}

/// The end of a date may be unknown, for that is a range of days: 1950.06.??. A year or month before it may not.
store::PartialDate read_date(const std::string& option, const std::string& text) {
    const auto date = store::PartialDate::parse(text);
    if (date && date->year() > 0 && (date->month() > 0 || date->day() == 0)) return *date;
    throw UsageError(fmt::format("{}: '{}' is no date", option, text), "write 1950, 1950.06 or 1950-06-01");
}

Result read_result_option(const std::string& text) {
    if (text == "*") return Result::unknown;
    if (const auto result = notation::read_result(text)) return *result;
    throw UsageError(fmt::format("--result: '{}' is no result", text), "write 1-0, 0-1, 1/2-1/2 or '*'");
}

/// "7", "3-9", "3-"
void read_ids(const std::string& text, store::HeaderFilter& filter) {
    const auto number = [&](std::string_view digits) -> std::optional<std::int64_t> {
        if (digits.empty()) return std::nullopt;
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error != std::errc{} || end != digits.data() + digits.size() || value < 0)
            throw UsageError(fmt::format("--ids: '{}' is no range of ids", text), "write 7, 3-9, 3- or -9");
        return value;
    };
    const std::string_view view = text;
    const std::size_t dash = view.find('-');
    filter.first_id = number(view.substr(0, dash));
    filter.last_id = dash == view.npos ? filter.first_id : number(view.substr(dash + 1));
    if (filter.first_id && filter.last_id && *filter.first_id > *filter.last_id)
        throw UsageError(fmt::format("--ids: {} ends before it begins", text), "write the smaller id first");
}

template <typename Function>
CLI::Option& add_text(CLI::App& command, const std::string& name, const std::string& type, const std::string& what,
                      Function&& read) {
    return *command.add_option_function<std::string>(name, std::forward<Function>(read), what)->type_name(type);
}

}  // namespace

CLI::App& add_command(CLI::App& app, const CommandText& text) {
    CLI::App& command = *app.add_subcommand(text.name, text.summary);
    std::string footer;
    if (!text.more.empty()) footer += '\n' + wrapped(text.more, 0) + '\n';
    if (!text.examples.empty()) {
        footer += "\nexamples:\n";
        std::string_view rest = text.examples;
        while (!rest.empty()) {
            const std::size_t end = rest.find('\n');
            footer += fmt::format("  {}\n", rest.substr(0, end));
            rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
        }
    }
    command.footer(footer);
    return command;
}

int with_printable_data(Streams& io, const std::function<int(Streams&)>& work) {
    if (!io.out_terminal.is_terminal) return work(io);
    PrintableOutput data(io.out, io.out_terminal);
    Streams streams = io.writing_to(data.stream(), io.out_terminal);
    return work(streams);
}

void on_chosen_run(CLI::App& command, std::function<void()> chosen) { command.final_callback(std::move(chosen)); }

CLI::Option& add_words(CLI::App& command, const std::string& name, const std::vector<std::string>& words,
                       std::function<void(std::size_t)> chosen, const std::string& what) {
    const auto read = [name, words, chosen = std::move(chosen)](const std::string& word) {
        const auto found = std::find(words.begin(), words.end(), word);
        if (found != words.end()) return chosen(static_cast<std::size_t>(found - words.begin()));
        const std::vector<std::string_view> candidates(words.begin(), words.end());
        const std::string nearest = notation::nearest_word(word, candidates);
        throw UsageError(fmt::format("{}: '{}' is not one of {}", name, word, joined(words, ", ")),
                         nearest.empty() ? std::string() : fmt::format("did you mean '{}'?", nearest));
    };
    return add_text(command, name, joined(words, "|"), what, read);
}

CLI::Option& add_database(CLI::App& command, std::string& database) {
    return *command.add_option("DB", database, "a database that 'cofnod import' has made")->required();
}

void add_format(CLI::App& command, OutputFormat& format, std::initializer_list<OutputFormat> allowed) {
    std::vector<std::pair<std::string, OutputFormat>> choices;
    for (const OutputFormat each : allowed) choices.emplace_back(name_of(each), each);
    add_choice(command, "--format", format, choices, "in which form to print");

    const auto add_short = [&](const std::string& name, OutputFormat meant) {
        if (std::find(allowed.begin(), allowed.end(), meant) == allowed.end()) return;
        command.add_flag_callback(
            name, [&format, meant] { format = meant; }, fmt::format("the same as --format {}", name_of(meant)));
    };
    add_short("-t,--table", OutputFormat::table);
    add_short("--json", OutputFormat::json);
    add_short("--nl,--ndjson", OutputFormat::ndjson);
    add_short("--csv", OutputFormat::csv);
    add_short("--tsv", OutputFormat::tsv);
}

void add_notation(CLI::App& command, std::string& name, const std::string& what) {
    command.add_option("--notation", name, what)->type_name("X");
}

void add_from_notation(CLI::App& command, std::string& name, std::string& preferred) {
    command
        .add_option("--from-notation", name, "read moves in this notation only, instead of finding out game by game")
        ->type_name("X");
    command
        .add_option("--prefer-notation", preferred,
                    "a game that can be read to its end in several notations is in this one")
        ->type_name("X");
}

void add_charset(CLI::App& command, std::string& name) {
    command
        .add_option("--charset", name, "the character set of the text, such as windows-1256, instead of finding out")
        ->type_name("X");
}

void add_notation_files(CLI::App& command, std::vector<std::string>& files) {
    command.add_option("--notation-file", files, "one more notation, from a .notation file")
        ->type_name("FILE")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add_filter(CLI::App& command, store::HeaderFilter& filter) {
    const auto add = [&](const std::string& name, std::string& target, const std::string& what) {
        command.add_option(name, target, what)->type_name("TEXT");
    };
    const auto add_number = [&](const std::string& name, std::optional<std::int64_t>& target, const std::string& what) {
        command.add_option(name, target, what)->type_name("N");
    };
    add("--player", filter.player, "a part of either player's name");
    add("--white", filter.white, "a part of White's name");
    add("--black", filter.black, "a part of Black's name");
    add("--event", filter.event, "a part of the event's name");
    add("--site", filter.site, "a part of the site's name");
    add_text(command, "--date", "DATE", "played then: 1950, 1950.06 or 1950.06.01", [&](const std::string& text) {
        const store::PartialDate date = read_date("--date", text);
        filter.add_date_from(date);
        filter.add_date_to(date);
    });
    add_text(command, "--since", "DATE", "played then or later",
             [&](const std::string& text) { filter.add_date_from(read_date("--since", text)); });
    add_text(command, "--until", "DATE", "played then or earlier",
             [&](const std::string& text) { filter.add_date_to(read_date("--until", text)); });
    add_text(command, "--result", "RESULT", "1-0, 0-1, 1/2-1/2 or '*'",
             [&](const std::string& text) { filter.result = read_result_option(text); });
    command.add_option("--eco", filter.eco, "the beginning of the opening's code: B9")->type_name("CODE");
    add_number("--min-elo", filter.elo_min, "both players rated so high");
    add_number("--max-elo", filter.elo_max, "both players rated no higher");
    add_number("--min-plies", filter.plies_min, "at least so many half-moves");
    add_number("--max-plies", filter.plies_max, "at most so many half-moves");
    add_words(
        command, "--state", {"complete", "incomplete", "rejected"},
        [&](std::size_t i) { filter.state = static_cast<GameState>(i); }, "how far the rules could follow the game");
    command.add_option("--written-in", filter.notation, "the notation the game was written in")->type_name("X");
    add("--source", filter.source, "a part of the path of the file it came from, or of its citation");
    add_text(command, "--ids", "A-B", "games with these ids: 7, 3-9 or 3-",
             [&](const std::string& text) { read_ids(text, filter); });
}

void add_game(CLI::App& command, QueryOptions& query) {
    add_words(
        command, "--game", {"chess", "camelot", "cam", "camette", "chivalry"},
        [&query](std::size_t i) {
            namespace boards = camelot::boards;
            constexpr const camelot::Board* board_of_choice[] = {nullptr, nullptr, &boards::cam, &boards::camette,
                                                                 &boards::chivalry};
            query.filter.kind = i == 0 ? GameKind::chess : GameKind::camelot;
            query.board = board_of_choice[i];
        },
        "games of chess only, or of Camelot on any board, or on that of Cam, Camette or Chivalry");
}

void add_limit(CLI::App& command, std::optional<std::int64_t>& limit, const std::string& what) {
    const auto read = [&limit](std::int64_t count) {
        if (count < 1) throw UsageError("--limit: a number from 1 on is needed");
        limit = count;
    };
    command.add_option_function<std::int64_t>("--limit", read, what)->type_name("N");
}

void add_page(CLI::App& command, store::Page& page) {
    add_limit(command, page.limit, "at most so many games");
    command.add_option("--page-after", page.after, "go on after the game with this id")->type_name("ID");
}

}  // namespace cofnod::cli
