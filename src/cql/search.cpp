#include "cql/search.hpp"

#include <algorithm>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>

#include "base/in_order.hpp"
#include "cql/bounds.hpp"
#include "cql/header_bounds.hpp"
#include "search/id_lists.hpp"
#include "search/matcher.hpp"
#include "search/plan.hpp"
#include "store/game_reader.hpp"
#include "store/segments.hpp"
#include "store/transaction.hpp"

namespace cofnod::cql {

namespace {

/// Games that one thread looks at without a pause: some milliseconds.
constexpr std::int64_t games_a_piece = 256;
/// Some games in a row.
struct Piece {
    search::IdRange range;
    std::optional<search::Ids> ids;  ///< only these
    bool is_sifted = false;          ///< Game::is_sifted
};

/// The whole question, in the terms of headers where that can be.
search::Query narrowed(search::Query question, const Query& script, const SearchOptions& options) {
    auto& header = question.header;
    if (options.after > 0) header.first_id = std::max(header.first_id.value_or(1), search::id_after(options.after));
    if (options.use_index) header = narrowed(std::move(header), script.script());
    return question;
}

/// Which games are to be looked at, piece by piece.
class Plan {
public:
    Plan(const store::Store& store, const search::Query& question, const Query& script, const SearchOptions& options,
         Survey& survey)
        : store_(store::Store::open(store.path(), store::Access::read_only)),
          snapshot_(store_.connection()),
          question_(question),
          survey_(survey),
          use_index_(options.use_index),
          counts_(use_index_ && !options.find.keep && !question.asks_for_moves()),
          with_positions_(options.find.positions),
          planner_(store_, question),
          index_(store_),
          bounds_(script.script(), store_, index_, options.find.on_work, options.find.budget),
          runs_(index::runs(store_)),
          range_{question.header.first_id.value_or(1),
                 question.header.last_id.value_or(std::numeric_limits<std::int64_t>::max())} {
        if (search::filters_more_than_ids(question.header)) filtered_ = search::ids_of(store_, question_.header);
        if (!runs_.empty()) last_ = std::min(runs_.back().last, range_.last);
        for (const index::Run& run : runs_) {
            const search::IdRange both = common(run);
            survey_.in_range += std::max<std::int64_t>(0, both.last - both.first + 1);
        }
    }

    /// nullopt: there are no more.
    std::optional<Piece> next() {
        while (true) {
            if (ids_ && next_id_ < ids_->size()) return listed();
            if (!ids_ && open_.first <= open_.last) return unlisted();
            if (next_run_ == runs_.size()) return std::nullopt;
            begin(runs_[next_run_++]);
        }
    }

    [[nodiscard]] std::int64_t last() const { return last_; }
    /// Of all games, whether asked for or not.
    [[nodiscard]] std::int64_t last_game_number() const { return runs_.empty() ? 0 : runs_.back().last; }
    [[nodiscard]] std::int64_t rows_read() const { return planner_.rows_read() + index_.rows_read(); }

private:
    [[nodiscard]] search::IdRange common(const index::Run& run) const {
        return {std::max(run.first, range_.first), std::min(run.last, range_.last)};
    }

    void begin(const index::Run& run) {
        open_ = common(run);
        ids_.reset();
        next_id_ = 0;
        if (open_.first > open_.last) return;
        const bool whole = open_.first == run.first && open_.last == run.last && !filtered_;
        if (counts_ && whole)
            if (auto counted = bounds_.count(run, with_positions_)) {
                ++survey_.segments;
                survey_.counted += counted->games;
                survey_.counted_positions += counted->positions;
                ids_ = std::move(counted->others);
                survey_.candidates += static_cast<std::int64_t>(ids_->size());
                return;
            }
        if (use_index_) {
            if (auto ids = planner_.select(run)) search::keep_common(ids_, std::move(*ids));
            if (auto ids = bounds_.select(run)) search::keep_common(ids_, std::move(*ids));
        }
        if (ids_) ++survey_.segments;
        if (filtered_) {
            const auto first = std::lower_bound(filtered_->begin(), filtered_->end(), open_.first);
            search::keep_common(ids_, search::Ids(first, std::upper_bound(first, filtered_->end(), open_.last)));
        }
        if (ids_) search::keep_range(*ids_, open_);
        survey_.candidates += ids_ ? static_cast<std::int64_t>(ids_->size()) : open_.last - open_.first + 1;
    }

    Piece listed() {
        const auto begin = ids_->begin() + static_cast<std::ptrdiff_t>(next_id_);
        const auto count = std::min<std::size_t>(games_a_piece, ids_->size() - next_id_);
        next_id_ += count;
        search::Ids ids(begin, begin + static_cast<std::ptrdiff_t>(count));
        const search::IdRange range{ids.front(), ids.back()};
        return {range, std::move(ids), sifted()};
    }

    Piece unlisted() {
        const bool is_last = open_.last - open_.first < games_a_piece;
        const search::IdRange range{open_.first, is_last ? open_.last : open_.first + games_a_piece - 1};
        open_ = is_last ? search::IdRange{} : search::IdRange{range.last + 1, open_.last};
        return {range, std::nullopt};
    }

