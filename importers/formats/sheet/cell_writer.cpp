#include "importers/formats/sheet/cell_writer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.hpp"
#include "base/formula.hpp"
#include "importers/formats/sheet/fields.hpp"
#include "importers/rules.hpp"
#include "notation/date_text.hpp"
#include "notation/fold.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers::sheet {

namespace {

bool is_usual_start(const std::string& value) {
    const auto rules = all_rules();
    return std::any_of(rules.begin(), rules.end(), [&](auto* each) { return each->usual_start() == value; });
}

bool is_position(const std::string& value) {
    const auto rules = all_rules();
    return std::any_of(rules.begin(), rules.end(), [&](auto* each) { return each->looks_like_position(value); });
}

}  // namespace

bool is_like_move(const std::string& text) {
    const std::string folded = notation::folded_text(text);
    std::string_view move = folded;
    if (const std::size_t period = move.find_first_not_of("0123456789"); period > 0 && period != move.npos)
        if (move[period] == '.') move.remove_prefix(std::min(move.find_first_not_of(". ", period), move.size()));
    const bool is_castling = move.starts_with("O-O") || move.starts_with("o-o") || move.starts_with("0-0");
    return (is_castling || move.find_first_of("12345678") != move.npos) && move.find(' ') == move.npos;
}

std::string CellWriter::text(const Cell* cell) const {
    return cell ? without_guard(cell->text_in(sheet_)) : std::string();
}

std::string CellWriter::exact_text(const Cell* cell) const {
    return cell ? without_guard(cell->exact_text_in(sheet_)) : std::string();
}

std::string CellWriter::without_guard(std::string text) const {
    if (separator_ != '\t' && is_guarded_formula(text)) text.erase(0, 1);
    return text;
}

bool CellWriter::is_blank(const Row& row) const {
    const auto is_rule = [&](const Cell& each) { return text(&each).find_first_not_of("-:= ") == std::string::npos; };
    return std::all_of(row.cells.begin(), row.cells.end(), is_rule);
}

void CellWriter::write_tag(std::string name, std::string value, Place place, std::string& result) {
    if (value.empty()) return;
    if (name == "start" && is_usual_start(value)) return;
    if (name == "start" && is_position(value)) name = "FEN";  // its name in `export --csv`
    if (name == "Date") value = notation::read_date(languages_, value).value_or(value);
    if (name == "Result") value = result = result_of(languages_, value);
    add_tag(name, value, place);
}

void CellWriter::add_tag(std::string_view name, std::string_view value, Place place) {
    std::string escaped;
    for (const char c : value) {
        if (c == '"' || c == '\\') escaped += '\\';
        escaped += c;
    }
    pgn_.add(fmt::format("[{} \"{}\"]\n", name, escaped), place.at, place.seen);
}

void CellWriter::write_remark(std::string_view value, Place place) {
    if (value.starts_with('{') && value.find('}') == value.size() - 1)
        value = trimmed(value.substr(1, value.size() - 2));
    const bool has_brace = value.find('}') != value.npos;
    pgn_.add(has_brace ? fmt::format(";{}\n", value) : fmt::format("{{{}}} ", value), place.at, place.seen);
}

std::size_t CellWriter::copy(const Cell& cell, std::size_t at) {
    std::size_t begin = cell.begin;
    const auto copy_to = [&](std::size_t end) {
        pgn_.copy(begin, end, at);
        at += end - begin;
    };
    for (std::size_t quote = cell.begin; quote < cell.end; ++quote) {
        if (!cell.quoted || sheet_[quote] != '"') continue;
        copy_to(quote + 1);
        begin = ++quote + 1;
    }
    if (begin < cell.end) copy_to(cell.end);
    return at;
}

}  // namespace cofnod::importers::sheet
