#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "index/upkeep.hpp"
#include "operations/host.hpp"
#include "operations/tally.hpp"
#include "store/header_filter.hpp"

namespace cofnod::operations {

/// The result of one file of an import.
struct FileReport {
    enum class Outcome : std::uint8_t { imported, resumed, known, empty, failed, interrupted };

    std::string name;
    std::string through = {};  ///< database that contains this source
    Outcome outcome = Outcome::imported;
    std::string format;
    std::string charset;
    std::string error;
    std::uint64_t bytes = 0;
    std::uint64_t games_before = 0;   ///< games found in it by an earlier import
    std::uint64_t faulty_before = 0;  ///< incomplete or rejected games among these
    std::uint64_t games_of_name = 0;  ///< games of earlier imports of a file with the same name and other content
    std::uint64_t known_games = 0;    ///< games of a grown file, or of one read with other conditions, that were there
    std::uint64_t grown = 0;          ///< games of an update that replaced their former versions
    std::string copy_of = {};         ///< for a new file with known content: the file imported first
    std::int64_t bytes_unaccounted = 0;
    Tally tally;
};

struct ImportReport {
    std::string database;
    bool dry_run = false;
    std::vector<FileReport> files;       ///< files listed individually
    std::optional<index::Upkeep> index;  ///< nullopt: no index requested

    ImportReport(std::string database_name, bool is_dry_run)
        : database(std::move(database_name)), dry_run(is_dry_run) {}

    /// Counts the file, and lists it if there is room. An archive may contain a million files: after the first thousand
    /// only those with faults are listed, and after ten thousand none.
    void add(FileReport&& file);
    [[nodiscard]] std::uint64_t file_count() const { return files.size() + unlisted_.files; }
    [[nodiscard]] const Tally& total() const { return total_; }
    /// Totals over all files: incomplete or rejected games of earlier imports, and bytes unaccounted for.
    [[nodiscard]] std::uint64_t faulty_before() const { return faulty_before_; }
    [[nodiscard]] std::int64_t bytes_unaccounted() const { return bytes_unaccounted_; }
    [[nodiscard]] bool has(FileReport::Outcome outcome) const { return seen_[static_cast<std::size_t>(outcome)]; }

    /// Totals of files that are not listed.
    struct Unlisted {
        std::uint64_t files = 0;
        Tally tally;
    };
    [[nodiscard]] const Unlisted& unlisted() const { return unlisted_; }

private:
    [[nodiscard]] bool is_to_be_listed(const FileReport& file) const;

    Tally total_;
    Unlisted unlisted_;
    std::uint64_t faulty_before_ = 0;
    std::int64_t bytes_unaccounted_ = 0;
    std::array<bool, 6> seen_{};  ///< by outcome
};

struct ReadingSetup;

struct ImportOptions {
    std::string database;
    std::vector<std::string> files;  ///< files or folders; "-": standard input
    std::string citation = {};       ///< provenance of the files, free text
    /// Citations of single files by path or name; they replace `citation`.
    std::map<std::string, std::string> citations = {};
    bool keep_source = true;
    bool text_index = true;
    bool keep_san = false;
    bool index = true;
    index::Resources resources = {};
    bool dry_run = false;
    bool problems = false;            ///< report every problem of every game
    store::HeaderFilter filter = {};  ///< only these games are stored; options_of_records
    bool update = false;              ///< skip the games that earlier imports found in a file with the same path
};

/// Imports files into a database. A file that cannot be read is reported, and the others are imported. On cancellation,
/// games read so far are kept, and the same call resumes from there.
ImportReport import_files(const ImportOptions& options, const ReadingSetup& reading, const Host& host);

}  // namespace cofnod::operations
