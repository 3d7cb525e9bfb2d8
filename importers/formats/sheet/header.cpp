#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/place.hpp"
#include "base/tr.hpp"
#include "base/ways_out.hpp"
#include "grammar/pgn.hpp"
#include "importers/embedded.hpp"
#include "importers/formats/formats.hpp"
#include "importers/formats/sheet/cells.hpp"
#include "importers/formats/sheet/score_sheets.hpp"
#include "importers/formats/sheet/sheet.hpp"
#include "importers/tags.hpp"
#include "notation/fold.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers::sheet {

namespace {

/// Maximum length of a name with a known meaning, in bytes.
constexpr std::size_t longest_name = 200;

/// Columns by the key of their heading.
using Words = std::map<std::string, Column>;

constexpr std::pair<std::string_view, Meaning> meanings[] = {
    {"moves", Meaning::moves},   {"number", Meaning::number},   {"game", Meaning::game},    {"winner", Meaning::winner},
    {"moment", Meaning::moment}, {"minutes", Meaning::minutes}, {"clocks", Meaning::clocks}};

std::optional<Meaning> meaning_named(std::string_view name) {
    const auto* const found = std::ranges::find(meanings, name, &std::pair<std::string_view, Meaning>::first);
    return found == std::end(meanings) ? std::nullopt : std::optional(found->second);
}

/// Returns the key of a heading or a field path: `White rating`, `white_rating` and `white.rating` have the same key.
std::string column_key(std::string_view name) {
    std::string key = notation::word_key(name);
    std::erase_if(key, [](char c) { return c == ' ' || c == '_' || c == '.' || c == '-'; });
    return key;
}

/// Adds a row of the table: `moves | Moves | Symudiadau`, or for a tag, `WhiteElo | White rating`.
void add_line(std::string_view line, Words& words) {
    std::optional<Column> column;
    for (const std::string_view part : words_of(line, "|")) {
        const std::string_view word = trimmed(part);
        if (column) {
            words.emplace(column_key(word), *column);
        } else if (const auto meaning = meaning_named(word)) {
            column = Column{*meaning, {}, true};
        } else {
            const auto tag = standard_tag(word);
            if (!tag) return;
            column = Column{Meaning::tag, std::string(*tag), true};
        }
    }
}

const Words& words_of_columns() {
    static const Words words = [] {
        Words all;
        for (const std::string_view line :
             words_of(text_of(embedded::importers_files, "grammar/sheets/words.columns"), "\n"))
            if (!line.starts_with('#')) add_line(line, all);
        return all;
    }();
    return words;
}

}  // namespace

std::string as_tag(std::string name) {
    constexpr std::size_t longest = grammar::pgn::longest_tag_name;
    if (name.size() > longest) name.resize(utf8::valid_prefix(std::string_view(name).substr(0, longest)));
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == ' ' || c == '"' || c == ']' || c == '['; }, '_');
    if (name.starts_with('%')) name[0] = '_';  // it would be read as a command, such as [%clk 0:01:00]
    return name;
}

bool names_moves(std::string_view name) {
    const auto found = words_of_columns().find(column_key(name));
    return found != words_of_columns().end() && found->second.meaning == Meaning::moves;
}

Column column_named(const std::string& name, const notation::Languages& languages, const ColumnMap& map) {
    if (name.size() > longest_name) return {Meaning::tag, as_tag(name)};  // too long to be worth folding
    const std::string key = notation::word_key(name);
    for (const auto& [meant, word] : map) {
        if (notation::word_key(word) != key) continue;
        const std::string meant_key = notation::word_key(meant);
        if (const auto meaning = meaning_named(meant_key)) return {*meaning, {}, true};
        const auto tag = standard_tag(meant);
        return {Meaning::tag, tag ? std::string(*tag) : as_tag(meant), true};
    }
    if (const auto tag = standard_tag(key)) return {Meaning::tag, std::string(*tag), true};
    if (const auto found = words_of_columns().find(column_key(name)); found != words_of_columns().end())
        return found->second;
    if (const auto tag = languages.find_header(name)) return {Meaning::tag, std::string(*tag), true};
    return {Meaning::tag, as_tag(name)};
}

