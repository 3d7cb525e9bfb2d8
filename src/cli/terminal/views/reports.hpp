#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

#include "cli/terminal/streams.hpp"
#include "notation/languages.hpp"
#include "operations/check_files.hpp"
#include "operations/corrections.hpp"
#include "operations/dedupe.hpp"
#include "operations/import.hpp"
#include "operations/retry.hpp"
#include "operations/salvage.hpp"
#include "reports/comparison.hpp"
#include "reports/people.hpp"
#include "reports/problems.hpp"

namespace cofnod::terminal {

void print_summary(const operations::ImportReport& report, const notation::Languages& languages, Streams& io);

/// Prints the contents of a file: its games by state and notation, and the number of problems.
void print_checked_file(const std::string& name, const operations::Tally& found, const notation::Languages& languages,
                        Streams& io);
/// Prints the contents of a converted file, unless there is nothing to report.
void print_converted_file(const std::string& name, const operations::Tally& tally, const notation::Languages& languages,
                          Streams& io);

/// Prints the result of a database check and how to repair faults; `deep`: the index was checked too.
void print_checked_database(const std::string& path, const operations::DatabaseCheck& check, bool deep, Streams& io);

/// Prints the number of games saved, and how to get back lost data.
void print_report(const operations::SalvageReport& report, const operations::SalvageOptions& options, Streams& io);

/// Prints the duplicates found and linked, and the suggested next command.
void print_report(const operations::DedupeReport& report, const operations::DedupeOptions& job, std::ostream& err);

/// Prints a paragraph about a game: its players and its problems.
void print_faulty_game(const reports::FaultyGame& game, Streams& io);

/// Prints how many texts can now be read further and the outcome for the others, separately from the data.
void print_retry(const operations::RetryReport& report, const operations::RetryOptions& options, Streams& io);

/// Returns the message for texts that the import did not keep.
std::string no_text_left(std::uint64_t games);

/// Prints the changes of a correction, separately from the data: the lines before and after, and how far the game can
/// be read.
void print_correction(const operations::CorrectedGame& game, Streams& io);

/// Prints several records of a game side by side; `all`: including moves on which they agree.
void print_comparison(const reports::Comparison& comparison, bool all, Streams& io);

/// Prints two spellings that probably belong to one player, the reasons, and the command that links them.
void print_same_player(const reports::SamePlayer& same, const std::string& database, Streams& io);

}  // namespace cofnod::terminal
