#include <fmt/format.h>

#include <array>
#include <ostream>
#include <string>
#include <string_view>

#include "cli/terminal/report.hpp"
#include "cli/terminal/views/game_view.hpp"
#include "games/record/camelot_game.hpp"
#include "notation/language.hpp"

namespace cofnod::terminal {

namespace {

using camelot::Bitboard;
using camelot::Color;
using camelot::Square;

/// Figures by Piece::index().
constexpr std::array<std::string_view, camelot::piece_count> figures = {"○", "♘", "●", "♞"};

/// Square colours, as on the chess board.
struct Shades {
    int light = 137, dark = 94, castle = 131;
    int marked = 65;
    int white_piece = 231, black_piece = 16;
};

class Board {
public:
    Board(std::ostream& out, const Terminal& terminal, const camelot::Position& position, const BoardView& view,
          const camelot::Path* last)
        : out_(out),
          terminal_(terminal),
          position_(position),
          board_(position.board()),
          view_(view),
          castles_(board_.castle(Color::white) | board_.castle(Color::black)) {
        if (last && !last->empty()) marked_ = Bitboard(last->front()) | last->back();
    }

    void print() {
        for (int row = 0; row < board_.rank_count; ++row) print_rank(view_.flip ? row : board_.rank_count - 1 - row);
        out_ << "     ";
        for (int column = 0; column < board_.file_count; ++column)
            out_ << ' ' << styled(std::string(1, static_cast<char>('A' + file_at(column))), Style::dim, terminal_)
                 << (column + 1 < board_.file_count ? " " : "\n");
        print_legend();
    }

private:
    [[nodiscard]] int file_at(int column) const { return view_.flip ? board_.file_count - 1 - column : column; }

    void print_legend() {
        const auto signs = [&](Color color) {
            return fmt::format("{} {}", sign(camelot::Piece{color, camelot::Role::man}),
                               sign(camelot::Piece{color, camelot::Role::knight}));
        };
        std::string text = tr("{} White's Men and Knights, {} Black's", signs(Color::white), signs(Color::black));
        if (!terminal_.colour) text.append(comma()) += tr("{} castle", view_.ascii ? "< >" : "‹ ›");
        out_ << "  " << styled(text, Style::dim, terminal_) << '\n';
    }

    void print_rank(int rank) {
        std::string line = styled(fmt::format("{:>4} ", rank + 1), Style::dim, terminal_);
        for (int column = 0; column < board_.file_count; ++column) {
            const Square square = Square::of(file_at(column), rank);
            line += board_.squares.contains(square) ? cell(square) : "   ";
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out_ << line << '\n';
    }

    [[nodiscard]] std::string cell(Square square) const {
        const auto piece = position_.piece_at(square);
        const bool is_marked = marked_.contains(square), is_castle = castles_.contains(square);
        if (terminal_.colour) return coloured_cell(square, piece, is_marked);
        const std::string_view left = is_marked ? "[" : !is_castle ? " " : view_.ascii ? "<" : "‹";
        const std::string_view right = is_marked ? "]" : !is_castle ? " " : view_.ascii ? ">" : "›";
        return fmt::format("{}{}{}", left, piece ? sign(*piece) : view_.ascii ? "." : "·", right);
    }

    [[nodiscard]] std::string coloured_cell(Square square, std::optional<camelot::Piece> piece, bool is_marked) const {
        const Shades shades;
        const bool is_light = (square.file() + square.rank()) % 2 != 0;
        const int ground = is_marked                   ? shades.marked
                           : castles_.contains(square) ? shades.castle
                           : is_light                  ? shades.light
                                                       : shades.dark;
        const bool is_white = piece && piece->color == Color::white;
        const std::string figure = piece ? sign(*piece) : " ";
        return fmt::format("\x1b[38;5;{};48;5;{}m {} \x1b[0m", is_white ? shades.white_piece : shades.black_piece,
                           ground, figure);
    }

    [[nodiscard]] std::string sign(camelot::Piece piece) const {
        return view_.ascii ? std::string(1, piece.letter())
                           : std::string(figures[static_cast<std::size_t>(piece.index())]);
    }

    std::ostream& out_;
    const Terminal& terminal_;
    const camelot::Position& position_;
    const camelot::Board& board_;
    const BoardView& view_;
    Bitboard castles_;
    Bitboard marked_;
};

}  // namespace

/// Prints a board of the Camelot family in its shape, with castle squares in angle brackets:
///
///     16                ‹·›‹·›
///     15        ·  ·  ·  ·  ·  ·  ·  ·
///     ...
///     11  ·  ·  ♞  ●  ●  ●  ●  ●  ●  ♞  ·  ·
///     ...
///      6  ·  · [·] ○  ○  ○  ○  ○  ○  ♘  ·  ·
///     ...
///         A  B  C  D  E  F  G  H  I  J  K  L
template <>
void print_board<CamelotGame>(std::ostream& out, const Terminal& terminal, const camelot::Position& position,
                              const notation::Language&, const BoardView& view, const camelot::Path* last) {
    Board(out, terminal, position, view, last).print();
}

}  // namespace cofnod::terminal
