#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/streams.hpp"
#include "cli/tally.hpp"
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
    std::vector<FileReport> files;

    [[nodiscard]] Tally total() const;
    [[nodiscard]] bool has(FileReport::Outcome outcome) const;
};

void print_summary(const ImportReport& report, const notation::Languages& languages, Streams& io);
void print_json(const ImportReport& report, Streams& io);

}  // namespace cofnod::cli
