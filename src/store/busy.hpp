#pragma once

#include "base/error.hpp"

namespace cofnod::store {

/// Another program has held a lock of the database for as long as Connection::wait_at_most.
struct Busy : StoreError {
    using StoreError::StoreError;
};

}  // namespace cofnod::store
