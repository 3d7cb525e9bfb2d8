#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace cofnod {

/// Calls work(0) ... work(count - 1), each once and in any order, on up to `threads` threads, this one among them. Each
/// thread has a copy of `work` of its own: what that captures by value is the thread's to use again and again. The
/// first exception ends the others early and is thrown on.
template <typename Work>
void parallel_for(std::size_t count, unsigned threads, Work work) {
    std::atomic<std::size_t> next = 0;
    std::exception_ptr fault;
    std::mutex fault_lock;
    const auto run = [&](Work own) {
        for (std::size_t i = next++; i < count; i = next++) try {
                own(i);
            } catch (...) {
                const std::lock_guard lock(fault_lock);
                if (!fault) fault = std::current_exception();
                next = count;
            }
    };
    {
        std::vector<std::jthread> helpers;
        for (std::size_t i = 1; i < threads && i < count; ++i) helpers.emplace_back(run, work);
        run(work);
    }
    if (fault) std::rethrow_exception(fault);
}

}  // namespace cofnod
