#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/streams.hpp"
#include "cli/tally.hpp"
#include "notation/languages.hpp"
#include "search/index/upkeep.hpp"

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
    std::vector<FileReport> files;
    std::optional<search::index::Upkeep> index;  ///< nullopt: it was not wanted

    ImportReport(std::string database_name, bool is_dry_run)
        : database(std::move(database_name)), dry_run(is_dry_run) {}

    /// Counted as they come: an archive may have a million.
    void add(FileReport&& file);
    [[nodiscard]] const Tally& total() const { return total_; }
    [[nodiscard]] bool has(FileReport::Outcome outcome) const { return seen_[static_cast<std::size_t>(outcome)]; }

private:
    Tally total_;
    std::array<bool, 6> seen_{};  ///< by outcome
};

void print_summary(const ImportReport& report, const notation::Languages& languages, Streams& io);
void print_json(const ImportReport& report, Streams& io);

}  // namespace cofnod::cli
