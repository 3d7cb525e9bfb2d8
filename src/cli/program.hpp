#pragma once

#include "cli/arguments.hpp"
#include "cli/streams.hpp"
#include "cli/terminal.hpp"

namespace cofnod::cli {

/// Global options.
struct CommonOptions {
    bool quiet = false;
    int verbose = 0;
    ColourMode colour = ColourMode::automatic;
    BidiMode bidi = BidiMode::automatic;
    ProgressMode progress = ProgressMode::automatic;
};

/// Returns the tables of all commands; global options are stored in `common`, which must outlive them.
Program make_program(CommonOptions& common);

// One per command, in commands/NAME.cpp.
void add_import(Program& program);
void add_search(Program& program);
void add_cql(Program& program);
void add_tree(Program& program);
void add_show(Program& program);
void add_export(Program& program);
void add_stats(Program& program);
void add_rejects(Program& program);
void add_optimize(Program& program);
void add_dedupe(Program& program);
void add_compare(Program& program);
void add_players(Program& program);
void add_check(Program& program);
void add_recover(Program& program);
void add_convert(Program& program);
void add_languages(Program& program);

}  // namespace cofnod::cli
