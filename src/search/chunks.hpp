#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "base/in_order.hpp"
#include "index/position_index.hpp"
#include "search/header_games.hpp"
#include "store/store.hpp"
#include "store/transaction.hpp"

namespace cofnod::search {

/// Games processed as one unit, ordered by id.
struct Chunk {
    IdRange range;
    std::optional<Ids> ids;  ///< only these, not empty; nullopt: all of the range
};

/// Iterates over the games that headers and index select, run by run, in chunks of bounded size.
class Chunks {
public:
    /// Called once per run with the requested, non-empty range of its ids. Returns the games to examine, ascending;
    /// nullopt: all of them.
    using Select = std::function<std::optional<Ids>(const index::Run& run, IdRange range)>;

    /// Keeps references to `store` and `header`; `select` is called on the thread that calls next().
    Chunks(store::Store& store, const store::HeaderFilter& header, std::int64_t after, std::size_t size, Select select);

    /// Returns the next chunk; nullopt after the last.
    std::optional<Chunk> next();

    /// Number of ids in the requested range, regardless of other filters.
    [[nodiscard]] std::int64_t games_in_range() const { return games_in_range_; }
    /// Last requested id, and last id in the database; 0: there are no games.
    [[nodiscard]] std::int64_t last() const;
    [[nodiscard]] std::int64_t last_of_all() const { return runs_.empty() ? 0 : runs_.back().last; }
    /// Number of games selected so far.
    [[nodiscard]] std::int64_t candidates() const { return candidates_; }

private:
    [[nodiscard]] IdRange common(const index::Run& run) const;
    void begin(const index::Run& run);
    Chunk listed();
    Chunk unlisted();

    std::size_t size_;
    Select select_;
    std::vector<index::Run> runs_;
    IdRange range_;
    std::optional<HeaderGames> headers_;  ///< nullopt: all games
    std::int64_t games_in_range_ = 0;
    std::int64_t candidates_ = 0;
    std::size_t next_run_ = 0;
    IdRange open_;  ///< ids of the current run that are not returned yet
    std::optional<Ids> ids_;
    std::size_t next_id_ = 0;
};

/// Processes chunks of games on several threads and delivers results in the order of the games. A Worker holds the
/// per-thread state:
///
///     void look_at(const Chunk& chunk);
///     Result take();     // results since the last call
template <typename Worker>
class Executor {
public:
    using Result = decltype(std::declval<Worker&>().take());

    std::function<std::unique_ptr<Worker>(store::Store&)> make_worker;  ///< called on any thread
    std::function<bool(Result&&, const Chunk&)> take;  ///< called on the calling thread; returns false to stop
    std::function<bool()> is_full;                     ///< InOrder::is_full
    unsigned threads = 1;

    /// Runs the search. The calling thread fetches chunks, works and takes results with `store`, in one snapshot; other
    /// threads have their own connections. An exception of a worker is rethrown after its results so far were taken.
    void run(store::Store& store, Chunks& chunks) {
        const store::Snapshot snapshot(store.connection());
        const auto caller = std::this_thread::get_id();
        Member own{nullptr, make_worker(store)};
        std::mutex lock;
        std::vector<std::unique_ptr<Member>> idle;

        InOrder<Chunk, Done> pipeline;
        pipeline.threads = threads;
        pipeline.most_weight = std::size_t{16} * threads;
        pipeline.weigh = [](const Chunk&) { return std::size_t{1}; };
        pipeline.is_full = is_full;
        pipeline.asks_on_calling_thread = true;
        pipeline.next = [&] { return chunks.next(); };
        pipeline.work = [&](Chunk&& chunk) {
            if (std::this_thread::get_id() == caller) return work(*own.worker, std::move(chunk));
            std::unique_ptr<Member> member = take_one(idle, lock);
            if (!member) member = make_member(store);
            Done done = work_in_one_state(*member, std::move(chunk));
            const std::lock_guard held(lock);
            idle.push_back(std::move(member));
            return done;
        };
        pipeline.take = [&](Done&& done) {
            if (!take(std::move(done.result), done.chunk)) throw Enough{};
            if (done.fault) std::rethrow_exception(done.fault);
        };
        try {
            pipeline.run();
        } catch (const Enough&) {
        }
    }

private:
    struct Member {
        std::unique_ptr<store::Store> store;
        std::unique_ptr<Worker> worker;
    };
    struct Done {
        Result result;
        Chunk chunk;
        std::exception_ptr fault;  ///< thrown after `result` was found
    };
    /// Thrown to stop the search.
    struct Enough {};

    static Done work(Worker& worker, Chunk&& chunk) {
        std::exception_ptr fault;
        try {
            worker.look_at(chunk);
        } catch (...) {
            fault = std::current_exception();
        }
        return {worker.take(), std::move(chunk), fault};
    }

    /// Works in a snapshot, because otherwise each fetched game would lock the database again. The snapshot ends before
    /// the member becomes idle: its connection serves one thread at a time.
    static Done work_in_one_state(Member& member, Chunk&& chunk) {
        const store::Snapshot one_state(member.store->connection());
        return work(*member.worker, std::move(chunk));
    }

    static std::unique_ptr<Member> take_one(std::vector<std::unique_ptr<Member>>& idle, std::mutex& lock) {
        const std::lock_guard held(lock);
        if (idle.empty()) return nullptr;
        auto member = std::move(idle.back());
        idle.pop_back();
        return member;
    }

    std::unique_ptr<Member> make_member(const store::Store& like) const {
        auto member = std::make_unique<Member>();
        member->store = std::make_unique<store::Store>(store::Store::open(like.path(), store::Access::read_only));
        member->worker = make_worker(*member->store);
        return member;
    }
};

}  // namespace cofnod::search
