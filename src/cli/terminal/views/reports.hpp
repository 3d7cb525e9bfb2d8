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

/// Prints what a file holds: its games by state and notation, and the number of problems.
void print_checked_file(const std::string& name, const operations::Tally& found, const notation::Languages& languages,
                        Streams& io);
/// Prints the same of a file that was converted, unless nothing is to be said of it.
void print_converted_file(const std::string& name, const operations::Tally& tally, const notation::Languages& languages,
                          Streams& io);

/// Prints what was checked of a database, and how to repair what was found; `deep`: the index as well.
void print_checked_database(const std::string& path, const operations::DatabaseCheck& check, bool deep, Streams& io);

/// Prints how many games were saved, and how to get back what was lost.
void print_report(const operations::SalvageReport& report, const operations::SalvageOptions& options, Streams& io);

/// Prints what was found and linked, and what to type next.
void print_report(const operations::DedupeReport& report, const operations::DedupeOptions& job, std::ostream& err);

/// Prints a paragraph on a game: the players, then its problems.
void print_faulty_game(const reports::FaultyGame& game, Streams& io);

/// Prints beside the data how many texts can be read further, and what became of the others.
void print_retry(const operations::RetryReport& report, const operations::RetryOptions& options, Streams& io);

/// Returns the message for texts that the import did not keep.
std::string no_text_left(std::uint64_t games);

/// Prints beside the data what a correction changes: the lines before and now, and how far the game can be read.
void print_correction(const operations::CorrectedGame& game, Streams& io);

/// Prints several records of one game side by side; `all`: also where they agree.
void print_comparison(const reports::Comparison& comparison, bool all, Streams& io);

/// Prints two spellings that are likely one player's, the reasons, and the command that links them.
void print_same_player(const reports::SamePlayer& same, const std::string& database, Streams& io);

}  // namespace cofnod::terminal
