#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "importers/container.hpp"
#include "importers/detect_charset.hpp"
#include "importers/import.hpp"
#include "importers/source.hpp"

namespace cofnod::cli {

/// The files that the arguments name: a folder stands for the files in it and below it whose endings say that they hold
/// games (.pgn, .txt, sheets, lists, pages, packed or not, and archives), in the order of their paths. Anything else
/// stays what it is. Throws InputError for a folder without such files.
std::vector<std::string> input_files(const std::vector<std::string>& arguments);

/// A source, looked into.
struct Input {
    importers::Source source;
    importers::Format format;
    importers::CharsetChoice charset;
    bool empty = false;
    bool charset_given = false;

    /// What it takes to read it.
    [[nodiscard]] importers::Options options(importers::Options how) const;
};

/// The character set of that name; nullptr for an empty one: find out. Throws UsageError.
const importers::Charset* charset_named(const std::string& name);

/// Finds out what a source is, where format and `charset` (nullptr) do not say. Throws InputError for what cannot be
/// read and for what is no text.
Input look_into(importers::Source source, const importers::Options& how, const importers::Charset* charset,
                const notation::Languages& languages);

/// "archif.zip: skipped 2 folders and 1 member that is not text"; empty where nothing was.
std::string skipped_text(const importers::Container& container);

/// "-" is shown as "standard input".
std::string input_name(const std::string& path);

}  // namespace cofnod::cli
