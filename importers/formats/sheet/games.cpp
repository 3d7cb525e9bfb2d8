#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "games/record/record.hpp"
#include "importers/formats/json/json.hpp"
#include "importers/formats/sheet/cells.hpp"
#include "importers/formats/sheet/score_sheets.hpp"
#include "importers/formats/sheet/sheet.hpp"
#include "notation/languages.hpp"
#include "notation/tag_text.hpp"

namespace cofnod::importers::sheet {

namespace {

/// Contents of one row: a game with all moves in one cell, or a part of a game.
enum class Shape : std::uint8_t { game, move, ply };

class Writer {
public:
    Writer(std::string_view sheet, const Header& header, const notation::Languages& languages)
        : sheet_(sheet), header_(header), languages_(languages), cells_(sheet, header.separator, languages) {}

    DerivedText write(bool has_header) {
        std::size_t at = has_header ? header_.size : 0;
        if (const auto first = row_at(sheet_, at, header_.separator)) shape_ = shape_of(*first);
        while (const auto row = row_at(sheet_, at, header_.separator)) {
            at = row->end;
            if (cells_.is_blank(*row) || is_header(*row))
                end_game(row->begin);
            else if (shape_ == Shape::game)
                write_game(*row);
            else
                write_part(*row);
        }
        end_game(sheet_.size());
        return std::move(pgn_);
    }

    /// Returns the start of the last game; 0 if there is only one.
    [[nodiscard]] std::size_t last_game() const { return last_game_; }

private:
    /// Returns the meaning of cell `i`. Cells after the last heading continue the last column if it has the moves:
    /// these were not quoted.
    [[nodiscard]] Meaning meaning(std::size_t i) const {
        const Column& last = header_.columns.back();
        if (i < header_.columns.size()) return header_.columns[i].meaning;
        return last.meaning == Meaning::moves ? Meaning::moves : Meaning::tag;
    }
    [[nodiscard]] std::string name(std::size_t i) const {
        if (meaning(i) == Meaning::game) return "Game";
        if (meaning(i) == Meaning::number) return "Number";
        if (meaning(i) == Meaning::moment) return "Created";
        return i < header_.columns.size() ? header_.columns[i].tag : column_without_name(i);
    }
    [[nodiscard]] const Cell* cell(const Row& row, Meaning meaning, std::string_view tag = {}) const {
        for (std::size_t i = 0; i < std::min(row.cells.size(), header_.columns.size()); ++i)
            if (header_.columns[i].meaning == meaning && header_.columns[i].tag == tag) return &row.cells[i];
        return nullptr;
    }
    /// Recognises a repeated header row, as in concatenated sheets.
    [[nodiscard]] bool is_header(const Row& row) const {
        const auto& names = header_.names;
        return std::equal(row.cells.begin(), row.cells.end(), names.begin(), names.end(),
                          [&](const Cell& each, const std::string& name) { return each.text_in(sheet_) == name; });
    }

    /// Returns the shape of the sheet. If no column has the moves, they are in White's and Black's columns, except in a
    /// list of players and results.
    [[nodiscard]] Shape shape_of(const Row& row) const {
        if (!cell(row, Meaning::moves))
            return is_like_move(text(cell(row, Meaning::tag, "White"))) ? Shape::move : Shape::game;
        const bool one_word = text(cell(row, Meaning::moves)).find(' ') == std::string::npos;
        return cell(row, Meaning::number) && one_word ? Shape::ply : Shape::game;
    }

    /// Returns true if White's and Black's moves have a column each besides the columns of their names.
    [[nodiscard]] bool has_pairs() const {
        return std::ranges::count(header_.columns, Meaning::moves, &Column::meaning) > 1;
    }

    void note_game(const Row& row) {
        if (std::exchange(has_games_, true)) last_game_ = row.begin;
    }

