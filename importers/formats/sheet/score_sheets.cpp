#include "importers/formats/sheet/score_sheets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "importers/decoder/token.hpp"
#include "importers/formats/prose/heading.hpp"
#include "importers/formats/sheet/cells.hpp"
#include "notation/tag_text.hpp"

namespace cofnod::importers::sheet {

namespace {

using Kind = ScoreRow::Kind;

/// Writes score sheets as PGN.
class ScoreWriter {
public:
    ScoreWriter(std::string_view text, const SheetStyle& style, const ScoreRows& rows)
        : style_(style), rows_(rows), cells_(text, style.separator, style.languages) {}

    void write(const ScoreSheet& sheet) {
        begin_ = sheet.begin();
        result_.clear();
        has_result_ = false;
        given_.clear();
        remarks_.clear();
        groups_ = columns_of(sheet, rows_);
        write_tags(sheet);
        cells_.pgn().add("\n", begin_);
        for (const auto& [text, seen] : remarks_) cells_.write_remark(text, {begin_, seen});
        at_ = begin_;
        for (group_ = 0; group_ < std::max<std::size_t>(groups_.size(), 1); ++group_) {
            count_ = 0;
            if (group_ > 0 && begins_game(sheet)) begin_game_beside(sheet);
            for (const ScoreRow& row : sheet.below) write_row(row);
        }
        if (!has_result_) cells_.pgn().add(notation::read_result(result_) ? result_ : "*", at_);
        cells_.pgn().add("\n\n", at_);
    }

    DerivedText take() { return std::move(cells_.pgn()); }

private:
    /// Returns true if the numbers of the group of columns also begin with 1: two games are side by side.
    [[nodiscard]] bool begins_game(const ScoreSheet& sheet) const {
        const auto first = std::ranges::find(sheet.below, Kind::moves, &ScoreRow::kind);
        return first != sheet.below.end() && move_number_of(text_at(*first, groups_[group_].number)) == 1 &&
               move_number_of(text_at(*first, groups_.front().number)) == 1;
    }

    /// Ends a game and begins the adjacent one, with the names above its columns.
    void begin_game_beside(const ScoreSheet& sheet) {
        cells_.pgn().add(has_result_ ? "\n\n" : fmt::format("{}\n\n", std::exchange(result_, "*")), at_);
        has_result_ = false;
        given_.clear();
        for (const ScoreRow& row : sheet.above) {
            const std::string white = text_at(row, groups_[group_].white), black = text_at(row, groups_[group_].black);
            if (row.kind == Kind::heads || white.empty() || black.empty()) continue;
            cells_.write_tag("White", white, {at_, row.row.cells[*groups_[group_].white].begin}, result_);
            cells_.write_tag("Black", black, {at_, row.row.cells[*groups_[group_].black].begin}, result_);
        }
        cells_.pgn().add("\n", at_);
    }

    void write_tags(const ScoreSheet& sheet) {
        const ScoreRow* heads = nullptr;
        for (std::size_t i = 0; i < sheet.above.size(); ++i) {
            const ScoreRow& row = sheet.above[i];
            if (const std::size_t end = write_title(sheet.above, i); end > i) {
                i = end - 1;
                continue;
            }
            const bool is_last = i + 1 == sheet.above.size() || sheet.above[i + 1].kind == Kind::heads;
            if (row.kind == Kind::heads) {
                heads = &row;
            } else if (row.kind == Kind::pairs) {
                write_pairs(row);
            } else if ((heads && write_below_heads(row, *heads)) || (is_last && write_names(row))) {
                heads = nullptr;
            } else {
                write_other(row);
            }
        }
        for (const ScoreRow& row : sheet.below)
            if (row.kind == Kind::pairs) write_pairs(row);
    }

    void write_tag(std::string name, std::string value, const ScoreRow& row, std::size_t cell) {
        if (!given_.insert(name).second)
            return remarks_.emplace_back(std::move(value), row.row.cells[cell].begin), void();
        cells_.write_tag(std::move(name), std::move(value), {begin_, row.row.cells[cell].begin}, result_);
    }

