#include "terminal/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace cofnod::terminal {

namespace {

std::string_view environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

bool has_colour(ColourMode mode, bool is_terminal) {
    if (mode != ColourMode::automatic) return mode == ColourMode::always;
    if (!environment("NO_COLOR").empty()) return false;
    const std::string_view force = environment("CLICOLOR_FORCE");
    if (!force.empty() && force != "0") return true;
    return is_terminal && environment("TERM") != "dumb";
}

bool isolates(BidiMode mode, bool is_terminal) {
    constexpr int vte_0_58 = 5800;
    if (mode != BidiMode::automatic) return mode == BidiMode::isolate;
    return is_terminal && std::atoi(environment("VTE_VERSION").data()) >= vte_0_58;
}

std::size_t columns_of(int file_descriptor) {
    constexpr std::size_t usual = 80;
    if (const int columns = std::atoi(environment("COLUMNS").data()); columns > 0)
        return static_cast<std::size_t>(columns);
    winsize size{};
    return ioctl(file_descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual;
}

}  // namespace

Terminal look_at_terminal(int file_descriptor, ColourMode colour, BidiMode bidi) {
    const bool is_terminal = isatty(file_descriptor) == 1;
    return {.is_terminal = is_terminal,
            .colour = has_colour(colour, is_terminal),
            .visual = bidi == BidiMode::visual,
            .isolates = isolates(bidi, is_terminal),
            .columns = is_terminal ? columns_of(file_descriptor) : 0};
}

}  // namespace cofnod::terminal
