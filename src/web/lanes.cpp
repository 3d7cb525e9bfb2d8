#include "web/lanes.hpp"

#include <iterator>

namespace cofnod::web {

namespace {
constexpr std::size_t threads_of_lane[] = {2, 2, 1};
/// Questions that wait in a lane: more than the connections of a browser, whose questions it takes back as it goes on.
constexpr std::size_t longest_queue[] = {64, 4, 8};
constexpr std::chrono::seconds longest_wait[] = {std::chrono::seconds(5), std::chrono::seconds(2),
                                                 std::chrono::seconds(30)};
}  // namespace

Lanes::Lanes() {
    for (std::size_t lane = 0; lane < std::size(queues_); ++lane)
        for (std::size_t i = 0; i < threads_of_lane[lane]; ++i)
            threads_.emplace_back([this, &queue = queues_[lane]] { run(queue); });
}

Lanes::~Lanes() {
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
    }
    for (Queue& queue : queues_) queue.arrived.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

bool Lanes::add(Lane lane, Work work, Work give_up) {
    const auto index = static_cast<std::size_t>(lane);
    {
        const std::lock_guard lock(mutex_);
        if (queues_[index].waiting.size() >= longest_queue[index]) return false;
        queues_[index].waiting.push_back({std::move(work), std::move(give_up), Clock::now() + longest_wait[index]});
    }
    queues_[index].arrived.notify_one();
    return true;
}

void Lanes::give_up_late() {
    std::vector<Waiting> late;  // given up without the lock
    {
        const std::lock_guard lock(mutex_);
        for (Queue& queue : queues_)
            while (!queue.waiting.empty() && queue.waiting.front().until < Clock::now()) {
                late.push_back(std::move(queue.waiting.front()));
                queue.waiting.pop_front();
            }
    }
    for (const Waiting& each : late) each.give_up();
}

void Lanes::run(Queue& queue) {
    std::unique_lock lock(mutex_);
    while (true) {
        queue.arrived.wait(lock, [&] { return ends_ || !queue.waiting.empty(); });
        if (ends_) return;
        const Work work = std::move(queue.waiting.front().work);
        queue.waiting.pop_front();
        lock.unlock();
        work();
        lock.lock();
    }
}

}  // namespace cofnod::web
