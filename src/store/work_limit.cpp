#include "store/work_limit.hpp"

#include <string>
#include <system_error>

#include "store/interruption.hpp"

namespace cofnod::store {

namespace {

/// Steps allowed per byte of the file. The costliest query (top_players) takes 115 steps per game of at least 50 bytes;
/// integrity_check takes 50 per game, half of them for shorter rows.
constexpr std::uint64_t steps_a_byte = 16;

/// Steps allowed for any file.
constexpr std::uint64_t steps_of_any_file = 10'000'000;

std::uint64_t size_of(const std::filesystem::path& path) {
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    return error ? 0 : size;
}

}  // namespace

bool WorkLimit::is_reached() {
    if (is_interrupted()) return true;
    steps_ += steps_at_a_time;
    if (steps_ <= steps_of_any_file) return false;
    const std::uint64_t bytes = size_of(file_) + size_of(file_.string() + "-wal");
    return steps_ > steps_of_any_file + steps_a_byte * bytes;
}

}  // namespace cofnod::store
