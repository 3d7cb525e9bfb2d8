#include "importers/databases/scid/game.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/characters.hpp"
#include "base/problem_kinds.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/pack.hpp"
#include "games/chess/position.hpp"
#include "importers/databases/record.hpp"
#include "importers/decoder/comment_text.hpp"
#include "importers/text/charset.hpp"

namespace cofnod::importers::databases::scid {

namespace {

using chess::Color;
using chess::Move;
using chess::Role;
using chess::Square;

/// Returns true for the position that is stored without a FEN, in which pieces are numbered e1, then a1 to h1, then the
/// pawns.
bool is_usual_start(const chess::Position& start) { return start == chess::Position::initial(); }

/// Numbers the pieces of both sides as Scid does: in the order of the start position, with the king always 0. When a
/// piece is captured, the last piece takes its number.
class Pieces {
public:
    explicit Pieces(const chess::Position& start) {
        for (int i = 0; i < chess::square_count; ++i) {
            // FEN order is a8 to h8, then a7 and so on; an ordinary game has an order of its own, with e1 first.
            const Square square = Square::from_index(i ^ 56);
            const auto piece = start.piece_at(square);
            if (!piece || is_usual_start(start)) continue;
            add(sides_[static_cast<std::size_t>(piece->color)], square, piece->role == chess::Role::king);
        }
        if (!is_usual_start(start)) return;
        static constexpr std::array<int, 8> files = {4, 0, 1, 2, 3, 5, 6, 7};
        for (const auto [side, pieces, pawns] : {std::array{0, 0, 8}, std::array{1, 56, 48}}) {
            for (const int file : files)
                add(sides_[static_cast<std::size_t>(side)], Square::from_index(pieces + file), false);
            for (int file = 0; file < 8; ++file)
                add(sides_[static_cast<std::size_t>(side)], Square::from_index(pawns + file), false);
        }
    }

    /// Returns the square of a piece by number; nullopt if there is none.
    [[nodiscard]] std::optional<Square> find(Color color, int number) const {
        const Side& side = sides_[static_cast<std::size_t>(color)];
        if (number >= side.count) return std::nullopt;
        return Square::from_index(side.squares[static_cast<std::size_t>(number)]);
    }

    /// Follows a move; must be called before it is played.
    void play(const chess::Position& before, chess::Move played) {
        if (played.is_null()) return;
        Side& us = sides_[static_cast<std::size_t>(before.turn())];
        Side& them = sides_[1 - static_cast<std::size_t>(before.turn())];
        if (played.kind() == chess::Move::Kind::castling) {
            const chess::Castling castling = chess::Castling::of(played);
            const std::uint8_t rook = numbers_[static_cast<std::size_t>(castling.rook_from.index())];
            move(us, castling.king_from, castling.king_to);
            us.squares[rook] = static_cast<std::uint8_t>(castling.rook_to.index());
            numbers_[static_cast<std::size_t>(castling.rook_to.index())] = rook;
            return;
        }
        if (played.kind() == chess::Move::Kind::en_passant)
            remove(them, Square::of(played.to().file(), played.from().rank()));
        else if (before.occupied().contains(played.to()))
            remove(them, played.to());
        move(us, played.from(), played.to());
    }

private:
    struct Side {
        std::array<std::uint8_t, 16> squares{};
        int count = 0;
    };
    void add(Side& side, Square square, bool is_king) {
        int number = side.count++;
        if (is_king && number > 0) {  // the piece with number 0 moves to the end
            const std::uint8_t first = side.squares[0];
            side.squares[static_cast<std::size_t>(number)] = first;
            numbers_[first] = static_cast<std::uint8_t>(number);
            number = 0;
        }
        side.squares[static_cast<std::size_t>(number)] = static_cast<std::uint8_t>(square.index());
        numbers_[static_cast<std::size_t>(square.index())] = static_cast<std::uint8_t>(number);
    }

    void move(Side& side, Square from, Square to) {
        const std::uint8_t number = numbers_[static_cast<std::size_t>(from.index())];
        side.squares[number] = static_cast<std::uint8_t>(to.index());
        numbers_[static_cast<std::size_t>(to.index())] = number;
    }

    void remove(Side& side, Square square) {
        const std::uint8_t number = numbers_[static_cast<std::size_t>(square.index())];
        const std::uint8_t last = side.squares[static_cast<std::size_t>(--side.count)];
        side.squares[number] = last;
        numbers_[last] = number;
    }