    void write_pairs(const ScoreRow& row) {
        for (const Pair& pair : rows_.pairs_of(row)) {
            if (pair.column.meaning == Meaning::moves) continue;
            if (pair.column.meaning == Meaning::tag)
                write_tag(pair.column.tag, pair.value, row, pair.cell);
            else if (const auto won = pair.column.meaning == Meaning::winner
                                          ? result_of_winner(style_.languages, pair.value, {}, {})
                                          : std::nullopt)
                write_tag("Result", *won, row, pair.cell);
            else
                write_tag(as_tag(pair.name), pair.value, row, pair.cell);
        }
    }

    /// Writes values below the names of their columns; returns false if a column has no name.
    bool write_below_heads(const ScoreRow& row, const ScoreRow& heads) {
        const auto column = [&](std::size_t i) {
            return i < heads.texts.size() && !heads.texts[i].empty() ? rows_.column_of(heads.texts[i]) : Column{};
        };
        if (!std::ranges::all_of(row.filled, [&](std::size_t i) { return !column(i).tag.empty(); })) return false;
        for (const std::size_t i : row.filled) write_tag(column(i).tag, row.texts[i], row, i);
        return true;
    }

    /// Writes the names of the players above or below the heads of their columns.
    bool write_names(const ScoreRow& row) {
        if (groups_.empty() || row.filled.size() < 2) return false;
        const MoveColumns& columns = groups_.front();
        const std::string white = text_at(row, columns.white), black = text_at(row, columns.black);
        if (white.empty() || black.empty() || row.filled.size() > 3) return false;
        write_tag("White", white, row, *columns.white);
        write_tag("Black", black, row, *columns.black);
        for (const std::size_t i : row.filled)
            if (i != columns.white && i != columns.black && rows_.column_of(row.texts[i]).meaning == Meaning::tag)
                remarks_.emplace_back(row.texts[i], row.row.cells[i].begin);
        return true;
    }

    /// Writes the names in rows of one cell, from row `begin` on: `Smith - Jones`, followed by `Riga 1931`. Returns
    /// their end; `begin` if these rows have no names.
    std::size_t write_title(const std::vector<ScoreRow>& rows, std::size_t begin) {
        static constexpr std::size_t most_rows = 4;
        std::string title;
        std::size_t end = begin;
        for (; end < rows.size() && end <= begin + most_rows && rows[end].kind == Kind::other &&
               rows[end].filled.size() == 1;
             ++end)
            title += rows[end].texts[rows[end].filled[0]] + '\n';
        const auto heading = end > begin + most_rows || !given_.empty()
                                 ? std::nullopt
                                 : prose::read_heading(title, {}, style_.languages);
        if (!heading || heading->begin > 0) return begin;
        const Tags& tags = heading->tags;
        for (std::size_t i = 0; i < tags.size(); ++i)
            write_tag(std::string(tags[i].name), std::string(tags[i].value), rows[begin], rows[begin].filled[0]);
        return end;
    }

    /// Writes `Arbiter,Smith` as a tag, and any other row as remarks.
    void write_other(const ScoreRow& row) {
        if (row.filled.size() == 2 && !given_.empty())
            return write_tag(as_tag(row.texts[row.filled[0]]), row.texts[row.filled[1]], row, row.filled[1]);
        for (const std::size_t i : row.filled) remarks_.emplace_back(row.texts[i], row.row.cells[i].begin);
    }

    void write_row(const ScoreRow& row) {
        if (row.kind == Kind::moves) return write_moves(row);
        if (group_ > 0) return;
        if (row.kind == Kind::other)
            for (const std::size_t i : row.filled) write_cell(row, i);
        if (row.kind != Kind::pairs) return;
        for (const Pair& pair : rows_.pairs_of(row)) {
            if (pair.column.meaning != Meaning::moves) continue;
            const auto list = moves_of_list(pair.value);
            if (list)
                cells_.pgn().add(*list, row.row.begin, row.row.cells[pair.cell].begin);
            else
                cells_.copy(row.row.cells[pair.cell], std::max(at_, row.row.cells[pair.cell].begin));
            at_ = row.row.end;
            cells_.pgn().add("\n", at_);
            has_result_ = ends_with_result(pair.value);
        }
    }

