#pragma once

#include "base/error.hpp"

namespace cofnod::importers {

/// A limit exceeded by the archive, not by the disk: the next file can still be read.
struct ArchiveLimitError : LimitError {
    using LimitError::LimitError;
};

}  // namespace cofnod::importers