    std::array<Side, 2> sides_;
    std::array<std::uint8_t, chess::square_count> numbers_{};  ///< by square: number of the piece
};

// Layout: game.cpp and bytebuf.h of Scid, identical in versions 3, 4 and 5.

using Kind = Annotations::Kind;

/// Tags whose names are stored as a number, from 241.
constexpr auto known_tags =
    std::to_array<std::string_view>({"WhiteCountry", "BlackCountry", "Annotator", "PlyCount", "EventDate", "Opening",
                                     "Variation", "Setup", "Source", "SetUp"});
constexpr std::uint8_t first_known_tag = 241, old_event_date = 255;

/// Bytes with piece number 0 that are not king moves.
enum Mark : std::uint8_t { nag = 11, comment = 12, begin_variation = 13, end_variation = 14, end_of_game = 15 };

/// Returns the move code of our packed games (chess/pack.hpp), which are similar; nullopt if there is none.
std::optional<int> our_code(Role role, Color color, int code) {
    static constexpr int long_castling = 9, short_castling = 10;
    switch (role) {
        case Role::king:
            if (code == 0) return chess::move_code::null_move;
            if (code == long_castling) return chess::move_code::castle_queen_side;
            if (code == short_castling) return chess::move_code::castle_king_side;
            return code <= 8 ? std::optional(code - 1) : std::nullopt;
        case Role::knight: return code >= 1 && code <= 8 ? std::optional(code - 1) : std::nullopt;
        case Role::pawn: {
            if (code == chess::move_code::double_step) return code;
            // Steps of 7, 8 and 9 squares forward, then the same with promotion to queen, rook, bishop and knight.
            static constexpr std::array<int, 5> promotions = {0, 4, 3, 2, 1};
            const int towards_h = color == Color::white ? code % 3 : 2 - code % 3;
            return 5 * towards_h + promotions[static_cast<std::size_t>(code / 3)];
        }
        default: return code;
    }
}

class GameReader {
public:
    GameReader(std::string_view bytes, const Charset& charset, const BaseOptions& options, GameRecord& game)
        : bytes_(bytes), charset_(charset), options_(options), game_(game) {}

    void read() {
        read_tags();
        const auto start = read_start();
        if (!start) return;
        find_comments();
        read_moves(*start);
    }

private:
    struct Line {
        chess::Position position;
        Pieces pieces;
        Checks checks = {};
        bool is_empty = true;
        std::size_t first_item = 0;
    };

    void read_tags() {
        for (;;) {
            const std::uint8_t head = bytes_.at(at_++);
            if (head == 0 || at_ > bytes_.size()) return;
            if (head == old_event_date) {
                at_ += 3;
                continue;
            }
            std::string name;
            if (head >= first_known_tag) {
                const std::size_t known = head - std::size_t{first_known_tag};
                name = known < known_tags.size() ? std::string(known_tags[known]) : "ScidTag" + std::to_string(head);
            } else {
                name = text_of(bytes_.part(at_, head), charset_);
                at_ += head;
            }
            const std::size_t length = bytes_.at(at_++);
            game_.tags.add(tag_text(name), tag_text(text_of(bytes_.part(at_, length), charset_)));
            at_ += length;
        }
    }

    /// Reads the start position; returns nullopt and rejects the game if it is invalid.
    std::optional<chess::Position> read_start() {
        const std::uint8_t flags = bytes_.at(at_++);
        if ((flags & 1) == 0) return chess::Position::initial();
        const std::string_view fen = bytes_.text(at_);
        at_ += fen.size() + 1;
        const std::string written = tag_text(fen);
        game_.tags.add("FEN", written);
        auto read = chess::read_fen_field(written);
        if (read) {
            game_.start = std::move(read->text);
            for (chess::FenNote& note : read->notes)
                game_.problems.push_back({.reason = std::move(note.reason), .severity = Severity::note});
            return read->position;
        }
        game_.start = written;
        reject(game_, read.error().reason());
        return std::nullopt;
    }

    /// Finds the comments, which follow the moves. The second byte of a queen move never equals a mark.
    void find_comments() {
        std::size_t end = at_;
        for (; end < bytes_.size() && bytes_.at(end) != end_of_game; end += bytes_.at(end) == nag ? 2 : 1)
            has_variations_ = has_variations_ || bytes_.at(end) == begin_variation;
        next_comment_ = end + 1;
    }

