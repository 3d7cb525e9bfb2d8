#include "pgn/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "chess/san.hpp"
#include "game/replay.hpp"
#include "notation/write_move.hpp"
#include "pgn/comment.hpp"
#include "pgn/line_filler.hpp"

namespace cofnod::pgn {

namespace {

using Kind = Annotations::Kind;

constexpr std::array<std::string_view, 7> seven_tags = {"Event", "Site", "Date", "Round", "White", "Black", "Result"};

bool is_one_of_seven(std::string_view name) {
    return std::find(seven_tags.begin(), seven_tags.end(), name) != seven_tags.end();
}

void write_tag(std::string_view name, std::string_view value, std::string& out) {
    out += '[';
    out += name;
    out += " \"";
    for (const char c : value) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    out += "\"]\n";
}

void write_tags(const GameRecord& record, bool reduced, std::string& out) {
    for (const std::string_view name : seven_tags) {
        const auto value = record.tags.find(name);
        if (name == "Result")
            write_tag(name, to_text(record.result), out);
        else
            write_tag(name, value.value_or(name == "Date" ? "????.??.??" : "?"), out);
    }
    const bool has_fen = record.tags.find("FEN").has_value();
    std::vector<Tags::Tag> others;
    if (has_fen) others.push_back({"SetUp", "1"});
    for (std::size_t i = 0; i < record.tags.size(); ++i) {
        const Tags::Tag tag = record.tags[i];
        const bool needed = !reduced || tag.name == "FEN";
        if (needed && !is_one_of_seven(tag.name) && !(has_fen && tag.name == "SetUp")) others.push_back(tag);
    }
    std::stable_sort(others.begin(), others.end(),
                     [](const Tags::Tag& a, const Tags::Tag& b) { return a.name < b.name; });
    for (const Tags::Tag& tag : others) write_tag(tag.name, tag.value, out);
}

/// Writes main line, variations and comments as they follow one another.
class MovetextWriter {
public:
    MovetextWriter(const GameRecord& record, const WriteOptions& options, std::string& out)
        : record_(record), options_(options), lines_(out, options.width) {
        const chess::Position start = start_position(record);
        stack_.push_back({start, start});
        castling_ = uci_castling(start);
    }

    void write() {
        const auto moves = main_line(record_);
        std::size_t item = 0;
        for (std::uint32_t ply = 0; ply <= moves.size(); ++ply) {
            for (; !options_.reduced && item < record_.annotations.size() && record_.annotations[item].ply <= ply;
                 ++item)
                write_item(record_.annotations[item]);
            if (ply < moves.size()) write_move(moves[ply]);
        }
        if (!record_.unread.empty() && !options_.reduced) write_comment(unread_comment(record_.unread));
        lines_.add(to_text(record_.result));
        lines_.finish();
    }

private:
    struct Line {
        chess::Position now;
        chess::Position before;  ///< its last move
    };

    void write_item(const Annotations::Item& item) {
        switch (item.kind) {
            case Kind::comment: return write_comment(item.text);
            case Kind::unread: return write_comment(unread_comment(item.text));
            case Kind::nag: return lines_.add(fmt::format("${}", item.value));
            case Kind::move: return write_move(chess::Move::from_raw(static_cast<std::uint16_t>(item.value)));
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

    void write_move(chess::Move move) {
        Line& line = stack_.back();
        const bool white = line.now.turn() == chess::Color::white;
        if (white || number_needed_) lines_.add(fmt::format("{}{}", line.now.fullmove_number(), white ? "." : "..."));
        number_needed_ = false;

        const notation::Reading san = chess::san_reading(line.now, move);
        line.before = line.now;
        line.now.play(move);
        text_.clear();
        switch (options_.style) {
            case MoveStyle::standard:
                notation::write_move(*options_.language, san, chess::check_mark(line.now), text_);
                break;
            case MoveStyle::long_algebraic: write_long_algebraic(move, san, chess::check_mark(line.now), text_); break;
            case MoveStyle::uci: text_ = chess::write_uci(move, castling_); break;
        }
        lines_.add(text_);
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
    std::vector<Line> stack_;
    std::string text_;
    chess::UciCastling castling_{};
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
