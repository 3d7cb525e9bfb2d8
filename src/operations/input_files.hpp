#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "importers/import.hpp"
#include "importers/text/container.hpp"
#include "importers/text/detect_charset.hpp"
#include "importers/text/source.hpp"
#include "operations/host.hpp"

namespace cofnod::operations {

struct ReadingSetup;

/// An input that is not a readable file.
struct InputFault {
    std::string folder;  ///< unreadable folder; empty if only some of its files are unreadable
    InputError error;
};

/// Files of a folder that are skipped because their names suggest no games: README.md, licences.
struct PassedOver {
    std::string folder, text;
};

struct FoundFiles {
    std::vector<std::string> files;
    std::vector<InputFault> faults;
    std::vector<PassedOver> passed_over;
};

/// Expands arguments to files: a folder is replaced by the files in it and its subfolders whose extension indicates
/// games (.pgn, .txt, sheets, lists, pages, compressed or not, and archives), sorted by path. Other arguments are kept
/// unchanged. Faults are unreadable folders, folders without such files, and other files in folders that may hold
/// games. Links to folders are not followed, to avoid cycles.
FoundFiles input_files(const std::vector<std::string>& arguments);

/// Returns ".pgn" for `A.PGN`, ".db-wal" for `games.db-wal`; empty if there is none.
std::string file_ending(const std::string& path);

/// A source whose format and character set are known.
struct Input {
    importers::Source source;
    importers::Format format;
    importers::CharsetChoice charset;
    bool empty = false;
    bool charset_given = false;
    std::shared_ptr<const importers::databases::Base> base =
        {};  ///< the source, if it is a database of another program

    /// Returns `how` with the format and character set of this source.
    [[nodiscard]] importers::Options options(importers::Options how) const;
};

/// Detects the format and character set of a source unless `how` and `reading` specify them. Throws InputError if it
/// cannot be read or is not text.
Input look_into(importers::Source source, const importers::Options& how, const ReadingSetup& reading);

/// Reports skipped entries of an archive ("archif.zip: skipped 2 folders or links"), non-text members that may hold
/// games, and compression without a checksum. Call it after the archive has been read.
void report_skipped(const importers::Container& container, Reporter& reporter);

/// Returns an error that lists the non-text members of an archive that may hold games: "archif.zip: 2 files not read: 2
/// .pdf".
std::optional<InputError> unread_members(const importers::Container& container);

/// Returns true if skipping a file deserves a message: all files except hidden ones, README and licence, checksums,
/// databases and CQL scripts. `path` is relative to the given folder or archive.
bool may_hold_games(const std::string& path);

/// Returns true for a hidden file, a file in a hidden folder, and a backup.
bool is_hidden(const std::string& path);

/// Returns "3 files passed over by their names: LICENSE, README.md, x.sha256". `names` is not empty.
std::string passed_over(std::vector<std::string> names);

/// Returns "scans: 100 files not read: 60 .pdf, 40 .jpg" with some of the names and a remedy. `names` is not empty;
/// `count`, the number of files, may be larger.
InputError unread_files(const std::string& place, std::vector<std::string> names, std::size_t count);

}  // namespace cofnod::operations
