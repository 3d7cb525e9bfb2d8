#include "pgn/writer.hpp"

#include <fmt/format.h>

#include <limits>
#include <optional>
#include <vector>

#include "game/replay.hpp"
#include "game/with_game.hpp"
#include "notation/languages.hpp"
#include "notation/nag.hpp"
#include "pgn/comment.hpp"
#include "pgn/export_tags.hpp"
#include "pgn/line_filler.hpp"
#include "pgn/plain_movetext.hpp"
#include "pgn/speller.hpp"

namespace cofnod::pgn {

namespace {

using Kind = Annotations::Kind;

void write_tag(std::string_view name, std::string_view value, std::string& out) {
    out += '[';
    out += name;
    out += " \"";
    if (value.find('"') == value.npos && value.find('\\') == value.npos)
        out += value;
    else
        for (const char c : value) {
            if (c == '"' || c == '\\') out += '\\';
            out += c;
        }
    out += "\"]\n";
}

void write_tags(const std::vector<Tags::Tag>& tags, std::string& out) {
    for (const Tags::Tag& tag : tags) write_tag(tag.name, tag.value, out);
}

/// Writes the known tags, one per line; the game first, since it may determine how to read the others.
void write_heading(const std::vector<Tags::Tag>& tags, std::string& out) {
    const std::size_t begin = out.size();
    const auto add = [&](std::string_view name, std::string_view value) {
        out.append(name).append(": ").append(value) += '\n';
    };
    for (const Tags::Tag& tag : tags)
        if (tag.name == "GameType") add("Game", tag.value);
    for (const Tags::Tag& tag : tags)
        if (tag.name != "GameType" && tag.name != "Result" && tag.name != "SetUp" && tag.value != unknown_value("") &&
            tag.value != unknown_value("Date") && !tag.value.empty())
            add(tag.name, tag.value);
    if (out.size() == begin) add("White", unknown_value("White"));  // a heading marks the start of a game
}

/// Writes main line, variations and comments in order.
template <RecordedGame G>
class MovetextWriter {
public:
    MovetextWriter(const GameRecord& record, const WriteOptions& options, std::string& out)
        : record_(record),
          options_(options),
          out_(out),
          lines_(out, options.width),
          game_(start_position<G>(record), record.moves),
          speller_(options, game_.position()) {
        if (has_items()) stack_.push_back({game_.position(), game_.position(), 0});
        if (in_columns()) out += fmt::format("{:{}}{:{}}Black\n", "", number_width, "White", column_width);
    }

    void write(const std::vector<Tags::Tag>& tags_in_comments) {
        for (const Tags::Tag& tag : tags_in_comments) write_comment(tag_comment(tag.name, tag.value));
        std::size_t item = 0;
        std::optional<Ply> ply;
        do {
            ply = game_.read();
            for (; has_items() && item < record_.annotations.size() && record_.annotations[item].ply <= played_; ++item)
                write_item(record_.annotations[item]);
            if (ply) write_main(*ply);
        } while (ply);
        if (game_.is_damaged()) throw_damaged_moves();
        end_row();
        if (!record_.unread.empty() && !options_.reduced) write_comment(unread_comment(record_.unread));
        if (in_columns()) lines_.finish();
        lines_.add(to_text(record_.result));
        lines_.finish();
    }

private:
    using Position = typename G::Position;
    using Ply = typename G::Ply;

    struct Line {
        Position now;
        Position before;      ///< position before its last move
        std::uint32_t plies;  ///< played so far
    };

    /// Moves of both sides under one number, until all their marks are known.
    struct Row {
        std::string number, white, black;
    };
    static constexpr std::size_t number_width = 6, column_width = 24;

    [[nodiscard]] bool in_columns() const { return options_.layout == Layout::columns; }
    [[nodiscard]] bool has_items() const { return !options_.reduced && record_.annotations.size() > 0; }

    void write_item(const Annotations::Item& item) {
        switch (item.kind) {
            case Kind::comment: return write_comment(item.text);
            case Kind::unread: return write_comment(unread_comment(item.text));
            case Kind::nag: return write_nag(item.value);
            case Kind::move: return write_side(item.value);
            case Kind::begin_variation: {
                if (in_columns() && stack_.size() == 1) begin_line_of_its_own();
                lines_.prefix("(");
                const Line& line = stack_.back();
                stack_.push_back({line.before, line.before, line.plies - 1});
                break;
            }
            case Kind::end_variation:
                lines_.suffix(")");
                if (stack_.size() > 1) stack_.pop_back();
                if (in_columns() && stack_.size() == 1) {
                    lines_.finish();
                    lines_.set_width(options_.width);
                }
                break;
        }
        number_needed_ = true;
    }

