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

    using Work = std::function<void()>;
    /// Runs the work on a thread of the lane; `give_up` instead, if none has become free in time. False: the lane is
    /// full.
    [[nodiscard]] bool add(Lane lane, Work work, Work give_up);
    /// Gives up what has waited too long; to be called now and then, on any thread.
    void give_up_late();

private:
    struct Waiting {
        Work work, give_up;
        Clock::time_point until;
    };
    struct Queue {
        std::deque<Waiting> waiting;  ///< in the order of their time
        std::condition_variable arrived;
    };
    void run(Queue& queue);

    std::mutex mutex_;
    Queue queues_[3];
    bool ends_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace cofnod::web
