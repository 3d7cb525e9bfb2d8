#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "importers/formats/sheet/score_rows.hpp"

namespace cofnod::importers::sheet {

/// A game: the rows above its moves, and the others.
struct ScoreSheet {
    std::vector<ScoreRow> above{}, below{};

    [[nodiscard]] bool empty() const { return above.empty() && below.empty(); }
    [[nodiscard]] std::size_t begin() const { return (above.empty() ? below : above).front().row.begin; }
    [[nodiscard]] std::size_t end() const { return (below.empty() ? above : below).back().row.end; }
};

/// True for the column of a player's name.
bool is_player(const Column& column);

/// Returns the text of a cell; empty for none, and for what stands in place of White's move in front of Black's.
std::string text_at(const ScoreRow& row, std::optional<std::size_t> i);

/// Returns the columns of moves of a sheet: those that its heads name, or those that its first row of moves fills.
/// Moves may stand in several groups of columns side by side.
std::vector<MoveColumns> columns_of(const ScoreSheet& sheet, const ScoreRows& rows);

/// Gathers the rows of score sheets.
class Gatherer {
public:
    /// The rows must outlive it.
    explicit Gatherer(const ScoreRows& rows) : rows_(rows) {}

    /// Takes the next row. Returns the sheet before, if this row shows where it ends.
    std::optional<ScoreSheet> take(ScoreRow row);
    /// Returns the sheets that are left.
    std::vector<ScoreSheet> finish();

    /// Returns the sheet that the rows taken last belong to.
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
    std::vector<ScoreRow> pending_;            ///< below its moves, or above the first
    mutable std::vector<MoveColumns> groups_;  ///< of the sheet; empty until asked for
};

}  // namespace cofnod::importers::sheet
