#include "cli/export.hpp"

#include <fmt/format.h>

#include <concepts>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <vector>

#include "answers/csv.hpp"
#include "answers/json.hpp"
#include "answers/move_text.hpp"
#include "base/error.hpp"
#include "chess/fen.hpp"
#include "cli/interrupt.hpp"
#include "cli/notation_choice.hpp"
#include "cli/output_file.hpp"
#include "cli/report.hpp"
#include "game/replay.hpp"
#include "pgn/writer.hpp"
#include "search/search.hpp"
#include "store/game_reader.hpp"
#include "store/transaction.hpp"
#include "store/works.hpp"

namespace cofnod::cli {

namespace {

using answers::move_text;
using answers::uci_text;

using answers::CsvWriter;
using answers::JsonWriter;

/// A record that no move of could be played has no position to tell of.
constexpr std::string_view no_position = "-";
/// A game without moves from the usual start: a line that is empty would be none.
constexpr std::string_view no_move = "-";

struct ExportedGame {
    std::int64_t id;
    const GameRecord& record;
    std::string citation;  ///< of its source, where asked for
};

/// Writes games in one format, in the order they come.
class GameExport {
public:
    virtual ~GameExport() = default;
    virtual void add(const ExportedGame& game) = 0;
    virtual void finish() {}
};

/// One text a game: what `append` adds to it.
class TextExport : public GameExport {
public:
    using Append = std::function<void(const ExportedGame&, std::string&)>;
    TextExport(std::ostream& out, Append append) : out_(out), append_(std::move(append)) {}
    void add(const ExportedGame& game) override {
        text_.clear();
        append_(game, text_);
        out_ << text_;
    }

private:
    std::ostream& out_;
    Append append_;
    std::string text_;
};

void append_fen(const ExportedGame& game, std::string& out) {
    if (game.record.state == GameState::rejected)
        out += no_position;
    else
        with_game(game.record.kind, [&](auto rules) {
            using Game = decltype(rules);
            out += Game::write_position(position_after<Game>(game.record, game.record.ply_count));
        });
    out += '\n';
}

/// Four fields of FEN, then operations: the counters and which game it is. Only chess has it.
void append_epd(const ExportedGame& game, std::string& out) {
    if (game.record.state == GameState::rejected || game.record.kind != GameKind::chess) return;
    const chess::Position position = position_after<ChessGame>(game.record, game.record.ply_count);
    std::string fen = chess::write_fen(position);
    for (int counters = 0; counters < 2; ++counters) fen.resize(fen.rfind(' '));
    out += fmt::format("{} hmvc {}; fmvn {}; id \"game {}\";\n", fen, position.halfmove_clock(),
                       position.fullmove_number(), game.id);
}

std::vector<std::string> written_moves(const GameRecord& record, const notation::Language& language) {
    return with_game(record.kind, [&](auto rules) {
        using Game = decltype(rules);
        auto position = start_position<Game>(record);
        std::vector<std::string> moves;
        for (const auto& ply : main_line<Game>(record)) {
            moves.push_back(move_text(position, ply, language));
            position.play(Game::effect_of(position, ply));
        }
        return moves;
    });
}

std::vector<std::string> uci_moves(const GameRecord& record) {
    const chess::Position start = start_position<ChessGame>(record);
    std::vector<std::string> moves;
    for (const chess::Move move : main_line<ChessGame>(record)) moves.push_back(uci_text(start, move));
    return moves;
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

/// What programs read: UCI, and of Camelot the paths; behind the start where it is another than the usual one.
void append_uci(const ExportedGame& game, const notation::Language& language, std::string& out) {
    const GameRecord& record = game.record;
    std::string line;
    if (record.state != GameState::rejected) {
        const std::string moves =
            joined(record.kind == GameKind::chess ? uci_moves(record) : written_moves(record, language));
        if (!record.start.empty()) line = fmt::format("fen {}{}", record.start, moves.empty() ? "" : " moves ");
        line += moves;
    }
    out += line.empty() ? no_move : line;
    out += '\n';
}

class JsonExport : public GameExport {
public:
    JsonExport(std::ostream& out, JsonWriter::Layout layout, const notation::Language& language)
        : out_(out), json_(out, layout), layout_(layout), language_(language) {
        if (layout_ == JsonWriter::indented) json_.begin_document().key("games").begin_array();
    }

    void add(const ExportedGame& game) override {
        if (layout_ == JsonWriter::indented) {
            json_.begin_object();
            write(json_, game);
            json_.end_object();
        } else {
            JsonWriter line(out_, layout_);
            line.begin_document();
            write(line, game);
            line.end_object();
        }
    }

    void finish() override {
        if (layout_ == JsonWriter::indented) json_.end_array().end_object();
    }

private:
    void write(JsonWriter& json, const ExportedGame& game) const {
        const GameRecord& record = game.record;
        json.member("id", game.id).member("state", name_of(record.state)).member("notation", record.notation.code);
        if (!game.citation.empty()) json.member("citation", game.citation);
        write_tags(json, record.tags);
        json.member("result", to_text(record.result));
        with_game(record.kind, [&](auto rules) { write_moves<decltype(rules)>(json, record); });
    }

    template <RecordedGame G>
    void write_moves(JsonWriter& json, const GameRecord& record) const {
        if (record.start.empty())
            json.member("start", G::write_position(*G::read_start("")));
        else
            json.member("start", record.start);
        json.member("moves", joined(written_moves(record, language_)));
        if constexpr (std::same_as<G, ChessGame>) json.member("uci", joined(uci_moves(record)));
        if (record.state == GameState::rejected) {
            json.member("final", nullptr).member("final_key", nullptr);
            return;
        }
        const auto final = position_after<G>(record, record.ply_count);
        json.member("final", G::write_position(final)).member_hex("final_key", final.key());
    }

    /// An object has a name once: of several tags of one name the first is told.
    static void write_tags(JsonWriter& json, const Tags& tags) {
        json.key("tags").begin_object();
        for (std::size_t i = 0; i < tags.size(); ++i)
            if (tags.find(tags[i].name)->data() == tags[i].value.data()) json.member(tags[i].name, tags[i].value);
        json.end_object();
    }

    std::ostream& out_;
    JsonWriter json_;
    JsonWriter::Layout layout_;
    const notation::Language& language_;
};

class CsvExport : public GameExport {
public:
    CsvExport(std::ostream& out, CsvWriter::Separator separator, const notation::Language& language, bool citations)
        : csv_(out, separator), language_(language), citations_(citations) {
        std::vector<std::string> names = {"id",     "event", "site",  "date",  "round",    "white", "black",
                                          "result", "eco",   "plies", "state", "notation", "start", "moves"};
        if (citations_) names.emplace_back("citation");
        csv_.row(names);
    }

    void add(const ExportedGame& game) override {
        const GameRecord& record = game.record;
        const auto tag = [&](std::string_view name) { return std::string(record.tags.find(name).value_or("")); };
        std::vector<std::string> cells = {std::to_string(game.id),
                                          tag("Event"),
                                          tag("Site"),
                                          tag("Date"),
                                          tag("Round"),
                                          tag("White"),
                                          tag("Black"),
                                          std::string(to_text(record.result)),
                                          tag("ECO"),
                                          std::to_string(record.ply_count),
                                          std::string(name_of(record.state)),
                                          record.notation.code,
                                          record.start,
                                          joined(written_moves(record, language_))};
        if (citations_) cells.push_back(game.citation);
        csv_.row(cells);
    }

private:
    CsvWriter csv_;
    const notation::Language& language_;
    bool citations_;
};

bool is_data(OutputFormat format) {
    using enum OutputFormat;
    return format == json || format == ndjson || format == csv || format == tsv;
}

std::unique_ptr<GameExport> make_export(const ExportOptions& options, const pgn::WriteOptions& how, std::ostream& out) {
    const notation::Language& language = *how.language;
    switch (options.format) {
        case OutputFormat::fen: return std::make_unique<TextExport>(out, append_fen);
        case OutputFormat::epd: return std::make_unique<TextExport>(out, append_epd);
        case OutputFormat::uci:
            return std::make_unique<TextExport>(
                out, [&language](const ExportedGame& game, std::string& text) { append_uci(game, language, text); });
        case OutputFormat::json: return std::make_unique<JsonExport>(out, JsonWriter::indented, language);
        case OutputFormat::ndjson: return std::make_unique<JsonExport>(out, JsonWriter::line, language);
        case OutputFormat::csv: return std::make_unique<CsvExport>(out, CsvWriter::comma, language, options.citations);
        case OutputFormat::tsv: return std::make_unique<CsvExport>(out, CsvWriter::tab, language, options.citations);
        default: break;
    }
    return std::make_unique<TextExport>(
        out, [how](const ExportedGame& game, std::string& text) { pgn::write(game.record, how, text); });
}

/// The games of a query, whole; what only asks for headers is read in one pass. How many there were.
std::uint64_t for_each_game(store::Store& store, const search::Query& query, store::Page page,
                            const std::function<void(std::int64_t, const GameRecord&)>& each) {
    std::uint64_t count = 0;
    store::GameReader reader(store);
    const auto take = [&](std::int64_t id, const GameRecord& record) {
        ++count;
        each(id, record);
        return true;
    };
    if (query.asks_for_moves())
        search::search(store, query, page, [&](const search::Hit& hit) {
            const auto record = reader.read(hit.game);
            return !record || take(hit.game, *record);
        });
    else
        reader.for_each(query.header, page, take);
    return count;
}

int export_games(const ExportOptions& options, Streams& io) {
    const notation::Languages languages = known_languages(options.query.notation_files);
    pgn::WriteOptions how = how_to_write(languages, options.notation);
    how.reduced = options.reduced;
    how.layout = options.layout;
    if (how.style != pgn::MoveStyle::standard && is_data(options.format))
        throw UsageError(fmt::format("--notation {} is for PGN", options.notation),
                         "--format uci writes lists of such moves, JSON has them as \"uci\"");
    if (options.layout == pgn::Layout::columns && options.format != OutputFormat::automatic)
        throw UsageError(fmt::format("--layout columns is another format than {}", name_of(options.format)),
                         "leave one of the two away");
    if (options.citations && options.reduced)
        throw UsageError("--reduced writes seven tags, and a citation is none of them", "leave one of the two away");
    const search::Query query = make_query(options.query, languages, io);
    auto store = store::Store::open(options.database, store::Access::read_only);
    const store::Snapshot snapshot(store.connection());

    std::error_code ignored;
    if (std::filesystem::equivalent(options.output, options.database, ignored))
        throw UsageError(fmt::format("{}: this is the database itself", options.output), "give another name to -o");
    std::optional<InterruptGuard> guard;  // Ctrl-C while standard output is written to ends the program at once
    if (options.output != "-") guard.emplace();
    OutputFile file(options.output, options.overwrite, io.out);
    const auto games = make_export(options, how, file.stream());
    std::uint64_t without_epd = 0;
    const auto add = [&](std::int64_t id, const GameRecord& record) {
        if (guard && InterruptGuard::interrupted()) throw Interrupted{};
        if (options.format == OutputFormat::epd && record.kind != GameKind::chess) ++without_epd;
        if (!options.citations && !is_data(options.format)) return games->add({id, record, ""});
        const std::string citation = store::citation_of(store, id);
        if (is_data(options.format) || citation.empty() || record.tags.find("Citation"))
            return games->add({id, record, citation});
        GameRecord cited = record;
        cited.tags.add("Citation", citation);
        games->add({id, cited, citation});
    };
    const std::uint64_t found = for_each_game(store, query, options.query.page, add);
    games->finish();
    file.finish();

    if (without_epd > 0 && !io.quiet)
        io.err << fmt::format("{} not of chess: EPD has nothing for them; --format fen has\n",
                              counted(without_epd, "game is", "games are"));
    if (found == 0)
        io.err << "no game found\n";
    else if (!io.quiet && options.output != "-")
        io.err << fmt::format("{}: {}\n", options.output, counted(found, "game"));
    return static_cast<int>(found > 0 ? ExitCode::ok : ExitCode::nothing_found);
}

}  // namespace

int run_export(const ExportOptions& options, Streams& io) {
    try {
        return export_games(options, io);
    } catch (const Interrupted&) {
        return InterruptGuard::exit_code();
    }
}

}  // namespace cofnod::cli
