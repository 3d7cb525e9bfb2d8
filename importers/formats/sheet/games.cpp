#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/formula.hpp"
#include "importers/formats/json/value.hpp"
#include "importers/formats/sheet/fields.hpp"
#include "importers/formats/sheet/rows.hpp"
#include "importers/formats/sheet/sheet.hpp"
#include "importers/rules.hpp"
#include "notation/date_text.hpp"
#include "notation/fold.hpp"
#include "notation/languages.hpp"
#include "notation/result_text.hpp"

namespace cofnod::importers::sheet {

namespace {

/// Returns how PGN writes that the value of a tag is unknown.
std::string unknown_value(std::string_view tag) { return tag.ends_with("Date") ? "????.??.??" : "?"; }

/// Contents of one row: a game with all moves in one cell, or a part of a game.
enum class Shape : std::uint8_t { game, move, ply };

class Writer {
public:
    Writer(std::string_view sheet, const Header& header, const notation::Languages& languages)
        : sheet_(sheet), header_(header), languages_(languages), pgn_(sheet) {}

    DerivedText write(bool has_header) {
        std::size_t at = has_header ? header_.size : 0;
        if (const auto first = row_at(sheet_, at, header_.separator)) shape_ = shape_of(*first);
        while (const auto row = row_at(sheet_, at, header_.separator)) {
            at = row->end;
            if (is_blank(*row))
                end_game(row->begin);
            else if (shape_ == Shape::game)
                write_game(*row);
            else
                write_part(*row);
        }
        end_game(sheet_.size());
        return std::move(pgn_);
    }

    /// Returns the start of the last game; 0 if it is the first.
    [[nodiscard]] std::size_t last_game() const { return last_game_; }

private:
    /// Returns the text of cell `i`. Cells behind the last heading are appended to it if it has the moves: they were
    /// not quoted.
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
    /// Returns the text of a cell without the `'` that prevents a spreadsheet from evaluating it; tab-separated values
    /// have none.
    [[nodiscard]] std::string text(const Cell* cell) const {
        std::string text = cell ? cell->text_in(sheet_) : std::string();
        if (header_.separator != '\t' && is_guarded_formula(text)) text.erase(0, 1);
        return text;
    }
    [[nodiscard]] bool is_blank(const Row& row) const {
        return std::all_of(row.cells.begin(), row.cells.end(), [&](const Cell& each) { return text(&each).empty(); });
    }

    /// Returns the shape of the sheet. White's and Black's columns have the moves if no other has, except in a list of
    /// players and results.
    [[nodiscard]] Shape shape_of(const Row& row) const {
        if (!cell(row, Meaning::moves))
            return is_like_move(text(cell(row, Meaning::tag, "White"))) ? Shape::move : Shape::game;
        const bool one_word = text(cell(row, Meaning::moves)).find(' ') == std::string::npos;
        return cell(row, Meaning::number) && one_word ? Shape::ply : Shape::game;
    }

    /// Recognises `e4`, `1. e4`, `O-O`; not a name.
    [[nodiscard]] static bool is_like_move(const std::string& text) {
        const std::string folded = notation::folded_text(text);
        std::string_view move = folded;
        if (const std::size_t period = move.find_first_not_of("0123456789"); period > 0 && period != move.npos)
            if (move[period] == '.') move.remove_prefix(std::min(move.find_first_not_of(". ", period), move.size()));
        const bool is_castling = move.starts_with("o-o") || move.starts_with("0-0");
        return (is_castling || move.find_first_of("12345678") != move.npos) && move.find(' ') == move.npos;
    }

    void note_game(const Row& row) {
        if (std::exchange(has_games_, true)) last_game_ = row.begin;
    }

    void write_game(const Row& row) {
        note_game(row);
        std::string result;
        if (!write_own_tags(row, result))
            for (std::size_t i = 0; i < row.cells.size(); ++i) write_field(i, row, result);
        write_winner(row, result);
        pgn_.add("\n", row.begin);
        std::string last_word;
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            if (meaning(i) != Meaning::moves) continue;
            const std::string written = text(&row.cells[i]);
            if (written.starts_with('%')) pgn_.add(" ", row.cells[i].begin);  // in column 1 it would escape the moves
            write_moves(row.cells[i], written, text(cell(row, Meaning::clocks)));
            pgn_.add(" ", row.cells[i].end);
            const std::size_t blank = written.rfind(' ');
            if (!written.empty()) last_word = written.substr(blank == written.npos ? 0 : blank + 1);
        }
        if (!notation::read_result(last_word)) pgn_.add(notation::read_result(result) ? result : "*", row.end);
        pgn_.add("\n\n", row.end);
    }

