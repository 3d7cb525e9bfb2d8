#include "cli/markdown.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/characters.hpp"

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
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        reader.take(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
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

}  // namespace cofnod::cli
