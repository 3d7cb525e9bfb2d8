#pragma once

#include <memory>
#include <string>

#include "search/answers.hpp"

namespace cofnod::cli {

/// Opens what the argument DB names: a database, in the state in which the first question finds it, or the servers of
/// an address.
std::unique_ptr<search::Answers> open_games(const std::string& database);

}  // namespace cofnod::cli
