#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "importers/formats/sheet/cells.hpp"
#include "importers/formats/sheet/sheet.hpp"
#include "importers/text/derived_text.hpp"

/// Score sheets as kept by clubs and players: a game has its names above its moves, and games are one below the other.
///
/// Gwyn,A. Jones          ,White,Black         Event;Bala;;Date;1931
/// Du,B. Evans            ,Jones,Evans         ;Jones;Evans;;;
/// Rhif,Gwyn,Du           1,e4,e5              1;e4;e5;21;Nf3;Nc6
/// 1,e4,e5                2,Nf3,Nc6            2;d4;exd4;22;O-O;Be7
namespace cofnod::importers::sheet {

/// Context for reading the cells of a file.
struct SheetStyle {
    char separator;
    const notation::Languages& languages;
    const ColumnMap& map;
};

/// Returns the cell separator if the text begins with a score sheet; nullopt if it does not, or if the rows after the
/// first are those of a table.
std::optional<char> begins_as_score_sheet(std::string_view start, const notation::Languages& languages,
                                          const ColumnMap& map);

/// Converts score sheets to PGN.
DerivedText pgn_of_score_sheets(std::string_view text, const SheetStyle& style);

/// Returns the start of the last score sheet; 0 if there is only one.
std::size_t last_score_sheet_start(std::string_view text, const SheetStyle& style);

/// A row of a score sheet, classified.
struct ScoreRow {
    enum class Kind : std::uint8_t {
        blank,
        pairs,  ///< `White,Jones`, `Event,Bala,Date,1931`, `White: Jones`
        heads,  ///< column names: `No.,White,Black`
        moves,  ///< `1,e4,e5`
        other,
    };

    Row row;
    Kind kind = Kind::blank;
    std::vector<std::size_t> filled{};  ///< indices of the cells that are not empty
    std::vector<std::string> texts{};   ///< of all cells
};

/// A tag and its value, with the cell of the value.
struct Pair {
    Column column;
    std::string name;  ///< as written
    std::string value;
    std::size_t cell = 0;
};

/// Columns of moves: number, White's and Black's.
struct MoveColumns {
    std::optional<std::size_t> number{}, white{}, black{};
};

/// Classifies the rows of score sheets.
class ScoreRows {
public:
    ScoreRows(std::string_view text, const SheetStyle& style)
        : style_(style), text_(text), cells_(text, style.separator, style.languages) {}

    /// Returns the row that begins at `at`; nullopt at the end.
    [[nodiscard]] std::optional<ScoreRow> row_at(std::size_t at) const;

    /// Returns the tags of a row of pairs; empty for any other row.
    [[nodiscard]] std::vector<Pair> pairs_of(const ScoreRow& row) const;

    [[nodiscard]] Column column_of(std::string_view name) const;

    /// Returns the columns of moves named by a row of heads, from cell `from` on.
    [[nodiscard]] MoveColumns columns_of_heads(const ScoreRow& heads, std::size_t from = 0) const;

private:
    [[nodiscard]] ScoreRow::Kind kind_of(const ScoreRow& row) const;
    [[nodiscard]] bool is_heads(const ScoreRow& row) const;

    const SheetStyle& style_;
    std::string_view text_;
    CellWriter cells_;
};

/// Returns the move number in `12` or `١٢.`; nullopt for any other text.
std::optional<unsigned> move_number_of(const std::string& text);

/// A number and the text after its period: `4. KtxP`.
struct NumberedText {
    unsigned number;
    std::string_view rest;  ///< trimmed
};
/// Splits a text at its first period; nullopt if no number precedes it.
std::optional<NumberedText> number_before_period(std::string_view text);

/// Returns the number in `12. e4` or `12.e4`; nullopt for a number or a move alone.
std::optional<unsigned> number_and_move(const std::string& text);

/// Returns the move number at the front of a row, in its own cell or before the move.
std::optional<unsigned> number_at_front(const ScoreRow& row);

/// A game: the rows above its moves, and the remaining rows.
struct ScoreSheet {
    std::vector<ScoreRow> above{}, below{};

    [[nodiscard]] bool empty() const { return above.empty() && below.empty(); }
    [[nodiscard]] std::size_t begin() const { return (above.empty() ? below : above).front().row.begin; }
    [[nodiscard]] std::size_t end() const { return (below.empty() ? above : below).back().row.end; }
};

/// Returns true for the column of a player's name.
bool is_player(const Column& column);

/// Returns the text of a cell; empty if there is no cell or it holds a placeholder for White's move.
std::string text_at(const ScoreRow& row, std::optional<std::size_t> i);

/// Returns the columns of moves in a sheet: those named by its heads, or those filled by its first row of moves. There
/// may be several groups of columns side by side.
std::vector<MoveColumns> columns_of(const ScoreSheet& sheet, const ScoreRows& rows);

/// Groups rows into score sheets.
class Gatherer {
public:
    /// `rows` must outlive the Gatherer.
    explicit Gatherer(const ScoreRows& rows) : rows_(rows) {}

    /// Adds a row. Returns the preceding sheet if this row shows that it has ended.
    std::optional<ScoreSheet> take(ScoreRow row);
    /// Returns the remaining sheets.
    std::vector<ScoreSheet> finish();

    /// Returns the sheet to which the last rows belong.
    [[nodiscard]] const ScoreSheet& sheet() const { return sheet_; }

private:
    [[nodiscard]] bool is_moves(const ScoreRow& row) const;
    [[nodiscard]] bool goes_on_in_columns(const ScoreRow& row) const;
    [[nodiscard]] const std::vector<MoveColumns>& groups() const;
    ScoreSheet end_sheet();
    [[nodiscard]] bool is_foot(std::size_t i) const;
    void move_pending(std::vector<ScoreRow>& to, std::size_t count);

    const ScoreRows& rows_;
    ScoreSheet sheet_;
    std::vector<ScoreRow> pending_;            ///< rows below the moves, or above the first
    mutable std::vector<MoveColumns> groups_;  ///< of the sheet; empty until requested
};

}  // namespace cofnod::importers::sheet
