#include "cli/terminal/views/game_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <optional>
#include <ostream>
#include <vector>

#include "base/characters.hpp"
#include "base/tr.hpp"
#include "cli/terminal/report.hpp"
#include "export/booklet/movetext.hpp"
#include "games/record/move_text.hpp"
#include "games/record/openings.hpp"
#include "games/record/with_game.hpp"
#include "operations/notation_choice.hpp"
#include "reports/game_export.hpp"

namespace cofnod::terminal {

namespace {

using booklet::Element;

constexpr std::size_t usual_columns = 80;
constexpr std::size_t indent_step = 4;
constexpr std::size_t deepest_indent = 40;

/// Fills lines of equal indent with words. The last word is held back for suffixes.
class Paragraph {
public:
    Paragraph(std::ostream& out, const Terminal& terminal) : out_(out), terminal_(terminal) {}

    /// Adds a word. `printed`: the form of `text` for the terminal, with colours and isolates.
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
            case Element::Kind::unread: return print_text(tr("not read:") + ' ', element.text, indent, Style::warning);
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

/// Prints the moves of a game: the main line in paragraphs, comments and variations indented below their move, and move
/// `current` of the main line (1: the first; 0: none) marked.
///
///     1. e4 e5 2. Nf3
///         This is where I should have thought.
///         (2. f4 exf4)
///     2... [Nc6] 3. Bb5!?
///
/// Commands in comments (`[%clk 1:05:23]`) are omitted; export keeps them.
void print_move_list(std::ostream& out, const Terminal& terminal, const GameRecord& record,
                     const notation::Language& language, std::uint32_t current) {
    MoveList(out, terminal, current).print(booklet::movetext_of(record, language), record.result);
}

std::string join(const std::vector<std::string>& parts, std::string_view between) {
    std::string text;
    for (const std::string& part : parts)
        if (!part.empty()) text += (text.empty() ? "" : std::string(between)) + part;
    return text;
}

template <RecordedGame G>
class GamePage {
public:
    GamePage(const ShownGame& game, const GameView& view, Streams& io)
        : game_(game),
          view_(view),
          io_(io),
          terminal_(io.out_terminal),
          plies_(main_line<G>(game.record)),
          position_(start_position<G>(game.record)),
          numbers_(MoveNumbers::from<G>(position_)),
          keys_{position_.key()} {
        if constexpr (std::same_as<G, ChessGame>) opening_ = opening_of(position_, game.record.moves);
    }

    void print() {
        print_header();
        io_.out << '\n';
        if (view_.all)
            print_every_position();
        else
            print_one_position(view_.ply);
        print_problems();
    }

private:
    [[nodiscard]] std::string_view dot() const { return view_.board.ascii ? " - " : " · "; }

    static std::string known(std::string_view text) {
        return text == "?" || text == "-" ? std::string() : printable(text);
    }

    [[nodiscard]] std::string player(std::string_view name, std::optional<std::int64_t> elo) const {
        const std::string text = shown(known(name).empty() ? "?" : name, terminal_);
        return styled(text, Style::bold, terminal_) + (elo ? fmt::format(" ({})", *elo) : "");
    }

    void print_header() {
        io_.out << player(game_.header.white, game_.header.white_elo) << (view_.board.ascii ? " - " : " – ")
                << player(game_.header.black, game_.header.black_elo) << "   "
                << styled(to_text(game_.record.result), Style::bold, terminal_) << '\n';
        const std::string date =
            game_.header.date && game_.header.date->year() ? game_.header.date->to_text() : std::string();
        const std::string round = known(game_.header.round);
        const std::string place =
            join({shown(known(game_.header.event), terminal_), shown(known(game_.header.site), terminal_), date,
                  round.empty() ? "" : tr("round {}", round), opening_ ? "" : known(game_.header.eco)},
                 dot());
        if (!place.empty()) io_.out << place << '\n';
        print_opening();
        io_.out << styled(
                       join({tr("game {}", game_.header.id),
                             fmt::format("{}:{}", printable(game_.header.source), game_.header.line), notation_text(),
                             std::string(translated(name_of(game_.header.state))), counted_plies(plies_.size())},
                            dot()),
                       Style::dim, terminal_)
                << '\n';
        print_provenance();
    }

