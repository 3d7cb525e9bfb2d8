#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

#include "answers/comparison.hpp"
#include "answers/people.hpp"
#include "answers/problems.hpp"
#include "jobs/check_files.hpp"
#include "jobs/corrections.hpp"
#include "jobs/dedupe.hpp"
#include "jobs/import.hpp"
#include "jobs/retry.hpp"
#include "jobs/salvage.hpp"
#include "notation/languages.hpp"
#include "terminal/streams.hpp"

namespace cofnod::terminal {

void print_summary(const jobs::ImportReport& report, const notation::Languages& languages, Streams& io);

/// Prints what a file holds: its games by state and notation, and the number of problems.
void print_checked_file(const std::string& name, const jobs::Tally& found, const notation::Languages& languages,
                        Streams& io);
/// Prints the same of a file that was converted, unless nothing is to be said of it.
void print_converted_file(const std::string& name, const jobs::Tally& tally, const notation::Languages& languages,
                          Streams& io);

/// Prints what was checked of a database, and how to repair what was found; `deep`: the index as well.
void print_checked_database(const std::string& path, const jobs::DatabaseCheck& check, bool deep, Streams& io);

/// Prints how many games were saved, and how to get back what was lost.
void print_report(const jobs::SalvageReport& report, const jobs::SalvageOptions& options, Streams& io);

/// Prints what was found and linked, and what to type next.
void print_report(const jobs::DedupeReport& report, const jobs::DedupeOptions& job, std::ostream& err);

/// Prints a paragraph on a game: the players, then its problems.
void print_faulty_game(const answers::FaultyGame& game, Streams& io);

/// Prints beside the data how many texts can be read further, and what became of the others.
void print_retry(const jobs::RetryReport& report, const jobs::RetryOptions& options, Streams& io);

/// Returns the message for texts that the import did not keep.
std::string no_text_left(std::uint64_t games);

/// Prints beside the data what a correction changes: the lines before and now, and how far the game can be read.
void print_correction(const jobs::CorrectedGame& game, Streams& io);

/// Prints several records of one game side by side; `all`: also where they agree.
void print_comparison(const answers::Comparison& comparison, bool all, Streams& io);

/// Prints two spellings that are likely one player's, the reasons, and the command that links them.
void print_same_player(const answers::SamePlayer& same, const std::string& database, Streams& io);

}  // namespace cofnod::terminal