    /// A variation between rows is not broken into lines: on one line it is recognised as part of the score on import.
    void begin_line_of_its_own() {
        end_row();
        lines_.finish();
        lines_.set_width(std::numeric_limits<std::size_t>::max());
    }

    /// Writes a move of the main line. Only variations need the position before it.
    void write_main(const Ply& ply) {
        if (in_columns()) begin_cell();
        const auto draft =
            in_columns() ? speller_.begin(game_.position(), ply) : begin_move(game_.position(), ply, played_);
        if (has_items()) stack_.front().before = game_.position();
        game_.play(ply);
        ++played_;
        if (has_items()) {
            stack_.front().now = game_.position();
            stack_.front().plies = played_;
        }
        speller_.end(ply, draft, game_.position(), in_columns() ? cell() : lines_.token());
    }

    /// Puts the next main-line move into a cell: of the row of White's move, or of a new row.
    void begin_cell() {
        const bool white = G::is_white_to_move(game_.position());
        if (white || !row_) {
            end_row();
            lines_.finish();
            const std::uint32_t number = speller_.number(game_.position(), played_);
            row_ = Row{fmt::format("{:>2}.{}", number, white ? "" : "..."), {}, {}};
        }
        in_white_cell_ = white;
    }
    std::string& cell() { return in_white_cell_ ? row_->white : row_->black; }

    void end_row() {
        if (!row_) return;
        const std::string line =
            fmt::format("{:<{}}{:<{}}{}", row_->number, number_width, row_->white,
                        row_->black.empty() ? 0 : column_width - 2, row_->black.empty() ? "" : "  ");
        out_.append(line).append(row_->black) += '\n';
        row_.reset();
    }

    /// Writes a NAG: move marks directly after the move in a cell, others as numbers.
    void write_nag(std::uint32_t value) {
        constexpr std::uint32_t last_of_moves = 6;
        if (row_)
            cell() += value > 0 && value <= last_of_moves
                          ? std::string(notation::glyph_of(static_cast<std::uint8_t>(value)))
                          : fmt::format(" ${}", value);
        else
            lines_.add(fmt::format("${}", value));
    }

    void write_side(std::uint32_t number) {
        Line& line = stack_.back();
        const auto move = G::move_with_number(line.now, number);
        if (!move || !G::is_playable(line.now, *move)) throw_damaged_moves();
        const Ply ply = G::ply_of(line.now, *move);
        const auto draft = begin_move(line.now, ply, line.plies);
        line.before = line.now;
        line.now.play(*move);
        ++line.plies;
        speller_.end(ply, draft, line.now, lines_.token());
    }

    auto begin_move(const Position& before, const Ply& ply, std::uint32_t plies) {
        const bool white = G::is_white_to_move(before);
        if (white || number_needed_) {
            const fmt::format_int number(speller_.number(before, plies));
            lines_.token().append(number.data(), number.size()) += white ? "." : "...";
        }
        number_needed_ = false;
        return speller_.begin(before, ply);
    }

    void write_comment(std::string_view text) {
        end_row();
        if (text.find('}') != std::string_view::npos)
            lines_.line(fmt::format(";{}", text));
        else
            for (const std::string& piece : comment_pieces(text)) lines_.add(piece);
        number_needed_ = true;
    }

    const GameRecord& record_;
    const WriteOptions& options_;
    std::string& out_;
    LineFiller lines_;
    typename G::Unpacker game_;  ///< the main line
    Speller<G> speller_;
    std::vector<Line> stack_;   ///< the main line, if there are items, and the open variations
    std::uint32_t played_ = 0;  ///< plies of the main line played
    std::optional<Row> row_;    ///< in columns: the row being filled
    bool in_white_cell_ = true;
    bool number_needed_ = true;
};

}  // namespace

const notation::Languages& WriteOptions::known_languages() const {
    static const notation::Languages built_in = notation::Languages::built_in();
    return languages ? *languages : built_in;
}

void write(const GameRecord& record, const WriteOptions& options, std::string& out) {
    const ExportTags tags = tags_to_write(record, options);
    if (options.layout == Layout::columns)
        write_heading(tags.pairs, out);
    else
        write_tags(tags.pairs, out);
    out += '\n';
    if (!tags.in_comments.empty() || !append_plain_movetext(record, options, out))
        with_game(record.kind,
                  [&](auto game) { MovetextWriter<decltype(game)>(record, options, out).write(tags.in_comments); });
    out += '\n';
}

}  // namespace cofnod::pgn
