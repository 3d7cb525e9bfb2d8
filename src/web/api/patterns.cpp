#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <ostream>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "cql/run/budget.hpp"
#include "operations/cql_search.hpp"
#include "operations/notation_choice.hpp"
#include "operations/options/query.hpp"
#include "reports/found_games.hpp"
#include "reports/games.hpp"
#include "reports/value.hpp"
#include "store/interruption.hpp"
#include "web/api/api.hpp"

namespace cofnod::web::api {

namespace {

using reports::Format;
using reports::JsonWriter;
using Clock = std::chrono::steady_clock;

constexpr double longest_search = 3600;  ///< seconds

/// Writes the progress of a search, and sends pending results about ten times a second.
class ProgressLines final : public operations::Progress {
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

    void begin(std::uint64_t) override {}
    void begin_file(const std::string&, std::uint64_t, std::uint64_t) override {}
    void update(std::uint64_t, std::uint64_t, std::uint64_t) override {}
    void end_file() override {}
    void update_part(std::string_view, std::string_view, std::int64_t, std::int64_t) override {}

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
                      found = operations::make_query(query, languages, drop), after = query.page.after,
                      script = operations::read_script({"cql"}, script, {.files = false}),
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
                      found = operations::make_query(asked, languages, drop), asked,
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

}  // namespace

std::vector<Route> pattern_routes() {
    return {route_of<Cql>({"api/v1/cql",
                           "games that match a pattern: lines with \"done\" and \"all\" on the way, one for each game, "
                           "and at the end \"games\"",
                           "/api/v1/cql?cql=mate&limit=1", "application/x-ndjson"},
                          Lanes::Lane::slow)};
}

}  // namespace cofnod::web::api
