#pragma once

#include "answers/writer.hpp"
#include "jobs/dedupe.hpp"

namespace cofnod::answers {

/// Declares the list of `dedupe`.
Answer<jobs::FoundDuplicate> duplicate_list();

}  // namespace cofnod::answers
