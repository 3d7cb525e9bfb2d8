#include "terminal/output_format.hpp"

#include <array>
#include <cstddef>

namespace cofnod::terminal {

answers::Format answer_format(OutputFormat format) {
    switch (format) {
        case OutputFormat::json: return answers::Format::json;
        case OutputFormat::ndjson: return answers::Format::ndjson;
        case OutputFormat::csv: return answers::Format::csv;
        case OutputFormat::csv_with_bom: return answers::Format::csv_with_bom;
        case OutputFormat::tsv: return answers::Format::tsv;
        default: return answers::Format::table;
    }
}

bool is_for_programs(OutputFormat format) { return format != OutputFormat::automatic && format != OutputFormat::table; }

std::string_view name_of(OutputFormat format) {
    static constexpr std::array<std::string_view, 16> names = {"auto", "table",   "json", "ndjson", "csv", "csv",
                                                               "tsv",  "pgn",     "epd",  "fen",    "uci", "svg",
                                                               "png",  "parquet", "html", "latex"};
    return names[static_cast<std::size_t>(format)];
}

}  // namespace cofnod::terminal
