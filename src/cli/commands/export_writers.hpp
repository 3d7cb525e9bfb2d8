#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/commands/export_parquet.hpp"
#include "cli/commands/export_split.hpp"
#include "cli/terminal/streams.hpp"
#include "export/booklet/booklet.hpp"
#include "export/merged.hpp"
#include "games/pgn/writer.hpp"
#include "games/record/marks.hpp"
#include "index/upkeep.hpp"
#include "operations/query.hpp"
#include "reports/hits.hpp"
#include "reports/record_writers.hpp"

namespace cofnod::notation {

class Languages;

}  // namespace cofnod::notation

namespace cofnod::cli {

/// The side at the bottom of a diagram.
enum class Side : std::uint8_t { white, black, mover };

/// Positions of games at which a booklet has diagrams: `found`, `end-4`, `20`, `!!,!?`.
struct DiagramPlaces {
    std::vector<reports::LinePlace> places;
    std::vector<std::uint32_t> nags;  ///< after each move of the main line with one of these

    [[nodiscard]] bool is_empty() const { return places.empty() && nags.empty(); }
    /// Returns true if some of the places are those of hits.
    [[nodiscard]] bool are_of_hits() const;
    /// Returns the places in a game. `hits`: those in this game.
    [[nodiscard]] std::vector<GamePlace> in(const GameRecord& record, std::span<const search::Hit> hits) const;
};

struct ExportOptions {
    std::string database;
    operations::QueryOptions query;
    std::optional<std::string> script;    ///< CQL
    std::optional<std::string> cql_file;  ///< or a file that contains it
    std::optional<std::string> hits;      ///< file with positions of games
    std::optional<reports::LinePlace> at;
    std::optional<reports::LinePart> part;
    bool mark = false;  ///< the places found, in comments
    std::string notation = "en";
    bool reduced = false;
    std::optional<reports::Rows> rows;
    std::vector<std::string> columns_listed;
    pgn::Layout layout = pgn::Layout::pgn;
    bool citations = false;
    OutputFormat format = OutputFormat::automatic;  ///< automatic: PGN
    ColumnOptions columns;
    std::string title;       ///< title of a booklet
    DiagramPlaces diagrams;  ///< of a booklet
    std::optional<booklet::Sheet> sheet;
    booklet::Sheet::Solutions solutions = booklet::Sheet::Solutions::none;
    std::string caption;
    Side side = Side::white;
    reports::Omitted omitted;
    bool opening_tags = false;
    bool merge = false;             ///< one game with variations
    MergedGames::Options merging;   ///< of merged games and of books
    std::optional<Split> split;     ///< `output` is a folder for several files
    std::string output = "-";
    bool overwrite = false;
    unsigned threads = index::Resources().threads;

    [[nodiscard]] bool has_positions() const { return rows && *rows != reports::Rows::games; }
    /// Returns true for a folder of Parquet files, false for a file of rows, whose name ends in .parquet.
    [[nodiscard]] bool has_tables() const;
};

bool is_printed(OutputFormat format);
bool is_reference(OutputFormat format);
/// Returns true for a format of rows of data; Parquet is one unless ExportOptions::has_tables().
bool is_data(OutputFormat format);
/// Returns true for a format that writes a position of each hit.
bool is_of_positions(OutputFormat format);
bool is_folder(const std::string& path);
/// Makes a folder if there is none. Throws InputError if it cannot.
void make_folder(const std::string& path);

/// Returns the writer for a format. `with_ply`: rows of games say where the match is. The references must outlive it.
std::unique_ptr<reports::RecordWriter> make_export(const ExportOptions& options, bool with_ply,
                                                   const pgn::WriteOptions& how, const notation::Languages& languages,
                                                   std::ostream& out);

}  // namespace cofnod::cli
