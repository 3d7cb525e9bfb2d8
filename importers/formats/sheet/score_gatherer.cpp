#include <algorithm>
#include <charconv>
#include <iterator>
#include <string_view>
#include <utility>

#include "base/characters.hpp"
#include "importers/decoder/token.hpp"
#include "importers/formats/sheet/cells.hpp"
#include "importers/formats/sheet/score_sheets.hpp"
#include "notation/fold.hpp"
#include "notation/tag_text.hpp"

namespace cofnod::importers::sheet {

namespace {

using Kind = ScoreRow::Kind;

/// Returns true for the column of a player, "White" or "Black", or of his moves.
bool is_side(const Column& column, std::string_view side) {
    return column.meaning == Meaning::tag && column.tag == side;
}

/// Returns true for a row that may be above the moves of a game.
bool is_head(const ScoreRow& row) { return row.kind == Kind::pairs || row.kind == Kind::heads; }

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

/// Returns true for a row of column names only: `Event,Date`, or both sides, adjacent or each followed by a column of
/// the same name.
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
        return is_player(column) && is_like_move(value) && has_square(value);
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

namespace {

/// Returns true for a placeholder of White's move before Black's.
bool is_placeholder(const std::string& text) {
    static constexpr std::string_view signs[] = {"...", "…", "..", "-", "–", "—", "--"};
    return std::ranges::find(signs, text) != std::end(signs);
}

/// Returns true for `e4`, and for `e4 e5` in one cell.
bool has_like_move(const std::string& text) {
    return number_and_move(text) || is_like_move(text.substr(0, text.find(' ')));
}

/// Returns true for `Nc6 {best}` and `O-O {at once}`, but not for `12 June`.
bool is_move_with_remark(std::string_view text) {
    const std::string word(text.substr(0, text.find(' ')));
    const bool has_letter = std::ranges::any_of(word, [](char c) { return is_letter(c) || !is_ascii(c); });
    return has_letter && is_like_move(word);
}

bool is_result(const std::string& text) { return notation::read_framed_result(text).has_value(); }

bool is_lone_result(const ScoreRow& row) { return row.filled.size() == 1 && is_result(row.texts[row.filled[0]]); }

std::optional<unsigned> number_in(const ScoreRow& row, std::size_t i) {
    return i < row.texts.size() ? move_number_of(row.texts[i]) : std::nullopt;
}

/// Returns the groups of columns named by the last heads above the moves.
std::vector<MoveColumns> groups_named(const ScoreSheet& sheet, const ScoreRows& rows) {
    std::vector<MoveColumns> groups;
    for (const ScoreRow& row : sheet.above) {
        if (row.kind != Kind::heads) continue;
        std::vector<MoveColumns> found;
        for (std::size_t from = 0;;) {
            const MoveColumns columns = rows.columns_of_heads(row, from);
            if (!columns.white || !columns.black) break;
            found.push_back(columns);
            from = std::max(*columns.white, *columns.black) + 1;
        }
        if (!found.empty()) groups = std::move(found);
    }
    return groups;
}

/// Finds the number columns that no head names, using the first row of moves.
void find_numbers(std::vector<MoveColumns>& groups, const ScoreRow& first) {
    const std::size_t filled = first.filled[0];
    if (!groups[0].number && filled < *groups[0].white && number_in(first, filled)) groups[0].number = filled;
    for (std::size_t i = 1; i < groups.size(); ++i) {
        const std::size_t before = *groups[i].white - 1;
        if (!groups[i].number && before > *groups[i - 1].black && number_in(first, before)) groups[i].number = before;
    }
    if (groups[0].white == filled && number_in(first, filled))  // `White,Black` above `1,e4,e5`
        groups[0] = {filled, *groups[0].white + 1, *groups[0].black + 1};
}

/// Adds the groups to the right of the named ones. Each except the first needs numbers that continue in the second row
/// of moves (nullptr if there is none).
void add_groups(std::vector<MoveColumns>& groups, const ScoreRow& first, const ScoreRow* second) {
    const auto& filled = first.filled;
    const std::size_t behind = groups.empty() ? 0 : std::max(*groups.back().white, *groups.back().black) + 1;
    auto at = static_cast<std::size_t>(std::ranges::lower_bound(filled, behind) - filled.begin());
    while (at < filled.size()) {
        const auto number = number_in(first, filled[at]);
        if (at > 0) {
            const auto next = second ? number_in(*second, filled[at]) : std::nullopt;
            if (!number || !next || *next != *number + 1 || at + 1 == filled.size()) {
                ++at;
                continue;
            }
        }
        MoveColumns columns;
        if (number) columns.number = filled[at++];
        columns.white = filled[at++];
        columns.black = at < filled.size() ? filled[at++] : *columns.white + 1;
        groups.push_back(columns);
    }
}

}  // namespace

bool is_player(const Column& column) { return is_side(column, "White") || is_side(column, "Black"); }

std::string text_at(const ScoreRow& row, std::optional<std::size_t> i) {
    const bool has = i && *i < row.texts.size() && !is_placeholder(row.texts[*i]);
    return has ? row.texts[*i] : std::string();
}

std::vector<MoveColumns> columns_of(const ScoreSheet& sheet, const ScoreRows& rows) {
    std::vector<MoveColumns> groups = groups_named(sheet, rows);
    const auto first = std::ranges::find(sheet.below, Kind::moves, &ScoreRow::kind);
    if (first == sheet.below.end()) return groups;
    if (!groups.empty()) find_numbers(groups, *first);
    const auto second = std::find_if(first + 1, sheet.below.end(), [](auto& row) { return row.kind == Kind::moves; });
    add_groups(groups, *first, second == sheet.below.end() ? nullptr : &*second);
    return groups;
}

std::optional<ScoreSheet> Gatherer::take(ScoreRow row) {
    std::optional<ScoreSheet> done;
    if (!is_moves(row)) {
        if (row.kind != Kind::blank || !pending_.empty() || !sheet_.empty()) pending_.push_back(std::move(row));
        return done;
    }
    row.kind = row.kind == Kind::pairs ? Kind::pairs : Kind::moves;
    const bool is_whole_score = row.kind == Kind::pairs;
    const bool has_head = std::ranges::any_of(pending_, is_head);
    const auto number = is_whole_score ? std::optional(1U) : number_at_front(row);
    const bool begins = sheet_.below.empty() || number == 1 || (!number && has_head);
    if (!begins) {
        move_pending(sheet_.below, pending_.size());
    } else {
        if (!sheet_.below.empty()) done = end_sheet();
        move_pending(sheet_.above, pending_.size());
    }
    sheet_.below.push_back(std::move(row));
    return done;
}

std::vector<ScoreSheet> Gatherer::finish() {
    std::vector<ScoreSheet> rest;
    const bool names_players = std::ranges::any_of(pending_, [&](const ScoreRow& row) {
        return std::ranges::any_of(rows_.pairs_of(row), [](const Pair& pair) { return is_player(pair.column); });
    });
    if (names_players) {
        if (!sheet_.below.empty()) rest.push_back(end_sheet());
        move_pending(sheet_.above, pending_.size());
    } else {
        move_pending(sheet_.below, pending_.size());
    }
    if (!sheet_.empty()) rest.push_back(std::exchange(sheet_, {}));
    return rest;
}

/// Returns true for a row of moves, or one with a whole score: `Moves,1. e4 e5`.
bool Gatherer::is_moves(const ScoreRow& row) const {
    if (row.kind == Kind::pairs) {
        const auto pairs = rows_.pairs_of(row);
        return std::ranges::any_of(pairs, [](auto& pair) { return pair.column.meaning == Meaning::moves; });
    }
    const bool is_under_way = !sheet_.below.empty();
    if (row.kind == Kind::other) return is_under_way && pending_.empty() && goes_on_in_columns(row);
    if (row.kind != Kind::moves) return false;
    if (is_under_way) return true;
    const auto number = number_at_front(row);
    ScoreSheet begun{.above = pending_, .below = {row}};
    const auto columns = columns_of(begun, rows_);
    const std::string white = text_at(row, columns.front().white);
    const bool is_score = has_like_move(white.empty() ? text_at(row, columns.front().black) : white);
    return is_score && (!number || *number == 1 || std::ranges::any_of(pending_, is_head));
}

/// Returns true for a row that continues moves without numbers, `ExB,KtxP` or `Nf3,Nc6 {best}`, or `4. KtxP,Castles`
/// below `3. P-K4`: cells of one word each, or of one word and a move with a remark.
bool Gatherer::goes_on_in_columns(const ScoreRow& row) const {
    if (groups().empty() || groups().front().number) return false;
    const MoveColumns& columns = groups().front();
    std::size_t words = 0, moves_with_remark = 0, others = 0;
    for (const std::size_t i : row.filled) {
        const std::string& text = row.texts[i];
        if (text.starts_with('{')) continue;
        const auto numbered = number_before_period(text);
        const std::string_view move = numbered ? numbered->rest : text;
        const bool is_column = i == columns.white || i == columns.black;
        if (!is_column || is_result(text))
            ++others;
        else if (move.find(' ') == move.npos)
            ++words;
        else
            ++(is_move_with_remark(move) ? moves_with_remark : others);
    }
    return others == 0 && words > 0 && moves_with_remark < 2;
}

const std::vector<MoveColumns>& Gatherer::groups() const {
    if (groups_.empty()) groups_ = columns_of(sheet_, rows_);
    return groups_;
}

/// Ends the sheet with the rows at its foot: those directly below the moves, and a result.
ScoreSheet Gatherer::end_sheet() {
    std::size_t foot = 0;
    while (foot < pending_.size() && is_foot(foot) && (foot == 0 || !is_lone_result(pending_[foot - 1]))) ++foot;
    move_pending(sheet_.below, foot);
    groups_.clear();
    return std::exchange(sheet_, {});
}

bool Gatherer::is_foot(std::size_t i) const {
    const ScoreRow& row = pending_[i];
    const auto is_blank = [&](std::size_t at) { return at >= pending_.size() || pending_[at].kind == Kind::blank; };
    if (row.kind == Kind::blank && i + 1 < pending_.size() && is_lone_result(pending_[i + 1])) return true;
    if (row.kind == Kind::blank) return i + 2 < pending_.size() && is_foot(i + 1) && is_blank(i + 2);
    if (row.kind == Kind::heads) return false;
    if (row.kind == Kind::other) return i == 0 || !is_blank(i - 1) || row.filled.size() == 1;
    const auto pairs = rows_.pairs_of(row);
    return std::ranges::all_of(
        pairs, [](auto& pair) { return pair.column.tag == "Result" || pair.column.tag == "Termination"; });
}

void Gatherer::move_pending(std::vector<ScoreRow>& to, std::size_t count) {
    const auto end = pending_.begin() + static_cast<std::ptrdiff_t>(count);
    std::copy_if(std::make_move_iterator(pending_.begin()), std::make_move_iterator(end), std::back_inserter(to),
                 [](const ScoreRow& row) { return row.kind != Kind::blank; });
    pending_.erase(pending_.begin(), end);
}

}  // namespace cofnod::importers::sheet
