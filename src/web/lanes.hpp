#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace cofnod::web {

/// Threads that answer questions: those of bounded work in one lane, those that may take a minute in another, so that
/// none of the first waits behind one of the second. What changes the database has a lane of its own, one at a time.
class Lanes {
public:
    enum class Lane : std::uint8_t { quick, slow, writing };
    using Clock = std::chrono::steady_clock;

    Lanes();
    ~Lanes();
    Lanes(const Lanes&) = delete;
    Lanes& operator=(const Lanes&) = delete;

    /// Runs the work on a thread of the lane. False: the lane is full.
    [[nodiscard]] bool add(Lane lane, std::function<void()> work);

private:
    struct Queue {
        std::deque<std::function<void()>> waiting;
        std::condition_variable arrived;
    };
    void run(Queue& queue);

    std::mutex mutex_;
    Queue queues_[3];
    bool ends_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace cofnod::web
