#include <fmt/format.h>

#include <array>
#include <ostream>
#include <string>

#include "base/characters.hpp"
#include "cli/terminal/report.hpp"
#include "cli/terminal/views/game_view.hpp"
#include "games/record/chess_game.hpp"
#include "notation/language.hpp"

namespace cofnod::terminal {

namespace {

using chess::Color;
using chess::File;
using chess::Rank;
using chess::Square;
using std::string_view;

constexpr int cell_width = 3;
constexpr std::array<string_view, 12> figurines = {"♙", "♘", "♗", "♖", "♕", "♔", "♟", "♞", "♝", "♜", "♛", "♚"};

/// Square colours, from the 256-colour terminal palette; both inks have a contrast of 3 to 1 on each of them. The
/// figures differ as well, for terminals and readers that cannot distinguish the inks.
struct Shades {
    int light = 137, dark = 94;
    int light_marked = 65, dark_marked = 58;
    int white_piece = 231, black_piece = 16;
};

struct Frame {
    string_view top_left, top_right, bottom_left, bottom_right, across, up;
};
constexpr Frame drawn = {"┌", "┐", "└", "┘", "─", "│"};
constexpr Frame typed = {"+", "+", "+", "+", "-", "|"};

class Board {
public:
    Board(std::ostream& out, const Terminal& terminal, const chess::Position& position,
          const notation::Language& language, const BoardView& view, const chess::Move* last)
        : out_(out),
          terminal_(terminal),
          position_(position),
          language_(language),
          view_(view),
          frame_(view.ascii ? typed : drawn) {
        for (int i = 0; i < 8; ++i)
            margin_ = std::max(margin_, utf8::display_width(language_.rank_digit(static_cast<Rank>(i))));
        if (last && !last->is_null()) marked_ = chess::Bitboard(last->from()) | landing(*last);
    }

    void print() {
        print_edge(frame_.top_left, frame_.top_right);
        for (int row = 0; row < 8; ++row) print_rank(static_cast<Rank>(view_.flip ? row : 7 - row));
        print_edge(frame_.bottom_left, frame_.bottom_right);
        print_files();
    }

private:
    /// Returns the square of the moved piece; castling is stored as king takes rook.
    static Square landing(chess::Move move) {
        return move.kind() == chess::Move::Kind::castling ? chess::Castling::of(move).king_to : move.to();
    }

    void indent(std::size_t used = 0) { out_ << std::string(2 + margin_ - used, ' '); }

    void print_edge(string_view left, string_view right) {
        indent();
        std::string line(" ");
        line += left;
        for (int i = 0; i < 8 * cell_width; ++i) line += frame_.across;
        out_ << line << right << '\n';
    }

    void print_rank(Rank rank) {
        const string_view digit = language_.rank_digit(rank);
        indent(utf8::display_width(digit));
        out_ << styled(shown(digit, terminal_), Style::dim, terminal_) << ' ' << frame_.up;
        for (int column = 0; column < 8; ++column)
            print_square(Square::of(static_cast<File>(view_.flip ? 7 - column : column), rank));
        out_ << frame_.up << '\n';
    }

    void print_square(Square square) {
        const auto piece = position_.piece_at(square);
        const bool is_marked = marked_.contains(square);
        const bool is_light = (static_cast<int>(square.file()) + static_cast<int>(square.rank())) % 2 != 0;
        if (terminal_.colour)
            print_coloured(piece, is_light, is_marked);
        else
            out_ << (is_marked ? '[' : ' ')
                 << (piece                   ? sign(*piece)
                     : is_light || is_marked ? " "
                     : view_.ascii           ? "."
                                             : "·")
                 << (is_marked ? ']' : ' ');
    }

    void print_coloured(std::optional<chess::Piece> piece, bool is_light, bool is_marked) {
        const Shades shades;
        const int ground = is_marked  ? (is_light ? shades.light_marked : shades.dark_marked)
                           : is_light ? shades.light
                                      : shades.dark;
        const int ink = piece && piece->color == Color::white ? shades.white_piece : shades.black_piece;
        out_ << fmt::format("\x1b[38;5;{};48;5;{}m {} \x1b[0m", ink, ground, piece ? sign(*piece) : " ");
    }

    [[nodiscard]] std::string sign(chess::Piece piece) const {
        return view_.ascii ? std::string(1, piece.fen_letter())
                           : std::string(figurines[static_cast<std::size_t>(piece.index())]);
    }

    /// Prints the files, each letter isolated: a row of Arabic letters would be reversed as a whole.
    void print_files() {
        indent();
        std::string line(2, ' ');
        std::size_t owed = 0;
        for (int column = 0; column < 8; ++column) {
            const string_view letter = language_.file_letter(static_cast<File>(view_.flip ? 7 - column : column));
            line += std::string(owed + 1, ' ') + styled(shown(letter, terminal_), Style::dim, terminal_);
            owed = cell_width - 1 - std::min<std::size_t>(cell_width - 1, utf8::display_width(letter));
        }
        out_ << line << '\n';
    }

    std::ostream& out_;
    const Terminal& terminal_;
    const chess::Position& position_;
    const notation::Language& language_;
    const BoardView& view_;
    const Frame& frame_;
    std::size_t margin_ = 0;
    chess::Bitboard marked_;
};

}  // namespace

/// Prints a board with files and ranks named in the notation. The board itself is never mirrored: White's right corner
/// is light in every language.
///
///       ┌────────────────────────┐
///     8 │ ♜  ♞  ♝  ♛  ♚  ♝  ♞  ♜ │
///     7 │ ♟  ♟  ♟  ♟     ♟  ♟  ♟ │
///     ...
///       └────────────────────────┘
///         a  b  c  d  e  f  g  h
template <>
void print_board<ChessGame>(std::ostream& out, const Terminal& terminal, const chess::Position& position,
                            const notation::Language& language, const BoardView& view, const chess::Move* last) {
    Board(out, terminal, position, language, view, last).print();
}

}  // namespace cofnod::terminal
