#include "cli/topics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/characters.hpp"
#include "base/tr.hpp"
#include "cli/command.hpp"
#include "cli/embedded.hpp"

namespace cofnod::cli {

namespace {

/// Returns the cells of `| a | b |`; `\|` and bars in code separate nothing.
std::vector<std::string> cells_of(std::string_view line) {
    std::vector<std::string> cells;
    std::string cell;
    bool in_code = false;
    line = trimmed(line);
    line.remove_prefix(1);
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '`') in_code = !in_code;
        if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|')
            cell += line[++i];
        else if (line[i] == '|' && !in_code)
            cells.emplace_back(trimmed(std::exchange(cell, {})));
        else
            cell += line[i];
    }
    return cells;
}

/// Recognises the line below the column names: `|---|:--|`.
bool is_rule(std::string_view line) { return line.find_first_not_of("|-: ") == line.npos; }

/// Returns what follows `- `, `* ` or `12. `; nullopt if the line is no item.
std::optional<std::string_view> item_text(std::string_view line) {
    line = trimmed(line);
    if (line.starts_with("- ") || line.starts_with("* ")) return line.substr(2);
    const std::size_t digits = std::min(line.find_first_not_of(ascii_digits), line.size());
    if (digits > 0 && line.substr(digits).starts_with(". ")) return line.substr(digits + 2);
    return std::nullopt;
}

class Reader {
public:
    void take(std::string_view line) {
        if (in_code_) return take_code(line);
        const std::string_view content = trimmed(line);
        if (content.starts_with("```")) {
            in_code_ = true;
            add({.kind = Block::Kind::code});
        } else if (content.empty()) {
            goes_on_ = false;
        } else if (const std::size_t level = content.find_first_not_of('#');
                   level > 0 && level != content.npos && content[level] == ' ') {
            add({.kind = Block::Kind::heading,
                 .level = static_cast<std::uint32_t>(level),
                 .text = std::string(content.substr(level + 1))});
            goes_on_ = false;
        } else if (content.front() == '|') {
            take_row(content);
        } else if (const auto item = item_text(line)) {
            const bool is_inner = is_blank_or_control(line.front());
            add({.kind = Block::Kind::item, .level = is_inner ? 2U : 1U, .text = std::string(*item)});
        } else if (goes_on_) {
            blocks_.back().text.append(" ").append(content);
        } else {
            add({.text = std::string(content)});
        }
    }

    std::vector<Block> blocks() { return std::move(blocks_); }

private:
    void add(Block block) {
        blocks_.push_back(std::move(block));
        goes_on_ = true;
    }

    void take_code(std::string_view line) {
        if (trimmed(line).starts_with("```")) {
            in_code_ = goes_on_ = false;
            return;
        }
        std::string& code = blocks_.back().text;
        code.append(code.empty() ? "" : "\n").append(line);
    }

    void take_row(std::string_view line) {
        if (!goes_on_ || blocks_.back().kind != Block::Kind::table) add({.kind = Block::Kind::table});
        if (!is_rule(line)) blocks_.back().rows.push_back(cells_of(line));
    }

    std::vector<Block> blocks_;
    bool in_code_ = false;
    bool goes_on_ = false;  ///< the next line may belong to the last block
};

/// Appends `[words](address)` as words; returns the length of the link, 0 if there is none.
std::size_t add_link(std::string_view text, std::string& words) {
    const std::size_t middle = text.find("](");
    const std::size_t end = middle == text.npos ? text.npos : text.find(')', middle);
    if (end == text.npos || text.find_first_of("[\n", 1) < middle) return 0;
    const std::string_view address = text.substr(middle + 2, end - middle - 2);
    for (const char c : text.substr(1, middle - 1))
        if (c != '`') words += c;
    if (address.starts_with("http")) words.append(" (").append(address).append(")");
    return end + 1;
}

constexpr Topic all_topics[] = {
    {"camelot", phrase("the rules of Camelot, and how its games are written")},
    {"cql", phrase("the filters of CQL, the query language for patterns")},
    {"formats", phrase("formats that are read and written, with the fields of lists and documents")},
    {"notation", phrase("notations of moves, and how to describe another")},
    {"server", phrase("the page in the browser and its HTTP interface")},
    {"sql", phrase("functions and tables for SQLite")},
};

/// Writes blocks as text for a terminal.
class TextPage {
public:
    explicit TextPage(bool with_styles) : with_styles_(with_styles) {}

    void add(const Block& block) {
        switch (block.kind) {
            case Block::Kind::heading: return add_heading(block);
            case Block::Kind::paragraph: return add_paragraph(styled_text(block.text), "", 0);
            case Block::Kind::item: return add_item(block);
            case Block::Kind::table: return add_table(block);
            case Block::Kind::code: return add_code(block.text);
        }
    }

    [[nodiscard]] std::string text() && { return std::move(text_); }

private:
    [[nodiscard]] std::string in_bold(std::string_view words) const {
        return with_styles_ ? fmt::format("\x1b[1m{}\x1b[22m", words) : std::string(words);
    }

