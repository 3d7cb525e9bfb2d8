#include <algorithm>
#include <charconv>
#include <chrono>
#include <memory>
#include <ostream>
#include <set>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/tr.hpp"
#include "cql/run/budget.hpp"
#include "games/pgn/writer.hpp"
#include "operations/cql_search.hpp"
#include "operations/notation_choice.hpp"
#include "operations/options/query.hpp"
#include "reports/found_games.hpp"
#include "reports/games.hpp"
#include "reports/hits.hpp"
#include "reports/record_writers.hpp"
#include "reports/value.hpp"
#include "store/interruption.hpp"
#include "web/api/api.hpp"

namespace cofnod::web::api {

namespace {

using reports::Format;
using reports::JsonWriter;
using Clock = std::chrono::steady_clock;

constexpr double longest_search = 3600;  ///< seconds

/// Reports no progress: an answer of positions alone has no place for it.
class NoProgress : public operations::Progress {
public:
    void begin(std::uint64_t) override {}
    void begin_file(const std::string&, std::uint64_t, std::uint64_t) override {}
    void update(std::uint64_t, std::uint64_t, std::uint64_t) override {}
    void end_file() override {}
    void update_part(std::string_view, std::string_view, std::int64_t, std::int64_t) override {}
    void update_search(std::int64_t, std::int64_t, std::int64_t) override {}
};

/// Writes the progress of a search, and sends pending results about ten times a second.
class ProgressLines final : public NoProgress {
public:
    explicit ProgressLines(std::ostream& out) : out_(out) {}

    void update_search(std::int64_t done, std::int64_t all, std::int64_t) override {
        if (!is_due()) return;
        JsonWriter(out_, JsonWriter::line).begin_document().member("done", done).member("all", all).end_object();
        send();
    }
    /// Sends the games found, unless data was sent just before.
    void update_found() {
        if (is_due()) send();
    }

private:
    [[nodiscard]] bool is_due() const { return Clock::now() - sent_ > std::chrono::milliseconds(100); }
    void send() {
        out_.flush();
        sent_ = Clock::now();
    }

    std::ostream& out_;
    Clock::time_point sent_ = Clock::now();
};

class CancelledByReader final : public operations::Cancel {
public:
    [[nodiscard]] bool is_requested() const override { return store::is_interrupted(); }
};

/// Ignores remarks: a database has no files to report on.
class NoReporter final : public operations::Reporter {
public:
    void error(const Error&) override {}
    void note(const std::string&, const std::string&, const WayOut&) override {}
    void finding(const std::string&, const std::string&) override {}
    void problem(const Problem&, const std::string&, std::uint64_t) override {}
    void flush() override {}
};

/// Writes the games that a script finds, one per line.
class GameLines final : public operations::CqlListener {
public:
    GameLines(ProgressLines& progress, const notation::Language& language, std::ostream& out)
        : progress_(progress), language_(language), out_(out) {}

    void begin(const cql::CompiledScript& script) {
        script_ = &script;
        list_.emplace(
            reports::game_list({.with_ply = true, .with_plies = true, .sort_titles = reports::sort_titles(script)}),
            Format::ndjson, reports::Output{out_});
    }
    void game(operations::MatchedGame&& game, operations::CqlInput& input) override {
        if (const auto row = reports::listed_match(game, input, *script_, language_)) list_->add(*row);
        progress_.update_found();
    }
    void message(const std::string& text) override {
        JsonWriter(out_, JsonWriter::line).begin_document().member("message", text).end_object();
    }
    void searched(const cql::Survey&, const search::Query&, double) override {}

private:
    ProgressLines& progress_;
    const notation::Language& language_;
    std::ostream& out_;
    const cql::CompiledScript* script_ = nullptr;
    std::optional<reports::List<reports::ListedGame>> list_;
};

/// The last line of the answer.
struct End {
    std::int64_t games = 0;  ///< number listed
    std::optional<std::int64_t> positions = {};
    bool is_complete = true;  ///< false: there may be more
    const Error* fault = nullptr;
};

void write_end(std::ostream& out, const End& end) {
    JsonWriter json(out, JsonWriter::line);
    json.begin_document().member("games", end.games).member("positions", end.positions);
    json.member("complete", end.is_complete && !end.fault);
    if (end.fault) json.member("detail", std::string(end.fault->what()));
    json.end_object();
}

struct Cql {
    operations::QueryOptions query;
    std::string script, notation = "en";
    double seconds = 60;

    void declare(options::Arguments& table) {
        table
            .option("--cql,--pattern", "CQL", script,
                    "games whose positions, moves or tags match this; of other games than chess, their patterns")
            .such_as("'mate R attacks k'")
            .required = true;
        options::add_conditions(table, query);
        options::add_page(table, query.page);
        table
            .option(
                "--timeout", "SECONDS", [this](const std::string& text) { seconds = read_seconds(text); },
                "stop after this time (default: 60)")
            .such_as("5");
        add_notation(table, notation);
    }

