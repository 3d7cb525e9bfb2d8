#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/output_format.hpp"
#include "cli/streams.hpp"

namespace cofnod::cli {

struct PlayersOptions {
    std::string database;
    std::string find;                ///< part of a name
    std::vector<std::string> alias;  ///< a spelling, and the one it is to be known as
    std::string forget;              ///< a spelling that is to stand for itself again
    OutputFormat format = OutputFormat::automatic;
};

/// Lists players and their spellings, or tells which spellings are one player.
int run_players(const PlayersOptions& options, Streams& io);

}  // namespace cofnod::cli
