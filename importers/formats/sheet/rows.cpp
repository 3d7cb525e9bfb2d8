#include "importers/formats/sheet/rows.hpp"

#include "grammar/sheet.hpp"
#include "notation/reading.hpp"

namespace cofnod::importers::sheet {

namespace {

namespace rules = grammar::sheet;
namespace p = tao::pegtl;

struct Reading {
    const char* base;
    std::size_t begin;
    Row& row;
};

template <typename Rule>
struct action : p::nothing<Rule> {};

template <typename Match>
void add_cell(const Match& in, Reading& reading, bool quoted) {
    const std::size_t begin = reading.begin + static_cast<std::size_t>(in.begin() - reading.base);
    const std::size_t quote = quoted ? 1 : 0;
    reading.row.cells.push_back({begin + quote, begin + in.size() - quote, quoted});
}

template <char separator>
struct action<rules::bare<separator>> {
    template <typename Match>
    static void apply(const Match& in, Reading& reading) {
        add_cell(in, reading, false);
    }
};

template <char separator>
struct action<rules::quoted<separator>> {
    template <typename Match>
    static void apply(const Match& in, Reading& reading) {
        add_cell(in, reading, true);
    }
};

template <char separator>
std::size_t parse(std::string_view text, Reading& reading) {
    p::memory_input<p::tracking_mode::lazy, p::eol::lf, const char*> in(text.data(), text.data() + text.size(), "");
    p::parse<rules::row<separator>, action>(in, reading);
    return static_cast<std::size_t>(in.current() - text.data());
}

}  // namespace

std::string Cell::exact_text_in(std::string_view sheet) const {
    std::string text;
    for (std::size_t at = begin; at < end; ++at) {
        text += sheet[at];
        if (quoted && sheet[at] == '"') ++at;
    }
    return text;
}

std::string Cell::text_in(std::string_view sheet) const {
    std::string text;
    for (const char c : exact_text_in(sheet)) {
        if (static_cast<unsigned char>(c) > ' ')
            text += c;
        else if (!text.empty() && text.back() != ' ')
            text += ' ';
    }
    if (text.ends_with(' ')) text.pop_back();
    return text;
}

std::optional<Row> row_at(std::string_view sheet, std::size_t at, char separator) {
    if (at >= sheet.size()) return std::nullopt;
    Row row{at, sheet.size(), {}};
    const std::string_view text = sheet.substr(at);
    Reading reading{text.data(), at, row};
    switch (separator) {
        case '\t': row.end = at + parse<'\t'>(text, reading); break;
        case ';': row.end = at + parse<';'>(text, reading); break;
        case '|': row.end = at + parse<'|'>(text, reading); break;
        default: row.end = at + parse<','>(text, reading); break;
    }
    return row;
}

}  // namespace cofnod::importers::sheet