    /// Writes the tags of a sheet from `export --csv`, which has all of them in one cell; returns false for others.
    /// Where somebody has edited another cell, that counts.
    bool write_own_tags(const Row& row, std::string& result) {
        const auto column = std::ranges::find_if(
            header_.columns, [](const Column& each) { return each.meaning == Meaning::derived && each.tag == "tags"; });
        const auto own = static_cast<std::size_t>(column - header_.columns.begin());
        const auto tags = own < row.cells.size() ? json::leaves_of(text(&row.cells[own])) : std::nullopt;
        if (!tags) return false;
        const auto has = [&](std::string_view name) {
            return std::ranges::any_of(*tags, [&](const json::Leaf& tag) { return tag.path == name; });
        };
        for (const json::Leaf& tag : *tags) {
            const Cell* const each = cell(row, Meaning::tag, tag.path);
            if (each && (tag.path == "Result" || is_edited(text(each), tag)))
                write_tag(tag.path, *each, row, result);
            else
                add_tag(as_tag(tag.path), tag.is_null ? unknown_value(tag.path) : tag.value, row, row.cells[own].begin);
        }
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            const std::string tag = name(i);
            if (meaning(i) == Meaning::tag && !has(tag) && !(tag == "start" && has("FEN"))) write_field(i, row, result);
        }
        return true;
    }

    /// Returns true if a cell says something else than the tag that it was written from.
    [[nodiscard]] static bool is_edited(std::string cell, const json::Leaf& tag) {
        if (tag.path == "Date") std::ranges::replace(cell, '-', '.');
        return !cell.empty() && !(tag.path == "Date" ? tag.value.starts_with(cell) : tag.value == cell);
    }

    /// Writes a cell that is not of the moves as a tag.
    void write_field(std::size_t i, const Row& row, std::string& result) {
        const Cell& each = row.cells[i];
        const std::string value = text(&each);
        switch (meaning(i)) {
            case Meaning::moves:
            case Meaning::winner:
            case Meaning::derived: return;
            case Meaning::clocks: return;  // with the moves
            case Meaning::minutes:
                return write_tag("TimeControl", time_control_of_minutes(value).value_or(value), each, row, result);
            case Meaning::moment: {
                const TagValues tags = tags_of_moment(value);
                for (const auto& [tag, said] : tags) write_tag(tag, said, each, row, result);
                if (!tags.empty()) return;
                break;
            }
            default: break;
        }
        write_tag(name(i), value, each, row, result);
    }

    /// Writes the result that a winner means, unless the row has a result.
    void write_winner(const Row& row, std::string& result) {
        const Cell* const winner = cell(row, Meaning::winner);
        if (!winner || text(winner).empty()) return;
        const std::string white = text(cell(row, Meaning::tag, "White")),
                          black = text(cell(row, Meaning::tag, "Black"));
        const auto said = result_of_winner(languages_, text(winner), white, black);
        if (said && result.empty())
            write_tag("Result", *said, *winner, row, result);
        else if (!said || *said != result)
            add_tag("Winner", text(winner), row, winner->begin);
    }

    /// Writes the moves of a cell: a list of them, or a score.
    void write_moves(const Cell& each, const std::string& written, const std::string& clocks) {
        const auto list = moves_of_list(written);
        const auto timed = clocks.empty() ? std::nullopt : with_clocks(list.value_or(written), clocks);
        if (timed || list)
            pgn_.add(timed ? *timed : *list, each.begin);
        else
            copy(each, each.begin);
        if (!clocks.empty() && !timed) pgn_.add(fmt::format(" {{clocks: {}}}", clocks), each.end);
    }

    void write_tag(std::string name, const Cell& each, const Row& row, std::string& result) {
        write_tag(std::move(name), text(&each), each, row, result);
    }
    void write_tag(std::string name, std::string value, const Cell& each, const Row& row, std::string& result) {
        if (value.empty()) return;
        if (name == "start" && is_usual_start(value)) return;
        if (name == "start" && is_position(value)) name = "FEN";  // its name in `export --csv`
        if (name == "Date") value = notation::read_date(languages_, value).value_or(value);
        if (name == "Result") value = result = result_of(value);
        add_tag(name, value, row, each.begin);
    }

    void add_tag(std::string_view name, std::string_view value, const Row& row, std::size_t seen) {
        std::string escaped;
        for (const char c : value) {
            if (c == '"' || c == '\\') escaped += '\\';
            escaped += c;
        }
        pgn_.add(fmt::format("[{} \"{}\"]\n", name, escaped), row.begin, seen);
    }

    [[nodiscard]] static bool is_usual_start(const std::string& value) {
        const auto rules = all_rules();
        return std::any_of(rules.begin(), rules.end(), [&](auto* each) { return each->usual_start() == value; });
    }

