#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cofnod::importers::json {

/// Returns the moves that chess.com stores as TCN, two characters each, from square to square: "mC0K" is "e2e4 e7e5".
/// nullopt if the text is none, or drops pieces, which no game here does.
std::optional<std::string> moves_of_tcn(std::string_view tcn);

}  // namespace cofnod::importers::json
