#include "base/parallel.hpp"

#include <pthread.h>
#include <catch2/catch.hpp>

#include <atomic>
#include <numeric>
#include <string>
#include <vector>

#include "base/in_order.hpp"

using namespace cofnod;

namespace {

/// During its lifetime every new thread requests a stack larger than the address space, so that no thread can be
/// created.
class NoThreads {
public:
    NoThreads() {
        REQUIRE(pthread_getattr_default_np(&before_) == 0);
        pthread_attr_t attributes;
        REQUIRE(pthread_getattr_default_np(&attributes) == 0);
        REQUIRE(pthread_attr_setstacksize(&attributes, std::size_t{1} << 60) == 0);
        REQUIRE(pthread_setattr_default_np(&attributes) == 0);
        pthread_attr_destroy(&attributes);
    }
    ~NoThreads() {
        pthread_setattr_default_np(&before_);
        pthread_attr_destroy(&before_);
    }
    NoThreads(const NoThreads&) = delete;
    NoThreads& operator=(const NoThreads&) = delete;

private:
    pthread_attr_t before_{};
};

}  // namespace

TEST_CASE("each piece of work is done once, on any number of threads", "[base]") {
    for (const unsigned threads : {0U, 1U, 2U, 7U}) {
        std::vector<std::atomic<int>> done(100);
        parallel_for(done.size(), threads, [&](std::size_t i) { ++done[i]; });
        for (const auto& times : done) CHECK(times == 1);
    }
}

TEST_CASE("where no more threads can be made, one does all the work", "[base]") {
    const NoThreads none;
    CHECK_THROWS_AS(std::jthread([] {}), std::system_error);
    CHECK(start_threads(3, [] {}).empty());

    int sum = 0;  // changed by one thread only: no lock is needed
    parallel_for(100, 4, [&](std::size_t i) { sum += static_cast<int>(i); });
    CHECK(sum == 4950);

    std::string taken;
    InOrder<int, std::string> pipeline;
    pipeline.next = [next = 0]() mutable { return next < 5 ? std::optional(next++) : std::nullopt; };
    pipeline.weigh = [](const int&) { return std::size_t{1}; };
    pipeline.work = [](int&& item) { return std::to_string(item); };
    pipeline.take = [&](std::string&& result) { taken += result; };
    pipeline.threads = 4;
    pipeline.most_weight = 8;
    pipeline.run();
    CHECK(taken == "01234");
}