    void write_game(const Row& row) {
        note_game(row);
        std::string result;
        const std::string own = text(cell(row, Meaning::moves));
        const bool has_tags = own.starts_with('[') && !moves_of_list(own);  // the cell contains PGN
        const auto is_repeated = [&](std::size_t i) {
            return has_tags && own.find(fmt::format("[{} \"", name(i))) != own.npos;
        };
        if (!write_own_tags(row, result))
            for (std::size_t i = 0; i < row.cells.size(); ++i)
                if (!is_repeated(i) && !is_comment(i, row)) write_field(i, row, result);
        write_winner(row, result);
        if (!has_tags) pgn_.add("\n", row.begin);
        if (!has_tags) write_comments(row);
        bool has_result = false;
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            if (meaning(i) != Meaning::moves || is_comment(i, row)) continue;
            const std::string written = text(&row.cells[i]);
            if (written.starts_with('%')) pgn_.add(" ", row.cells[i].begin);  // in column 1 it would escape the moves
            if (!write_own_moves(row, row.cells[i], written))
                write_moves(row.cells[i], written, text(cell(row, Meaning::clocks)));
            pgn_.add(" ", row.cells[i].end);
            if (!written.empty()) has_result = ends_with_result(written);
        }
        if (has_tags) write_comments(row);
        if (!has_result) pgn_.add(notation::read_result(result) ? result : "*", row.end);
        pgn_.add("\n\n", row.end);
    }

    /// Returns true for a comment in braces after the last column, a form used for cell comments of spreadsheets.
    [[nodiscard]] bool is_comment(std::size_t i, const Row& row) const {
        const bool has_name = i < header_.names.size() && !header_.names[i].starts_with('{');
        const std::string value = has_name ? std::string() : text(&row.cells[i]);
        return value.starts_with('{') && value.ends_with('}');
    }
    void write_comments(const Row& row) {
        for (std::size_t i = 0; i < row.cells.size(); ++i)
            if (is_comment(i, row)) cells_.write_remark(text(&row.cells[i]), {row.begin, row.cells[i].begin});
    }

    /// Writes the tags of a sheet from `export --csv`, which has all of them in one cell; returns false for other
    /// sheets. A cell that a user has edited takes precedence.
    bool write_own_tags(const Row& row, std::string& result) {
        const Cell* const own = cell(row, Meaning::derived, "tags");
        const auto tags = own ? json::leaves_of(cells_.exact_text(own), true) : std::nullopt;
        if (!tags) return false;
        if (tags->empty()) cells_.add_tag("White", unknown_value("White"), {row.begin, own->begin});
        const auto has = [&](std::string_view name) {
            return std::ranges::any_of(*tags, [&](const json::Leaf& tag) { return tag.path == name; });
        };
        for (auto tag = tags->begin(); tag != tags->end(); ++tag) {
            const bool is_first =
                std::none_of(tags->begin(), tag, [&](const json::Leaf& each) { return each.path == tag->path; });
            const Cell* const each = is_first ? cell(row, Meaning::tag, tag->path) : nullptr;
            if (each && (tag->path == "Result" || is_edited(cells_.exact_text(each), *tag)))
                write_tag(tag->path, *each, row, result);
            else
                cells_.add_tag(as_tag(tag->path), tag->is_null ? std::string(unknown_value(tag->path)) : tag->value,
                               {row.begin, own->begin});
        }
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            const std::string tag = name(i);
            const bool is_of_tags = has(tag) || (tag == "start" && (has("FEN") || has("GameType")));
            if (meaning(i) == Meaning::tag && !is_of_tags) write_field(i, row, result);
        }
        return true;
    }

    /// Writes the moves of a sheet from `export --csv` with the annotations in another cell; returns false if there are
    /// none.
    bool write_own_moves(const Row& row, const Cell& each, const std::string& moves) {
        const std::string annotations = cells_.exact_text(cell(row, Meaning::derived, "annotations")),
                          unread = cells_.exact_text(cell(row, Meaning::derived, "unread"));
        if (annotations.empty() && unread.empty()) return false;
        for (const json::MovetextPiece& piece : json::movetext_of(moves, annotations, unread))
            pgn_.add(fmt::format("{}{}{}", piece.before, piece.text, piece.after), each.begin);
        return true;
    }

    /// Returns true if a cell differs from the tag from which it was written.
    [[nodiscard]] static bool is_edited(std::string cell, const json::Leaf& tag) {
        if (tag.path == "Date") std::ranges::replace(cell, '-', '.');
        return !cell.empty() && !(tag.path == "Date" ? tag.value.starts_with(cell) : tag.value == cell);
    }

