#pragma once

#include <cstdint>
#include <filesystem>

namespace cofnod::faults {

/// Random sequences of commands, with random faults and kills, against a model (tests/README.md). `samples` has the
/// files they are made from. Returns how many sequences went wrong; each of them is told with its seed.
int try_sequences(const std::filesystem::path& samples, std::uint32_t first_seed, std::uint32_t count);

}  // namespace cofnod::faults
