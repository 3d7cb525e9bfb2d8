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

/// A cell: bytes [begin, end) of the sheet, within its quotes if it has any.
struct Cell {
    std::size_t begin, end;
    bool quoted;

    /// Returns the value: quotes not doubled, no surrounding blanks, on one line.
    [[nodiscard]] std::string text_in(std::string_view sheet) const;
    /// Returns the value with all its blanks and line breaks.
    [[nodiscard]] std::string exact_text_in(std::string_view sheet) const;
};

struct Row {
    std::size_t begin, end;  ///< bytes, with the line break
    std::vector<Cell> cells;
};

/// Returns the row that begins at `at`; nullopt at the end of the sheet.
std::optional<Row> row_at(std::string_view sheet, std::size_t at, char separator);

// Values of cells and fields that are not written as in PGN.

/// Returns the result that a value means: `1-0`, words in any language, or White's points, as spreadsheets often have
/// them; any other value unchanged.
std::string result_of(const notation::Languages& languages, const std::string& value);

/// Returns the result that a winner means: a colour or a draw in any language, or the name of a player. nullopt: none.
std::optional<std::string> result_of_winner(const notation::Languages& languages, std::string_view winner,
                                            std::string_view white, std::string_view black);

using TagValues = std::vector<std::pair<std::string, std::string>>;

/// Returns UTCDate and UTCTime for seconds or milliseconds since 1970; nothing for any other text.
TagValues tags_of_moment(std::string_view value);

/// Returns the seconds of PGN, `900+2`, for minutes and seconds, `15+2`.
std::optional<std::string> time_control_of_minutes(std::string_view value);

/// Returns the moves of a list: `["e4", "e5"]`, `['e4', 'e5']`, `e2e4,e7e5`, `e4|e5`; nullopt if the text is none.
std::optional<std::string> moves_of_list(std::string_view text);

/// Returns the places of the texts in a list, without their quotes, if each is a whole score: `["1. e4 e5", "1. d4"]`;
/// empty for any other list.
std::vector<std::pair<std::size_t, std::size_t>> scores_of_list(std::string_view text);

/// Returns true if a result ends the moves.
bool ends_with_result(std::string_view moves);

/// Returns the number of moves in a text of nothing else; 0 if it has numbers, comments or variations too.
std::size_t count_plies(std::string_view moves);

/// Returns "[%clk 0:09:58]" for each of a list of clocks.
std::vector<std::string> clock_commands(std::string_view clocks);

/// Returns moves, each with what stands behind it; `annotations` may be fewer.
std::string with_annotations(std::string_view moves, const std::vector<std::string>& annotations);

/// Returns moves without numbers with the clock behind each: `e4 {[%clk 0:05:00]} e5 ...`. Clocks are hundredths of
/// seconds, or texts with colons. nullopt if their number is another.
std::optional<std::string> with_clocks(std::string_view moves, std::string_view clocks);

}  // namespace cofnod::importers::sheet

namespace cofnod::notation {

class Languages;

}  // namespace cofnod::notation

namespace cofnod::importers::sheet {

/// Recognises `e4`, `1. e4`, `O-O`; not a name.
bool is_like_move(const std::string& text);

/// Writes the cells of a sheet as the parts of PGN.
class CellWriter {
public:
    CellWriter(std::string_view sheet, char separator, const notation::Languages& languages)
        : sheet_(sheet), separator_(separator), languages_(languages), pgn_(sheet) {}

    /// A place in the sheet that the text written counts as, and the cell that it was read from.
    struct Place {
        std::size_t at, seen;
    };

    /// Returns the text of a cell without the `'` that prevents a spreadsheet from evaluating it; tab-separated values
    /// have none. Empty for nullptr.
    [[nodiscard]] std::string text(const Cell* cell) const;
    /// Returns the same with all its blanks.
    [[nodiscard]] std::string exact_text(const Cell* cell) const;
    [[nodiscard]] bool is_blank(const Row& row) const;

    /// Writes a tag in its usual form, unless its value is empty; a result is assigned to `result` too.
    void write_tag(std::string name, std::string value, Place place, std::string& result);
    void add_tag(std::string_view name, std::string_view value, Place place);

    /// Writes a comment, which may stand in braces.
    void write_remark(std::string_view value, Place place);

    /// Writes the moves of a cell, which count as what begins at `at`. Returns their end.
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
