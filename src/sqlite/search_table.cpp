#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "cql/run/query.hpp"
#include "cql/search.hpp"
#include "cql/syntax.hpp"
#include "operations/options/query.hpp"
#include "operations/placed.hpp"
#include "operations/query.hpp"
#include "reports/hits.hpp"
#include "search/local_answers.hpp"
#include "search/selection.hpp"
#include "sqlite/functions.hpp"
#include "sqlite/virtual_table.hpp"
#include "store/interruption.hpp"

namespace cofnod::sqlite {

namespace {

enum Number : std::size_t { game, ply };

struct Found {
    std::int64_t game;
    std::optional<std::int64_t> ply;
};

/// Games found in pages, because the number of rows wanted is unknown. The first page satisfies a small LIMIT; starting
/// another costs some milliseconds.
class Pages : public Rows {
public:
    explicit Pages(std::int64_t after) : after_(after) {}

    bool next() override {
        if (++at_ < page_.size()) return true;
        if (is_last_) return false;
        page_.clear();
        at_ = 0;
        find(after_, size_, page_);
        is_last_ = page_.size() < size_;
        if (!page_.empty()) after_ = page_.back().game;
        if (size_ < largest_page) size_ = std::min(size_ * 512, largest_page);
        return !page_.empty();
    }

    void write(std::size_t column, sqlite3_context* context) const override {
        const Found& found = page_[at_];
        if (column == Number::game) give(context, found.game);
        if (column == Number::ply && found.ply) give(context, *found.ply);
    }
    [[nodiscard]] std::optional<std::int64_t> id() const override { return page_[at_].game; }

protected:
    /// Puts everything into one page, for searches that cannot be resumed after a page.
    void find_at_once() { size_ = std::numeric_limits<std::size_t>::max(); }
    virtual void find(std::int64_t after, std::size_t count, std::vector<Found>& page) = 0;

private:
    static constexpr std::size_t first_page = 64, largest_page = 1'000'000;
    std::vector<Found> page_;
    std::size_t at_ = 0, size_ = first_page;
    std::int64_t after_;
    bool is_last_ = false;
};

class FoundGames : public Pages {
public:
    FoundGames(store::Store& store, search::Query query) : Pages(0), store_(store), query_(std::move(query)) {}

private:
    void find(std::int64_t after, std::size_t count, std::vector<Found>& page) override {
        search::search(store_, query_, {.after = after, .limit = static_cast<std::int64_t>(count)},
                       [&](const search::Hit& hit) {
                           page.push_back({hit.game, hit.ply});
                           return true;
                       });
    }

    store::Store& store_;
    search::Query query_;
};

class MatchedGames : public Pages {
public:
    MatchedGames(store::Store& store, search::Query query, const cql::Script& script)
        : Pages(0), store_(store), query_(std::move(query)), script_(script) {
        options_.find.on_work = store::check_interruption;
        options_.find.positions = false;
        if (!script_.is_sequential()) return;
        options_.find.variables = std::make_shared<cql::PersistentVariables>();  // values accumulate from game to game
        find_at_once();
    }

private:
    void find(std::int64_t after, std::size_t count, std::vector<Found>& page) override {
        options_.after = after;
        cql::search(store_, query_, script_, options_, [&](cql::ChunkMatches&& matches) {
            for (const cql::FoundGame& match : matches.found)
                if (page.size() < count)
                    page.push_back({match.game, match.plies.empty() ? std::nullopt : std::optional(match.plies[0])});
            return page.size() < count;
        });
    }

