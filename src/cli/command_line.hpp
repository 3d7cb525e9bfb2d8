#pragma once

namespace cofnod::cli {

/// The whole program: reads the arguments, runs the command, tells what went wrong; the result is the exit code.
int run_command_line(int argc, char** argv);

}  // namespace cofnod::cli
