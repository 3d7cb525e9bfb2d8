#include "importers/formats/sheet/score_rows.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include "base/ascii.hpp"
#include "importers/score/signs.hpp"
#include "notation/fold.hpp"
#include "notation/result_text.hpp"

namespace cofnod::importers::sheet {

namespace {

using Kind = ScoreRow::Kind;

/// True for a column of players or of their moves.
bool is_side(const Column& column) {
    return column.meaning == Meaning::tag && (column.tag == "White" || column.tag == "Black");
}

bool is_side(const Column& column, std::string_view side) { return is_side(column) && column.tag == side; }

std::string without_comment(std::string_view text) {
    return std::string(trimmed(text.substr(0, text.ends_with('}') ? text.find('{') : text.npos)));
}

std::string_view without_colon(std::string_view name) {
    if (name.ends_with(':')) name.remove_suffix(1);
    return trimmed(name);
}

}  // namespace

std::optional<unsigned> move_number_of(const std::string& text) {
    static constexpr std::size_t most_digits = 3;
    const std::string folded = notation::folded_text(text);
    std::string_view digits = folded;
    while (digits.ends_with('.') || digits.ends_with(')')) digits.remove_suffix(1);
    if (digits.empty() || digits.size() > most_digits) return std::nullopt;
    unsigned number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const bool is_whole = error == std::errc{} && end == digits.data() + digits.size();
    return is_whole && number > 0 ? std::optional(number) : std::nullopt;
}

std::optional<NumberedText> number_before_period(std::string_view text) {
    const std::size_t period = text.find('.');
    const auto number = period == text.npos ? std::nullopt : move_number_of(std::string(text.substr(0, period)));
    return number ? std::optional(NumberedText{*number, trimmed(text.substr(period + 1))}) : std::nullopt;
}

std::optional<unsigned> number_and_move(const std::string& text) {
    const std::size_t period = text.find('.');
    if (period == text.npos || period + 1 == text.size() || !is_like_move(text.substr(0, text.find(' ', period + 2))))
        return std::nullopt;
    const auto numbered = number_before_period(text);
    return numbered ? std::optional(numbered->number) : std::nullopt;
}

std::optional<unsigned> number_at_front(const ScoreRow& row) {
    const std::string& first = row.texts[row.filled.front()];
    const auto number = move_number_of(first);
    return number ? number : number_and_move(first);
}

std::optional<ScoreRow> ScoreRows::row_at(std::size_t at) const {
    auto row = sheet::row_at(text_, at, style_.separator);
    if (!row) return std::nullopt;
    ScoreRow read{.row = *std::move(row)};
    for (std::size_t i = 0; i < read.row.cells.size(); ++i) {
        read.texts.push_back(cells_.text(&read.row.cells[i]));
        if (!read.texts.back().empty()) read.filled.push_back(i);
    }
    read.kind = kind_of(read);
    return read;
}

Kind ScoreRows::kind_of(const ScoreRow& row) const {
    if (row.filled.empty()) return Kind::blank;
    if (is_heads(row)) return Kind::heads;
    if (!pairs_of(row).empty()) return Kind::pairs;
    const std::string& first = row.texts[row.filled.front()];
    if (row.filled.size() == 1 && column_of(first).is_known) return Kind::pairs;  // without a value
    const bool is_numbered = row.filled.size() > 1 && number_at_front(row);
    std::vector<std::string> words;
    for (const std::size_t i : row.filled)
        if (!row.texts[i].starts_with('{')) words.push_back(without_comment(row.texts[i]));
    const auto is_move = [](const std::string& word) { return is_like_move(word) && !move_number_of(word); };
    const bool has_moves = words.size() == 2 && std::ranges::all_of(words, is_move);
    return is_numbered || has_moves ? Kind::moves : Kind::other;
}

Column ScoreRows::column_of(std::string_view name) const {
    return column_named(std::string(without_colon(name)), style_.languages, style_.map);
}

/// True for names of columns only: `Event,Date`, or both sides, next to each other or with a column of the same name
/// behind each.
bool ScoreRows::is_heads(const ScoreRow& row) const {
    std::vector<Column> columns;
    if (row.filled.size() < 2) return false;
    for (const std::size_t i : row.filled) columns.push_back(column_of(row.texts[i]));
    if (std::ranges::all_of(columns, &Column::is_known)) return true;
    const auto find = [&](std::string_view side) {
        return std::ranges::find_if(columns, [&](const Column& each) { return is_side(each, side); });
    };
    const auto white = find("White"), black = find("Black");
    if (white == columns.end() || black == columns.end()) return false;
    const auto apart = black - white;
    if (apart == 1 || apart == -1) return true;
    return apart == 2 && black + 1 != columns.end() && std::next(white)->tag == std::next(black)->tag;
}

std::vector<Pair> ScoreRows::pairs_of(const ScoreRow& row) const {
    std::vector<Pair> pairs;
    // `White,e4,Nf3` is a row of White's moves.
    const auto is_move = [](const Column& column, const std::string& value) {
        return is_side(column) && is_like_move(value) && has_square(value);
    };
    for (std::size_t at = 0; at < row.filled.size(); ++at) {
        const std::string& text = row.texts[row.filled[at]];
        if (const Column column = column_of(text); column.is_known) {
            if (at + 1 == row.filled.size()) return pairs;  // without a value
            ++at;
            if (is_move(column, row.texts[row.filled[at]])) return {};
            pairs.push_back({column, std::string(without_colon(text)), row.texts[row.filled[at]], row.filled[at]});
        } else if (const std::size_t colon = text.find(": "); colon != text.npos) {
            const Column inner = column_of(std::string_view(text).substr(0, colon));
            if (!inner.is_known || is_move(inner, text.substr(colon + 2))) return {};
            pairs.push_back({inner, text.substr(0, colon), text.substr(colon + 2), row.filled[at]});
        } else {
            return {};
        }
    }
    return pairs;
}

MoveColumns ScoreRows::columns_of_heads(const ScoreRow& heads, std::size_t from) const {
    MoveColumns columns;
    for (const std::size_t i : heads.filled) {
        if (i < from || (columns.white && columns.black)) continue;
        const Column column = column_of(heads.texts[i]);
        if (is_side(column, "White")) columns.white = i;
        if (is_side(column, "Black")) columns.black = i;
        const bool is_number = column.meaning == Meaning::number || column.meaning == Meaning::moves;
        if (is_number && !columns.white && !columns.black) columns.number = i;
    }
    return columns;
}

}  // namespace cofnod::importers::sheet
