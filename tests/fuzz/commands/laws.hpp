#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mutation.hpp"

namespace cofnod::fuzz {

struct Outcome {
    int code;
    std::string out, err;
};

/// Runs the program in this process. The file `now` says which command, for those who find that it never came back.
Outcome run(std::vector<std::string> words);

/// What every input is held to, in the current folder. Throws BrokenLaw; `seed` chooses the notation of the round trip.
void hold_to_all_laws(const Input& input, std::uint64_t seed);

struct BrokenLaw {
    std::string law;      ///< a sentence, always the same
    std::string details;  ///< the command, what it said
};

}  // namespace cofnod::fuzz
