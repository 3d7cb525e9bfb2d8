#pragma once

#include <cstdint>
#include <filesystem>
#include <utility>

namespace cofnod::store {

/// Limit on the work of SQLite between two rows. A query that reads all rows before it returns one (a count, a sort)
/// never ends on cyclic pages of a damaged or hostile file; it is interrupted after more steps than any sound file of
/// that size needs.
class WorkLimit {
public:
    explicit WorkLimit(std::filesystem::path file) : file_(std::move(file)) {}
    /// No limit but that of a host program, whose connection is used.
    WorkLimit() : is_of_host_(true) {}

    [[nodiscard]] bool is_of_host() const { return is_of_host_; }

    /// Number of steps of SQLite's virtual machine between calls of is_reached().
    static constexpr int steps_at_a_time = 100'000;

    /// Starts counting.
    void begin() { steps_ = 0; }
    /// Allows next to no steps: for preparing statements, which only reads the schema.
    void begin_little() { steps_ = no_more; }
    /// Counts steps_at_a_time steps; returns true if the limit is exceeded, or reading is to stop.
    bool is_reached();

private:
    std::filesystem::path file_;
    bool is_of_host_ = false;
    std::uint64_t steps_ = 0;
    static constexpr std::uint64_t no_more = std::uint64_t{1} << 63;
};

}  // namespace cofnod::store
