#include "importers/formats/page/markup.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/characters.hpp"
#include "grammar/markup.hpp"
#include "notation/reading.hpp"

namespace cofnod::importers::page {

namespace {

/// Bytes [begin, end) of a page.
struct Part {
    std::size_t begin, end;
    [[nodiscard]] std::string_view in(std::string_view page) const { return page.substr(begin, end - begin); }
};

/// An HTML table: the contents of its cells, including markup.
struct Table {
    Part whole;  ///< including its tags
    std::vector<std::vector<Part>> rows;
};

/// Finds tables from the tags of a page, taken in order.
class TableFinder {
public:
    /// `name`: in lower case, with the `/` of a closing tag. `tag`: its position.
    void take(std::string_view name, Part tag) {
        if (name == "table") {
            end_cell(tag.begin);
            table_ = Table{tag, {}};
        } else if (!table_) {
            return;
        } else if (name == "tr") {
            end_cell(tag.begin);
            table_->rows.emplace_back();
        } else if (name == "td" || name == "th") {
            end_cell(tag.begin);
            if (table_->rows.empty()) table_->rows.emplace_back();
            cell_ = tag.end;
        } else if (name == "/td" || name == "/th" || name == "/tr") {
            end_cell(tag.begin);
        } else if (name == "/table") {
            end_table(tag.begin, tag.end);
        }
    }

    std::vector<Table> end(std::size_t at) {
        end_table(at, at);
        return std::move(found_);
    }

private:
    void end_cell(std::size_t at) {
        if (table_ && cell_) table_->rows.back().push_back({*cell_, at});
        cell_.reset();
    }
    void end_table(std::size_t last, std::size_t end) {
        end_cell(last);
        if (!table_) return;
        table_->whole.end = end;
        found_.push_back(*std::exchange(table_, std::nullopt));
    }

    std::optional<Table> table_;
    std::optional<std::size_t> cell_;  ///< start of the contents of the open cell
    std::vector<Table> found_;
};

/// Returns the end of the comment, script or style that begins at `at`; npos if none begins there.
std::size_t behind_hidden(std::string_view page, std::size_t at) {
    static constexpr std::pair<std::string_view, std::string_view> hidden[] = {
        {"<!--", "-->"}, {"<script", "</script"}, {"<style", "</style"}};
    for (const auto& [open, close] : hidden) {
        if (to_lower(page.substr(at, open.size())) != open) continue;
        for (std::size_t end = page.find(close[0], at + open.size()); end != page.npos;
             end = page.find(close[0], end + 1))
            if (to_lower(page.substr(end, close.size())) == close) return end + close.size();
        return page.size();
    }
    return page.npos;
}

/// Returns the innermost tables of a page, in order. An unclosed table ends with the page.
std::vector<Table> tables_in(std::string_view page) {
    static constexpr std::size_t longest_name = 6, longest_tag = 2000;  // in bytes; longest name: /table
    TableFinder finder;
    for (std::size_t at = page.find('<'); at < page.size(); at = page.find('<', at)) {
        if (const std::size_t behind = behind_hidden(page, at); behind != page.npos) {
            at = behind;
            continue;
        }
        const std::string_view after = page.substr(at + 1, longest_name + 1);
        const std::size_t length = std::min(after.find_first_of(" \t\r\n\f>"), after.size());
        const std::size_t close = length > longest_name ? page.npos : page.substr(at, longest_tag).find('>');
        if (close != page.npos) finder.take(to_lower(after.substr(0, length)), {at, at + close + 1});
        ++at;
    }
    return finder.end(page.size());
}

namespace rules = grammar::markup;
namespace p = tao::pegtl;

using Input = p::memory_input<p::tracking_mode::lazy, p::eol::lf, const char*>;

/// Returns the text that replaces a tag: a blank for a table cell, a line break for a block element.
std::string_view text_of_tag(std::string_view name) {
    static constexpr std::array<std::string_view, 27> breaking = {
        "br",  "p",    "div",   "tr", "table",  "li",     "ul",      "ol",         "dl",
        "h1",  "h2",   "h3",    "h4", "h5",     "h6",     "pre",     "body",       "section",
        "nav", "main", "title", "q",  "header", "footer", "article", "blockquote", "option"};
    const bool closes = name.starts_with('/');
    if (closes) name.remove_prefix(1);
    const std::string known = to_lower(name);
    if (known == "hr") return "\n* * *\n";
    if (known == "td" || known == "th") return " ";
    if (known == "dt") return closes ? "" : "\n";
    if (known == "dd") return closes ? "\n" : ": ";  // `White: A. Jones`
    return std::find(breaking.begin(), breaking.end(), known) != breaking.end() ? "\n" : "";
}

struct Reading {
    DerivedText text;
    const char* base;
    std::size_t depth = 0;  ///< number of enclosing templates

