// A target without libFuzzer: TARGET COUNT gives it its seeds, then so many of them with some damage, the same each
// time. With names of files it gives it those. An input that ends the run is left in a file.

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>

#include "base/bytes.hpp"
#include "fuzz.hpp"
#include "seeds.hpp"

namespace {

std::string input;
std::string failed;  ///< the file that it is left in

void keep_input(int signal) {
    if (std::FILE* const file = std::fopen(failed.c_str(), "wb")) {
        std::fwrite(input.data(), 1, input.size(), file);
        std::fclose(file);
        std::fprintf(stderr, "ended by signal %d; the input is in %s\n", signal, failed.c_str());
    }
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

void run(std::string text) {
    input = std::move(text);
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

class Damage {
public:
    explicit Damage(const std::vector<std::string>& seeds) : seeds_(seeds) {}

    std::string operator()() {
        std::string text = any();
        for (std::size_t count = 1 + below(4); count > 0; --count) damage(text);
        return text;
    }

private:
    std::size_t below(std::size_t end) { return static_cast<std::size_t>(random_() % std::max<std::size_t>(end, 1)); }
    const std::string& any() { return seeds_[below(seeds_.size())]; }

    void damage(std::string& text) {
        const std::size_t at = below(text.size());
        switch (below(6)) {
            case 0: text.resize(at); break;
            case 1: text.erase(at, 1 + below(64)); break;
            case 2: text.insert(at, text.substr(below(text.size()), below(64))); break;
            case 3: text.insert(at, any().substr(0, below(200))); break;
            case 4: text.insert(at, 1, static_cast<char>(below(256))); break;
            default:
                if (!text.empty()) text[at] = static_cast<char>(text[at] ^ 1 << below(8));
        }
    }

    const std::vector<std::string>& seeds_;
    cofnod::SplitMix64 random_{1};
};

std::string contents_of(const char* path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

void run_seeds(const char* target, std::size_t count) {
    const std::vector<std::string> seeds = cofnod::fuzz::seeds_of(target);
    for (const std::string& seed : seeds) run(seed);
    for (Damage damaged(seeds); count > 0; --count) run(damaged());
}

bool is_count(const char* text) { return *text != 0 && std::strspn(text, "0123456789") == std::strlen(text); }

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return std::fputs("usage: fuzz_TARGET TARGET COUNT, or fuzz_TARGET FILE...\n", stderr), 2;
    failed = argv[0] + std::string(".failed");
    for (const int signal : {SIGABRT, SIGSEGV, SIGFPE}) std::signal(signal, keep_input);
    if (argc == 3 && is_count(argv[2])) return run_seeds(argv[1], std::stoul(argv[2])), 0;
    for (int i = 1; i < argc; ++i) run(contents_of(argv[i]));
}
