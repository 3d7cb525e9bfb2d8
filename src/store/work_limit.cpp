#include "store/work_limit.hpp"

#include <string>
#include <system_error>

namespace cofnod::store {

namespace {

/// The most is asked for the players with most games: 115 steps a game, of which no file has less than some 50 bytes.
/// An integrity_check takes 50, of which half are for rows that are shorter.
constexpr std::uint64_t steps_a_byte = 16;

/// What a small file, or one that is not there yet, may ask for.
constexpr std::uint64_t steps_of_any_file = 10'000'000;

std::uint64_t size_of(const std::filesystem::path& path) {
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    return error ? 0 : size;
}

}  // namespace

bool WorkLimit::is_reached() {
    steps_ += steps_at_a_time;
    if (steps_ <= steps_of_any_file) return false;
    const std::uint64_t bytes = size_of(file_) + size_of(file_.string() + "-wal");
    return steps_ > steps_of_any_file + steps_a_byte * bytes;
}

}  // namespace cofnod::store
