#include "games/pgn/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/chess/replayer.hpp"
#include "games/chess/san.hpp"
#include "games/pgn/line_filler.hpp"
#include "games/record/chess_game.hpp"
#include "games/record/record.hpp"
#include "games/record/replay.hpp"
#include "games/record/with_game.hpp"
#include "notation/language.hpp"
#include "notation/languages.hpp"
#include "notation/reading.hpp"
#include "notation/written_move.hpp"

namespace cofnod::pgn {

namespace {

constexpr std::array<std::string_view, 6> letters = {"", "N", "B", "R", "Q", "K"};

std::string_view letter(notation::Role role) { return letters[static_cast<std::size_t>(role)]; }

}  // namespace

void write_long_algebraic(chess::Move move, const notation::Reading& reading, notation::CheckMark check,
                          std::string& out) {
    using Kind = notation::Reading::Kind;
    switch (reading.kind) {
        case Kind::null_move: out += "--"; break;
        case Kind::castle_king_side: out += "O-O"; break;
        case Kind::castle_queen_side: out += "O-O-O"; break;
        case Kind::move:
            out += letter(reading.role);
            out += move.from().to_string();
            out += reading.capture ? 'x' : '-';
            out += move.to().to_string();
            if (reading.promotion) out += '=', out += letter(*reading.promotion);
            break;
    }
    if (check != notation::CheckMark::none) out += check == notation::CheckMark::mate ? '#' : '+';
}

namespace {

/// Writes the moves of a game. Called before and after each move is played: chess needs the former position for the
/// letters and the latter for the check mark. The moves of other games are spelled the same in all languages, without
/// marks.
template <RecordedGame G>
class Speller {
public:
    using Position = typename G::Position;
    using Ply = typename G::Ply;

    Speller(const WriteOptions& options, const Position& start)
        : options_(options), black_begins_(!G::is_white_to_move(start)) {
        if constexpr (!WordGame<G>) castling_ = chess::uci_castling(start);
    }

    [[nodiscard]] std::uint32_t number(const Position& before, std::uint32_t ply) const {
        if constexpr (WordGame<G>)
            return (ply + (black_begins_ ? 1 : 0)) / 2 + 1;
        else
            return static_cast<std::uint32_t>(before.fullmove_number());
    }
    [[nodiscard]] auto begin(const Position& before, const Ply& ply) const {
        if constexpr (WordGame<G>)
            return G::write_ply(before, ply);
        else
            return chess::san_reading(before, ply);
    }
    void end(const Ply&, const std::string& draft, const Position&, std::string& out) const { out += draft; }
    void end(const Ply& move, const notation::Reading& draft, const Position& after, std::string& out) const {
        switch (options_.style) {
            case MoveStyle::standard:
                return notation::write_move(*options_.language, draft, chess::check_mark(after), out);
            case MoveStyle::long_algebraic: return write_long_algebraic(move, draft, chess::check_mark(after), out);
            case MoveStyle::uci: out += chess::write_uci(move, castling_);
        }
    }

private:
    const WriteOptions& options_;
    bool black_begins_;
    chess::UciCastling castling_ = chess::UciCastling::king_moves;
};

using notation::CheckMark;
using notation::File;
using notation::Rank;
using notation::Role;

/// Longest move, `Qa1xb2=Q#`, and longest number, `65535...`, each with the blank before it, in one-letter notations.
constexpr std::size_t longest_move = 10, longest_number = 9;

/// A notation whose letters and signs are single ASCII characters, the usual case.
class AsciiNotation {
public:
    /// Returns nullopt for other notations.
    static std::optional<AsciiNotation> of(const notation::Language& language) {
        AsciiNotation result;
        bool is_ascii = !language.rank_first() && language.data().pawn_capture.empty();
        const auto take = [&](char& letter, std::string_view text) {
            is_ascii = is_ascii && text.size() == 1 && static_cast<unsigned char>(text[0]) < 0x80;
            letter = text.empty() ? '\0' : text[0];
        };
        for (std::size_t i = 0; i < result.files_.size(); ++i) {
            take(result.files_[i], language.file_letter(static_cast<File>(i)));
            take(result.ranks_[i], language.rank_digit(static_cast<Rank>(i)));
        }
        for (std::size_t role = 1; role < result.pieces_.size(); ++role)
            take(result.pieces_[role], language.piece_letter(static_cast<Role>(role)));
        take(result.capture_, language.capture_sign());
        take(result.promotion_, language.promotion_sign());
        take(result.check_, language.mark(CheckMark::check));
        take(result.mate_, language.mark(CheckMark::mate));
        return is_ascii ? std::optional(result) : std::nullopt;
    }

