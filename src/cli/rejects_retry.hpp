#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/rejects.hpp"
#include "cli/streams.hpp"
#include "store/store.hpp"

namespace cofnod::cli {

/// The games that are not whole, in the order of their ids; with `id`, that one. Throws UsageError where it is whole
/// or there is no such game.
std::vector<std::int64_t> faulty_games(store::Store& store, std::optional<std::int64_t> id);

/// What to tell where texts were not kept by the import.
std::string no_text_left(std::uint64_t games);

/// Reads the kept texts once more. One that can be read further takes the place of its game.
int retry_rejects(const RejectsOptions& options, Streams& io);

}  // namespace cofnod::cli
