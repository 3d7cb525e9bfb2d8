#pragma once

#include <cstdint>
#include <filesystem>

namespace cofnod::faults {

/// Random sequences of correct, set, import --replaces, delete, undo, import, dedupe and recover against a model of the
/// games; some corrections are killed. Returns how many sequences went wrong, each told with its seed and commands.
int try_corrections(const std::filesystem::path& samples, std::uint32_t first_seed, std::uint32_t count);

}  // namespace cofnod::faults
