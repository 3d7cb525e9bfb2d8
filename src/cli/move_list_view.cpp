#include "cli/move_list_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "answers/move_text.hpp"
#include "base/utf8.hpp"
#include "cli/report.hpp"
#include "game/replay.hpp"
#include "game/with_game.hpp"
#include "notation/nag.hpp"

namespace cofnod::cli {

namespace {

using answers::move_text;
using answers::MoveNumbers;

using Kind = Annotations::Kind;

constexpr std::size_t usual_columns = 80;
constexpr std::size_t indent_step = 4;
constexpr std::size_t deepest_indent = 40;
constexpr std::uint32_t last_of_moves = 6;  ///< NAGs 1 to 6 are the move marks ! ? !! ?? !? ?!

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

/// Returns a comment without embedded commands such as `[%clk 1:05:23]`.
std::string without_commands(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const std::size_t begin = text.find("[%");
        const std::size_t end = text.find(']', std::min(begin, text.size()));
        result += text.substr(0, end == text.npos ? text.npos : begin);
        if (begin == text.npos || end == text.npos) break;
        text.remove_prefix(end + 1);
    }
    return result;
}

template <RecordedGame G>
class MoveList {
public:
    MoveList(std::ostream& out, const Terminal& terminal, const GameRecord& record, const notation::Language& language,
             std::uint32_t current)
        : out_(out),
          terminal_(terminal),
          record_(record),
          language_(language),
          current_(current),
          words_(out, terminal),
          numbers_(MoveNumbers::from<G>(start_position<G>(record))) {
        const Position start = start_position<G>(record);
        branches_.push_back({start, start, 0});
    }

    void print() {
        const auto moves = main_line<G>(record_);
        std::size_t item = 0;
        for (std::uint32_t ply = 0; ply <= moves.size(); ++ply) {
            for (; item < record_.annotations.size() && record_.annotations[item].ply <= ply; ++item)
                print_item(record_.annotations[item]);
            if (ply < moves.size())
                print_move(moves[ply], G::effect_of(branches_.back().now, moves[ply]), ply + 1 == current_);
        }
        words_.end();
        if (!record_.unread.empty()) print_text("not read: ", record_.unread, Style::warning);
        const std::string result(to_text(record_.result));
        words_.add(result, result, indent());
        words_.end();
    }

private:
    using Position = typename G::Position;

    struct Branch {
        Position now;
        Position before;      ///< position before its last move
        std::uint32_t plies;  ///< played so far
    };

    [[nodiscard]] std::size_t indent() const {
        return std::min(2 + indent_step * (branches_.size() - 1), deepest_indent);
    }

    void print_item(const Annotations::Item& item) {
        switch (item.kind) {
            case Kind::comment: return print_text("", without_commands(item.text), Style::dim);
            case Kind::unread: return print_text("not read: ", item.text, Style::warning);
            case Kind::nag: return print_nag(item.value);
            case Kind::move: return print_side_move(item.value);
            case Kind::begin_variation: return begin_variation();
            case Kind::end_variation: return end_variation();
        }
    }

    void print_side_move(std::uint32_t number) {
        const Position& now = branches_.back().now;
        const auto move = G::move_with_number(now, number);
        if (!move || !G::is_playable(now, *move)) throw_damaged_moves();
        print_move(G::ply_of(now, *move), *move, false);
    }

    void print_move(const typename G::Ply& ply, const typename G::Move& move, bool is_current) {
        Branch& branch = branches_.back();
        const bool numbered = G::is_white_to_move(branch.now) || number_needed_;
        number_needed_ = false;
        const std::string number = numbered ? numbers_.at(branch.plies) + ' ' : std::string();
        const std::string text = is_current ? fmt::format("[{}]", move_text<G>(branch.now, ply, language_))
                                            : move_text<G>(branch.now, ply, language_);
        words_.add(number + text,
                   styled(number, Style::dim, terminal_) +
                       styled(shown(text, terminal_), is_current ? Style::bold : Style::plain, terminal_),
                   indent());
        branch.before = branch.now;
        branch.now.play(move);
        ++branch.plies;
    }

    void print_nag(std::uint32_t value) {
        const auto glyph = value < 256 ? notation::glyph_of(static_cast<std::uint8_t>(value)) : std::string_view{};
        const std::string text = glyph.empty() ? fmt::format("${}", value) : std::string(glyph);
        if (value <= last_of_moves && words_.has_word())
            words_.suffix(text, indent());
        else
            words_.add(text, text, indent());
    }

    /// Prints a separate text, one level deeper, with each line isolated.
    void print_text(std::string_view before, std::string_view text, Style style) {
        const std::string clean = printable(text);
        if (clean.find_first_not_of(' ') == std::string::npos) return;
        words_.end();
        const std::size_t left = indent() + indent_step;
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
        number_needed_ = true;
    }

    void begin_variation() {
        words_.end();
        const Branch& branch = branches_.back();
        branches_.push_back({branch.before, branch.before, branch.plies - 1});
        words_.prefix("(");
        number_needed_ = true;
    }

    void end_variation() {
        words_.suffix(")", indent());
        words_.end();
        if (branches_.size() > 1) branches_.pop_back();
        number_needed_ = true;
    }

    std::ostream& out_;
    const Terminal& terminal_;
    const GameRecord& record_;
    const notation::Language& language_;
    std::uint32_t current_;
    Paragraph words_;
    MoveNumbers numbers_;
    std::vector<Branch> branches_;
    bool number_needed_ = true;
};

}  // namespace

void print_move_list(std::ostream& out, const Terminal& terminal, const GameRecord& record,
                     const notation::Language& language, std::uint32_t current) {
    with_game(record.kind,
              [&](auto game) { MoveList<decltype(game)>(out, terminal, record, language, current).print(); });
}

}  // namespace cofnod::cli
