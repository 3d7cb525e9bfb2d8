#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cofnod::importers::bases::chessbase {

/// Unpacks a block of an archive: a byte that says how it is packed, then its data. At most 65,535 bytes come out;
/// nullopt: it is damaged.
std::optional<std::string> unpack_block(std::string_view block);

}  // namespace cofnod::importers::bases::chessbase
