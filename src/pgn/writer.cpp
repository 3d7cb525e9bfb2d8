#include "pgn/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "chess/pack.hpp"
#include "chess/san.hpp"
#include "game/replay.hpp"
#include "notation/write_move.hpp"
#include "pgn/comment.hpp"
#include "pgn/line_filler.hpp"

namespace cofnod::pgn {

namespace {

using Kind = Annotations::Kind;

constexpr std::array<std::string_view, 7> seven_tags = {"Event", "Site", "Date", "Round", "White", "Black", "Result"};

std::size_t place_among_seven(std::string_view name) {
    return static_cast<std::size_t>(std::find(seven_tags.begin(), seven_tags.end(), name) - seven_tags.begin());
}

void write_tag(std::string_view name, std::string_view value, std::string& out) {
    out += '[';
    out += name;
    out += " \"";
    if (value.find_first_of("\"\\") == std::string_view::npos)
        out += value;
    else
        for (const char c : value) {
            if (c == '"' || c == '\\') out += '\\';
            out += c;
        }
    out += "\"]\n";
}

void write_tags(const GameRecord& record, bool reduced, std::string& out) {
    std::array<std::optional<std::string_view>, seven_tags.size()> seven;
    std::vector<Tags::Tag> others;
    others.reserve(record.tags.size() + 1);
    bool has_fen = false;
    for (std::size_t i = 0; i < record.tags.size(); ++i) {
        const Tags::Tag tag = record.tags[i];
        if (const std::size_t place = place_among_seven(tag.name); place < seven.size()) {
            if (!seven[place]) seven[place] = tag.value;
        } else if (!reduced || tag.name == "FEN") {
            has_fen = has_fen || tag.name == "FEN";
            others.push_back(tag);
        }
    }
    if (has_fen) {
        std::erase_if(others, [](const Tags::Tag& tag) { return tag.name == "SetUp"; });
        others.push_back({"SetUp", "1"});
    }
    std::stable_sort(others.begin(), others.end(),
                     [](const Tags::Tag& a, const Tags::Tag& b) { return a.name < b.name; });

    seven.back() = to_text(record.result);
    for (std::size_t i = 0; i < seven.size(); ++i)
        write_tag(seven_tags[i], seven[i].value_or(seven_tags[i] == "Date" ? "????.??.??" : "?"), out);
    for (const Tags::Tag& tag : others) write_tag(tag.name, tag.value, out);
}

/// Writes main line, variations and comments as they follow one another.
class MovetextWriter {
public:
    MovetextWriter(const GameRecord& record, const WriteOptions& options, std::string& out)
        : record_(record),
          options_(options),
          lines_(out, options.width),
          game_(start_position<ChessGame>(record), record.moves),
          castling_(uci_castling(game_.position())) {
        if (has_items()) stack_.push_back({game_.position(), game_.position()});
    }

    void write() {
        std::size_t item = 0;
        std::optional<chess::Move> move;
        std::uint32_t ply = 0;
        do {
            move = game_.read();
            for (; has_items() && item < record_.annotations.size() && record_.annotations[item].ply <= ply; ++item)
                write_item(record_.annotations[item]);
            if (move) write_main(*move);
            ++ply;
        } while (move);
        if (game_.is_damaged()) throw_damaged_moves();
        if (!record_.unread.empty() && !options_.reduced) write_comment(unread_comment(record_.unread));
        lines_.add(to_text(record_.result));
        lines_.finish();
    }

private:
    struct Line {
        chess::Position now;
        chess::Position before;  ///< its last move
    };

    [[nodiscard]] bool has_items() const { return !options_.reduced && record_.annotations.size() > 0; }

    void write_item(const Annotations::Item& item) {
        switch (item.kind) {
            case Kind::comment: return write_comment(item.text);
            case Kind::unread: return write_comment(unread_comment(item.text));
            case Kind::nag: return lines_.add(fmt::format("${}", item.value));
            case Kind::move: return write_side(chess::Move::from_raw(static_cast<std::uint16_t>(item.value)));
            case Kind::begin_variation:
                lines_.prefix("(");
                stack_.push_back({stack_.back().before, stack_.back().before});
                break;
            case Kind::end_variation:
                lines_.suffix(")");
                if (stack_.size() > 1) stack_.pop_back();
                break;
        }
        number_needed_ = true;
    }

    /// A move of the main line. Only variations need to know where it was played.
    void write_main(chess::Move move) {
        const notation::Reading san = begin_move(game_.position(), move);
        if (has_items()) stack_.front().before = game_.position();
        game_.play(move);
        if (has_items()) stack_.front().now = game_.position();
        end_move(move, san, game_.position());
    }

    void write_side(chess::Move move) {
        Line& line = stack_.back();
        const notation::Reading san = begin_move(line.now, move);
        line.before = line.now;
        line.now.play(move);
        end_move(move, san, line.now);
    }

    notation::Reading begin_move(const chess::Position& before, chess::Move move) {
        const bool white = before.turn() == chess::Color::white;
        if (white || number_needed_) {
            const fmt::format_int number(before.fullmove_number());
            lines_.token().append(number.data(), number.size()) += white ? "." : "...";
        }
        number_needed_ = false;
        return chess::san_reading(before, move);
    }

    void end_move(chess::Move move, const notation::Reading& san, const chess::Position& after) {
        std::string& out = lines_.token();
        switch (options_.style) {
            case MoveStyle::standard:
                return notation::write_move(*options_.language, san, chess::check_mark(after), out);
            case MoveStyle::long_algebraic: return write_long_algebraic(move, san, chess::check_mark(after), out);
            case MoveStyle::uci: out += chess::write_uci(move, castling_);
        }
    }

    void write_comment(std::string_view text) {
        if (text.find('}') != std::string_view::npos)
            lines_.line(fmt::format(";{}", text));
        else
            for (const std::string& piece : comment_pieces(text)) lines_.add(piece);
        number_needed_ = true;
    }

    const GameRecord& record_;
    const WriteOptions& options_;
    LineFiller lines_;
    chess::Unpacker game_;     ///< the main line
    std::vector<Line> stack_;  ///< the main line, if there are items, and the variations that are open
    chess::UciCastling castling_;
    bool number_needed_ = true;
};

}  // namespace

void write(const GameRecord& record, const WriteOptions& options, std::string& out) {
    write_tags(record, options.reduced, out);
    out += '\n';
    MovetextWriter(record, options, out).write();
    out += '\n';
}

}  // namespace cofnod::pgn