namespace {

/// Marks the columns of a sheet written by `export --csv` that follow from the moves, record the origin of the game, or
/// are read as a whole (tags, annotations). Such a sheet is recognised by the key of the final position.
void mark_derived(Header& header) {
    static constexpr std::string_view derived[] = {"plies",  "state", "notation",  "source", "line",
                                                   "uci",    "final", "final_key", "tags",   "annotations",
                                                   "unread", "ply",   "move"};
    if (std::ranges::find(header.names, "final_key") == header.names.end()) return;
    for (std::size_t i = 0; i < header.names.size(); ++i)
        if (std::ranges::find(derived, header.names[i]) != std::end(derived))
            header.columns[i] = {Meaning::derived, header.names[i], header.columns[i].is_known};
}

bool has(const Header& header, Meaning meaning, std::string_view tag = {}) {
    return std::any_of(header.columns.begin(), header.columns.end(), [&](const Column& column) {
        return column.meaning == meaning && (tag.empty() || column.tag == tag);
    });
}

/// Returns true if the rows begin with a number and have one more cell than the first row has headings.
bool has_numbers_without_head(std::string_view start, const Header& header) {
    const auto row = row_at(start, header.size, header.separator);
    if (!row || row->cells.size() != header.columns.size() + 1 || has(header, Meaning::number)) return false;
    const std::string first = row->cells.front().text_in(start);
    const std::size_t end = first.find_first_not_of("0123456789");
    return end != 0 && !first.empty() && first.find_first_not_of('.', end) == first.npos;
}

/// Returns the start of the first row that has more than one cell, after a few titles.
std::size_t behind_titles(std::string_view start, std::size_t begin, char separator) {
    static constexpr std::size_t most_titles = 4;
    std::size_t at = begin;
    for (std::size_t titles = 0; titles <= most_titles; ++titles) {
        const auto row = row_at(start, at, separator);
        if (!row) break;
        const auto is_filled = [&](const Cell& cell) { return !cell.text_in(start).empty(); };
        if (std::ranges::count_if(row->cells, is_filled) > 1) return at;
        at = row->end;
    }
    return begin;
}

/// Returns true for `1. e4 e5` and `e4 e5 Nf3`.
bool is_like_score(const std::string& text) {
    if (number_before_period(text)) return true;
    if (moves_of_list(text)) return true;
    const std::size_t first = text.find(' '), second = text.find(' ', first + 1);
    return first != text.npos && is_like_move(text.substr(0, first)) &&
           is_like_move(text.substr(first + 1, second - first - 1)) && !move_number_of(text.substr(0, first));
}

/// Returns the text of a row in the first column with a meaning and tag; empty if there is none.
std::string cell_of(const Row& row, std::string_view start, const Header& header, Meaning meaning,
                    std::string_view tag = {}) {
    for (std::size_t i = 0; i < std::min(header.columns.size(), row.cells.size()); ++i)
        if (header.columns[i].meaning == meaning && header.columns[i].tag == tag) return row.cells[i].text_in(start);
    return {};
}

/// Recognises a heading that begins with a word for moves: `Move 3`, `Moves (cont.)`.
bool begins_with_moves(const std::string& name) {
    const std::size_t end = name.find_first_of("(0123456789");
    return end != name.npos && end > 0 && names_moves(name.substr(0, end));
}

/// Finds the moves if no heading names them: headings that are numbers or a numbered word for moves, a column with a
/// score in the first row, or columns with one move each.
void mark_moves(std::string_view start, Header& header) {
    const auto row = row_at(start, header.size, header.separator);
    if (!row || !has(header, Meaning::tag, "White")) return;
    const bool has_moves = has(header, Meaning::moves) || has(header, Meaning::number);
    const auto cell = [&](std::size_t i) {
        return i < row->cells.size() ? row->cells[i].text_in(start) : std::string();
    };
    std::vector<std::size_t> single;
    for (std::size_t i = 0; i < header.columns.size(); ++i) {
        if (header.columns[i].is_known) continue;
        const std::string& name = header.names[i];
        const bool is_number = !name.empty() && name.find_first_not_of(ascii_digits) == name.npos;
        if (begins_with_moves(name) || (!has_moves && (is_number || is_like_score(cell(i)))))
            header.columns[i] = {Meaning::moves, {}, true};
        else if (is_like_move(cell(i)) && !move_number_of(cell(i)))
            single.push_back(i);
    }
    if (single.size() < 2 || has(header, Meaning::moves) ||
        is_like_move(cell_of(*row, start, header, Meaning::tag, "White")))
        return;
    for (const std::size_t i : single) header.columns[i] = {Meaning::moves, {}, true};
}

/// Interprets `Move` as the move number if `1` is below it and White's first move beside that: `Move,White,Black`.
void mark_number(std::string_view start, Header& header) {
    if (has(header, Meaning::number)) return;
    const auto row = row_at(start, header.size, header.separator);
    if (!row || !move_number_of(cell_of(*row, start, header, Meaning::moves)) ||
        !is_like_move(cell_of(*row, start, header, Meaning::tag, "White")))
        return;
    std::ranges::find(header.columns, Meaning::moves, &Column::meaning)->meaning = Meaning::number;
}

/// Returns true for White and Black above the two columns of a printed score, `1. P-K4` and `P-QB3`, rather than names.
bool heads_printed_score(std::string_view start, const Header& header) {
    static constexpr int most_rows = 6;
    static constexpr std::string_view number_ends = ". )-:";
    if (header.columns.size() != 2 || header.separator != '\t' || !has(header, Meaning::tag, "White")) return false;
    std::size_t at = header.size;
    for (int rows = 0; rows < most_rows; ++rows) {
        const auto row = row_at(start, at, header.separator);
        if (!row) return false;
        const std::string first = row->cells.front().text_in(start);
        const std::size_t digits = first.find_first_not_of(ascii_digits);
        if (digits > 0 && digits < first.size() && number_ends.find(first[digits]) != std::string_view::npos)
            return true;
        at = row->end;
    }
    return false;
}

/// Counts the fields of the last row. A sheet that is cut short ends within a quoted field, or its last row has fewer
/// fields than columns and no line end.
class LastRow final : public EndMarks {
public:
    explicit LastRow(const Header& header) : header_(header) {}

