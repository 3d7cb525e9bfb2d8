#pragma once

#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "cli/command_line.hpp"

namespace cofnod::cli::test {

struct Said {
    int code = 0;
    std::string out, err;
};

/// Set before any stream buffer is saved: the program calls it too, and it replaces the buffers.
[[maybe_unused]] inline const bool synchronized = std::ios::sync_with_stdio(false);

/// Runs the whole program in this process: {"stats", "games.db"}.
inline Said run(std::vector<std::string> words) {
    words.insert(words.begin(), "cofnod");
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    std::ostringstream out, err;
    auto* const usual_out = std::cout.rdbuf(out.rdbuf());
    auto* const usual_err = std::cerr.rdbuf(err.rdbuf());
    Said said;
    said.code = run_command_line(static_cast<int>(arguments.size()), arguments.data());
    std::cout.rdbuf(usual_out);
    std::cerr.rdbuf(usual_err);
    said.out = out.str();
    said.err = err.str();
    return said;
}

}  // namespace cofnod::cli::test