    Response answer(const Question& question) const {
        const GameKind kind = query.filter.kind.value_or(operations::game_to_look_at(query, question.games()));
        return kind == GameKind::chess ? found_by_script(question) : found_by_pattern(kind, question);
    }
    /// Returns the members of all kinds of lines: games, progress, messages, the end.
    static reports::Shapes shape() {
        reports::Shapes lines = reports::shapes_of(reports::game_list({.with_ply = true, .with_plies = true}).fields);
        for (const char* const name : {"done", "all", "games", "positions"})
            lines.push_back({.name = name, .type = reports::Type::integer});
        lines.push_back({.name = "complete", .type = reports::Type::boolean});
        for (const char* const name : {"message", "detail"}) lines.push_back({.name = name});
        return lines;
    }

private:
    static double read_seconds(const std::string& text) {
        double value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc{} || end != text.data() + text.size() || !(value > 0) || value > longest_search)
            throw UsageError(tr("--timeout: '{}' is not a number of seconds", text), tr("at most {}", longest_search));
        return value;
    }

    static Response lines(std::function<void(std::ostream&)> write) {
        return {.type = "application/x-ndjson", .write_body = std::move(write)};
    }

    [[nodiscard]] Response found_by_script(const Question& question) const {
        const notation::Languages& languages = question.site.languages;
        const notation::Language& language = operations::language_to_write(languages, notation);
        return lines([&holder = question.holder, &site = question.site, &language,
                      found = operations::make_query(query, languages, drop, question.games()),
                      after = query.page.after, script = operations::read_script({"cql"}, script, {.files = false}),
                      options = operations::CqlOptions{.threads = 1, .timeout = seconds, .limit = query.page.limit}](
                         std::ostream& out) {
            ProgressLines progress(out);
            const CancelledByReader cancel;
            NoReporter reporter;
            GameLines games(progress, language, out);
            operations::CqlSearch search(script, options, {progress, cancel, reporter}, games);
            games.begin(search.query());
            const auto end = [&](const Error* fault) {
                search.finish();
                const operations::CqlOrder& order = search.order();
                write_end(out, {.games = order.passed(),
                                .positions = search.positions(),
                                .is_complete = !order.is_full() && order.passed() == search.games(),
                                .fault = fault});
            };
            try {
                if (holder.is_file())
                    search.search_database(holder.store(), found, after);
                else
                    search.search_answers(holder.games(), site.database, found, after);
            } catch (const operations::Cancelled&) {
                throw store::Interrupted{};
            } catch (const cql::ScriptLimit& limit) {
                const LimitError placed = search.placed_limit(limit);
                return end(&placed);
            } catch (const LimitError& limit) {
                return end(&limit);
            }
            end(nullptr);
        });
    }

    [[nodiscard]] Response found_by_pattern(GameKind kind, const Question& question) const {
        const notation::Languages& languages = question.site.languages;
        operations::QueryOptions asked = query;
        asked.filter.kind = kind;
        asked.pattern = script;
        asked.pattern_origin.option = "cql";
        return lines([&games = question.games(), &language = operations::language_to_write(languages, notation),
                      found = operations::make_query(asked, languages, drop, question.games()), asked,
                      limit = seconds](std::ostream& out) {
            const auto end = Clock::now() + std::chrono::duration<double>(limit);
            const reports::FoundPage page =
                reports::write_found_games(games,
                                           {.query = found,
                                            .page = asked.page,
                                            .selection = asked.selection,
                                            .is_over = [end] { return Clock::now() > end; }},
                                           language, Format::ndjson, {out});
            const LimitError late = operations::time_is_up(limit);
            write_end(
                out, {.games = page.found.hits, .is_complete = !page.has_more, .fault = page.is_cut ? &late : nullptr});
        });
    }
};

enum class FoundFormat : std::uint8_t { json, ndjson, csv, fen, epd, pgn };

/// Positions that a question finds, in the formats of `export`.
template <FoundFormat format>
struct FoundPositions {
    static constexpr bool is_data =
        format == FoundFormat::json || format == FoundFormat::ndjson || format == FoundFormat::csv;

    operations::QueryOptions query;
    std::optional<std::string> script;
    std::optional<reports::LinePlace> at;
    std::optional<reports::LinePart> part;
    std::vector<std::string> columns;
    std::string notation = "en";

    void declare(options::Arguments& table) {
        if (format == FoundFormat::json) query.page.limit = usual_limit;
        options::add_query(table, query);
        options::add_ply_conditions(table, query.ply);
        table.option("--cql", "CQL", script, "positions that match this CQL").such_as("'mate R attacks k'");
        options::add_lines(table, query.lines);
        options::add_found(table, query.found);
        if (format == FoundFormat::pgn)
            reports::add_part(table, part);
        else
            reports::add_at(table, at);
        if (is_data)
            table
                .option(
                    "--columns", "LIST",
                    [this](const std::string& text) {
                        const auto names = words_of(text, ", ");
                        columns.assign(names.begin(), names.end());
                    },
                    "these columns of the rows: fen,uci,evaluation,clock,result")
                .such_as("fen,uci");
        add_notation(table, notation);
    }

