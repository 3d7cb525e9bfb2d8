// Looks for texts that take long to read. Usage: slow_texts SECONDS [SEED], or slow_texts FILE...; see
// tests/README.md.

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "account.hpp"
#include "base/bytes.hpp"
#include "base/error.hpp"
#include "games/record/record.hpp"
#include "hostile/pace.hpp"
#include "importers/text/detect_charset.hpp"
#include "slow_fragments.hpp"

using namespace cofnod;

namespace {

constexpr std::size_t kilobyte = 1000, megabyte = 1000 * kilobyte;

/// Seconds that a text may take.
double bound(std::size_t bytes) {
    return static_cast<double>(patience()) * pace() * (1 + static_cast<double>(bytes) / static_cast<double>(megabyte));
}

/// The text at hand, for the handler of a signal that ends the run.
std::string at_hand;
std::string left_in;

bool leave(const std::string& text, const std::string& path) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    return file.good();
}

void end_run(int signal) {
    leave(at_hand, left_in);
    std::fprintf(stderr, "ended by signal %d; the text is in %s\n", signal, left_in.c_str());
    std::_Exit(1);
}

/// Lets the system end what takes so many seconds of the processor.
void limit_time(double seconds) {
    timer_t timer{};
    static bool is_made = false;
    static timer_t made{};
    if (!is_made) {
        sigevent event{};
        event.sigev_notify = SIGEV_SIGNAL;
        event.sigev_signo = SIGXCPU;
        timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer);
        made = timer;
        is_made = true;
    }
    itimerspec when{};
    when.it_value.tv_sec = static_cast<time_t>(seconds) + (seconds > 0 ? 1 : 0);
    timer_settime(made, 0, &when, nullptr);
}

double cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

struct NoSink final : importers::Sink {
    void add_game(GameRecord&&) override {}
    void add_separator(const importers::Separator&) override {}
    void reached(std::uint64_t) override {}
};

/// As the commands read a file.
void read(const std::string& text) {
    try {
        const importers::CharsetChoice charset =
            importers::detect_charset(std::string_view(text).substr(0, std::size_t{1} << 20), fuzz::languages());
        importers::Options how;
        how.charset = charset.charset;
        how.rivals = charset.rivals;
        importers::Source source = importers::Source::of_text("text", text);
        NoSink sink;
        importers::import_source(source, fuzz::languages(), how, sink);
    } catch (const InputError&) {  // it is no text at all, or none that has games
    }
}

double seconds_to_read(const std::string& text) {
    constexpr double far_too_long = 20;
    at_hand = text;
    limit_time(far_too_long * bound(text.size()));
    const double before = cpu_seconds();
    read(text);
    const double taken = cpu_seconds() - before;
    limit_time(0);
    return taken;
}

/// A head, and a unit that is repeated.
struct Row {
    std::string_view head;
    std::string unit;
    double seconds = 0;  ///< at the first size

    [[nodiscard]] std::string text(std::size_t bytes) const {
        std::string text(head);
        SplitMix64 random(1);
        while (text.size() < bytes)
            for (const char c : unit) {
                if (c == 1)
                    for (std::uint64_t letters = random(), i = 2 + letters % 5; i > 0; --i, letters >>= 5)
                        text += static_cast<char>('a' + letters % 26);
                else if (c == 2)
                    text += std::to_string(random() % 200);
                else
                    text += c;
            }
        return text;
    }
};

std::string escaped(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        char code[8];
        std::snprintf(code, sizeof code, "\\x%02X", static_cast<unsigned>(static_cast<unsigned char>(c)));
        escaped += c == '\n' ? "\\n" : static_cast<unsigned char>(c) < ' ' ? code : std::string(1, c);
    }
    return escaped;
}

class Search {
public:
    explicit Search(std::uint64_t seed) : seed_(seed), random_(seed) {}

