#pragma once

#include <string>
#include <string_view>

#include "importers/text/archive.hpp"

namespace cofnod::importers::documents {

/// True for a file that starts as binary office documents do, and has the name of one of Word: before 2007.
bool is_word(std::string_view start, std::string_view name);

/// Returns the text of such a file, as antiword extracts it. Throws InputError if the program is not there, or cannot
/// read the file.
std::string text_of_word(const FileHandle& file, const std::string& name);

}  // namespace cofnod::importers::documents