    [[nodiscard]] std::string styled_text(std::string_view markdown) const {
        std::string result;
        for (const Span& span : spans_of(markdown)) {
            const bool is_code = span.style == Span::Style::code;
            if (is_code && !with_styles_)
                result.append("`").append(span.text).append("`");
            else
                result += is_code || span.style == Span::Style::strong ? in_bold(span.text) : span.text;
        }
        return result;
    }

    void add_heading(const Block& block) {
        const std::string words = block.level <= 2 ? to_upper(block.text) : block.text;
        text_.append(text_.empty() ? "" : "\n").append(in_bold(words)).append("\n");
        last_ = Block::Kind::heading;
    }

    /// `mark` is in front of the first line; the others are indented as far.
    void add_paragraph(const std::string& words, std::string_view mark, std::size_t indent) {
        if (last_ != Block::Kind::heading && mark.empty()) text_ += '\n';
        text_.append(indent - std::min(indent, mark.size()), ' ').append(mark).append(wrapped(words, indent)) += '\n';
        last_ = Block::Kind::paragraph;
    }

    void add_item(const Block& block) {
        if (last_ == Block::Kind::paragraph) text_ += '\n';
        add_paragraph(styled_text(block.text), "- ", 2 * std::size_t{block.level} + 2);
        last_ = Block::Kind::item;
    }

    /// Writes a row as its first cell, and the others below it.
    void add_table(const Block& block) {
        constexpr std::size_t indent = 4;
        for (std::size_t i = 1; i < block.rows.size(); ++i) {
            const auto& row = block.rows[i];
            if (row.empty()) continue;
            add_paragraph(styled_text(row.front()), "", 0);
            for (const std::string& cell : described_cells(block, i))
                text_.append(indent, ' ').append(wrapped(styled_text(cell), indent)) += '\n';
        }
        last_ = Block::Kind::table;
    }

    void add_code(std::string_view code) {
        if (last_ != Block::Kind::heading) text_ += '\n';
        for (std::size_t at = 0; at <= code.size();) {
            const std::size_t end = std::min(code.find('\n', at), code.size());
            text_.append(4, ' ').append(code.substr(at, end - at)) += '\n';
            at = end + 1;
        }
        last_ = Block::Kind::code;
    }

    bool with_styles_;
    std::string text_;
    Block::Kind last_ = Block::Kind::heading;
};

}  // namespace

std::vector<std::string> described_cells(const Block& table, std::size_t row) {
    const std::vector<std::string>& titles = table.rows.front();
    const std::vector<std::string>& cells = table.rows[row];
    std::vector<std::string> described;
    for (std::size_t i = 1; i < cells.size(); ++i) {
        if (cells[i].empty()) continue;
        const bool is_named = cells.size() > 2 && i < titles.size();
        described.push_back(is_named ? titles[i] + ": " + cells[i] : cells[i]);
    }
    return described;
}

std::vector<Block> read_markdown(std::string_view text) {
    Reader reader;
    for (const std::string_view line : reports::lines_in(text)) reader.take(line);
    return reader.blocks();
}

std::vector<Span> spans_of(std::string_view text) {
    using enum Span::Style;
    std::vector<Span> spans;
    std::string words;
    const auto end_words = [&] {
        if (!words.empty()) spans.push_back({plain, std::exchange(words, {})});
    };
    /// Takes what is between two marks at the front of the text.
    const auto take = [&](std::string_view mark, Span::Style style) {
        if (!text.starts_with(mark)) return false;
        const std::size_t end = text.find(mark, mark.size());
        if (end == text.npos || end == mark.size() || text[mark.size()] == ' ') return false;
        end_words();
        spans.push_back({style, std::string(text.substr(mark.size(), end - mark.size()))});
        text.remove_prefix(end + mark.size());
        return true;
    };
    while (!text.empty()) {
        if (take("``", code) || take("`", code) || take("**", strong) || take("*", emphasis)) continue;
        const std::size_t link = text.front() == '[' ? add_link(text, words) : 0;
        const bool is_escape = text.front() == '\\' && text.size() > 1 && !is_alphanumeric(text[1]);
        if (link == 0) words += text[is_escape ? 1 : 0];
        text.remove_prefix(link > 0 ? link : is_escape ? 2 : 1);
    }
    end_words();
    return spans;
}

std::span<const Topic> topics() { return all_topics; }

const Topic* find_topic(std::string_view name) {
    const auto found = std::ranges::find(all_topics, name, &Topic::name);
    return found == std::end(all_topics) ? nullptr : found;
}

std::vector<Block> blocks_of(const Topic& topic) {
    return read_markdown(text_of(embedded::cli_files, fmt::format("manual/{}.md", topic.name)));
}

std::string topic_text(const Topic& topic, bool with_styles) {
    TextPage page(with_styles);
    for (const Block& block : blocks_of(topic)) page.add(block);
    return std::move(page).text();
}

}  // namespace cofnod::cli
