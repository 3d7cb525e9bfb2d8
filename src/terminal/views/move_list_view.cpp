#include "terminal/views/move_list_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "base/say.hpp"
#include "base/utf8.hpp"
#include "print/movetext.hpp"
#include "terminal/report.hpp"

namespace cofnod::terminal {

namespace {

using print::Element;

constexpr std::size_t usual_columns = 80;
constexpr std::size_t indent_step = 4;
constexpr std::size_t deepest_indent = 40;

/// Fills lines of one indent with words. The last word is held back for suffixes.
class Paragraph {
public:
    Paragraph(std::ostream& out, const Terminal& terminal) : out_(out), terminal_(terminal) {}

    /// Adds a word; `printed`: `text` with colours and isolates, as sent to the terminal.
    void add(const std::string& text, const std::string& printed, std::size_t indent) {
        flush();
        waiting_ = Entry{prefix_ + text, prefix_ + printed, indent};
        prefix_.clear();
    }
    /// Adds a prefix to the next word.
    void prefix(std::string_view sign) { prefix_ += sign; }
    /// Adds a suffix to the last word.
    void suffix(std::string_view sign, std::size_t indent) {
        if (!waiting_) waiting_ = Entry{{}, {}, indent};
        waiting_->text += sign;
        waiting_->printed += sign;
    }
    [[nodiscard]] bool has_word() const { return waiting_.has_value(); }
    void end() {
        flush();
        if (column_ > 0) out_ << '\n';
        column_ = 0;
    }

private:
    struct Entry {
        std::string text, printed;
        std::size_t indent;
    };

    void flush() {
        if (!waiting_) return;
        const std::size_t width = utf8::display_width(waiting_->text);
        const std::size_t columns = terminal_.columns ? terminal_.columns : usual_columns;
        if (column_ > 0 && column_ + 1 + width > columns) {
            out_ << '\n';
            column_ = 0;
        }
        out_ << std::string(column_ == 0 ? waiting_->indent : 1, ' ') << waiting_->printed;
        column_ = (column_ == 0 ? waiting_->indent : column_ + 1) + width;
        waiting_.reset();
    }

    std::ostream& out_;
    const Terminal& terminal_;
    std::string prefix_;
    std::optional<Entry> waiting_;
    std::size_t column_ = 0;
};

class MoveList {
public:
    MoveList(std::ostream& out, const Terminal& terminal, std::uint32_t current)
        : out_(out), terminal_(terminal), current_(current), words_(out, terminal) {}

    void print(const std::vector<Element>& movetext, Result result) {
        for (const Element& element : movetext) print(element);
        words_.end();
        const std::string text(to_text(result));
        words_.add(text, text, indent_of(0));
        words_.end();
    }

private:
    static std::size_t indent_of(std::size_t depth) { return std::min(2 + indent_step * depth, deepest_indent); }

    void print(const Element& element) {
        const std::size_t indent = indent_of(element.depth);
        switch (element.kind) {
            case Element::Kind::move: return print_move(element, indent);
            case Element::Kind::sign:
                if (element.is_mark() && words_.has_word()) return words_.suffix(element.text, indent);
                return words_.add(element.text, element.text, indent);
            case Element::Kind::comment: return print_text("", element.text, indent, Style::dim);
            case Element::Kind::unread: return print_text(say("not read:") + ' ', element.text, indent, Style::warning);
            case Element::Kind::begin_variation: words_.end(); return words_.prefix("(");
            case Element::Kind::end_variation: words_.suffix(")", indent); return words_.end();
        }
    }

    void print_move(const Element& element, std::size_t indent) {
        const bool is_current = element.depth == 0 && element.ply == current_;
        const std::string number = element.is_numbered ? element.number + ' ' : std::string();
        const std::string text = is_current ? fmt::format("[{}]", element.text) : element.text;
        words_.add(number + text,
                   styled(number, Style::dim, terminal_) +
                       styled(shown(text, terminal_), is_current ? Style::bold : Style::plain, terminal_),
                   indent);
    }

    /// Prints a separate text, one level deeper, with each line isolated.
    void print_text(std::string_view before, std::string_view text, std::size_t indent, Style style) {
        const std::string clean = printable(text);
        words_.end();
        const std::size_t left = indent + indent_step;
        const std::size_t columns =
            std::max<std::size_t>(terminal_.columns ? terminal_.columns : usual_columns, left + 20);
        std::string line(before);
        const auto end_line = [&] {
            if (!line.empty())
                out_ << std::string(left, ' ') << styled(shown(line, terminal_), style, terminal_) << '\n';
            line.clear();
        };
        for (std::string_view rest = clean; !rest.empty();) {
            const std::size_t end = std::min(rest.find(' '), rest.size());
            const std::string_view word = rest.substr(0, end);
            if (!line.empty() && left + utf8::display_width(line) + 1 + utf8::display_width(word) > columns) end_line();
            if (!line.empty() && !line.ends_with(' ') && !word.empty()) line += ' ';
            line += word;
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        end_line();
    }

    std::ostream& out_;
    const Terminal& terminal_;
    std::uint32_t current_;
    Paragraph words_;
};

}  // namespace

void print_move_list(std::ostream& out, const Terminal& terminal, const GameRecord& record,
                     const notation::Language& language, std::uint32_t current) {
    MoveList(out, terminal, current).print(print::movetext_of(record, language), record.result);
}

}  // namespace cofnod::terminal