    [[nodiscard]] static bool is_position(const std::string& value) {
        const auto rules = all_rules();
        return std::any_of(rules.begin(), rules.end(), [&](auto* each) { return each->looks_like_position(value); });
    }

    /// Returns the result; spreadsheets often give White's points.
    [[nodiscard]] std::string result_of(const std::string& value) const {
        if (value == "1") return "1-0";
        if (value == "0") return "0-1";
        if (value == "0.5" || value == "0,5" || value == ".5") return "1/2-1/2";
        if (const auto result = notation::read_result(value)) return std::string(to_text(*result));
        const auto words = notation::read_result_words(languages_, value);
        const auto said = words ? settled(words->result) : std::nullopt;
        return said ? std::string(to_text(*said)) : value;
    }

    /// Writes the moves of a cell, which count as what begins at `at`. Returns their end.
    std::size_t copy(const Cell& each, std::size_t at) {
        std::size_t begin = each.begin;
        const auto copy_to = [&](std::size_t end) {
            pgn_.copy(begin, end, at);
            at += end - begin;
        };
        for (std::size_t quote = each.begin; quote < each.end; ++quote) {
            if (!each.quoted || sheet_[quote] != '"') continue;
            copy_to(quote + 1);
            begin = ++quote + 1;
        }
        if (begin < each.end) copy_to(each.end);
        return at;
    }

    void write_part(const Row& row) {
        const std::string number = text(cell(row, Meaning::number)), game = text(cell(row, Meaning::game));
        const bool begins_again = shape_ == Shape::move && (number == "1" || number == "1.") && rows_ > 0;
        if (open_ && (game != game_ || begins_again)) end_game(row.begin);
        game_ = game;
        if (!open_) begin_game(row, game);
        ++rows_;
        if (shape_ == Shape::ply) {
            if (const Cell* const move = cell(row, Meaning::moves)) copy(*move, move->begin);
            pgn_.add(" ", row.end);
        } else {
            if (rows_ > 1) pgn_.add(fmt::format("{}. ", rows_), row.begin);
            std::size_t at = row.begin;  // Black's column may come first
            for (const std::string_view side : {"White", "Black"}) {
                if (const Cell* const move = cell(row, Meaning::tag, side)) at = copy(*move, at);
                pgn_.add(side == "White" ? " " : "\n", at);
            }
        }
        write_remarks(row);
    }

    void begin_game(const Row& row, const std::string& game) {
        note_game(row);
        values_.assign(row.cells.size(), {});
        if (!game.empty()) write_tag("Game", *cell(row, Meaning::game), row, result_);
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            const bool is_known = i < header_.columns.size() && header_.columns[i].is_known;
            if (!says_more(i) || meaning(i) != Meaning::tag || !is_known) continue;
            values_[i] = text(&row.cells[i]);
            write_tag(name(i), row.cells[i], row, result_);
        }
        pgn_.add("\n1. ", row.begin);
        open_ = true;
        rows_ = 0;
    }

    /// Returns true if cell `i` of a row within a game has content besides its moves and their number.
    [[nodiscard]] bool says_more(std::size_t i) const {
        if (i >= header_.columns.size()) return shape_ == Shape::ply || meaning(i) == Meaning::tag;
        const Column& here = header_.columns[i];
        const bool is_side = here.tag == "White" || here.tag == "Black";
        return here.meaning == Meaning::tag && (shape_ == Shape::ply || !is_side);
    }

    /// Writes the content of such cells as a comment, or as the result, unless it repeats the row above.
    void write_remarks(const Row& row) {
        values_.resize(std::max(values_.size(), row.cells.size()));
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            const std::string value = text(&row.cells[i]);
            if (!says_more(i) || value.empty() || value == values_[i]) continue;
            values_[i] = value;
            if (name(i) == "Result")
                result_ = result_of(value);
            else if (value.find('}') == value.npos)
                pgn_.add(fmt::format("{{{}}} ", value), row.end, row.cells[i].begin);
            else
                pgn_.add(fmt::format(";{}\n", value), row.end, row.cells[i].begin);
        }
    }

    void end_game(std::size_t at) {
        if (open_ && notation::read_result(result_)) pgn_.add(result_, at);
        if (open_) pgn_.add("\n\n", at);
        open_ = false;
        rows_ = 0;
        result_.clear();
    }

    std::string_view sheet_;
    const Header& header_;
    const notation::Languages& languages_;
    DerivedText pgn_;
    Shape shape_ = Shape::game;
    bool open_ = false;     ///< within a game of several rows
    std::size_t rows_ = 0;  ///< of that game
    std::string game_, result_;
    std::vector<std::string> values_;  ///< latest values of the columns
    bool has_games_ = false;
    std::size_t last_game_ = 0;  ///< its start
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
