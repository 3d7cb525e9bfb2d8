#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// A game that should be found in a probe.
struct ExpectedGame {
    std::string state;  ///< "complete"
    std::uint32_t plies = 0;
    std::string moves;               ///< "1.e4 e5", or the FEN of the final position; empty: any
    std::vector<std::string> notes;  ///< parts of what has to be said about it
    std::vector<std::string> tags;   ///< `White "A"`
};

/// One small input and what a reader should make of it; tests/README.md tells how the files are written.
struct Probe {
    enum class Mark : std::uint8_t {
        read,       ///< it is read as expected
        ambiguous,  ///< nobody could know what was meant: what is expected is that this is said
        unread,     ///< what is expected is not what happens yet
    };

    std::string place;  ///< "layout.probe:12"
    std::string name;
    std::string charset;  ///< of ICU, that the input is to be converted to; empty: the bytes are as they are
    std::string input;
    std::vector<ExpectedGame> games;
    Mark mark = Mark::read;
    std::string reason;  ///< of the mark
};

/// Throws std::runtime_error with the place of the line that cannot be read.
std::vector<Probe> read_probes(const std::string& path);
