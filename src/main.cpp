#include <clocale>

#include "cli/command_line.hpp"

int main(int argc, char** argv) {
    std::setlocale(LC_CTYPE, "C.UTF-8");  // else libarchive cannot give names of members that are not ASCII
    return cofnod::cli::run_command_line(argc, argv);
}
