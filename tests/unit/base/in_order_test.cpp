#include "base/in_order.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace cofnod;

namespace {

/// Sets up the squares of 1 ... count.
void set_up(InOrder<int, int>& squares, int count, unsigned threads, std::vector<int>& taken) {
    squares.threads = threads;
    squares.most_weight = threads + 2;
    squares.next = [count, next = 0]() mutable { return next < count ? std::optional(++next) : std::nullopt; };
    squares.weigh = [](int) { return std::size_t{1}; };
    squares.work = [](int&& item) { return item * item; };
    squares.take = [&taken](int&& result) { taken.push_back(result); };
}

}  // namespace

TEST_CASE("results are taken in the order of the items, whoever made them", "[base]") {
    for (const unsigned threads : {1U, 2U, 5U})
        for (const int count : {0, 1, 2, 1000}) {
            std::vector<int> taken, expected;
            for (int i = 1; i <= count; ++i) expected.push_back(i * i);
            InOrder<int, int> some;
            set_up(some, count, threads, taken);
            some.run();
            CHECK(taken == expected);
        }
}

TEST_CASE("items may be asked for on the calling thread alone", "[base]") {
    for (const unsigned threads : {1U, 2U, 5U})
        for (const int fault_at : {0, 700}) {
            std::vector<int> taken;
            InOrder<int, int> some;
            set_up(some, 1000, threads, taken);
            some.asks_on_calling_thread = true;
            const auto caller = std::this_thread::get_id();
            bool asked_elsewhere = false;
            some.next = [&, next = some.next] {
                asked_elsewhere |= std::this_thread::get_id() != caller;
                return next();
            };
            some.work = [&](int&& item) { return item == fault_at ? throw std::runtime_error("700") : item; };
            if (fault_at == 0)
                some.run();
            else
                CHECK_THROWS_WITH(some.run(), "700");
            CHECK(taken.size() == (fault_at == 0 ? 1000 : 699));
            CHECK(std::is_sorted(taken.begin(), taken.end()));
            CHECK_FALSE(asked_elsewhere);
        }
}

TEST_CASE("what work throws comes behind all that was before it", "[base]") {
    for (const unsigned threads : {1U, 2U, 5U}) {
        std::vector<int> taken;
        InOrder<int, int> some;
        set_up(some, 1000, threads, taken);
        some.work = [](int&& item) { return item == 321 ? throw std::runtime_error("321") : item; };
        CHECK_THROWS_WITH(some.run(), "321");
        CHECK(taken.size() == 320);
    }
}

TEST_CASE("what asking for the next item throws comes behind all that was before it", "[base]") {
    for (const unsigned threads : {1U, 2U, 5U}) {
        std::vector<int> taken;
        InOrder<int, int> some;
        set_up(some, 1000, threads, taken);
        some.next = [next = 0]() mutable {
            return next == 50 ? throw std::runtime_error("damaged") : std::optional(++next);
        };
        CHECK_THROWS_WITH(some.run(), "damaged");
        CHECK(taken.size() == 50);
    }
}

TEST_CASE("no more items are in work than may be", "[base]") {
    std::vector<int> taken;
    std::atomic<int> asked = 0;
    InOrder<int, int> some;
    set_up(some, 500, 4, taken);
    int most = 0;
    some.next = [&asked]() { return asked < 500 ? std::optional(++asked) : std::nullopt; };
    some.take = [&](int&& result) {
        most = std::max(most, asked - static_cast<int>(taken.size()));
        taken.push_back(result);
    };
    some.run();
    CHECK(taken.size() == 500);
    CHECK(most <= 6);
}

TEST_CASE("where it is full, no item is begun before all others are taken", "[base]") {
    std::vector<int> taken;
    InOrder<int, int> some;
    set_up(some, 100, 5, taken);
    some.most_weight = 1000;
    std::atomic<int> ahead = 0;
    std::atomic<bool> overtaken = false;
    some.is_full = [] { return true; };
    some.work = [&](int&& item) {
        if (++ahead > 1) overtaken = true;
        return item;
    };
    some.take = [&](int&& result) {
        --ahead;
        taken.push_back(result);
    };
    some.run();
    CHECK(taken.size() == 100);
    CHECK_FALSE(overtaken);
}

TEST_CASE("items may be handed over one by one", "[base]") {
    for (const unsigned threads : {1U, 2U, 5U})
        for (const int count : {0, 1, 2, 1000})
            for (const int fault_at : {0, 700}) {
                std::vector<int> taken, expected;
                std::atomic<int> most = 0, ahead = 0;
                InOrder<int, int> some;
                set_up(some, 0, threads, taken);
                some.asks_on_calling_thread = true;
                some.work = [&](int&& item) { return item == fault_at ? throw std::runtime_error("700") : item; };
                some.take = [&](int&& result) {
                    --ahead;
                    taken.push_back(result);
                };
                const auto hand_over = [&] {
                    for (int i = 1; i <= count; ++i) {
                        most = std::max<int>(most, ++ahead);
                        some.add(int{i});
                        if (i != fault_at) expected.push_back(i);
                    }
                    some.finish();
                };
                const bool has_fault = 0 < fault_at && fault_at <= count;
                if (has_fault)
                    CHECK_THROWS_WITH(hand_over(), "700");
                else
                    hand_over();
                if (has_fault) expected.resize(static_cast<std::size_t>(fault_at) - 1);
                CHECK(taken == expected);
                CHECK(most <= static_cast<int>(threads) + 2);
            }
}
