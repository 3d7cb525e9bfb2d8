#pragma once

#include <sys/types.h>
#include <cstdint>
#include <optional>
#include <string>

namespace cofnod::terminal {

enum class PagerMode : std::uint8_t { automatic, always, never };

/// During its lifetime standard output goes through a pager if it is a terminal: the program of the settings, otherwise
/// of PAGER, otherwise less, which ends by itself where all fits the screen (LESS=FRX unless LESS is set). No pager is
/// used if that is empty or `cat`, or if TERM is dumb or not set. Create it after looking at the terminal.
class Pager {
public:
    Pager(PagerMode mode, const std::optional<std::string>& chosen);
    /// Waits for the pager to end.
    ~Pager();
    Pager(const Pager&) = delete;
    Pager& operator=(const Pager&) = delete;

private:
    int terminal_ = -1;  ///< standard output as it was; -1: no pager
};

}  // namespace cofnod::terminal
