#pragma once

#include "answers/writer.hpp"
#include "store/separators.hpp"

namespace cofnod::answers {

/// Declares the list of texts between games.
Answer<store::FoundSeparator> passage_list();

}  // namespace cofnod::answers
