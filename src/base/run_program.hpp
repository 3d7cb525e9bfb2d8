#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace cofnod {

/// Resources that a program may use before it is ended.
struct ProgramLimits {
    unsigned cpu_seconds = 120;
    std::size_t memory = std::size_t{2} << 30;  ///< bytes
    std::size_t output = std::size_t{256} << 20;
};

struct ProgramOutput {
    int status = 0;    ///< its exit code; 128 + signal if it was ended
    std::string text;  ///< what it wrote, as far as the limit goes
};

/// Runs another program, found by the path of the environment, and waits for it. `input`: descriptor of the file that
/// is its standard input, from the start. nullopt: there is no such program. Throws LimitError if it cannot be run.
std::optional<ProgramOutput> run_program(const std::vector<std::string>& command, int input,
                                         const ProgramLimits& limits = {});

}  // namespace cofnod
