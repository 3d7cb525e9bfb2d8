#pragma once

#include <functional>
#include <memory>
#include <string>

#include "cli/command.hpp"
#include "operations/corrections.hpp"
#include "search/answers.hpp"

namespace cofnod::cli {

/// Opens the argument DB: a database, in its state at the first query, or the servers at an address.
std::unique_ptr<search::Answers> open_games(const std::string& database);

/// Runs a correction of one game: shows a dry run, asks for confirmation on a terminal unless `yes` is set, then makes
/// the correction unless only the dry run was requested.
int correct_game(operations::CorrectionOptions options, bool yes, OutputFormat format, Streams& io,
                 const std::function<operations::CorrectedGame(const operations::CorrectionOptions&)>& job);

}  // namespace cofnod::cli
