// Imports on a disk that fails, a machine that loses power, a memory that runs out: after each the database is sound,
// and the same import, run again, ends as if nothing had happened. See tests/README.md.

#include <sys/mman.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iostream>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "changes.hpp"
#include "corrections.hpp"
#include "faulty_memory.hpp"
#include "faulty_vfs.hpp"
#include "run.hpp"
#include "sequences.hpp"

namespace {

using namespace cofnod::faults;

const std::string database = "games.db";

struct Seen {
    std::array<std::uint64_t, operation_count> operations{};
    std::uint64_t changes = 0;
    std::uint64_t allocations = 0;
};

/// Memory that a child fills and the parent reads.
Seen& shared_seen() {
    return *static_cast<Seen*>(
        ::mmap(nullptr, sizeof(Seen), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
}

class Suite {
public:
    Suite(std::vector<std::string> import, std::uint64_t every) : import_(std::move(import)), every_(every) {
        const std::uint64_t before = allocations_seen();
        forget();
        const Run whole = run_program(import_, {}, [this, before] {
            seen_ = {operations_seen(), changes_seen(), allocations_seen() - before};
        });
        expected_ = content_of(database);
        if (whole.code != 0 || expected_.empty()) give_up("the import without any fault failed: " + whole.said);
        if (run_program(import_).code != 0 || content_of(database) != expected_)
            give_up("importing the same file once more changed something");
    }

    void io() {
        for (const Operation operation :
             {Operation::write, Operation::fill, Operation::sync, Operation::open, Operation::lock, Operation::map,
              Operation::truncate, Operation::remove, Operation::read})
            for (const Times times : {Times::once, Times::for_ever}) {
                const std::uint64_t all = seen_.operations[static_cast<std::size_t>(operation)];
                const std::string what =
                    std::string(name_of(operation)) + (times == Times::once ? " fails once" : " fails for ever");
                try_each(what, 1, all, every_, [&](std::uint64_t nth) { fail(operation, nth, times); });
            }
    }

    void power() {
        try_each("power is lost at a write or sync", 1, seen_.changes, every_,
                 [](std::uint64_t nth) { lose_power(nth, nth * 2654435761); });
    }

    /// Every `every`-th of the first import, for the short file.
    void memory() {
        try_each("an allocation fails", 1, seen_.allocations, every_, [](std::uint64_t nth) { fail_allocation(nth); });
    }

    /// `count` of all allocations, chosen by a fixed seed.
    void some_memory(std::uint64_t count) {
        std::mt19937_64 random(20);
        const std::uint64_t all = seen_.allocations;
        try_each(
            "an allocation somewhere fails", 1, count, 1, [&](std::uint64_t) { fail_allocation(1 + random() % all); },
            [&] { random(); });
    }

    [[nodiscard]] bool failed() const { return faults_ > 0; }

private:
    [[noreturn]] static void give_up(const std::string& why) {
        std::cerr << why << '\n';
        std::exit(1);
    }

    static void forget() {
        for (const char* suffix : {"", "-wal", "-shm", "-journal"}) std::filesystem::remove(database + suffix);
    }

    /// `in_parent` is called for each run as well: what a child draws from a generator the parent has to draw too.
    void try_each(const std::string& what, std::uint64_t first, std::uint64_t last, std::uint64_t step,
                  const std::function<void(std::uint64_t)>& prepare, const std::function<void()>& in_parent = {}) {
        std::uint64_t tried = 0, stopped = 0;
        for (std::uint64_t nth = first; nth <= last; nth += step, ++tried) {
            forget();
            const Run run = run_program(import_, [&] { prepare(nth); });
            if (in_parent) in_parent();
            const bool power_lost = run.code == exit_of_power_loss && run.signal == 0;
            stopped += run.code != 0 || run.signal != 0;
            std::string fault = power_lost ? "" : fault_of(run);
            if (power_lost) std::filesystem::remove(database + "-shm");  // it was memory
            if (fault.empty() && run.code == 0 && content_of(database) != expected_)
                fault = "it ended as if all was well, with something else";
            if (fault.empty()) fault = fault_after(database, import_, expected_);
            if (fault.empty()) continue;
            if (++faults_ <= 20) std::cerr << what << ", number " << nth << ": " << fault << '\n';
        }
        std::cout << what << ": tried " << tried << " of " << last << ", " << stopped << " ended the import"
                  << std::endl;
    }

    std::vector<std::string> import_;
    std::uint64_t every_;
    Seen& seen_ = shared_seen();
    std::string expected_;
    int faults_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string_view> arguments(argv + 1, argv + argc);
    if (arguments.size() < 2) {
        std::cerr << "usage: faults io|power|memory|some-memory GAMES [EVERY or HOW MANY]\n"
                     "       faults changes|signals FOLDER-OF-SAMPLES [EVERY or MOMENTS]\n"
                     "       faults sequences|corrections FOLDER-OF-SAMPLES [HOW MANY [SEED OF THE FIRST]]\n";
        return 2;
    }
    const std::uint64_t number = arguments.size() > 2 ? std::stoull(std::string(arguments[2])) : 1;
    install_memory();
    install_vfs();
    if (arguments[0] == "sequences" || arguments[0] == "corrections") {
        const auto first = arguments.size() > 3 ? static_cast<std::uint32_t>(std::stoul(std::string(arguments[3]))) : 1;
        const auto suite = arguments[0] == "sequences" ? try_sequences : try_corrections;
        return suite(arguments[1], first, static_cast<std::uint32_t>(number)) > 0 ? 1 : 0;
    }
    if (arguments[0] == "changes") return try_changes(arguments[1], number) > 0 ? 1 : 0;
    if (arguments[0] == "signals") return try_signals(arguments[1], static_cast<std::uint32_t>(number)) > 0 ? 1 : 0;
    // So little memory that segments are made, and batches committed, in the middle of the import; one thread, so that
    // the nth operation is the same in every run, but where any will do.
    const bool any = arguments[0] == "some-memory";
    Suite suite(
        {"import", "--quiet", database, std::string(arguments[1]), "--memory", "1M", "--threads", any ? "3" : "1"},
        any ? 1 : number);
    if (arguments[0] == "io") suite.io();
    if (arguments[0] == "power") suite.power();
    if (arguments[0] == "memory") suite.memory();
    if (arguments[0] == "some-memory") suite.some_memory(number);
    return suite.failed() ? 1 : 0;
}
