#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "importers/formats/sheet/cell_writer.hpp"
#include "importers/formats/sheet/score_sheets.hpp"

namespace cofnod::importers::sheet {

/// A row of a score sheet, classified.
struct ScoreRow {
    enum class Kind : std::uint8_t {
        blank,
        pairs,  ///< `White,Jones`, `Event,Bala,Date,1931`, `White: Jones`
        heads,  ///< names of columns: `No.,White,Black`
        moves,  ///< `1,e4,e5`
        other,
    };

    Row row;
    Kind kind = Kind::blank;
    std::vector<std::size_t> filled{};  ///< cells that are not empty
    std::vector<std::string> texts{};   ///< of all cells
};

/// A tag and its value, and the cell of the value.
struct Pair {
    Column column;
    std::string name;  ///< as written
    std::string value;
    std::size_t cell = 0;
};

/// Columns of moves: their number, White's and Black's.
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

    /// Returns the columns that a row of heads gives to the moves, from cell `from` on.
    [[nodiscard]] MoveColumns columns_of_heads(const ScoreRow& heads, std::size_t from = 0) const;

private:
    [[nodiscard]] ScoreRow::Kind kind_of(const ScoreRow& row) const;
    [[nodiscard]] bool is_heads(const ScoreRow& row) const;

    const SheetStyle& style_;
    std::string_view text_;
    CellWriter cells_;
};

/// Returns the number of a move, `12` or `١٢.`; nullopt for any other text.
std::optional<unsigned> move_number_of(const std::string& text);

/// A number, and what stands behind its period: `4. KtxP`.
struct NumberedText {
    unsigned number;
    std::string_view rest;  ///< without the blanks around it
};
/// Returns both; nullopt if no number stands in front of the first period.
std::optional<NumberedText> number_before_period(std::string_view text);

/// Returns the number of `12. e4` or `12.e4`; nullopt for a number or a move alone.
std::optional<unsigned> number_and_move(const std::string& text);

/// Returns the number of the move that a row begins with, in a cell of its own or in front of the move.
std::optional<unsigned> number_at_front(const ScoreRow& row);

}  // namespace cofnod::importers::sheet
