#pragma once

#include <cstdint>
#include <string_view>

#include "answers/writer.hpp"

namespace cofnod::terminal {

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
    latex
};

/// Returns the format of an answer; a table unless the output is for programs.
answers::Format answer_format(OutputFormat format);

/// True for formats read by programs, false for text.
bool is_for_programs(OutputFormat format);

/// Returns "ndjson" etc.
std::string_view name_of(OutputFormat format);

}  // namespace cofnod::terminal