    /// Writes the same text as notation::write_move, and returns its end.
    char* write(const notation::Reading& move, CheckMark check, char* to) const {
        if (move.kind != notation::Reading::Kind::move) return end_of(special(move.kind), check, to);
        if (move.role != Role::pawn) *to++ = pieces_[static_cast<std::size_t>(move.role)];
        if (move.from_file) *to++ = files_[static_cast<std::size_t>(*move.from_file)];
        if (move.from_rank) *to++ = ranks_[static_cast<std::size_t>(*move.from_rank)];
        if (move.capture) *to++ = capture_;
        *to++ = files_[static_cast<std::size_t>(*move.to_file)];
        *to++ = ranks_[static_cast<std::size_t>(*move.to_rank)];
        if (move.promotion) {
            *to++ = promotion_;
            *to++ = pieces_[static_cast<std::size_t>(*move.promotion)];
        }
        return end_of("", check, to);
    }

private:
    static std::string_view special(notation::Reading::Kind kind) {
        if (kind == notation::Reading::Kind::null_move) return "--";
        return kind == notation::Reading::Kind::castle_king_side ? "O-O" : "O-O-O";
    }
    char* end_of(std::string_view text, CheckMark check, char* to) const {
        for (const char c : text) *to++ = c;
        if (check != CheckMark::none) *to++ = check == CheckMark::mate ? mate_ : check_;
        return to;
    }

    std::array<char, 8> files_{}, ranks_{};
    std::array<char, notation::role_count> pieces_{};
    char capture_ = 0, promotion_ = 0, check_ = 0, mate_ = 0;
};

/// Writes tokens into lines, as LineFiller does, in a buffer that must be large enough.
class Lines {
public:
    Lines(char* to, std::size_t width) : to_(to), width_(width) {}

    /// Adds a token. `write` writes it to its argument and returns its end.
    template <typename Write>
    void add(const Write& write) {
        char* const blank = to_;
        char* const token = to_ + (column_ > 0);
        to_ = write(token);
        const auto width = static_cast<std::size_t>(to_ - token);
        const bool fits = column_ + 1 + width <= width_;
        if (column_ > 0) *blank = fits ? ' ' : '\n';
        column_ = column_ > 0 && fits ? column_ + 1 + width : width;
    }

    [[nodiscard]] char* end() const { return to_; }

private:
    char* to_;
    std::size_t width_;
    std::size_t column_ = 0;
};

char* put(std::string_view text, char* to) { return std::copy(text.begin(), text.end(), to); }

bool is_plain(const GameRecord& record, const WriteOptions& options) {
    const bool has_more = !options.reduced && (record.annotations.size() > 0 || !record.unread.empty());
    return record.kind == GameKind::chess && options.style == MoveStyle::standard && options.layout == Layout::pgn &&
           !has_more && !options.language->is_visual() && record.has_final_check();
}

}  // namespace

/// Appends the movetext of a chess game without comments and variations, as PGN in a notation of ASCII letters.
/// Legality is not checked again, only that the moves lead to the position stored with them. Returns false, with `out`
/// unchanged, if the game or the options need the full writer, or if they do not lead there.
bool append_plain_movetext(const GameRecord& record, const WriteOptions& options, std::string& out) {
    if (!is_plain(record, options)) return false;
    const auto notation = AsciiNotation::of(*options.language);
    if (!notation) return false;
    static const chess::Replayer initial(chess::Position::initial());
    const chess::Position start = start_position<ChessGame>(record);
    chess::SpelledReplay game(record.start.empty() ? initial : chess::Replayer(start), record.moves);
    const std::string_view result = to_text(sign_in_pgn(record.result));
    const std::size_t begin = out.size();
    const std::size_t most_plies = record.moves.size();  // a ply takes at least one byte
    out.resize(begin + most_plies * longest_move + (most_plies / 2 + 1) * longest_number + result.size() + 2);
    Lines lines(out.data() + begin, options.width);
    std::uint32_t plies = 0;
    auto number = static_cast<std::uint16_t>(start.fullmove_number());
    for (; game.next(); ++plies) {
        const bool is_white = game.mover() == chess::Color::white;
        if (is_white || plies == 0)
            lines.add([&](char* to) {
                const fmt::format_int digits(number);
                return put(is_white ? "." : "...", put({digits.data(), digits.size()}, to));
            });
        if (!is_white) ++number;
        lines.add([&](char* to) { return notation->write(game.reading(), game.mark(), to); });
    }
    const bool is_right =
        !game.is_damaged() && plies == record.ply_count && final_check_of(game.key()) == record.final_check;
    if (is_right) lines.add([&](char* to) { return put(result, to); });
    out.resize(is_right ? static_cast<std::size_t>(lines.end() - out.data()) : begin);
    if (is_right) out += '\n';
    return is_right;
}

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

/// Writes the tags that have a value, one per line; the game first, since it may determine how the others are read.
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
        lines_.add(to_text(sign_in_pgn(record_.result)));
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

    /// Begins a line for a variation between rows. It is not wrapped: import recognises it as part of the score if it
    /// is on one line.
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

    /// Selects the cell for the next main-line move, in the row of White's move or in a new row.
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
    ExportTags tags = tags_to_write(record, options);
    if (!options.with_tags) {
        // The moves cannot be read without the position and the game that they begin with.
        std::erase_if(tags.pairs, [](const Tags::Tag& tag) {
            return tag.name != "FEN" && tag.name != "SetUp" && tag.name != "GameType";
        });
        tags.in_comments.clear();
    }
    if (options.layout == Layout::columns)
        write_heading(tags.pairs, out);
    else
        write_tags(tags.pairs, out);
    if (!tags.pairs.empty() || options.layout == Layout::columns) out += '\n';
    if (!tags.in_comments.empty() || !append_plain_movetext(record, options, out))
        with_game(record.kind,
                  [&](auto game) { MovetextWriter<decltype(game)>(record, options, out).write(tags.in_comments); });
    out += '\n';
}

}  // namespace cofnod::pgn
