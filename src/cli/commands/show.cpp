#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "answers/diagram.hpp"
#include "answers/game_details.hpp"
#include "answers/game_source.hpp"
#include "answers/move_text.hpp"
#include "answers/standing.hpp"
#include "base/ascii.hpp"
#include "base/error.hpp"
#include "base/say.hpp"
#include "cli/games.hpp"
#include "cli/options/output.hpp"
#include "cli/options/reading.hpp"
#include "cli/program.hpp"
#include "game/openings.hpp"
#include "game/replay.hpp"
#include "game/with_game.hpp"
#include "jobs/notation_choice.hpp"
#include "options/query.hpp"
#include "print/booklet.hpp"
#include "print/movetext.hpp"
#include "terminal/output_format.hpp"
#include "terminal/picture.hpp"
#include "terminal/problem_report.hpp"
#include "terminal/report.hpp"
#include "terminal/streams.hpp"
#include "terminal/views/board_view.hpp"
#include "terminal/views/move_list_view.hpp"

namespace cofnod::cli {

namespace {

struct ShowOptions {
    std::string database;
    std::int64_t id = 0;
    std::string ply;       ///< "7", "12w", "12b"; empty: the end
    bool all = false;      ///< show every position in turn
    std::string notation;  ///< empty: the notation of the source
    std::vector<std::string> notation_files;
    OutputFormat format = OutputFormat::automatic;  ///< automatic: a board
    bool flip = false;
    bool ascii = false;
    bool source = false;  ///< the text of the game instead
};

using answers::move_text;
using answers::MoveNumbers;

/// Parses a ply: "7" plies, or "4w" and "4b", after White's or Black's fourth move.
std::uint32_t read_ply(const std::string& text, const MoveNumbers& numbers, std::size_t ply_count) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string_view side(end, static_cast<std::size_t>(text.data() + text.size() - end));
    if (error != std::errc{} || number < 0 || number > 1'000'000 || (!side.empty() && side != "w" && side != "b"))
        throw UsageError(say("--ply: '{}' is not a ply", text),
                         say("write 7 for the seventh half-move, 4w or 4b for White's or Black's fourth move"));
    if (!side.empty()) number = numbers.plies_after(number, side == "b");
    if (number < 0 || number > static_cast<std::int64_t>(ply_count))
        throw UsageError(say("--ply: {} is past the end of the game ({})", text, counted_plies(ply_count)));
    return static_cast<std::uint32_t>(number);
}

std::string join(const std::vector<std::string>& parts, std::string_view between) {
    std::string text;
    for (const std::string& part : parts)
        if (!part.empty()) text += (text.empty() ? "" : std::string(between)) + part;
    return text;
}

/// A game to show.
struct StoredGame {
    search::Answers& games;
    store::GameHeader header;
    GameRecord record;
};

template <RecordedGame G>
class Show {
public:
    Show(const ShowOptions& options, Streams& io, StoredGame game)
        : options_(options),
          io_(io),
          terminal_(io.out_terminal),
          languages_(jobs::known_languages(options.notation_files)),
          games_(game.games),
          header_(std::move(game.header)),
          record_(std::move(game.record)),
          language_(&chosen_language()),
          plies_(main_line<G>(record_)),
          position_(start_position<G>(record_)),
          numbers_(MoveNumbers::from<G>(position_)),
          keys_{position_.key()} {
        if constexpr (std::same_as<G, ChessGame>) opening_ = opening_of(position_, record_.moves);
    }

    int run() {
        const bool is_picture = options_.format == OutputFormat::svg || options_.format == OutputFormat::png;
        const bool is_printed = options_.format == OutputFormat::html || options_.format == OutputFormat::latex;
        if (is_for_programs(options_.format) && !is_picture && !is_printed) {
            answers::write_document(answers::game_document(),
                                    answers::game_details(games_, header_, record_, *language_, language_->code()),
                                    answer_format(options_.format), io_.data());
            return 0;
        }
        const std::uint32_t ply = options_.ply.empty() ? static_cast<std::uint32_t>(plies_.size())
                                                       : read_ply(options_.ply, numbers_, plies_.size());
        if (is_picture || is_printed) {
            if (options_.all)
                throw UsageError(say("--all cannot be combined with --format {}", name_of(options_.format)),
                                 say("choose one position: --ply"));
            return is_picture ? draw(ply) : print(ply);
        }
        print_header();
        io_.out << '\n';
        if (options_.all)
            print_every_position();
        else
            print_one_position(ply);
        print_problems();
        return 0;
    }

private:
    const notation::Language& chosen_language() const {
        if (!options_.notation.empty()) return jobs::language_to_write(languages_, options_.notation);
        return jobs::language_to_show(languages_, record_.notation.code);
    }

