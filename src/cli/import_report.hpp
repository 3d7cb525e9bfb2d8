#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/streams.hpp"
#include "cli/tally.hpp"
#include "index/upkeep.hpp"
#include "notation/languages.hpp"

namespace cofnod::cli {

/// What became of one file of an import.
struct FileReport {
    enum class Outcome : std::uint8_t { imported, resumed, known, empty, failed, interrupted };

    std::string name;
    Outcome outcome = Outcome::imported;
    std::string format;
    std::string charset;
    std::string error;
    std::uint64_t bytes = 0;
    std::uint64_t games_before = 0;   ///< that an earlier import found in it
    std::uint64_t faulty_before = 0;  ///< those of them that are incomplete or rejected
    std::int64_t bytes_unaccounted = 0;
    Tally tally;
};

struct ImportReport {
    std::string database;
    bool dry_run = false;
    std::vector<FileReport> files;       ///< that are told one by one
    std::optional<index::Upkeep> index;  ///< nullopt: it was not wanted

    ImportReport(std::string database_name, bool is_dry_run)
        : database(std::move(database_name)), dry_run(is_dry_run) {}

    /// Counted as they come. An archive may have a million: after the first thousand only those are told that were not
    /// read whole, and after ten thousand none.
    void add(FileReport&& file);
    [[nodiscard]] std::uint64_t file_count() const { return files.size() + untold_.files; }
    [[nodiscard]] const Tally& total() const { return total_; }
    /// Of all files: games not whole that earlier imports found, and bytes that belong to nothing.
    [[nodiscard]] std::uint64_t faulty_before() const { return faulty_before_; }
    [[nodiscard]] std::int64_t bytes_unaccounted() const { return bytes_unaccounted_; }
    [[nodiscard]] bool has(FileReport::Outcome outcome) const { return seen_[static_cast<std::size_t>(outcome)]; }

    /// The files that are not told one by one.
    struct Untold {
        std::uint64_t files = 0;
        Tally tally;
    };
    [[nodiscard]] const Untold& untold() const { return untold_; }

private:
    [[nodiscard]] bool is_to_be_told(const FileReport& file) const;

    Tally total_;
    Untold untold_;
    std::uint64_t faulty_before_ = 0;
    std::int64_t bytes_unaccounted_ = 0;
    std::array<bool, 6> seen_{};  ///< by outcome
};

void print_summary(const ImportReport& report, const notation::Languages& languages, Streams& io);
void print_json(const ImportReport& report, Streams& io);

}  // namespace cofnod::cli
