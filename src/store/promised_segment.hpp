#pragma once

#include <cstdint>
#include <optional>

#include "store/segments.hpp"

namespace cofnod::store {

/// Returns true for the row of a segment that is being built, or whose building was cut short.
[[nodiscard]] inline bool is_promised(const SegmentRow& row) { return row.bucket_bits == 0; }

/// A segment that is built while others write: a row that is never read, which whoever changes one of its games marks
/// as stale, as they do with segments. Written and removed in transactions of its own; call outside of one.
class PromisedSegment {
public:
    PromisedSegment(Store& store, std::int64_t first_game, std::int64_t last_game);
    ~PromisedSegment();
    PromisedSegment(const PromisedSegment&) = delete;
    PromisedSegment& operator=(const PromisedSegment&) = delete;

    /// Returns false if a game was changed since, or another segment has taken its place. Call within the transaction
    /// that stores what was built.
    [[nodiscard]] bool is_kept() const;

private:
    /// Returns column `stale`: 2, or 1 if a game was changed; nullopt if the row is gone.
    [[nodiscard]] std::optional<std::int64_t> state() const;

    Store& store_;
    std::int64_t id_ = 0, mark_;
};

}  // namespace cofnod::store
