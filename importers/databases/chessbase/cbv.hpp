#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "importers/databases/base_files.hpp"
#include "importers/limits.hpp"

namespace cofnod::importers::databases::chessbase {

/// Unpacks a block of an archive: a byte that says how it is packed, then its data. At most 65,535 bytes come out;
/// nullopt: it is damaged.
std::optional<std::string> unpack_block(std::string_view block);

/// True for the ending of an archive that ChessBase packs a database into: ".cbv".
bool is_archive(std::string_view ending);

/// Unpacks such an archive in memory. Throws InputError for one that is damaged or has no database, LimitError for one
/// that unpacks to more than the limits allow.
std::shared_ptr<const BaseFiles> open_archive(const std::string& path, const ArchiveLimits& limits);

}  // namespace cofnod::importers::databases::chessbase