    std::size_t begin(const auto& in) const { return static_cast<std::size_t>(in.begin() - base); }
    void copy(const auto& in) { text.copy(begin(in), begin(in) + in.size()); }
    void add(std::string_view made, const auto& in) { text.add(made, begin(in)); }
};

template <typename Rule>
struct action : p::nothing<Rule> {};

struct copy_it {
    static void apply(const auto& in, Reading& reading) { reading.copy(in); }
};

template <>
struct action<rules::plain> : copy_it {};
template <>
struct action<rules::braces> : copy_it {};
template <>
struct action<rules::equals_signs> : copy_it {};
template <>
struct action<rules::other> : copy_it {};
template <>
struct action<rules::end_of_line> : copy_it {};

template <>
struct action<rules::outer_link> {
    static void apply(const auto& in, Reading& reading) {
        const std::string_view link(in.begin(), in.size());
        const std::size_t text = reading.begin(in) + link.find(' ') + 1;
        reading.text.copy(text, reading.begin(in) + link.size() - 1);
    }
};

template <>
struct action<rules::tag> {
    static void apply(const auto& in, Reading& reading) {
        const std::string_view tag(in.begin() + 1, in.size() - 1);
        reading.add(text_of_tag(tag.substr(0, tag.find_first_of(" \t\r\n\f>/", 1))), in);
        read_attributes(tag, reading.begin(in) + 1, reading.text);
    }
};

template <>
struct action<rules::script> {
    static void apply(const auto& in, Reading& reading) {
        read_script({in.begin(), in.size()}, reading.begin(in), reading.text);
    }
};

template <>
struct action<rules::entity> {
    static void apply(const auto& in, Reading& reading) {
        const char32_t sign = entity({in.begin() + 1, in.size() - 2});
        if (sign == 0) return reading.copy(in);
        std::string text;
        utf8::append(text, sign);
        reading.add(text, in);
    }
};

template <>
struct action<rules::cell> {
    static void apply(const auto& in, Reading& reading) { reading.add(in.begin()[0] == '|' ? " " : "!!", in); }
};

void read_markup(std::string_view part, Reading& reading);

/// Returns the end of the argument that begins at `at`, including its links and nested templates.
std::size_t argument_end(std::string_view inside, std::size_t at) {
    std::size_t depth = 0;
    for (; at < inside.size(); ++at) {
        const std::string_view two = inside.substr(at, 2);
        if (two == "{{" || two == "[[")
            ++depth, ++at;
        else if ((two == "}}" || two == "]]") && depth > 0)
            --depth, ++at;
        else if (inside[at] == '|' && depth == 0)
            return at;
    }
    return at;
}

/// Writes `gwyn = Morphy` as a header line, `symudiadau = 1. e4 e5` and `1 = 1. e4 e5` as lines of moves.
void read_argument(std::string_view argument, Reading& reading) {
    const std::size_t equals = argument.find('=');
    const std::string_view name = argument.substr(0, std::min(equals, argument.size()));
    const bool is_numbered = name.find_first_not_of(" \t\r\n0123456789") == name.npos;
    const bool is_named =
        equals != argument.npos && (is_numbered || name.find_first_of("[{<\".0123456789") == name.npos);
    const std::string_view value = is_named ? argument.substr(equals + 1) : argument;
    const auto at = static_cast<std::size_t>(argument.data() - reading.base);
    reading.text.add("\n", at);
    if (is_named && !is_numbered && !holds_a_game(value)) {
        reading.text.copy(at, at + equals);
        reading.text.add(":", at + equals);
    }
    read_markup(value, reading);
}

/// Writes the arguments of a template as lines if it contains a game; drops it otherwise.
template <>
struct action<rules::wiki_template> {
    static void apply(const auto& in, Reading& reading) {
        const std::string_view inside(in.begin() + 2, in.size() - 4);
        constexpr std::size_t deepest = 20;
        if (reading.depth == deepest || !holds_a_game(inside)) return;
        ++reading.depth;
        for (std::size_t at = argument_end(inside, 0); at < inside.size();) {
            const std::size_t end = argument_end(inside, at + 1);
            read_argument(inside.substr(at + 1, end - at - 1), reading);
            at = end;
        }
        --reading.depth;
        reading.text.add("\n", reading.begin(in) + in.size());
    }
};

void read_markup(std::string_view part, Reading& reading) {
    Input in(part.data(), part.data() + part.size(), "");
    p::parse<rules::page, action>(in, reading);
}

std::size_t count(std::string_view text, std::string_view what) {
    std::size_t found = 0;
    for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + what.size())) ++found;
    return found;
}

bool begins_as_html(std::string_view start) {
    const std::size_t first = std::min(start.find_first_not_of(" \t\r\n\xEF\xBB\xBF"), start.size());
    const std::string head = to_lower(start.substr(first, 20));
    for (const std::string_view begin : {"<!doctype html", "<html", "<?xml", "<head", "<body", "<table", "<!--"})
        if (head.starts_with(begin)) return true;
    return false;
}