    void add(std::string_view block) override {
        at_ = begins_source_ ? header_.size : 0;
        begins_source_ = false;
        block_ = block;
    }
    [[nodiscard]] Declared counted() const override {
        const std::size_t columns = header_.columns.size();
        Declared fields{.part = {}, .counts = declared::fields, .declared = columns, .found = columns};
        bool is_any_short = false;
        for (auto row = row_at(block_, at_, header_.separator); row;) {
            const std::size_t count = row->cells.size();
            auto next = row_at(block_, row->end, header_.separator);
            const auto open = std::ranges::find_if(row->cells, [&](const Cell& cell) { return is_open(cell, next); });
            if (open != row->cells.end() && (count != columns || open + 1 == row->cells.end())) {
                fields.found = static_cast<std::size_t>(open - row->cells.begin());
                fields.declared = std::max(columns, fields.found + 1);
                return fields;
            }
            if (!next && !is_any_short && !is_line_break(block_[row->end - 1]) && !may_be_short(*row))
                fields.found = count;
            is_any_short = is_any_short || (count < columns && !is_blank(*row));
            row = std::move(next);
        }
        return fields;
    }

private:
    /// Returns true for a quote that is not closed, as the rows after it show.
    [[nodiscard]] bool is_open(const Cell& cell, const std::optional<Row>& next) const {
        if (cell.quoted || cell.begin == block_.size() || block_[cell.begin] != '"') return false;
        for (std::size_t at = cell.begin + 1; at < block_.size(); ++at)
            if (block_[at] == '"' && (++at == block_.size() || block_[at] != '"')) return false;
        return !next || next->cells.size() != header_.columns.size();
    }
    [[nodiscard]] bool is_blank(const Row& row) const {
        return std::ranges::all_of(row.cells, [&](const Cell& cell) { return cell.text_in(block_).empty(); });
    }
    /// Returns true for a row without fields, and in a table of moves for White's last move and for text below it.
    [[nodiscard]] bool may_be_short(const Row& row) const {
        const auto number = std::ranges::find(header_.columns, Meaning::number, &Column::meaning);
        if (number == header_.columns.end()) return is_blank(row);
        const auto place = static_cast<std::size_t>(number - header_.columns.begin()), last = row.cells.size() - 1;
        if (place > last || !move_number_of(row.cells[place].text_in(block_))) return true;
        return last < header_.columns.size() && header_.columns[last].tag == "White";
    }

    const Header& header_;
    std::string block_;
    std::size_t at_ = 0;
    bool begins_source_ = true;
};

class Reader final : public Deriver {
public:
    Reader(Header header, const notation::Languages& languages) : header_(std::move(header)), languages_(languages) {}

