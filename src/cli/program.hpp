#pragma once

#include <string_view>

#include "cli/command.hpp"
#include "cli/config/settings.hpp"
#include "cli/terminal/streams.hpp"

namespace cofnod::cli {

/// Global options.
struct CommonOptions {
    bool quiet = false;
    int verbose = 0;
    ColourMode colour = ColourMode::automatic;
    BidiMode bidi = BidiMode::automatic;
    ProgressMode progress = ProgressMode::automatic;
    PagerMode pager = PagerMode::automatic;
    config::Settings settings = {};
};

/// Returns the table of the command that a command line begins with, or of all commands if it begins with none, which
/// takes 1 ms. Global options are stored in `common`, which must outlive the program.
Program make_program(CommonOptions& common, std::string_view first_word = {});

#define COMMAND(name) void add_##name(Program& program);
#include "cli/commands.def"

}  // namespace cofnod::cli
