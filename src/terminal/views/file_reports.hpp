#pragma once

#include <string>

#include "jobs/check_files.hpp"
#include "notation/languages.hpp"
#include "terminal/streams.hpp"

namespace cofnod::terminal {

/// Prints what a file holds: its games by state and notation, and the number of problems.
void print_checked_file(const std::string& name, const jobs::Tally& found, const notation::Languages& languages,
                        Streams& io);
/// Prints the same of a file that was converted, unless nothing is to be said of it.
void print_converted_file(const std::string& name, const jobs::Tally& tally, const notation::Languages& languages,
                          Streams& io);

/// Prints what was checked of a database, and how to repair what was found; `deep`: the index as well.
void print_checked_database(const std::string& path, const jobs::DatabaseCheck& check, bool deep, Streams& io);

}  // namespace cofnod::terminal
