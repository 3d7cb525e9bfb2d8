#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "importers/container.hpp"
#include "importers/detect_charset.hpp"
#include "importers/import.hpp"
#include "importers/source.hpp"

namespace cofnod::cli {

/// What stands in the place of a file in a list of inputs.
struct InputFault {
    std::string folder;  ///< that cannot be read; empty where some of its files are not
    InputError error;
};

struct FoundFiles {
    std::vector<std::string> files;
    std::vector<InputFault> faults;
};

/// The files that the arguments name: a folder stands for the files in it and below it whose endings say that they hold
/// games (.pgn, .txt, sheets, lists, pages, packed or not, and archives), in the order of their paths. Anything else
/// stays what it is. Folders that cannot be read or have no such files are faults, and so are the other files of
/// folders that may hold games; links to folders are not followed, so that they cannot lead in circles.
FoundFiles input_files(const std::vector<std::string>& arguments);

/// ".pgn" of `A.PGN`, ".db-wal" of `games.db-wal`; empty where there is none.
std::string file_ending(const std::string& path);

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

/// What is to be said of a file when it has been read, a line each: "archif.zip: skipped 2 folders or links", or that
/// its compression has no checksum. Empty where there is nothing to say.
std::string notes_on(const importers::Container& container);

/// The members of an archive that are not text, if they may hold games: "archif.zip: 2 files not read: 2 .pdf".
std::optional<InputError> unread_members(const importers::Container& container);

/// "-" is shown as "standard input".
std::string input_name(const std::string& path);

}  // namespace cofnod::cli
