#pragma once

#include "answers/writer.hpp"
#include "store/corrections.hpp"

namespace cofnod::answers {

/// Declares the list of corrections: those stored, made, undone, or of a dry run.
Answer<store::Correction> correction_list();

}  // namespace cofnod::answers
