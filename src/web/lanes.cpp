#include "web/lanes.hpp"

#include <iterator>

namespace cofnod::web {

namespace {
constexpr std::size_t threads_of_lane[] = {2, 2, 1};
/// Questions that wait in a lane: more than the connections of a browser, whose questions it takes back as it goes on.
constexpr std::size_t longest_queue[] = {64, 4, 8};
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

bool Lanes::add(Lane lane, std::function<void()> work) {
    const auto index = static_cast<std::size_t>(lane);
    {
        const std::lock_guard lock(mutex_);
        if (queues_[index].waiting.size() >= longest_queue[index]) return false;
        queues_[index].waiting.push_back(std::move(work));
    }
    queues_[index].arrived.notify_one();
    return true;
}

void Lanes::run(Queue& queue) {
    std::unique_lock lock(mutex_);
    while (true) {
        queue.arrived.wait(lock, [&] { return ends_ || !queue.waiting.empty(); });
        if (ends_) return;
        const std::function<void()> work = std::move(queue.waiting.front());
        queue.waiting.pop_front();
        lock.unlock();
        work();
        lock.lock();
    }
}

}  // namespace cofnod::web
