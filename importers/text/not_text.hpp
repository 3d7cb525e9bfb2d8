#pragma once

#include <string_view>

namespace cofnod::importers {

/// Throws InputError, naming the actual type, for a source that starts so: a database, an image, a program.
void refuse_what_is_not_text(std::string_view start, std::string_view name);

/// Returns true if a source that starts so may be text, in whatever character set.
bool is_text(std::string_view start);

}  // namespace cofnod::importers
