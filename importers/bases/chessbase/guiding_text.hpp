#pragma once

#include <string>
#include <string_view>

#include "importers/bases/chessbase/texts.hpp"

namespace cofnod::importers::bases::chessbase {

/// Returns a text that stands between the games of a database: its titles and contents, in all its languages.
std::string guiding_text(std::string_view record, const Texts& texts);

}  // namespace cofnod::importers::bases::chessbase
