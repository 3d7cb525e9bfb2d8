#include "importers/formats/sheet/reader.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "base/say.hpp"
#include "base/ways_out.hpp"
#include "importers/formats/sheet/cell_writer.hpp"
#include "importers/formats/sheet/rows.hpp"
#include "importers/formats/sheet/score_rows.hpp"
#include "importers/formats/sheet/score_sheets.hpp"
#include "importers/formats/sheet/sheet.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers::sheet {

namespace {

class Reader final : public Deriver {
public:
    Reader(Header header, const notation::Languages& languages) : header_(std::move(header)), languages_(languages) {}

    [[nodiscard]] DerivedText derived(std::string_view block, bool begins_source) const override {
        return pgn_of_sheet(block, header_, begins_source, languages_);
    }
    [[nodiscard]] std::size_t last_game_start(std::string_view rows, bool begin_source) const override {
        return sheet::last_game_start(rows, header_, begin_source, languages_);
    }

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

/// True if more moves stand beside those that the first row names: their numbers go on, or begin again.
bool goes_on_beside(std::string_view text, const Header& header) {
    const auto has_number = [](const Column& column) { return column.meaning == Meaning::number; };
    const auto number = std::ranges::find_if(header.columns, has_number);
    const auto black = std::ranges::find(header.columns, "Black", &Column::tag);
    const auto row = row_at(text, header.size, header.separator);
    if (!row || number == header.columns.end() || black == header.columns.end()) return false;
    const auto next = static_cast<std::size_t>(black - header.columns.begin()) + 1;
    return next + 1 < row->cells.size() && move_number_of(row->cells[next].text_in(text)) &&
           is_like_move(row->cells[next + 1].text_in(text));
}

/// Returns the separator of score sheets, unless the first row heads a table: one with a column of moves, or with
/// another separator.
std::optional<char> separator_of_score_sheets(const SourceStart& start, const std::optional<Header>& header) {
    const auto has_moves = [](const Column& column) { return column.meaning == Meaning::moves; };
    if (header && std::ranges::any_of(header->columns, has_moves)) return std::nullopt;
    if (header && goes_on_beside(start.text, *header)) return header->separator;
    const auto separator = begins_as_score_sheet(start.text, start.languages, start.columns);
    return header && header->separator != separator ? std::nullopt : separator;
}

}  // namespace

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
        throw InputError(say("{}: the first row does not say which columns hold moves", start.name),
                         WayOut::Kind::name_columns);
    return std::make_unique<Reader>(*std::move(header), start.languages);
}

}  // namespace cofnod::importers::sheet
