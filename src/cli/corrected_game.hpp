#pragma once

#include <functional>

#include "cli/command.hpp"
#include "jobs/corrections.hpp"

namespace cofnod::cli {

/// Runs a correction of one game: a dry run first, which is shown and, on a terminal without `yes`, asked about; then
/// the correction itself, unless only the dry run was asked for.
int correct_game(jobs::CorrectionOptions options, bool yes, OutputFormat format, Streams& io,
                 const std::function<jobs::CorrectedGame(const jobs::CorrectionOptions&)>& job);

}  // namespace cofnod::cli
