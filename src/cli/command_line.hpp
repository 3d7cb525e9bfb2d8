#pragma once

namespace cofnod::cli {

/// Runs the program: parses the arguments, runs the command and reports errors. Returns the exit code.
int run_command_line(int argc, char** argv);

}  // namespace cofnod::cli