    store::Store& store_;
    search::Query query_;
    cql::CompiledScript script_;
    cql::SearchOptions options_;
};

/// Rows without values, for `SELECT count(*)`.
class Counted : public Rows {
public:
    explicit Counted(std::int64_t count) : left_(count) {}
    bool next() override { return left_-- > 0; }
    void write(std::size_t, sqlite3_context*) const override {}

private:
    std::int64_t left_;
};

cql::Script script_of(const std::string& text) {
    auto script = cql::parse(text, {.files = false});
    if (!script) operations::throw_fault({"cql"}, text, script.error());
    return *std::move(script);
}

/// Returns the query of the options, in the range of games that SQLite asks for.
search::Query query_of(const operations::QueryOptions& options, store::Store& store, const Asked& asked) {
    search::LocalAnswers games(store);
    search::Query query = operations::make_query(
        options, languages(), [](const operations::Remark&) {}, games);
    if (asked.first > query.header.first_id.value_or(1)) query.header.first_id = asked.first;
    if (asked.last < query.header.last_id.value_or(std::numeric_limits<std::int64_t>::max()))
        query.header.last_id = asked.last;
    return query;
}

/// Query with the options that appear as columns of the table.
struct Question {
    operations::QueryOptions query;
    options::Arguments options;

    Question() {
        options::add_query(options, query);
        options::add_ply_conditions(options, query.ply);
        options::add_lines(options, query.lines);
    }
};

std::vector<Column> columns_of_search() {
    std::vector<Column> columns = {{"game", "INTEGER"}, {"ply", "INTEGER"}};
    add_asked(columns, Question().options, {"fen", "pieces", "material", "cql", "moves"});
    return columns;
}

class SearchTable : public StoreTable {
public:
    explicit SearchTable(sqlite3* host)
        : StoreTable(host), columns_(columns_of_search()), options_(question_.options, columns_) {}

    std::unique_ptr<Rows> ask(const Asked& asked) override {
        store_.check_not_hidden();
        operations::QueryOptions& question = question_.query;
        question = {};
        options_.take(asked);
        std::optional<std::string> pattern;
        for (const auto& [column, value] : asked.values)
            if (columns_[column].name == "cql") pattern = text_in(value);
        search::LocalAnswers games(store_);
        const GameKind kind = pattern ? operations::game_to_look_at(question, games) : GameKind::chess;
        const bool is_script = pattern && kind == GameKind::chess;
        if (is_script && question.lines != search::Lines::main) throw UsageError("lines cannot be combined with cql");
        if (pattern && !is_script) {
            question.filter.kind = kind;
            question.pattern = *pattern;
            question.pattern_origin.option = "cql";
        }
        search::Query query = query_of(question, store_, asked);
        if (is_script) return std::make_unique<MatchedGames>(store_, std::move(query), script_of(*std::move(pattern)));
        if (asked.uses(Number::game) || asked.uses(Number::ply))
            return std::make_unique<FoundGames>(store_, std::move(query));
        return std::make_unique<Counted>(search::count(store_, query).hits);
    }

private:
    Question question_;
    std::vector<Column> columns_;
    AskedOptions options_;
};

/// Positions found, one after another; the games are read as rows are wanted.
class FoundPositions : public Rows {
public:
    enum Number : std::size_t {
        game, variation, ply, until, move, uci, fen, key, evaluation, mate, clock, elapsed, depth, loss, glyphs
    };

    FoundPositions(store::Store& store, std::vector<search::Hit> hits, reports::LinePlace at)
        : games_(store), hits_(std::move(hits)), at_(at) {}

    bool next() override {
        for (row_.reset(); !row_ && at_hit_ < hits_.size(); ++at_hit_) {
            store::check_interruption();
            const search::Hit& hit = hits_[at_hit_];
            if (std::exchange(game_, hit.game) != hit.game) record_ = games_.record(hit.game);
            if (record_)
                reports::with_position_of(hit, *record_, at_, language_named(""),
                                          [&](const reports::ExportedPosition& row) { row_ = row; });
        }
        return row_.has_value();
    }

