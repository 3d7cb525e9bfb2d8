#include "cli/topics.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/characters.hpp"
#include "base/tr.hpp"
#include "cli/command.hpp"
#include "cli/embedded.hpp"

namespace cofnod::cli {

namespace {

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
