#pragma once

#include "answers/field.hpp"
#include "game/record.hpp"

namespace cofnod::notation {
class Language;
}

namespace cofnod::answers {

/// Returns the comments, NAGs and variations of a game in the order of the source, with nothing left out: import reads
/// them back. Their members are those of `exported annotation` in the README. Throws StoreError if moves are damaged.
Value exported_annotations(const GameRecord& record, const notation::Language& language);

/// Members of an item of exported_annotations().
const Shapes& exported_annotation_shape();

}  // namespace cofnod::answers