    [[nodiscard]] std::string_view dot() const { return options_.ascii ? " - " : " · "; }

    static std::string known(std::string_view text) {
        return text == "?" || text == "-" ? std::string() : printable(text);
    }

    [[nodiscard]] std::string player(std::string_view name, std::optional<std::int64_t> elo) const {
        const std::string text = shown(known(name).empty() ? "?" : name, terminal_);
        return styled(text, Style::bold, terminal_) + (elo ? fmt::format(" ({})", *elo) : "");
    }

    void print_header() {
        io_.out << player(header_.white, header_.white_elo) << (options_.ascii ? " - " : " – ")
                << player(header_.black, header_.black_elo) << "   "
                << styled(to_text(record_.result), Style::bold, terminal_) << '\n';
        const std::string date = header_.date && header_.date->year() ? header_.date->to_text() : std::string();
        const std::string round = known(header_.round);
        const std::string place =
            join({shown(known(header_.event), terminal_), shown(known(header_.site), terminal_), date,
                  round.empty() ? "" : say("round {}", round), opening_ ? "" : known(header_.eco)},
                 dot());
        if (!place.empty()) io_.out << place << '\n';
        print_opening();
        io_.out << styled(join({say("game {}", header_.id),
                                fmt::format("{}:{}", printable(header_.source), header_.line), notation_text(),
                                std::string(translated(name_of(header_.state))), counted_plies(plies_.size())},
                               dot()),
                          Style::dim, terminal_)
                << '\n';
        print_provenance();
    }

    /// Prints the opening by position, and the code of the source if it differs.
    void print_opening() {
        if (!opening_) return;
        const std::string name =
            shown(opening_->name(options_.notation.empty() ? names_language({}, options_.format) : language_->code()),
                  terminal_);
        const std::string tag = known(header_.eco);
        io_.out << opening_->eco << ' ' << name
                << (tag.empty() || tag == opening_->eco ? "" : std::string(dot()) + say("tagged {}", tag)) << '\n';
    }

    /// Prints the citation of the source, the databases it came through and the ids of other records of the game.
    void print_provenance() {
        const std::string citation = games_.citation(header_.id), databases = games_.databases(header_.id);
        if (!citation.empty())
            io_.out << styled(say("cited:") + ' ', Style::dim, terminal_) << shown(citation, terminal_) << '\n';
        if (!databases.empty())
            io_.out << styled(say("merged from:") + ' ', Style::dim, terminal_) << shown(databases, terminal_) << '\n';
        std::vector<std::string> others;
        for (const std::int64_t id : games_.witnesses(header_.id))
            if (id != header_.id) others.push_back(std::to_string(id));
        if (!others.empty())
            io_.out << styled(say("other records of this game: {}; cofnod compare {} {}", join(others, ", "),
                                  printable(options_.database), header_.id),
                              Style::dim, terminal_)
                    << '\n';
    }

    [[nodiscard]] std::string notation_text() const {
        const std::string& code = record_.notation.code;
        if (record_.kind != GameKind::chess) return std::string(G::title_of(record_.start));
        return code.empty() ? std::string()
                            : say("written in {} ({})", translated(jobs::notation_title(languages_, code)), code);
    }

    int draw(std::uint32_t ply) {
        if (record_.state == GameState::rejected) throw UsageError(say("this game has no position that is certain"));
        for (; played_ < ply; ++played_) position_.play(G::effect_of(position_, plies_[played_]));
        const std::string svg = answers::svg_of(
            answers::diagram_of<G>(position_, *language_, ply ? &plies_[ply - 1] : nullptr), {.flip = options_.flip});
        if (options_.format == OutputFormat::png)
            write_png(svg, io_);
        else
            io_.out << svg;
        return 0;
    }

