#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/tr.hpp"
#include "cli/games.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/report.hpp"
#include "cli/terminal/streams.hpp"
#include "cli/terminal/views/game_view.hpp"
#include "export/booklet/booklet.hpp"
#include "games/record/diagram.hpp"
#include "games/record/marks.hpp"
#include "games/record/move_text.hpp"
#include "games/record/replay.hpp"
#include "games/record/with_game.hpp"
#include "notation/fold.hpp"
#include "notation/language.hpp"
#include "operations/notation_choice.hpp"
#include "operations/options/query.hpp"
#include "reports/game_details.hpp"

namespace cofnod::cli {

namespace {

struct ShowOptions {
    std::string database;
    std::int64_t id = 0;
    std::string ply;       ///< "7", "12w", "12b"; empty: the last
    bool all = false;      ///< show every position in turn
    std::string notation;  ///< empty: the notation of the source
    std::vector<std::string> notation_files;
    OutputFormat format = OutputFormat::automatic;  ///< automatic: a board
    bool flip = false;
    bool ascii = false;
    bool source = false;  ///< show the text of the game instead
};

/// Parses a ply: "7" plies, or "4w" and "4b", after White's or Black's fourth move.
std::uint32_t read_ply(const std::string& text, const MoveNumbers& numbers, std::size_t ply_count) {
    const std::string folded = notation::folded_text(text);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(folded.data(), folded.data() + folded.size(), number);
    const std::string_view side(end, static_cast<std::size_t>(folded.data() + folded.size() - end));
    if (error != std::errc{} || number < 0 || number > 1'000'000 || (!side.empty() && side != "w" && side != "b"))
        throw UsageError(tr("--ply: '{}' is not a ply", text),
                         tr("write 7 for the seventh half-move, 4w or 4b for White's or Black's fourth move"));
    if (!side.empty()) number = numbers.plies_after(number, side == "b");
    if (number < 0 || number > static_cast<std::int64_t>(ply_count))
        throw UsageError(tr("--ply: {} is past the end of the game ({})", text, counted_plies(ply_count)));
    return static_cast<std::uint32_t>(number);
}

bool is_picture(OutputFormat format) { return format == OutputFormat::svg || format == OutputFormat::png; }
bool is_printed(OutputFormat format) { return format == OutputFormat::html || format == OutputFormat::latex; }

/// Returns the number of plies after which the game is shown: --ply, or all.
std::uint32_t ply_of(const ShowOptions& options, const GameRecord& record) {
    return with_game(record.kind, [&](auto rules) {
        using Game = decltype(rules);
        const auto count = static_cast<std::uint32_t>(main_line<Game>(record).size());
        if (options.ply.empty()) return count;
        return read_ply(options.ply, MoveNumbers::from<Game>(start_position<Game>(record)), count);
    });
}

void draw(const GameRecord& record, std::uint32_t ply, const ShowOptions& options, const notation::Language& language,
          Streams& io) {
    if (record.state == GameState::rejected) throw UsageError(tr("this game has no position that is certain"));
    const std::string svg = with_game(record.kind, [&](auto rules) {
        using Game = decltype(rules);
        const auto plies = main_line<Game>(record);
        return svg_of(diagram_of<Game>(position_after<Game>(record, ply), language, ply ? &plies[ply - 1] : nullptr),
                      {.flip = options.flip});
    });
    if (options.format == OutputFormat::png)
        write_png(svg, io);
    else
        io.out << svg;
}

/// Writes the game for print, with a diagram of the position after `ply`; without --ply only if no note asks for one.
void print_for_paper(const ShownGame& shown, std::uint32_t ply, const ShowOptions& options, Streams& io) {
    const auto printer = booklet::printer(
        options.format == OutputFormat::html ? booklet::BookletFormat::html : booklet::BookletFormat::latex, io.out,
        {.title = fmt::format("{} – {}", shown.header.white, shown.header.black),
         .language = &shown.language,
         .is_one_game = true});
    const bool is_drawn = !options.ply.empty() || !asks_for_diagram(shown.record.annotations);
    const GameRecord printed = is_drawn ? with_diagrams(shown.record, {{0, ply}}) : shown.record;
    printer->add(booklet::GameToPrint{.record = printed, .citation = shown.games.citation(shown.header.id)});
    printer->finish();
}

int show_source(store::GameHeader header, const GameRecord& record, OutputFormat format, Streams& io) {
    if (format == OutputFormat::svg || format == OutputFormat::png)
        throw UsageError(tr("--source cannot be combined with a picture"), tr("remove one of the two"));
    reports::GameSource source{std::move(header), record, {}};
    source.traced = operations::trace(source.header, record, notation::Languages::built_in());
    if (is_for_programs(format)) {
        reports::write_document(reports::game_source(), source, answer_format(format), io.data());
        return 0;
    }
    const std::string& text = source.traced.text;
    io.out << (io.out_terminal.is_terminal ? printable_lines(text, io.out_terminal) : text)
           << (text.ends_with('\n') ? "" : "\n");
    return 0;
}

void show(const ShownGame& game, const ShowOptions& options, Streams& io) {
    const bool on_paper = is_printed(options.format), is_drawn = is_picture(options.format);
    if (is_for_programs(options.format) && !on_paper && !is_drawn)
        return reports::write_document(
            reports::game_document(),
            reports::game_details(game.games, game.header, game.record, game.language, game.language.code()),
            answer_format(options.format), io.data());
    const std::uint32_t ply = ply_of(options, game.record);
    if ((on_paper || is_drawn) && options.all)
        throw UsageError(tr("--all cannot be combined with --format {}", name_of(options.format)),
                         tr("choose one position: --ply"));
    if (is_drawn) return draw(game.record, ply, options, game.language, io);
    if (on_paper) return print_for_paper(game, ply, options, io);
    print_game(game, {.ply = ply, .all = options.all, .board = {.flip = options.flip, .ascii = options.ascii}}, io);
}

int run_show(const ShowOptions& options, Streams& io) {
    const auto games = open_games(options.database);
    const auto header = games->header(options.id);
    const auto record = games->record(options.id);
    if (!header || !record)
        throw Error(ExitCode::nothing_found, tr("{}: no game {}", options.database, options.id),
                    tr("'cofnod search {}' lists the games", options.database));
    if (options.source) return show_source(*header, *record, options.format, io);
    const notation::Languages languages = operations::known_languages(options.notation_files);
    const notation::Language& language = options.notation.empty()
                                             ? operations::language_to_show(languages, record->notation.code)
                                             : operations::language_to_write(languages, options.notation);
    show({.games = *games,
          .database = options.database,
          .header = *header,
          .record = *record,
          .languages = languages,
          .language = language,
          .names_in = options.notation.empty() ? names_language({}, options.format) : language.code()},
         options, io);
    return 0;
}

bool locale_is_utf8() {
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        const char* value = std::getenv(name);
        if (!value || !*value) continue;
        const std::string text = to_lower(std::string_view(value));
        return text.find("utf-8") != std::string::npos || text.find("utf8") != std::string::npos;
    }
    return false;
}

}  // namespace