/// Returns the text of a part of a page as one line.
std::string line_of(std::string_view part, std::string_view page) {
    Reading reading{DerivedText(page), page.data()};
    read_markup(part, reading);
    std::string line;
    for (const char c : reading.text.text()) {
        const bool is_blank = is_blank_or_control(c);
        if (!is_blank || (!line.empty() && line.back() != ' ')) line += is_blank ? ' ' : c;
    }
    if (line.ends_with(' ')) line.pop_back();
    return line;
}

/// Returns true for moves, false for a row number alone.
bool holds_moves(std::string_view cell) {
    return holds_a_game(cell) && cell.find_first_not_of("0123456789. ") != cell.npos;
}

/// A table that lists games: a row of names, followed by rows with the moves in one column.
struct TableOfGames {
    std::vector<std::string> names;
    std::size_t moves = 0;  ///< column of the moves

    [[nodiscard]] bool has(const std::vector<Part>& row) const { return row.size() == names.size(); }
};

/// Recognises a table of at least two games.
std::optional<TableOfGames> games_of(const Table& table, std::string_view page) {
    static constexpr std::size_t longest_name = 60;  // in bytes
    if (table.rows.size() < 3 || table.rows[0].size() < 2) return std::nullopt;
    TableOfGames games;
    for (const Part& cell : table.rows[0]) games.names.push_back(line_of(cell.in(page), page));
    const auto is_name = [](const std::string& name) {
        return !name.empty() && name.size() <= longest_name && !has_digit(name) && name.find(':') == name.npos;
    };
    if (!std::ranges::all_of(games.names, is_name)) return std::nullopt;
    std::vector<std::size_t> counts(games.names.size());
    for (const auto& row : table.rows)
        for (std::size_t i = 0; games.has(row) && i < row.size(); ++i)
            counts[i] += holds_moves(line_of(row[i].in(page), page));
    games.moves = static_cast<std::size_t>(std::ranges::max_element(counts) - counts.begin());
    const bool is_alone = std::accumulate(counts.begin(), counts.end(), std::size_t{0}) == counts[games.moves];
    return is_alone && counts[games.moves] > 1 ? std::optional(std::move(games)) : std::nullopt;
}

/// Writes a row as header lines with the names of the columns, followed by the moves.
void read_row(const TableOfGames& games, const std::vector<Part>& row, std::string_view page, Reading& reading) {
    const Part& moves = row[games.moves];
    for (std::size_t i = 0; i < row.size(); ++i) {
        const std::string value = i == games.moves ? std::string() : line_of(row[i].in(page), page);
        if (value.empty()) continue;
        const std::size_t at = std::min(row[i].begin, moves.begin);
        reading.text.add("\n" + games.names[i] + ": ", at, row[i].begin);
        if (i < games.moves)
            read_markup(row[i].in(page), reading);
        else
            reading.text.add(value, at, row[i].begin);
    }
    reading.text.add("\n\n", moves.begin);
    read_markup(moves.in(page), reading);
    reading.text.add("\n\n", moves.end);
}

void read_table(const Table& table, const TableOfGames& games, std::string_view page, Reading& reading) {
    for (std::size_t i = 1; i < table.rows.size(); ++i) {
        const auto& row = table.rows[i];
        if (games.has(row))
            read_row(games, row, page, reading);
        else
            for (const Part& cell : row) {
                reading.text.add("\n", cell.begin);
                read_markup(cell.in(page), reading);
            }
    }
    reading.text.add("\n", table.whole.end);
}

}  // namespace

bool begins_as_page(std::string_view start) {
    const bool may_be_wikitext = start.starts_with("==") || start.starts_with("{{");
    return begins_as_html(start) || (may_be_wikitext && looks_like_page(start));
}

bool looks_like_page(std::string_view start) {
    const std::string text = to_lower(start.substr(0, std::size_t{64} << 10));
    std::size_t tags = 0;
    for (const std::string_view tag : {"<br", "<p>", "<p ", "</p>", "<td", "</div>", "</b>", "</pre>", "</li>"})
        tags += count(text, tag);
    const std::size_t wiki = count(text, "'''") / 2 + count(text, "]]") + count(text, "}}") + count(text, "\n==") +
                             count(text, "\n{|") + count(text, "\n|}") + text.starts_with("==") +
                             text.starts_with("{{");
    return tags > 1 || wiki > 2;
}

DerivedText text_of_page(std::string_view page) {
    Reading reading{DerivedText(page), page.data()};
    std::size_t at = 0;
    for (const Table& table : tables_in(page)) {
        const auto games = games_of(table, page);
        if (!games) continue;
        read_markup(page.substr(at, table.whole.begin - at), reading);
        read_table(table, *games, page, reading);
        at = table.whole.end;
    }
    read_markup(page.substr(at), reading);
    return std::move(reading.text);
}

}  // namespace cofnod::importers::page
