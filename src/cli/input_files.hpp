#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "importers/container.hpp"
#include "importers/import.hpp"
#include "importers/source.hpp"

namespace cofnod::cli {

/// The files that the arguments name: a folder stands for the .pgn and .txt files and the archives in it and below it,
/// in the order of their paths. Anything else stays what it is. Throws InputError for a folder without such files.
std::vector<std::string> input_files(const std::vector<std::string>& arguments);

/// A source, looked into.
struct Input {
    importers::Source source;
    importers::Format format;
    std::string charset;  ///< "UTF-8", or what it is not
    bool empty = false;
};

/// Finds out what a source is, where `format` does not say. Throws InputError for what cannot be read and for what is
/// no text.
Input look_into(importers::Source source, importers::Format format);

/// "archif.zip: skipped 2 folders and 1 member that is not text"; empty where nothing was.
std::string skipped_text(const importers::Container& container);

/// "-" is shown as "standard input".
std::string input_name(const std::string& path);

/// The number of the line that begins at `byte`, from 1; goes back to the start.
std::uint64_t line_at(importers::Source& source, std::uint64_t byte);

}  // namespace cofnod::cli
