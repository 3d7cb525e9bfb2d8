#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "importers/databases/base_files.hpp"
#include "importers/limits.hpp"

namespace cofnod::importers::databases::chessbase {

/// Unpacks a block of an archive: a byte for the compression method, then the data. Returns at most 65,535 bytes;
/// nullopt if the block is damaged.
std::optional<std::string> unpack_block(std::string_view block);

/// Returns true for the extension of a ChessBase archive: ".cbv".
bool is_archive(std::string_view ending);

/// Unpacks an archive in memory. Throws InputError if it is damaged or contains no database, and LimitError if its
/// unpacked size exceeds the limits.
std::shared_ptr<const BaseFiles> open_archive(const std::string& path, const ArchiveLimits& limits);

}  // namespace cofnod::importers::databases::chessbase
