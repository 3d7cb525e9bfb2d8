#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "importers/bases/base_files.hpp"
#include "importers/limits.hpp"

namespace cofnod::importers::bases::chessbase {

/// True for the ending of an archive that ChessBase packs a database into: ".cbv".
bool is_archive(std::string_view ending);

/// Unpacks such an archive in memory. Throws InputError for one that is damaged or has no database, LimitError for one
/// that unpacks to more than the limits allow.
std::shared_ptr<const BaseFiles> open_archive(const std::string& path, const ArchiveLimits& limits);

}  // namespace cofnod::importers::bases::chessbase