    /// Returns the number of faults.
    std::size_t run(double seconds) {
        const double end = cpu_seconds() + seconds;
        while (cpu_seconds() < end && faults_ < most_faults) {
            std::vector<Row> slowest;
            for (std::size_t i = 0; i < rows_of_round && cpu_seconds() < end; ++i) keep(slowest, tried());
            for (const Row& row : slowest) look_closer(row);
        }
        std::printf("%zu rows, the slowest %.2f s a megabyte: %s\n", count_, worst_, worst_unit_.c_str());
        return faults_;
    }

private:
    static constexpr std::size_t first_size = 60 * kilobyte, rows_of_round = 200, kept = 4, most_faults = 20;

    std::size_t below(std::size_t end) { return static_cast<std::size_t>(random_() % end); }

    Row tried() {
        Row row{.head = fuzz::heads[below(std::size(fuzz::heads))], .unit = {}};
        for (std::size_t i = 1 + below(5); i > 0; --i) row.unit += fuzz::fragments[below(std::size(fuzz::fragments))];
        const std::string text = row.text(first_size);
        row.seconds = seconds_to_read(text);
        ++count_;
        if (row.seconds > bound(text.size())) blame(row, text, row.seconds, "takes too long");
        return row;
    }

    static void keep(std::vector<Row>& slowest, Row row) {
        const auto place =
            std::find_if(slowest.begin(), slowest.end(), [&](const Row& other) { return other.seconds < row.seconds; });
        slowest.insert(place, std::move(row));
        if (slowest.size() > kept) slowest.pop_back();
    }

    /// Whether a row takes longer than its length allows where it is eight times as long, or 16 times.
    void look_closer(const Row& row) {
        const std::string text = row.text(8 * first_size), longer = row.text(16 * first_size);
        const double taken = seconds_to_read(text), taken_by_longer = seconds_to_read(longer);
        const double rate = taken_by_longer * megabyte / static_cast<double>(longer.size());
        if (rate > worst_) worst_ = rate, worst_unit_ = escaped(row.unit);
        if (taken > bound(text.size())) return blame(row, text, taken, "takes too long");
        if (taken_by_longer > bound(longer.size())) return blame(row, longer, taken_by_longer, "takes too long");
        constexpr double linear = 2, noise = 1.5, least = 0.2;
        if (taken_by_longer < least || taken_by_longer < linear * noise * taken) return;
        // Once more: another program may have been in the way.
        if (seconds_to_read(longer) > linear * noise * std::max(taken, seconds_to_read(text)))
            blame(row, longer, taken_by_longer, "takes more than twice as long when it is twice as long");
    }

    void blame(const Row& row, const std::string& text, double seconds, const char* fault) {
        const std::string path = "slow-" + std::to_string(seed_) + "-" + std::to_string(++faults_) + ".txt";
        leave(text, path);
        std::printf("FAULT: %s: %.2f s for %zu bytes\n  head %s\n  unit %s\n  text %s\n", fault, seconds, text.size(),
                    escaped(row.head).c_str(), escaped(row.unit).c_str(), std::filesystem::absolute(path).c_str());
        std::fflush(stdout);
    }

    std::uint64_t seed_;
    SplitMix64 random_;
    std::size_t count_ = 0, faults_ = 0;
    double worst_ = 0;
    std::string worst_unit_;
};

std::string contents_of(const char* path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

bool is_number(const char* text) { return *text != 0 && std::strspn(text, "0123456789.") == std::strlen(text); }

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return std::fputs("usage: slow_texts SECONDS [SEED], or slow_texts FILE...\n", stderr), 2;
    left_in = "slow-ended.txt";
    for (const int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGXCPU}) std::signal(signal, end_run);
    read("1. e4 e5 2. Zz9 *\n");  // what is read once is no part of any text
    if (is_number(argv[1])) return Search(argc > 2 ? std::stoull(argv[2]) : 1).run(std::stod(argv[1])) > 0;
    bool failed = false;
    for (int i = 1; i < argc; ++i) {
        const std::string text = contents_of(argv[i]);
        const double taken = seconds_to_read(text);
        std::printf("%s: %.2f s for %zu bytes, %.2f allowed\n", argv[i], taken, text.size(), bound(text.size()));
        failed = failed || taken > bound(text.size());
    }
    return failed;
}