    void write(std::size_t column, sqlite3_context* context) const override {
        const auto give_known = [&](const auto& value) {
            if (value) give(context, *value);
        };
        switch (column) {
            case Number::game: return give(context, row_->game);
            case Number::variation: return give(context, std::int64_t{row_->line});
            case Number::ply: return give(context, std::int64_t{row_->ply});
            case Number::until: return give(context, std::int64_t{row_->until});
            case Number::move: return give_known(row_->move);
            case Number::uci: return give_known(row_->uci);
            case Number::fen: return give(context, row_->position);
            case Number::key: return give_bits(context, row_->key);
            case Number::evaluation: return give_known(row_->commands.evaluation);
            case Number::mate:
                if (row_->commands.mate) give(context, std::int64_t{*row_->commands.mate});
                return;
            case Number::clock: return give_known(row_->commands.clock);
            case Number::elapsed: return give_known(row_->commands.elapsed);
            case Number::depth:
                if (row_->commands.depth) give(context, std::int64_t{*row_->commands.depth});
                return;
            case Number::loss: return give_known(row_->loss);
            case Number::glyphs:
                if (!row_->signs.empty()) give(context, row_->signs);
                return;
            default: return;
        }
    }

private:
    search::LocalAnswers games_;
    std::vector<search::Hit> hits_;
    reports::LinePlace at_;
    std::size_t at_hit_ = 0;
    std::int64_t game_ = 0;
    std::optional<GameRecord> record_;  ///< kept, as the next hit may be in the same game
    std::optional<reports::ExportedPosition> row_;
};

/// Query of cofnod_found with the options that appear as columns of the table.
struct QuestionOfPositions {
    operations::QueryOptions query;
    std::optional<reports::LinePlace> at;
    options::Arguments options;

    QuestionOfPositions() {
        options::add_conditions(options, query);
        options::add_ply_conditions(options, query.ply);
        options::add_lines(options, query.lines);
        options::add_found(options, query.found);
        reports::add_at(options, at);
    }
};

std::vector<Column> columns_of_found() {
    std::vector<Column> columns = {{"game", "INTEGER"},  {"variation", "INTEGER"}, {"ply", "INTEGER"},
                                   {"until", "INTEGER"}, {"move", "TEXT"},         {"uci", "TEXT"},
                                   {"fen", "TEXT"},      {"key", "INTEGER"},       {"evaluation", "REAL"},
                                   {"mate", "INTEGER"},  {"clock", "REAL"},        {"elapsed", "REAL"},
                                   {"depth", "INTEGER"}, {"loss", "REAL"},         {"glyphs", "TEXT"}};
    add_asked(columns, QuestionOfPositions().options, {"cql"});
    return columns;
}

class FoundTable : public StoreTable {
public:
    explicit FoundTable(sqlite3* host)
        : StoreTable(host), columns_(columns_of_found()), options_(question_.options, columns_) {}

    std::unique_ptr<Rows> ask(const Asked& asked) override {
        store_.check_not_hidden();
        question_.query = {};
        question_.at.reset();
        options_.take(asked);
        std::optional<std::string> script;
        for (const auto& [column, value] : asked.values)
            if (columns_[column].name == "cql") script = text_in(value);
        search::Query query = query_of(question_.query, store_, asked);
        std::vector<search::Hit> hits;
        const auto keep = [&](const search::Hit& hit) {
            hits.push_back(hit);
            return true;
        };
        if (script) {
            cql::SearchOptions how;
            how.find.on_work = store::check_interruption;
            how.find.positions = true;
            const cql::CompiledScript compiled(script_of(*script));
            if (compiled.is_sequential()) how.find.variables = std::make_shared<cql::PersistentVariables>();
            cql::search(store_, query, compiled, how, [&](cql::ChunkMatches&& matches) {
                for (const cql::FoundGame& match : matches.found)
                    for (const search::Hit& hit : reports::hits_of(match, query.found)) keep(hit);
                return true;
            });
        } else {
            search::LocalAnswers games(store_);
            search::select(games, query, {}, {}, keep);
        }
        return std::make_unique<FoundPositions>(store_, std::move(hits), question_.at.value_or(reports::LinePlace()));
    }

private:
    QuestionOfPositions question_;
    std::vector<Column> columns_;
    AskedOptions options_;
};

}  // namespace

TableKind found_table() {
    return {.name = "cofnod_found", .columns = columns_of_found(), .ordered_by = "game", .connect = [](sqlite3* host) {
                return std::make_unique<FoundTable>(host);
            }};
}

TableKind search_table() {
    return {
        .name = "cofnod_search", .columns = columns_of_search(), .ordered_by = "game", .connect = [](sqlite3* host) {
            return std::make_unique<SearchTable>(host);
        }};
}

}  // namespace cofnod::sqlite