    /// Prints the opening found by position, and the source's ECO code if it differs.
    void print_opening() {
        if (!opening_) return;
        const std::string name = shown(opening_->name(game_.names_in), terminal_);
        const std::string tag = known(game_.header.eco);
        io_.out << opening_->eco << ' ' << name
                << (tag.empty() || tag == opening_->eco ? "" : std::string(dot()) + tr("tagged {}", tag)) << '\n';
    }

    /// Prints the citation of the source, other files with the same content, the databases it came through, and the ids
    /// of other records of the game.
    void print_provenance() {
        const std::string citation = game_.games.citation(game_.header.id),
                          databases = game_.games.databases(game_.header.id);
        if (!citation.empty())
            io_.out << styled(tr("cited:") + ' ', Style::dim, terminal_) << shown(citation, terminal_) << '\n';
        for (const store::SourceCopy& copy : game_.games.source_copies(game_.header.id))
            io_.out << styled(tr("the same text is in:") + ' ', Style::dim, terminal_)
                    << shown(printable(copy.path), terminal_) << '\n';
        if (!databases.empty())
            io_.out << styled(tr("merged from:") + ' ', Style::dim, terminal_) << shown(databases, terminal_) << '\n';
        std::vector<std::string> others;
        for (const std::int64_t id : game_.games.witnesses(game_.header.id))
            if (id != game_.header.id) others.push_back(std::to_string(id));
        if (!others.empty())
            io_.out << styled(tr("other records of this game: {}; cofnod compare {} {}", join(others, ", "),
                                 printable(game_.database), game_.header.id),
                              Style::dim, terminal_)
                    << '\n';
    }

    [[nodiscard]] std::string notation_text() const {
        const std::string& code = game_.record.notation.code;
        if (game_.record.kind != GameKind::chess) return std::string(G::title_of(game_.record.start));
        return code.empty()
                   ? std::string()
                   : tr("written in {} ({})", translated(operations::notation_title(game_.languages, code)), code);
    }

    void print_every_position() {
        print_position(0);
        for (std::uint32_t ply = 1; ply <= plies_.size(); ++ply) {
            io_.out << '\n';
            print_position(ply);
        }
    }

    void print_one_position(std::uint32_t ply) {
        // Even the start position of a rejected game is uncertain.
        if (game_.record.state != GameState::rejected) {
            print_position(ply);
            io_.out << '\n';
        }
        print_move_list(io_.out, terminal_, game_.record, game_.language, ply);
    }

    /// Prints a position; `ply` must not decrease from call to call.
    void print_position(std::uint32_t ply) {
        std::string title = plies_.empty() ? tr("no moves") : tr("start");
        for (; played_ < ply; ++played_) {
            title = fmt::format("{} {}", numbers_.at(played_),
                                shown(move_text<G>(position_, plies_[played_], game_.language), terminal_));
            position_.play(G::effect_of(position_, plies_[played_]));
            keys_.push_back(position_.key());
        }
        print_board<G>(io_.out, terminal_, position_, game_.language, view_.board, ply ? &plies_[ply - 1] : nullptr);
        io_.out << "  " << styled(title, Style::bold, terminal_) << dot() << tr("ply {} of {}", ply, plies_.size())
                << dot() << translated(standing<G>(position_)) << '\n';
        if (const std::string claim = claimable_draw<G>(position_, keys_); !claim.empty())
            io_.out << "  " << claim << '\n';
        io_.out << "  " << G::write_position(position_) << '\n';
        if (const std::string operations = reports::operations_of_position(game_.record); !operations.empty())
            io_.out << "  " << shown(operations, terminal_) << '\n';
    }

    void print_problems() {
        for (const Problem& problem : game_.record.problems) {
            io_.out << '\n';
            print_problem(io_.out, terminal_, problem, game_.header.source, game_.header.number);
        }
    }

    const ShownGame& game_;
    const GameView& view_;
    Streams& io_;
    const Terminal& terminal_;
    std::vector<typename G::Ply> plies_;
    const Opening* opening_ = nullptr;
    typename G::Position position_;
    MoveNumbers numbers_;
    std::vector<std::uint64_t> keys_;  ///< keys of the positions up to position_
    std::uint32_t played_ = 0;
};

}  // namespace

void print_game(const ShownGame& game, const GameView& view, Streams& io) {
    with_game(game.record.kind, [&](auto rules) { GamePage<decltype(rules)>(game, view, io).print(); });
}

}  // namespace cofnod::terminal