    /// Writes a result or a remark.
    void write_cell(const ScoreRow& row, std::size_t i) {
        const std::string result = result_of(style_.languages, row.texts[i]);
        const bool is_number = move_number_of(row.texts[i]).has_value();
        const std::size_t seen = row.row.cells[i].begin;
        at_ = std::max(at_, row.row.begin);
        if (!is_number && notation::read_result(result))
            result_ = result;
        else
            cells_.write_remark(row.texts[i], {at_, seen});
    }

    /// Writes the part of a row that belongs to the current group of columns.
    void write_moves(const ScoreRow& row) {
        const MoveColumns& columns = groups_[group_];
        const auto first_of = [](const MoveColumns& each) {
            return each.number.value_or(std::min(*each.white, *each.black));
        };
        const std::size_t from = group_ == 0 ? 0 : first_of(columns);
        const std::size_t to = group_ + 1 < groups_.size() ? first_of(groups_[group_ + 1]) : row.texts.size();
        const std::string white = text_at(row, columns.white), black = text_at(row, columns.black);
        at_ = std::max(at_, row.row.begin);
        ++count_;
        const auto written = move_number_of(text_at(row, columns.number));
        const bool is_numbered = number_and_move(white).has_value();
        if (is_move(white) && !is_numbered)
            cells_.pgn().add(fmt::format("{}. ", written.value_or(count_)), at_);
        else if (is_move(black) && !is_numbered)
            cells_.pgn().add(fmt::format("{}... ", written.value_or(count_)), at_);
        write_side(row, columns.white);
        for (std::size_t i = from; i < std::min(to, row.texts.size()); ++i)
            if (is_remark(row, i, columns) && i < *columns.black) write_cell(row, i);
        write_side(row, columns.black);
        for (std::size_t i = from; i < std::min(to, row.texts.size()); ++i)
            if (is_remark(row, i, columns) && i > *columns.black) write_cell(row, i);
        cells_.pgn().add("\n", at_);
    }

    [[nodiscard]] static bool is_move(const std::string& text) { return !text.empty() && !notation::read_result(text); }

    [[nodiscard]] static bool is_remark(const ScoreRow& row, std::size_t i, const MoveColumns& columns) {
        return !row.texts[i].empty() && i != columns.number && i != columns.white && i != columns.black;
    }

    void write_side(const ScoreRow& row, std::optional<std::size_t> i) {
        const std::string move = text_at(row, i);
        if (move.empty()) return;
        if (!is_move(move)) return write_cell(row, *i);
        cells_.pgn().add(move, at_, row.row.cells[*i].begin);
        cells_.pgn().add(" ", at_);
    }