    /// Writes the game for paper, with the position that --ply asks for; the last, if no comment asks for any.
    int print(std::uint32_t ply) {
        const auto printer =
            print::printer(options_.format == OutputFormat::html ? print::Form::html : print::Form::latex, io_.out,
                           {.title = fmt::format("{} – {}", header_.white, header_.black),
                            .language = language_,
                            .is_one_game = true});
        print::GameToPrint game{.record = record_, .citation = games_.citation(header_.id)};
        const bool has_diagrams =
            std::ranges::any_of(print::movetext_of(record_, *language_),
                                [](const print::Piece& piece) { return piece.diagram.has_value(); });
        if (!options_.ply.empty() || !has_diagrams) game.diagram_at = ply;
        printer->add(game);
        printer->finish();
        return 0;
    }

    void print_every_position() {
        print_position(0);
        for (std::uint32_t ply = 1; ply <= plies_.size(); ++ply) {
            io_.out << '\n';
            print_position(ply);
        }
    }

    void print_one_position(std::uint32_t ply) {
        // Even the start position of a rejected game is uncertain.
        if (record_.state != GameState::rejected) {
            print_position(ply);
            io_.out << '\n';
        }
        print_move_list(io_.out, terminal_, record_, *language_, ply);
    }

    /// Prints a position; calls must be in ascending order.
    void print_position(std::uint32_t ply) {
        std::string title = plies_.empty() ? say("no moves") : say("start");
        for (; played_ < ply; ++played_) {
            title = fmt::format("{} {}", numbers_.at(played_),
                                shown(move_text<G>(position_, plies_[played_], *language_), terminal_));
            position_.play(G::effect_of(position_, plies_[played_]));
            keys_.push_back(position_.key());
        }
        print_board<G>(io_.out, terminal_, position_, *language_, {.flip = options_.flip, .ascii = options_.ascii},
                       ply ? &plies_[ply - 1] : nullptr);
        io_.out << "  " << styled(title, Style::bold, terminal_) << dot() << say("ply {} of {}", ply, plies_.size())
                << dot() << translated(answers::standing<G>(position_)) << '\n';
        if (const std::string claim = answers::claimable_draw<G>(position_, keys_); !claim.empty())
            io_.out << "  " << claim << '\n';
        io_.out << "  " << G::write_position(position_) << '\n';
    }

    void print_problems() {
        for (const Problem& problem : record_.problems) {
            io_.out << '\n';
            print_problem(io_.out, terminal_, problem, header_.source, header_.number);
        }
    }

    const ShowOptions& options_;
    Streams& io_;
    const Terminal& terminal_;
    notation::Languages languages_;
    search::Answers& games_;
    const store::GameHeader header_;
    const GameRecord record_;
    const notation::Language* language_;
    std::vector<typename G::Ply> plies_;
    const Opening* opening_ = nullptr;
    typename G::Position position_;
    MoveNumbers numbers_;
    std::vector<std::uint64_t> keys_;  ///< keys of the positions up to position_
    std::uint32_t played_ = 0;
};

int show_source(store::GameHeader header, const GameRecord& record, OutputFormat format, Streams& io) {
    if (format == OutputFormat::svg || format == OutputFormat::png)
        throw UsageError(say("--source cannot be combined with a picture"), say("remove one of the two"));
    answers::GameSource source{std::move(header), record, {}};
    source.traced = jobs::trace(source.header, record, notation::Languages::built_in());
    if (is_for_programs(format)) {
        answers::write_document(answers::game_source(), source, answer_format(format), io.data());
        return 0;
    }
    const std::string& text = source.traced.text;
    io.out << (io.out_terminal.is_terminal ? printable_lines(text, io.out_terminal) : text)
           << (text.ends_with('\n') ? "" : "\n");
    return 0;
}

int run_show(const ShowOptions& options, Streams& io) {
    const auto games = open_games(options.database);
    auto header = games->header(options.id);
    auto record = games->record(options.id);
    if (!header || !record)
        throw Error(ExitCode::nothing_found, say("{}: no game {}", options.database, options.id),
                    say("'cofnod search {}' lists the games", options.database));
    if (options.source) return show_source(*std::move(header), *record, options.format, io);
    StoredGame game{*games, std::move(*header), std::move(*record)};
    return with_game(game.record.kind,
                     [&](auto rules) { return Show<decltype(rules)>(options, io, std::move(game)).run(); });
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
    Command& command =
        program.add({.name = "show",
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
    command.limit_memory();
    command.page_answer();
    auto options = std::make_shared<ShowOptions>();
    options->ascii = !locale_is_utf8();
    add_games(command, options->database);
    command
        .argument(
            "ID", [options](std::int64_t id) { options->id = id; }, "game id, as listed by 'cofnod search'")
        .required = true;
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