    /// Writes a cell other than the moves as a tag.
    void write_field(std::size_t i, const Row& row, std::string& result) {
        const Cell& each = row.cells[i];
        const std::string value = text(&each);
        switch (meaning(i)) {
            case Meaning::moves:
            case Meaning::winner:
            case Meaning::derived: return;
            case Meaning::clocks: return;  // written with the moves
            case Meaning::minutes:
                return cells_.write_tag("TimeControl", time_control_of_minutes(value).value_or(value),
                                        {row.begin, each.begin}, result);
            case Meaning::moment: {
                const TagValues tags = tags_of_moment(value);
                for (const auto& [tag, said] : tags) cells_.write_tag(tag, said, {row.begin, each.begin}, result);
                if (!tags.empty()) return;
                break;
            }
            default: break;
        }
        write_tag(name(i), each, row, result);
    }

    /// Writes the result derived from a winner, unless the row has a result.
    void write_winner(const Row& row, std::string& result) {
        const Cell* const winner = cell(row, Meaning::winner);
        if (!winner || text(winner).empty()) return;
        const std::string white = text(cell(row, Meaning::tag, "White")),
                          black = text(cell(row, Meaning::tag, "Black"));
        const auto said = result_of_winner(languages_, text(winner), white, black);
        if (said && result.empty())
            cells_.write_tag("Result", *said, {row.begin, winner->begin}, result);
        else if (!said || *said != result)
            cells_.add_tag("Winner", text(winner), {row.begin, winner->begin});
    }

    /// Writes the moves of a cell: a list of them, or a score.
    void write_moves(const Cell& each, const std::string& written, const std::string& clocks) {
        const auto list = moves_of_list(written);
        const auto timed = clocks.empty() ? std::nullopt : with_clocks(list.value_or(written), clocks);
        if (timed || list)
            pgn_.add(timed ? *timed : *list, each.begin);
        else
            cells_.copy(each, each.begin);
        if (!clocks.empty() && !timed) pgn_.add(fmt::format(" {{clocks: {}}}", clocks), each.end);
    }

    [[nodiscard]] std::string text(const Cell* cell) const { return cells_.text(cell); }

    void write_tag(std::string name, const Cell& each, const Row& row, std::string& result) {
        cells_.write_tag(std::move(name), text(&each), {row.begin, each.begin}, result);
    }

    void write_part(const Row& row) {
        const std::string number = text(cell(row, Meaning::number)), game = text(cell(row, Meaning::game));
        const bool begins_again =
            (shape_ == Shape::move || has_pairs()) && (number == "1" || number == "1.") && rows_ > 0;
        if (shape_ == Shape::move && is_text(row)) return write_text(row);
        if (open_ && (game != game_ || begins_again)) end_game(row.begin);
        game_ = game;
        if (!open_) begin_game(row, game);
        ++rows_;
        if (shape_ == Shape::ply) {
            for (std::size_t i = 0; i < std::min(row.cells.size(), header_.columns.size()); ++i)
                if (meaning(i) == Meaning::moves) pgn_.add(" ", cells_.copy(row.cells[i], row.cells[i].begin));
            pgn_.add(" ", row.end);
        } else {
            if (rows_ > 1) pgn_.add(fmt::format("{}. ", rows_), row.begin);
            std::size_t at = row.begin;  // Black's column may come first
            for (const std::string_view side : {"White", "Black"}) {
                if (const Cell* const move = cell(row, Meaning::tag, side)) at = cells_.copy(*move, at);
                pgn_.add(side == "White" ? " " : "\n", at);
            }
            keep_moves_beside(row);
        }
        write_remarks(row);
    }

    /// Returns true for a row of text below the table: not a number in the number column, and nothing in the columns of
    /// the moves.
    [[nodiscard]] bool is_text(const Row& row) const {
        const std::string number = text(cell(row, Meaning::number));
        return !number.empty() && !move_number_of(number) && text(cell(row, Meaning::tag, "White")).empty() &&
               text(cell(row, Meaning::tag, "Black")).empty();
    }

    /// Writes a row of text: a score is another game, other words are a remark.
    void write_text(const Row& row) {
        const Cell& words = *cell(row, Meaning::number);
        const bool is_score = number_before_period(text(&words)).has_value();
        if (is_score && rows_ > 0) end_game(row.begin);
        if (!std::exchange(open_, true)) {
            note_game(row);
            cells_.add_tag("White", std::string(unknown_value("White")), {row.begin, row.begin});
            pgn_.add("\n", row.begin);
        }
        if (is_score)
            pgn_.add("\n", cells_.copy(words, words.begin));
        else
            cells_.write_remark(text(&words), {row.end, words.begin});
    }