    const SheetStyle& style_;
    const ScoreRows& rows_;
    CellWriter cells_;
    std::vector<MoveColumns> groups_{};
    std::set<std::string> given_{};                               ///< names of the tags written
    std::vector<std::pair<std::string, std::size_t>> remarks_{};  ///< above the moves
    std::string result_{};
    bool has_result_ = false;  ///< the cell of the moves ends with it
    std::size_t begin_ = 0, at_ = 0;
    std::size_t group_ = 0;
    unsigned count_ = 0;  ///< number of rows of moves
};

void for_each_sheet(const ScoreRows& rows, std::size_t end, auto take) {
    Gatherer gatherer(rows);
    for (std::size_t at = 0; at < end;) {
        auto row = rows.row_at(at);
        if (!row) break;
        at = row->row.end;
        if (const auto sheet = gatherer.take(*std::move(row))) take(*sheet);
    }
    for (const ScoreSheet& sheet : gatherer.finish()) take(sheet);
}

/// Number of rows examined to recognise score sheets.
constexpr std::size_t most_rows_looked_at = 100;

/// Returns true if one of the first rows has several cells. Cheap: no word is looked up.
bool has_cells(std::string_view start, char separator) {
    static constexpr std::size_t most_titles = 10;
    for (std::size_t at = 0, count = 0; count < most_titles; ++count) {
        const auto row = row_at(start, at, separator);
        if (!row) break;
        if (row->cells.size() > 1) return true;
        at = row->end;
    }
    return false;
}

/// Evidence that a text begins with a score sheet, from weak to strong: only move numbers, names in columns, heads of
/// columns, or keys and values.
enum class Evidence : std::uint8_t { none, numbers, names, heads, players };

/// Returns true for rows such as `1,e4,e5` and `2,Nf3,Nc6`.
bool begins_with_numbers(const ScoreSheet& sheet) {
    if (sheet.below.size() < 2) return false;
    const auto has_number = [&](std::size_t i) {
        const ScoreRow& row = sheet.below[i];
        return row.kind == Kind::moves && row.filled.size() > 1 && move_number_of(row.texts[row.filled[0]]) == i + 1 &&
               is_like_move(row.texts[row.filled[1]]) && !move_number_of(row.texts[row.filled[1]]);
    };
    return has_number(0) && has_number(1);
}

Evidence evidence_of_score_sheet(std::string_view start, const SheetStyle& style) {
    if (!has_cells(start, style.separator)) return Evidence::none;
    const ScoreRows rows(start, style);
    Gatherer gatherer(rows);
    std::vector<Kind> kinds;
    bool has_players = false;
    for (std::size_t at = 0, count = 0; count < most_rows_looked_at; ++count) {
        auto row = rows.row_at(at);
        if (!row) break;
        at = row->row.end;
        if (row->kind != Kind::blank) kinds.push_back(row->kind);
        for (const Pair& pair : rows.pairs_of(*row))
            has_players = has_players || (is_player(pair.column) && row->filled.size() > 1);
        if (gatherer.take(*std::move(row))) break;
    }
    const ScoreSheet& sheet = gatherer.sheet();
    const bool has_titles_only = std::ranges::all_of(
        sheet.above, [](const ScoreRow& row) { return row.kind == Kind::other && row.filled.size() == 1; });
    if (has_titles_only) {  // tab-separated columns are prose
        return style.separator != '\t' && begins_with_numbers(sheet) ? Evidence::numbers : Evidence::none;
    }
    if (sheet.below.empty()) return Evidence::none;
    if (has_players) return Evidence::players;
    const bool is_table = kinds[0] == Kind::heads && kinds[1] == Kind::moves;
    const ScoreRow& first = sheet.below.front();
    if (is_table || first.kind != Kind::moves) return Evidence::none;
    if (std::ranges::find(sheet.above, Kind::heads, &ScoreRow::kind) != sheet.above.end()) return Evidence::heads;
    const bool is_prose = number_and_move(first.texts[first.filled.front()]).has_value();  // `1. e4, e5`
    const MoveColumns columns = columns_of(sheet, rows).front();
    const bool has_names = std::ranges::any_of(sheet.above, [&](const ScoreRow& row) {
        const std::string white = text_at(row, columns.white), black = text_at(row, columns.black);
        return !white.empty() && !black.empty() && !has_any_digit(white + black);
    });
    return has_names && !is_prose ? Evidence::names : Evidence::none;
}

}  // namespace

std::optional<char> begins_as_score_sheet(std::string_view start, const notation::Languages& languages,
                                          const ColumnMap& map) {
    std::optional<char> best;
    Evidence most = Evidence::none;
    for (const char separator : {',', ';', '\t', '|'}) {
        const Evidence evidence = evidence_of_score_sheet(start, {separator, languages, map});
        if (evidence <= most) continue;
        most = evidence;
        best = separator;
    }
    return best;
}

DerivedText pgn_of_score_sheets(std::string_view text, const SheetStyle& style) {
    const ScoreRows rows(text, style);
    ScoreWriter writer(text, style, rows);
    for_each_sheet(rows, text.size(), [&](const ScoreSheet& sheet) { writer.write(sheet); });
    return writer.take();
}

std::size_t last_score_sheet_start(std::string_view text, const SheetStyle& style) {
    std::size_t last = 0;
    const ScoreRows rows(text, style);
    bool is_first = true;
    for_each_sheet(rows, text.size(), [&](const ScoreSheet& sheet) {
        if (!std::exchange(is_first, false)) last = sheet.begin();
    });
    return last;
}

}  // namespace cofnod::importers::sheet
