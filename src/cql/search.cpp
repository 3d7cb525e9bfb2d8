#include "cql/search.hpp"

#include <algorithm>
#include <memory>
#include <optional>

#include "cql/bounds/candidate_games.hpp"
#include "search/chunks.hpp"
#include "search/matcher.hpp"
#include "search/plan.hpp"
#include "store/game_reader.hpp"

namespace cofnod::cql {

namespace {

/// Number of games per work unit: a few milliseconds.
constexpr std::size_t games_a_chunk = 256;

/// Adds the header conditions of the script and options to the query.
search::Query narrowed(search::Query question, const CompiledScript& script, const SearchOptions& options) {
    auto& header = question.header;
    if (options.after > 0) header.first_id = std::max(header.first_id.value_or(1), search::id_after(options.after));
    if (options.use_index) header = narrowed(std::move(header), script.script());
    return question;
}

/// Selects games in runs by headers and index, and counts those that need not be examined.
class Selector {
public:
    Selector(store::Store& store, const search::Query& question, const CompiledScript& script,
             const SearchOptions& options, Survey& survey)
        : survey_(survey),
          use_index_(options.use_index),
          counts_(use_index_ && !options.find.keep && !question.asks_for_moves() &&
                  !search::filters_more_than_ids(question.header)),
          with_positions_(options.find.positions),
          planner_(store, question),
          index_(store),
          candidates_(script.script(), store, index_, options.find.on_work, options.find.budget) {}

    std::optional<search::Ids> select(const index::Run& run, search::IdRange range) {
        std::optional<search::Ids> ids;
        if (counts_ && range.first == run.first && range.last == run.last)
            if (auto counted = candidates_.count(run, with_positions_)) {
                survey_.counted += counted->games;
                survey_.counted_positions += counted->positions;
                ids = std::move(counted->others);
            }
        if (use_index_ && !ids) {
            if (auto some = planner_.select(run)) search::keep_common(ids, std::move(*some));
            if (auto some = candidates_.select(run)) search::keep_common(ids, std::move(*some));
        }
        if (ids) ++survey_.segments;
        return ids;
    }

    /// Returns true if the header filters are known to hold for listed games (Game::headers_hold).
    [[nodiscard]] bool decides_headers() const { return use_index_ && candidates_.decides_headers(); }
    [[nodiscard]] std::int64_t rows_read() const { return planner_.rows_read() + index_.rows_read(); }

private:
    Survey& survey_;
    bool use_index_;
    bool counts_;
    bool with_positions_;
    search::Planner planner_;
    index::PositionIndex index_;
    CandidateGames candidates_;
};

/// Matches chunks of games against the query and the script.
class Worker {
public:
    Worker(store::Store& store, const search::Query& question, const CompiledScript& script, const FindOptions& options,
           bool headers_hold_in_lists)
        : store_(store),
          reader_(store_),
          question_(question),
          script_(script),
          headers_hold_in_lists_(headers_hold_in_lists),
          on_work_(options.on_work),
          record_reader_(store_),
          hit_finder_(question),
          finder_(script, options) {}

    void look_at(const search::Chunk& chunk) {
        if (on_work_) on_work_();
        if (script_.needs_annotations())
            annotated_ = store::annotated_games(store_, chunk.range.first, chunk.range.last);
        const auto each = [&, headers_hold = chunk.ids && headers_hold_in_lists_](const store::GameMoves& game) {
            look_at(game, headers_hold);
            return true;
        };
        if (chunk.ids)
            search::read_games(reader_, *chunk.ids, each);
        else
            search::read_games(reader_, chunk.range, each);
    }

    ChunkMatches take() { return finder_.take(); }

private:
    void look_at(const store::GameMoves& game, bool headers_hold) {
        if (game.kind != GameKind::chess) return;
        const auto record_of_game = [&] { return record_reader_.read(game.id); };
        if (question_.asks_for_moves() && !hit_finder_.first(game, record_of_game)) return;
        const bool needs_tags = headers_hold ? script_.needs_tags_at_positions() : script_.needs_tags();
        const bool has_annotations = std::binary_search(annotated_.begin(), annotated_.end(), game.id);
        if (!needs_tags && !has_annotations)
            return finder_.look_at({game.id, game.start, game.moves, nullptr, nullptr, game.result, headers_hold});
        if (const auto record = reader_.read(game.id)) finder_.look_at(Game::of(*record, game.id));
    }

    store::Store& store_;
    store::GameReader reader_;
    search::Ids annotated_;  ///< annotated games of the chunk, if the script reads annotations
    const search::Query& question_;
    const CompiledScript& script_;
    bool headers_hold_in_lists_;
    std::function<void()> on_work_;
    store::GameReader record_reader_;  ///< separate, as reader_ may be in the middle of a scan
    search::HitFinder hit_finder_;
    Finder finder_;
};

}  // namespace

Survey search(store::Store& store, const search::Query& asked, const CompiledScript& script,
              const SearchOptions& options, const std::function<bool(ChunkMatches&&)>& take) {
    Survey survey;
    const search::Query question = narrowed(asked, script, options);
    SearchOptions how = options;
    if (!how.find.budget) how.find.budget = std::make_shared<Budget>();
    const store::Snapshot one_state(store.connection());  // other programs may merge segments meanwhile
    Selector selector(store, question, script, how, survey);
    search::Chunks chunks(store, question.header, 0, games_a_chunk,
                          [&](const index::Run& run, search::IdRange range) { return selector.select(run, range); });
    survey.in_range = chunks.games_in_range();
    how.find.last_game_number = chunks.last_of_all();

    search::Executor<Worker> executor;
    executor.threads = script.is_sequential() ? 1 : options.threads;
    executor.is_full = [&] { return how.find.budget->is_scarce(); };
    executor.make_worker = [&](store::Store& own) {
        return std::make_unique<Worker>(own, question, script, how.find, selector.decides_headers());
    };
    executor.take = [&](ChunkMatches&& findings, const search::Chunk& chunk) {
        survey.games += findings.games;
        survey.positions += findings.positions;
        survey.looked_at += findings.looked_at;
        survey.damaged += findings.damaged;
        if (options.progress) options.progress(chunk.range.last, chunks.last());
        return take(std::move(findings));
    };
    executor.run(store, chunks);
    survey.candidates = chunks.candidates();
    survey.games += survey.counted;
    survey.positions += survey.counted_positions;
    survey.index_rows = selector.rows_read();
    return survey;
}

}  // namespace cofnod::cql
