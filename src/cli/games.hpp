#pragma once

#include <functional>
#include <memory>
#include <string>

#include "cli/command.hpp"
#include "operations/corrections.hpp"
#include "search/answers.hpp"

namespace cofnod::cli {

/// Opens what the argument DB names: a database, in the state in which the first question finds it, or the servers of
/// an address.
std::unique_ptr<search::Answers> open_games(const std::string& database);

/// Runs a correction of one game: a dry run first, which is shown and, on a terminal without `yes`, asked about; then
/// the correction itself, unless only the dry run was asked for.
int correct_game(operations::CorrectionOptions options, bool yes, OutputFormat format, Streams& io,
                 const std::function<operations::CorrectedGame(const operations::CorrectionOptions&)>& job);

}  // namespace cofnod::cli
