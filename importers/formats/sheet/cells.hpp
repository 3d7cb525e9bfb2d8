#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "importers/formats/sheet/sheet.hpp"
#include "importers/text/derived_text.hpp"

namespace cofnod::importers::sheet {

/// A cell: bytes [begin, end) of the sheet, inside its quotes if it has any.
struct Cell {
    std::size_t begin, end;
    bool quoted;

    /// Returns the value on one line, with quotes unescaped and surrounding blanks removed.
    [[nodiscard]] std::string text_in(std::string_view sheet) const;
    /// Returns the value including all blanks and line breaks.
    [[nodiscard]] std::string exact_text_in(std::string_view sheet) const;
};

struct Row {
    std::size_t begin, end;  ///< in bytes, including the line break
    std::vector<Cell> cells;
};

/// Returns the row that begins at `at`; nullopt at the end of the sheet.
std::optional<Row> row_at(std::string_view sheet, std::size_t at, char separator);

// Conversion of cell and field values that are not in PGN form.

/// Returns the result for a value: `1-0`, words in any language, or White's points, as in many spreadsheets. Any other
/// value is returned unchanged.
std::string result_of(const notation::Languages& languages, const std::string& value);

/// Returns the result for a winner: a colour or a draw in any language, or the name of a player; nullopt if it is none
/// of these.
std::optional<std::string> result_of_winner(const notation::Languages& languages, std::string_view winner,
                                            std::string_view white, std::string_view black);

using TagValues = std::vector<std::pair<std::string, std::string>>;

/// Returns UTCDate and UTCTime for seconds or milliseconds since 1970; empty for any other text.
TagValues tags_of_moment(std::string_view value);

/// Converts a time control in minutes and seconds, `15+2`, to PGN's seconds, `900+2`.
std::optional<std::string> time_control_of_minutes(std::string_view value);

/// Returns the moves of a list: `["e4", "e5"]`, `['e4', 'e5']`, `e2e4,e7e5`, `e4|e5`; nullopt if the text is not one.
std::optional<std::string> moves_of_list(std::string_view text);

/// Returns the ranges of the strings in a list, without their quotes, if each is a whole score: `["1. e4 e5", "1.
/// d4"]`; empty for any other list.
std::vector<std::pair<std::size_t, std::size_t>> scores_of_list(std::string_view text);

/// Returns true if the moves end with a result.
bool ends_with_result(std::string_view moves);

/// Returns the number of moves in a text; 0 if it also has numbers, comments or variations.
std::size_t count_plies(std::string_view moves);

/// Returns "[%clk 0:09:58]" for each clock of a list.
std::vector<std::string> clock_commands(std::string_view clocks);

/// Returns moves, each followed by its annotation; `annotations` may have fewer elements.
std::string with_annotations(std::string_view moves, const std::vector<std::string>& annotations);

/// Returns moves without numbers, each followed by its clock: `e4 {[%clk 0:05:00]} e5 ...`. Clocks are hundredths of
/// seconds or texts with colons. Returns nullopt if the numbers of moves and clocks differ.
std::optional<std::string> with_clocks(std::string_view moves, std::string_view clocks);

/// Returns true for the text of the initial position of any game.
bool is_usual_start(const std::string& value);

/// Returns a tag as a line of PGN.
std::string tag_pair(std::string_view name, std::string_view value);

/// Recognises `e4`, `1. e4` and `O-O`, but not names.
bool is_like_move(const std::string& text);

/// Converts the cells of a sheet to parts of PGN.
class CellWriter {
public:
    CellWriter(std::string_view sheet, char separator, const notation::Languages& languages)
        : sheet_(sheet), separator_(separator), languages_(languages), pgn_(sheet) {}

    /// The place in the sheet to which written text is mapped, and the cell from which it was read.
    struct Place {
        std::size_t at, seen;
    };

    /// Returns the text of a cell without the `'` that prevents a spreadsheet from evaluating it; tab-separated values
    /// have no such `'`. Empty for nullptr.
    [[nodiscard]] std::string text(const Cell* cell) const;
    /// Returns the same text including all its blanks.
    [[nodiscard]] std::string exact_text(const Cell* cell) const;
    [[nodiscard]] bool is_blank(const Row& row) const;

    /// Writes a tag in its usual form, unless its value is empty; also assigns a result to `result`.
    void write_tag(std::string name, std::string value, Place place, std::string& result);
    void add_tag(std::string_view name, std::string_view value, Place place);

    /// Writes a comment, which may already be in braces.
    void write_remark(std::string_view value, Place place);

    /// Writes the moves of a cell, mapped to the element that begins at `at`. Returns their end.
    std::size_t copy(const Cell& cell, std::size_t at);

    DerivedText& pgn() { return pgn_; }

private:
    [[nodiscard]] std::string without_guard(std::string text) const;

    std::string_view sheet_;
    char separator_;
    const notation::Languages& languages_;
    DerivedText pgn_;
};

}  // namespace cofnod::importers::sheet
