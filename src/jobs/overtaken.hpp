#pragma once

#include "base/error.hpp"

namespace cofnod::jobs {

/// The game was changed since the user looked at it.
struct Overtaken : UsageError {
    using UsageError::UsageError;
};

}  // namespace cofnod::jobs