    [[nodiscard]] DerivedText derived(std::string_view block, bool begins_source) const override {
        return pgn_of_sheet(block, header_, begins_source, languages_);
    }
    [[nodiscard]] std::size_t last_game_start(std::string_view rows, bool begin_source) const override {
        return sheet::last_game_start(rows, header_, begin_source, languages_);
    }
    [[nodiscard]] std::unique_ptr<EndMarks> end_marks() const override { return std::make_unique<LastRow>(header_); }

private:
    Header header_;
    const notation::Languages& languages_;
};

class ScoreSheetReader final : public Deriver {
public:
    ScoreSheetReader(char separator, const SourceStart& start)
        : map_(start.columns), style_{separator, start.languages, map_} {}

    [[nodiscard]] DerivedText derived(std::string_view block, bool /*begins_source*/) const override {
        return pgn_of_score_sheets(block, style_);
    }
    [[nodiscard]] std::size_t last_game_start(std::string_view rows, bool /*begin_source*/) const override {
        return last_score_sheet_start(rows, style_);
    }

private:
    ColumnMap map_;
    SheetStyle style_;
};

/// Returns true if there are more moves to the right of the named columns, with their own numbers.
bool goes_on_beside(std::string_view text, const Header& header) {
    const auto black = std::ranges::find(header.columns, "Black", &Column::tag);
    const auto row = row_at(text, header.size, header.separator);
    if (!row || !has(header, Meaning::number) || black == header.columns.end()) return false;
    const auto next = static_cast<std::size_t>(black - header.columns.begin()) + 1;
    return next + 1 < row->cells.size() && move_number_of(row->cells[next].text_in(text)) &&
           is_like_move(row->cells[next + 1].text_in(text));
}

/// Returns the separator of score sheets, unless the first row is the header of a table: one with a column of moves or
/// with another separator.
std::optional<char> separator_of_score_sheets(const SourceStart& start, const std::optional<Header>& header) {
    if (header && has(*header, Meaning::moves)) return std::nullopt;
    if (header && goes_on_beside(start.text, *header)) return header->separator;
    const auto separator = begins_as_score_sheet(start.text, start.languages, start.columns);
    return header && header->separator != separator ? std::nullopt : separator;
}

}  // namespace

std::optional<Header> read_header(std::string_view start, const notation::Languages& languages, const ColumnMap& map) {
    const std::size_t begin = start.size() - utf8::without_byte_order_mark(start).size();
    std::optional<Header> best;
    std::size_t most_known = 1;  // a sheet needs more than one known word
    for (const char separator : {',', ';', '\t', '|'}) {
        const auto row = row_at(start, behind_titles(start, begin, separator), separator);
        if (!row || row->cells.size() < 2 || row->cells.size() > 200) continue;
        Header header{.separator = separator, .size = row->end};
        std::size_t known_count = 0;
        for (const Cell& cell : row->cells) {
            header.names.push_back(cell.text_in(start));
            header.columns.push_back(column_named(header.names.back(), languages, map));
            Column& column = header.columns.back();
            known_count += column.is_known;
            if (column.meaning == Meaning::tag && column.tag.empty())
                column.tag = column_without_name(header.columns.size() - 1);
        }
        mark_derived(header);
        mark_moves(start, header);
        const bool has_moves =
            has(header, Meaning::moves) || (has(header, Meaning::tag, "White") && has(header, Meaning::tag, "Black"));
        if (!has_moves || known_count <= most_known || heads_printed_score(start, header)) continue;
        most_known = known_count;
        best = std::move(header);
    }
    if (best) mark_number(start, *best);
    if (best && has_numbers_without_head(start, *best))
        best->columns.insert(best->columns.begin(), {Meaning::number, {}, true});
    return best;
}

std::string column_without_name(std::size_t i) { return fmt::format("Column{}", i + 1); }

bool begins_as_sheet(const SourceStart& start) {
    if (start.text.starts_with('[')) return false;
    const auto header = read_header(start.text, start.languages, start.columns);
    return header || separator_of_score_sheets(start, header);
}

std::unique_ptr<Deriver> reader_of(const SourceStart& start) {
    auto header = read_header(start.text, start.languages, start.columns);
    if (const auto separator = separator_of_score_sheets(start, header))
        return std::make_unique<ScoreSheetReader>(*separator, start);
    if (!header)
        throw InputError(tr("{}: the first row does not say which columns hold moves", start.name),
                         WayOut::Kind::name_columns);
    return std::make_unique<Reader>(*std::move(header), start.languages);
}

}  // namespace cofnod::importers::sheet