    void read_moves(const chess::Position& start) {
        MainLine main(game_, start, options_.san);
        std::vector<Line> lines = {{start, Pieces(start)}};
        Line before = lines.front();  // state before the last move of the innermost line
        std::vector<Line> befores;
        for (bool is_over = false; !is_over;) {
            if (at_ >= bytes_.size()) {
                give_up(game_, {ProblemKind::record_ends_early}, {});
                break;
            }
            const std::size_t begin = at_;
            const std::uint8_t byte = bytes_.at(at_++);
            switch (byte) {
                case nag: game_.annotations.add(Kind::nag, game_.ply_count, bytes_.at(at_++)); continue;
                case comment: add_comment(); continue;
                case begin_variation:
                    if (lines.back().is_empty) break;
                    befores.push_back(before);
                    lines.push_back({before.position, before.pieces, before.checks, true, game_.annotations.size()});
                    game_.annotations.add(Kind::begin_variation, game_.ply_count);
                    continue;
                case end_variation:
                    if (lines.size() == 1) break;
                    end_line(lines);
                    before = std::move(befores.back());
                    befores.pop_back();
                    continue;
                case end_of_game: is_over = true; continue;
                default: break;
            }
            Line& line = lines.back();
            if (lines.size() == 1 && game_.ply_count == options_.limits.plies) {
                give_up(game_, {ProblemKind::too_many_plies, {options_.limits.plies}},
                        bytes_.part(begin, next_comment_ > begin ? next_comment_ - 1 - begin : 0));
                break;
            }
            const auto move = read_move(line, byte);
            if (!move || !may_be_played(line.position, *move, line.checks)) {
                at_ = begin;
                give_up(game_, {ProblemKind::no_such_move, {fmt::format("{:02X}", byte)}},
                        bytes_.part(at_, rest_of_moves()));
                break;
            }
            if (has_variations_) before = line;
            line.is_empty = false;
            line.pieces.play(line.position, *move);
            if (lines.size() == 1) {
                main.play(line.position, *move);
            } else {
                game_.annotations.add(Kind::move, game_.ply_count, move->raw());
                line.position.play(*move);
            }
            line.checks.play(line.position, *move);
        }
        while (lines.size() > 1) end_line(lines);
        while (next_comment_ < bytes_.size()) add_comment();
        main.finish(lines.front().position);
    }

    /// Ends the innermost variation. PGN has no variations without moves, so comments of such a variation move to the
    /// enclosing line.
    void end_line(std::vector<Line>& lines) {
        const Line line = std::move(lines.back());
        lines.pop_back();
        if (!line.is_empty) {
            game_.annotations.add(Kind::end_variation, game_.ply_count);
            if (lines.size() == options_.limits.depth + 1)
                keep_as_comment(game_, line.first_item, game_.ply_count, options_.limits.depth);
            return;
        }
        std::vector<std::string> comments;
        for (std::size_t i = line.first_item + 1; i < game_.annotations.size(); ++i)
            if (game_.annotations[i].kind == Kind::comment) comments.emplace_back(game_.annotations[i].text);
        game_.annotations.truncate(line.first_item);
        for (const std::string& text : comments) game_.annotations.add(Kind::comment, game_.ply_count, 0, text);
    }

    [[nodiscard]] std::size_t rest_of_moves() const { return next_comment_ > at_ ? next_comment_ - 1 - at_ : 0; }

    void add_comment() {
        if (next_comment_ >= bytes_.size()) return;
        const std::string_view text = bytes_.text(next_comment_);
        next_comment_ += text.size() + 1;
        if (!text.empty())
            game_.annotations.add(Kind::comment, game_.ply_count, 0, comment_text(text_of(text, charset_)));
    }

    std::optional<Move> read_move(const Line& line, std::uint8_t byte) {
        const Color turn = line.position.turn();
        const auto from = line.pieces.find(turn, byte >> 4);
        const auto piece = from ? line.position.piece_at(*from) : std::nullopt;
        if (!piece || piece->color != turn) return std::nullopt;
        const auto code = our_code(piece->role, turn, byte & 15);
        if (!code) return std::nullopt;
        return chess::move_code::move_of(line.position, *piece, *from, *code, [&]() -> std::optional<Square> {
            static constexpr std::uint8_t first = 64;
            const std::uint8_t to = bytes_.at(at_++);
            if (to < first || to >= first + chess::square_count) return std::nullopt;
            return Square::from_index(to - first);
        });
    }

    Bytes bytes_;
    const Charset& charset_;
    const BaseOptions& options_;
    GameRecord& game_;
    std::size_t at_ = 0;
    std::size_t next_comment_ = 0;
    bool has_variations_ = false;
};

}  // namespace

std::string text_of(std::string_view bytes, const Charset& charset) {
    return utf8::is_valid(bytes) || charset.is_utf8() ? std::string(bytes) : charset.decoded(bytes);
}

void read_game(std::string_view bytes, const Charset& charset, const BaseOptions& options, GameRecord& game) {
    GameReader(bytes, charset, options, game).read();
}

}  // namespace cofnod::importers::databases::scid
