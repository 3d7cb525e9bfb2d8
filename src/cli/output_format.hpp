#pragma once

#include <cstdint>
#include <string_view>

#include "answers/writer.hpp"

namespace cofnod::cli {

/// In which form a command writes its data; `automatic` is what the command finds best.
enum class OutputFormat : std::uint8_t { automatic, table, json, ndjson, csv, tsv, pgn, epd, fen, uci };

/// The format of an answer; a table unless programs are to read it.
answers::Format answer_format(OutputFormat format);

/// Whether programs are to read it, or people.
bool is_for_programs(OutputFormat format);

/// "ndjson"
std::string_view name_of(OutputFormat format);

}  // namespace cofnod::cli
