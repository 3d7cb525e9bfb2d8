#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include "reports/table.hpp"
#include "reports/writer.hpp"

namespace cofnod::terminal {

using reports::Terminal;

/// Condition for showing progress; `automatic`: on a terminal, after a second.
enum class ProgressMode : std::uint8_t { automatic, always, never, json };

/// Output streams of a command and their options. Data goes to `out`; summaries, problems and progress go to `err`.
struct Streams {
    std::ostream& out;
    std::ostream& err;
    Terminal out_terminal{};
    Terminal err_terminal{};
    bool in_is_terminal = false;
    bool quiet = false;  ///< no summaries or progress; errors are still reported
    int verbose = 0;
    ProgressMode progress = ProgressMode::automatic;

    /// Returns the destination of data.
    [[nodiscard]] reports::Output data() const { return {out, out_terminal}; }
    /// Writes a line to `err`.
    void say(std::string_view line) const;
    /// Writes a line to `err` unless `quiet`.
    void remark(std::string_view line) const;
    /// Returns streams that write data to `data`, and everything else to the same destinations as before.
    [[nodiscard]] Streams writing_to(std::ostream& data, const Terminal& terminal) const {
        return {data, err, terminal, err_terminal, in_is_terminal, quiet, verbose, progress};
    }
};

enum class ColourMode : std::uint8_t { automatic, always, never };
enum class BidiMode : std::uint8_t { automatic, isolate, visual, none };

/// Detects the capabilities of a file descriptor if the modes are automatic:
///   - colour: NO_COLOR, then CLICOLOR_FORCE, then TERM=dumb, then the type of the descriptor;
///   - isolates: terminals based on VTE 0.58 or later (VTE_VERSION 5800) reorder text; most others do not;
///   - columns: COLUMNS, otherwise as reported by the terminal.
Terminal look_at_terminal(int file_descriptor, ColourMode colour, BidiMode bidi);

enum class PagerMode : std::uint8_t { automatic, always, never };

/// During its lifetime standard output goes through a pager if it is a terminal: the one in the settings, otherwise
/// PAGER, otherwise less, which exits at once if the text fits the screen (LESS=FRX unless LESS is set). No pager is
/// used if its name is empty or `cat`, or if TERM is dumb or not set. Create it after looking at the terminal.
class Pager {
public:
    Pager(PagerMode mode, const std::optional<std::string>& chosen);
    /// Waits for the pager to exit.
    ~Pager();
    Pager(const Pager&) = delete;
    Pager& operator=(const Pager&) = delete;

private:
    int terminal_ = -1;  ///< original standard output; -1: no pager
};

/// Output format; `automatic`: the default of the command.
enum class OutputFormat : std::uint8_t {
    automatic,
    table,
    json,
    ndjson,
    csv,
    csv_with_bom,
    tsv,
    pgn,
    epd,
    fen,
    uci,
    svg,
    png,
    parquet,
    html,
    latex,
    tei,
    bibtex,
    jsonld,
    polyglot
};

/// Returns the format of an answer: a table unless `format` is machine-readable.
reports::Format answer_format(OutputFormat format);

/// Returns true for machine-readable formats, false for text.
bool is_for_programs(OutputFormat format);

/// Returns "ndjson" etc.
std::string_view name_of(OutputFormat format);

}  // namespace cofnod::terminal