    /// Stores the moves of further columns for White and Black, which continue those of the first.
    void keep_moves_beside(const Row& row) {
        const Cell* const first = cell(row, Meaning::tag, "White");
        for (std::size_t i = 0; i + 1 < std::min(row.cells.size(), header_.columns.size()); ++i)
            if (header_.columns[i].tag == "White" && &row.cells[i] != first && header_.columns[i + 1].tag == "Black")
                beside_[i].push_back({text(&row.cells[i]) + ' ' + text(&row.cells[i + 1]), row.cells[i].begin});
    }

    void write_moves_beside(std::size_t at) {
        for (const auto& [column, moves] : std::exchange(beside_, {}))
            for (const auto& [pair, seen] : moves)
                if (pair != " ") pgn_.add(fmt::format("{}. {}\n", ++rows_, pair), at, seen);
    }

    void begin_game(const Row& row, const std::string& game) {
        note_game(row);
        values_.assign(row.cells.size(), {});
        if (!game.empty()) write_tag("Game", *cell(row, Meaning::game), row, result_);
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            const bool is_known = i < header_.columns.size() && header_.columns[i].is_known;
            if (!says_more(i) || meaning(i) != Meaning::tag || !is_known || is_position_of_row(i, row)) continue;
            values_[i] = text(&row.cells[i]);
            write_tag(name(i), row.cells[i], row, result_);
        }
        pgn_.add("\n1. ", row.begin);
        open_ = true;
        rows_ = 0;
    }

    /// Returns true for a position that changes in the next row, so that the game does not start from it.
    [[nodiscard]] bool is_position_of_row(std::size_t i, const Row& row) const {
        if (name(i) != "FEN") return false;
        const auto next = row_at(sheet_, row.end, header_.separator);
        const std::string below = next && i < next->cells.size() ? text(&next->cells[i]) : std::string();
        return !below.empty() && below != text(&row.cells[i]);
    }

    /// Returns true if cell `i` of a row within a game has content besides its moves and their number.
    [[nodiscard]] bool says_more(std::size_t i) const {
        if (i >= header_.columns.size()) return shape_ == Shape::ply || meaning(i) == Meaning::tag;
        const Column& here = header_.columns[i];
        const bool is_side = here.tag == "White" || here.tag == "Black";
        return here.meaning == Meaning::tag && (shape_ == Shape::ply || !is_side);
    }

    /// Writes the content of such cells as a comment, or as the result, unless it repeats the previous row.
    void write_remarks(const Row& row) {
        values_.resize(std::max(values_.size(), row.cells.size()));
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            const std::string value = text(&row.cells[i]);
            if (!says_more(i) || value.empty() || value == values_[i]) continue;
            values_[i] = value;
            if (name(i) == "Result")
                result_ = result_of(languages_, value);
            else
                cells_.write_remark(value, {row.end, row.cells[i].begin});
        }
    }

    void end_game(std::size_t at) {
        write_moves_beside(at);
        if (open_ && notation::read_result(result_)) pgn_.add(result_, at);
        if (open_) pgn_.add("\n\n", at);
        open_ = false;
        rows_ = 0;
        result_.clear();
    }

    std::string_view sheet_;
    const Header& header_;
    const notation::Languages& languages_;
    CellWriter cells_;
    DerivedText& pgn_ = cells_.pgn();
    Shape shape_ = Shape::game;
    bool open_ = false;     ///< within a game of several rows
    std::size_t rows_ = 0;  ///< number of rows of that game
    std::string game_, result_;
    std::map<std::size_t, std::vector<std::pair<std::string, std::size_t>>>
        beside_;                       ///< by column: moves and their places
    std::vector<std::string> values_;  ///< latest values of the columns
    bool has_games_ = false;
    std::size_t last_game_ = 0;  ///< start of the last game
};

}  // namespace

DerivedText pgn_of_sheet(std::string_view sheet, const Header& header, bool has_header,
                         const notation::Languages& languages) {
    return Writer(sheet, header, languages).write(has_header);
}

std::size_t last_game_start(std::string_view sheet, const Header& header, bool has_header,
                            const notation::Languages& languages) {
    Writer writer(sheet, header, languages);
    writer.write(has_header);
    return writer.last_game();
}

}  // namespace cofnod::importers::sheet
