#pragma once

#include <string_view>

namespace cofnod::importers {

/// Throws InputError, which says what it is instead, for a source that starts so: a database, a picture, a program.
void refuse_what_is_not_text(std::string_view start, std::string_view name);

/// Whether a source that starts so may be text, in whatever character set.
bool is_text(std::string_view start);

}  // namespace cofnod::importers
