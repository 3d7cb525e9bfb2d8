#pragma once

#include <cstdint>
#include <filesystem>
#include <utility>

namespace cofnod::store {

/// How much SQLite may do between two rows. What has to see all rows before it gives one (a count, an order) has no end
/// where the pages of a damaged or hostile file lead to one another: it ends after more work than any sound file of
/// that size can give.
class WorkLimit {
public:
    explicit WorkLimit(std::filesystem::path file) : file_(std::move(file)) {}

    /// How often SQLite is to ask is_reached().
    static constexpr int steps_at_a_time = 1'000'000;

    /// From here on it is counted.
    void begin() { steps_ = 0; }
    /// The same for what only has to know which tables there are: these SQLite takes in slowly, and they are few.
    void begin_little() { steps_ = no_more; }
    /// After so many steps of SQLite's machine more.
    bool is_reached();

private:
    std::filesystem::path file_;
    std::uint64_t steps_ = 0;
    static constexpr std::uint64_t no_more = std::uint64_t{1} << 63;
};

}  // namespace cofnod::store
