#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/tr.hpp"

namespace cofnod {

/// Starts threads that call `run(arguments...)`: `count`, or as many as the system allows, possibly none. The caller
/// shares the work, so fewer threads only take longer. Messages on them are in the caller's language.
template <typename Run, typename... Arguments>
std::vector<std::jthread> start_threads(std::size_t count, const Run& run, const Arguments&... arguments) {
    std::vector<std::jthread> threads;
    threads.reserve(count);
    const Catalogue* const language = spoken();
    try {
        while (threads.size() < count)
            threads.emplace_back([language, run, ... own = arguments]() mutable {
                const Speaking words(language);
                run(std::move(own)...);
            });
    } catch (const std::system_error&) {
    } catch (const std::bad_alloc&) {
    }
    return threads;
}

/// Calls work(0), ..., work(count - 1), each once and in any order, on up to `threads` threads including this one. Each
/// thread has its own copy of `work`, so captures by value serve as per-thread buffers. The first exception stops the
/// others early and is rethrown.
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
        const std::size_t most = std::min<std::size_t>(threads, count);
        const std::vector<std::jthread> helpers = start_threads(most > 0 ? most - 1 : 0, run, work);
        run(work);
    }
    if (fault) std::rethrow_exception(fault);
}

}  // namespace cofnod