void add_show(Program& program) {
    Command& command = program.add_reader(
        {.name = "show",
         .summary = "show a game: a board, its moves and comments, its source",
         .examples = "# the end of game 1\n"
                     "cofnod show games.db 1\n"
                     "# after White's fourth move, in Welsh\n"
                     "cofnod show games.db 1 --ply 4w --notation cy\n"
                     "# every position, from Black's side\n"
                     "cofnod show games.db 1 --all --flip\n"
                     "# a diagram, in the notation's own letters\n"
                     "cofnod show games.db 1 --ply 4w --notation ar --format svg > board.svg\n"
                     "# the game with its comments and diagrams, to print\n"
                     "cofnod show games.db 1 --format html > game.html",
         .more = "The last move is marked. Without --notation the game is shown as it was written."});
    auto options = std::make_shared<ShowOptions>();
    options->ascii = !locale_is_utf8();
    add_games(command, options->database);
    add_id(command, options->id, "game id, as listed by 'cofnod search'");
    command.heading("position");
    command.option("--ply", "N", options->ply, "after N half-moves; 4w or 4b: after White's or Black's fourth move")
        .such_as("4w");
    command.flag("--all", options->all, "show every position, one after the other");
    command.exclude({"--all", "--ply"});
    command.heading("output");
    command.flag("--flip", options->flip, "show the board from Black's side");
    command.flag("--ascii", options->ascii, "draw the board in plain letters (default if the locale is not UTF-8)");
    command.flag("--source", options->source,
                 "the text of the game as its source has it; as data also where each move stands in it");
    add_notation(command, options->notation);
    add_notation_files(command, options->notation_files);
    using enum OutputFormat;
    add_format(command, options->format, {table, json, ndjson, csv, tsv, svg, png, html, latex});
    for (const char* other : {"--all", "--ply", "--flip", "--ascii", "--notation"})
        command.exclude({"--source", other});
    command.runs(options, run_show);
}

}  // namespace cofnod::cli