    [[nodiscard]] bool sifted() const { return use_index_ && bounds_.sifts_headers(); }

    store::Store store_;
    store::Snapshot snapshot_;  ///< segments that others join or make anew stay as they were read
    const search::Query& question_;
    Survey& survey_;
    bool use_index_;
    bool counts_;
    bool with_positions_;
    search::Planner planner_;
    index::PositionIndex index_;
    Bounds bounds_;
    std::vector<index::Run> runs_;
    search::IdRange range_;
    std::optional<search::Ids> filtered_;
    std::size_t next_run_ = 0;
    std::int64_t last_ = 0;
    search::IdRange open_;  ///< of the run: what is not handed out yet
    std::optional<search::Ids> ids_;
    std::size_t next_id_ = 0;
};

/// All that one thread needs.
class Worker {
public:
    Worker(const std::filesystem::path& database, const search::Query& question, const Query& script,
           const SearchOptions& options)
        : store_(store::Store::open(database, store::Access::read_only)),
          reader_(store_),
          question_(question),
          script_(script),
          on_work_(options.find.on_work),
          matcher_(question),
          finder_(script, options.find) {}

    void look_at(const Piece& piece) {
        if (on_work_) on_work_();
        const store::Snapshot one_state(store_.connection());  // else each game that is fetched would lock it anew
        if (script_.needs_annotations())
            annotated_ = store::annotated_games(store_, piece.range.first, piece.range.last);
        const auto each = [&](const store::GameMoves& game) {
            look_at(game, piece.is_sifted);
            return true;
        };
        if (piece.ids)
            search::read_games(reader_, *piece.ids, each);
        else
            search::read_games(reader_, piece.range, each);
    }
    /// What was found since this was last asked.
    Findings take() { return finder_.take(); }

private:
    void look_at(const store::GameMoves& game, bool is_sifted) {
        if (game.kind != GameKind::chess) return;
        if (question_.asks_for_moves() && !matcher_.first_ply(game)) return;
        const bool needs_tags = is_sifted ? script_.needs_tags_at_positions() : script_.needs_tags();
        const bool has_annotations = std::binary_search(annotated_.begin(), annotated_.end(), game.id);
        if (!needs_tags && !has_annotations)
            return finder_.look_at({game.id, game.start, game.moves, nullptr, nullptr, game.result, is_sifted});
        if (const auto record = reader_.read(game.id)) finder_.look_at(Game::of(*record, game.id));
    }

    store::Store store_;
    store::GameReader reader_;
    search::Ids annotated_;  ///< of the piece, if the script asks for what stands around moves
    const search::Query& question_;
    const Query& script_;
    std::function<void()> on_work_;
    search::Matcher matcher_;
    Finder finder_;
};

/// Thrown where the caller has enough.
struct Enough {};

}  // namespace

Survey search(store::Store& store, const search::Query& asked, const Query& script, const SearchOptions& options,
              const std::function<bool(Findings&&)>& take) {
    Survey survey;
    const search::Query question = narrowed(asked, script, options);
    SearchOptions how = options;
    if (!how.find.budget) how.find.budget = std::make_shared<Budget>();
    Plan plan(store, question, script, how, survey);
    how.find.last_game_number = plan.last_game_number();

    std::mutex lock;
    std::vector<std::unique_ptr<Worker>> idle;
    const auto worker = [&]() -> std::unique_ptr<Worker> {
        {
            const std::lock_guard held(lock);
            if (!idle.empty()) {
                auto one = std::move(idle.back());
                idle.pop_back();
                return one;
            }
        }
        return std::make_unique<Worker>(store.path(), question, script, how);
    };

    struct Result {
        Findings findings;
        std::int64_t last;
        std::exception_ptr fault;  ///< that came after what was found
    };
    InOrder<Piece, Result> pieces;
    pieces.threads = script.is_sequential() ? 1 : options.threads;
    pieces.most_weight = std::size_t{16} * pieces.threads;
    pieces.weigh = [](const Piece&) { return std::size_t{1}; };
    pieces.is_full = [&] { return how.find.budget->is_scarce(); };
    pieces.next = [&] { return plan.next(); };
    pieces.work = [&](Piece&& piece) {
        auto one = worker();
        Result result{{}, piece.range.last, {}};
        try {
            one->look_at(piece);
        } catch (...) {
            result.fault = std::current_exception();
        }
        result.findings = one->take();
        const std::lock_guard held(lock);
        idle.push_back(std::move(one));
        return result;
    };
    pieces.take = [&](Result&& result) {
        survey.games += result.findings.games;
        survey.positions += result.findings.positions;
        survey.looked_at += result.findings.looked_at;
        survey.damaged += result.findings.damaged;
        if (options.progress) options.progress(result.last, plan.last());
        if (!take(std::move(result.findings))) throw Enough{};
        if (result.fault) std::rethrow_exception(result.fault);
    };
    try {
        pieces.run();
    } catch (const Enough&) {
    }
    survey.games += survey.counted;
    survey.positions += survey.counted_positions;
    survey.index_rows = plan.rows_read();
    return survey;
}

}  // namespace cofnod::cql
