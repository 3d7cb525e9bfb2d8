#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "base/parallel.hpp"

namespace cofnod {

/// Computes a Result for each Item on up to `threads` threads, including the calling one, and passes the results to
/// `take` on the calling thread, in the order of the items.
template <typename Item, typename Result>
class InOrder {
public:
    std::function<std::optional<Item>()> next;  ///< called on any thread, one at a time; nullopt: no more items
    std::function<std::size_t(const Item&)> weigh;
    std::function<Result(Item&&)> work;  ///< on any thread
    std::function<void(Result&&)> take;  ///< on the calling thread
    unsigned threads = 1;
    /// Maximum total weight of the items in flight; no item is requested beyond it.
    std::size_t most_weight = 1;
    /// While true, no item is requested until all others have been taken. Called on any thread.
    std::function<bool()> is_full;
    /// Calls `next` only on the calling thread, one item per thread ahead.
    bool asks_on_calling_thread = false;

    InOrder() = default;
    InOrder(const InOrder&) = delete;
    InOrder& operator=(const InOrder&) = delete;
    ~InOrder() { stop(); }

    /// Runs the pipeline; call once. An exception from `next` or `work` is rethrown at the item's turn, after all
    /// earlier items have been taken; an exception from `take` immediately. The other threads have ended by then.
    void run() {
        const StopAtEnd stop(*this);
        if (needs_help()) start_helpers();
        take_all();
    }

    /// Pushes the next item, as an alternative to `next` and run(); requires `asks_on_calling_thread`. Returns when
    /// there is room for another; call finish() after the last. Both throw as run() does, but add() leaves the other
    /// threads running.
    void add(Item&& item) {
        Lock held(lock_);
        enqueue(std::move(item), nullptr);
        rethrow_lost();
        if (waiting_ > 1 && threads > 1 && helpers_.empty()) start_helpers();
        changed_.notify_all();
        while (weight_ >= most_weight || (!slots_.empty() && slots_.front().is_done)) take_or_work(held);
    }
    void finish() {
        const StopAtEnd stop(*this);
        {
            const Lock held(lock_);
            at_end_ = true;
        }
        take_all();
    }

private:
    using Lock = std::unique_lock<std::mutex>;

    /// An item that was requested and not yet taken.
    struct Slot {
        std::optional<Item> item;  ///< until a thread works on it
        std::size_t weight = 0;
        bool is_done = false;
        std::optional<Result> result;
        std::exception_ptr fault;
    };

    struct StopAtEnd {
        explicit StopAtEnd(InOrder& pipeline_to_stop) : pipeline(pipeline_to_stop) {}
        ~StopAtEnd() { pipeline.stop(); }
        InOrder& pipeline;
    };

    void start_helpers() {
        helpers_ = start_threads(threads - 1, [this] { help(); });
    }

    void stop() {
        {
            const Lock held(lock_);
            at_end_ = stopped_ = true;
            changed_.notify_all();
        }
        helpers_.clear();
    }

    /// True if helper threads are worthwhile: not for a single item, if that can be determined on the calling thread.
    bool needs_help() {
        if (threads < 2 || !asks_on_calling_thread) return threads > 1;
        Lock held(lock_);
        while (waiting_ < 2 && may_ask()) ask(held);
        return waiting_ > 1;
    }

    void help() {
        Lock held(lock_);
        while (!stopped_ && (!at_end_ || waiting_ > 0))
            if (waiting_ > 0)
                work_on_waiting(held);
            else if (!asks_on_calling_thread && may_ask())
                ask_and_work(held);
            else
                changed_.wait(held);
    }

    void take_all() {
        Lock held(lock_);
        while (true)
            if (!slots_.empty() && slots_.front().is_done)
                take_first(held);
            else if (asks_on_calling_thread && waiting_ < threads && may_ask())
                ask(held);
            else if (waiting_ == 0 && !asks_on_calling_thread && may_ask())
                ask_and_work(held);
            else if (waiting_ == 0 && at_end_ && slots_.empty())
                return rethrow_lost();
            else
                take_or_work(held);
    }

    void take_or_work(Lock& held) {
        if (!slots_.empty() && slots_.front().is_done)
            take_first(held);
        else if (waiting_ > 0)
            work_on_waiting(held);
        else
            changed_.wait(held);
    }

    [[nodiscard]] bool may_ask() const {
        const bool all_are_taken = slots_.empty() && !taking_;
        return !at_end_ && !asking_ && weight_ < most_weight && (all_are_taken || !is_full || !is_full());
    }

    void ask_and_work(Lock& held) {
        if (Slot* const slot = ask(held)) {
            --waiting_;
            work_on(*slot, held);
        }
    }

    void work_on_waiting(Lock& held) {
        --waiting_;
        for (Slot& slot : slots_)
            if (slot.item) return work_on(slot, held);
    }

    /// Requests the next item and returns its slot; nullptr if there is none or `next` threw.
    Slot* ask(Lock& held) {
        std::optional<Item> item;
        std::exception_ptr fault;
        asking_ = true;
        held.unlock();
        try {
            item = next();
        } catch (...) {
            fault = std::current_exception();
        }
        held.lock();
        asking_ = false;
        changed_.notify_all();
        if (!item) at_end_ = true;
        return item || fault ? enqueue(std::move(item), fault) : nullptr;
    }

    /// Returns the slot of an item; nullptr for a fault, or if memory is exhausted.
    Slot* enqueue(std::optional<Item>&& item, const std::exception_ptr& fault) {
        Slot* const slot = new_slot();
        if (!slot) return nullptr;
        if (item) weight_ += slot->weight = weigh(*item);
        slot->item = std::move(item);
        slot->fault = fault;
        slot->is_done = fault != nullptr;
        if (fault) return nullptr;
        ++waiting_;
        return slot;
    }

    void work_on(Slot& slot, Lock& held) {
        std::optional<Item> item = std::exchange(slot.item, std::nullopt);
        std::exception_ptr fault;
        held.unlock();
        try {
            slot.result.emplace(work(std::move(*item)));
        } catch (...) {
            fault = std::current_exception();
        }
        item.reset();
        held.lock();
        slot.fault = fault;
        slot.is_done = true;
        changed_.notify_all();
    }

    /// Returns a slot with a stable address until it is taken; nullptr if memory is exhausted, which ends the input.
    Slot* new_slot() {
        try {
            return &slots_.emplace_back();
        } catch (...) {
            lost_ = std::current_exception();
            at_end_ = true;
            changed_.notify_all();
            return nullptr;
        }
    }

    void rethrow_lost() const {
        if (lost_) std::rethrow_exception(lost_);
    }

    void take_first(Lock& held) {
        {
            Slot slot = std::move(slots_.front());
            slots_.pop_front();
            taking_ = true;
            held.unlock();
            if (slot.fault) std::rethrow_exception(slot.fault);
            take(std::move(*slot.result));
            slot.result.reset();
            held.lock();
            weight_ -= slot.weight;
            taking_ = false;
        }
        changed_.notify_all();
    }

    std::mutex lock_;
    std::condition_variable changed_;
    std::deque<Slot> slots_;
    std::exception_ptr lost_;  ///< exception for which no slot could be allocated
    std::size_t weight_ = 0;
    std::size_t waiting_ = 0;  ///< slots with an item not yet started
    bool asking_ = false;
    bool taking_ = false;  ///< a result already removed from its slot
    bool at_end_ = false;
    bool stopped_ = false;  ///< remaining results are discarded
    std::vector<std::jthread> helpers_;
};

}  // namespace cofnod