    Response answer(const Question& question) {
        if (format == FoundFormat::json) query.page.limit = std::min(*query.page.limit, largest_limit);
        if (is_data) (void)reports::position_export(true, columns);  // refuses unknown columns at once
        const notation::Languages& languages = question.site.languages;
        const auto write = [*this, &games = question.games(), &languages,
                            &language = operations::language_to_write(languages, notation),
                            conditions = operations::make_query(query, languages, drop, question.games()),
                            parsed = script ? std::optional(operations::read_script({"cql"}, *script, {.files = false}))
                                            : std::nullopt](std::ostream& out) {
            const auto writer = make_writer(language, languages, out);
            const bool can_repeat =
                format == FoundFormat::pgn && !part && (parsed || conditions.found != search::Found::first);
            std::set<std::int64_t> whole;  // games that were written, if they can come again
            const auto add = [&](const search::Hit& hit, const GameRecord& record) {
                if (can_repeat && !whole.insert(hit.game).second) return;
                if (!part) return writer->add({hit, record});
                reports::with_line_of(hit, record, [&](const GameRecord& line) {
                    const std::uint32_t from = part->from.in(hit, line.ply_count);
                    writer->add({hit, reports::part_of(line, from, part->to.in(hit, line.ply_count))});
                });
            };
            const reports::GamesAsked asked{.query = conditions, .page = query.page, .selection = query.selection};
            NoProgress progress;
            const CancelledByReader cancel;
            NoReporter reporter;
            try {
                if (parsed)
                    reports::for_each_match(games, asked, *parsed, {progress, cancel, reporter}, add);
                else
                    reports::for_each_record(games, asked, add);
            } catch (const operations::Cancelled&) {
                throw store::Interrupted{};
            }
            writer->finish();
        };
        if (format == FoundFormat::json) return written(write);
        return {.type = std::string(type()), .write_body = write};
    }
    static reports::Shapes shape() {
        if (!is_data || format == FoundFormat::csv) return {};
        const auto rows = reports::position_export(true, {});
        return format == FoundFormat::json ? reports::document_shape(rows) : reports::shapes_of(rows.fields);
    }
    static std::string_view type() {
        switch (format) {
            case FoundFormat::json: return "application/json";
            case FoundFormat::ndjson: return "application/x-ndjson";
            case FoundFormat::csv: return "text/csv; charset=utf-8";
            case FoundFormat::pgn: return "application/vnd.chess-pgn; charset=utf-8";
            default: return "text/plain; charset=utf-8";
        }
    }

private:
    [[nodiscard]] std::unique_ptr<reports::RecordWriter> make_writer(const notation::Language& language,
                                                                     const notation::Languages& languages,
                                                                     std::ostream& out) const {
        const reports::LinePlace place = at.value_or(reports::LinePlace());
        if (is_data)
            return reports::data_writer({.rows = reports::Rows::found, .columns = columns, .at = place},
                                        reports::writers_of(format == FoundFormat::json  ? Format::json
                                                            : format == FoundFormat::csv ? Format::csv
                                                                                         : Format::ndjson,
                                                            {out}),
                                        language);
        if (format == FoundFormat::fen) return reports::text_writer(out, 1, reports::append_as_fen(place));
        if (format == FoundFormat::epd)
            return reports::text_writer(out, 1, reports::append_as_epd(place, languages.english()));
        return reports::text_writer(out, 1, reports::append_as_pgn({.language = &language}));
    }
};

}  // namespace

std::vector<Route> pattern_routes() {
    using enum FoundFormat;
    const auto slow = Lanes::Lane::slow;
    return {route_of<FoundPositions<json>>(
                {"api/v1/found", "positions that meet the conditions, with the numbers of their moves",
                 "/api/v1/found?limit=1"},
                slow),
            route_of<FoundPositions<ndjson>>({"api/v1/found.ndjson", "all such positions, a line each",
                                              "/api/v1/found.ndjson?limit=1", FoundPositions<ndjson>::type()},
                                             slow),
            route_of<FoundPositions<csv>>({"api/v1/found.csv", "all such positions as a table",
                                           "/api/v1/found.csv?limit=1", FoundPositions<csv>::type()},
                                          slow),
            route_of<FoundPositions<fen>>({"api/v1/found.fen", "all such positions as FEN", "/api/v1/found.fen?limit=1",
                                           FoundPositions<fen>::type()},
                                          slow),
            route_of<FoundPositions<epd>>({"api/v1/found.epd", "all such positions as EPD", "/api/v1/found.epd?limit=1",
                                           FoundPositions<epd>::type()},
                                          slow),
            route_of<FoundPositions<pgn>>({"api/v1/found.pgn", "the games of such positions, or a part of each, as PGN",
                                           "/api/v1/found.pgn?limit=1", FoundPositions<pgn>::type()},
                                          slow),
            route_of<Cql>({"api/v1/cql",
                           "games that match a pattern: lines with \"done\" and \"all\" on the way, one for each game, "
                           "and at the end \"games\"",
                           "/api/v1/cql?cql=mate&limit=1", "application/x-ndjson"},
                          slow)};
}

}  // namespace cofnod::web::api
