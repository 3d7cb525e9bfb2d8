#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <utility>
#include <vector>

#include "base/characters.hpp"
#include "base/place.hpp"
#include "games/chess/square.hpp"
#include "importers/formats/prose/starts.hpp"
#include "notation/described_move.hpp"
#include "notation/language.hpp"
#include "notation/written_move.hpp"

namespace cofnod::importers::prose {

namespace {

constexpr std::size_t board_size = 8;
constexpr std::size_t longest_row = 200;  // in bytes

using Cells = std::array<std::string_view, board_size>;

struct Row {
    Cells cells;
    char rank = 0;  ///< printed beside the row; 0: none
};

bool is_blank(char c) { return c == ' ' || c == '\t'; }

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

/// Removes and returns the rank number on either side of a row.
char take_rank(std::string_view& row) {
    const auto is_rank = [](char c) { return c >= '1' && c <= '8'; };
    char rank = 0;
    if (row.size() > 2 && is_rank(row[0]) && (is_blank(row[1]) || row[1] == '|' || row[1] == ')' || row[1] == '.')) {
        rank = row[0];
        row = trimmed(row.substr(row[1] == '|' || is_blank(row[1]) ? 1 : 2));
    }
    if (row.size() > 2 && is_rank(row.back()) && (is_blank(row[row.size() - 2]) || row[row.size() - 2] == '|')) {
        rank = row.back();
        row = trimmed(row.substr(0, row.size() - 1));
    }
    return rank;
}

/// Splits `| r | n |` at its bars; nullopt unless there are exactly eight cells.
std::optional<Cells> cells_between_bars(std::string_view row) {
    if (row.starts_with('|')) row.remove_prefix(1);
    if (row.ends_with('|')) row.remove_suffix(1);
    Cells cells;
    for (std::size_t i = 0; i < board_size; ++i) {
        const std::size_t bar = row.find('|');
        if ((bar == row.npos) != (i + 1 == board_size)) return std::nullopt;
        cells[i] = trimmed(row.substr(0, bar));
        row.remove_prefix(bar == row.npos ? row.size() : bar + 1);
    }
    return cells;
}

std::optional<Cells> cells_between_blanks(std::string_view row) {
    Cells cells;
    for (std::size_t i = 0; i < board_size; ++i) {
        row = trimmed(row);
        if (row.empty()) return std::nullopt;
        const std::size_t end = std::min(row.find_first_of(" \t"), row.size());
        cells[i] = row.substr(0, end);
        row.remove_prefix(end);
    }
    return trimmed(row).empty() ? std::optional(cells) : std::nullopt;
}

/// Splits `rnbqkbnr` and `♜♞♝♛♚♝♞♜` into characters.
std::optional<Cells> cells_of_one_word(std::string_view row) {
    Cells cells;
    for (std::size_t i = 0; i < board_size; ++i) {
        const std::size_t length = utf8::decode(row).length;
        if (length == 0) return std::nullopt;
        cells[i] = row.substr(0, length);
        row.remove_prefix(length);
    }
    return row.empty() ? std::optional(cells) : std::nullopt;
}

std::optional<Row> read_row(std::string_view line) {
    if (line.size() > longest_row) return std::nullopt;
    std::string_view row = trimmed(line);
    if (row.size() < board_size) return std::nullopt;
    Row read;
    read.rank = take_rank(row);
    const bool has_bars = std::count(row.begin(), row.end(), '|') >= static_cast<std::ptrdiff_t>(board_size) - 1;
    auto cells = has_bars ? cells_between_bars(row) : std::nullopt;
    if (!cells && !has_bars) {
        if (row.starts_with('|')) row = trimmed(row.substr(1));
        if (row.ends_with('|')) row = trimmed(row.substr(0, row.size() - 1));
        cells = cells_between_blanks(row);
        if (!cells) cells = cells_of_one_word(row);
    }
    if (!cells) return std::nullopt;
    read.cells = *cells;
    return read;
}

/// Returns true for a line between rows, above the first or below the last: `+---+---+`, `|-------|`, or blank.
bool is_frame(std::string_view line) {
    static constexpr std::string_view signs = " \t-+=|_.:*";
    return line.size() <= longest_row && line.find_first_not_of(signs) == line.npos;
}

/// Returns true for `a b c d e f g h`, in either case and with frame characters between.
bool is_file_letters(std::string_view line) {
    std::size_t next = 0;
    for (const char c : line) {
        if (next < board_size && to_lower(c) == static_cast<char>('a' + next))
            ++next;
        else if (c != ' ' && c != '\t' && c != '|' && c != '-' && c != '+')
            return false;
    }
    return next == board_size;
}

enum class Side : std::uint8_t { none, plain, upper, lower, white, black };

/// Content of a cell: a piece as an upper-case PGN letter, and the feature that shows its colour.
struct Content {
    char piece = 0;  ///< 0: empty
    Side side = Side::none;
};

char role_letter(const notation::Language& language, std::string_view letters) {
    static constexpr std::string_view roles = "PNBRQK";  // in the order of Role
    if (letters == "P" || letters == "p") return 'P';
    std::string upper(letters);
    upper[0] = to_upper(upper[0]);
    const notation::LanguageData& data = language.data();
    for (std::size_t role = 0; role < roles.size(); ++role)
        if (!data.pieces[role].empty() && data.pieces[role] == upper) return roles[role];
    for (const auto& [role, also] : data.also)
        if (also == upper) return roles[static_cast<std::size_t>(role)];
    return 0;
}

bool is_empty_square(std::string_view cell) {
    static constexpr std::string_view signs = ".-*:+_/\\#[]=";
    static constexpr std::string_view wide[] = {"·", "□", "■", "▪", "▫", "☐", "\u00A0", "\u3000", "–", "—", "▢", "▨"};
    while (!cell.empty()) {
        const auto found =
            std::find_if(std::begin(wide), std::end(wide), [&](auto sign) { return cell.starts_with(sign); });
        if (found == std::end(wide) && signs.find(cell[0]) == signs.npos) return false;
        cell.remove_prefix(found == std::end(wide) ? 1 : found->size());
    }
    return true;
}

std::optional<Content> figurine(std::string_view cell) {
    static constexpr std::string_view roles = "KQRBNP";
    static constexpr char32_t first = 0x2654, variation_selector = 0xFE0E;
    const utf8::Decoded read = utf8::decode(cell);
    if (read.length == 0 || read.code_point < first || read.code_point >= first + 2 * roles.size()) return std::nullopt;
    if (read.length < cell.size() && utf8::decode(cell.substr(read.length)).code_point != variation_selector)
        return std::nullopt;
    const std::size_t at = read.code_point - first;
    return Content{roles[at % roles.size()], at < roles.size() ? Side::white : Side::black};
}

/// Reads a cell with the letters of a language; nullopt if it is neither empty nor a piece.
std::optional<Content> read_cell(const notation::Language& language, std::string_view cell) {
    if (is_empty_square(cell)) return Content{};
    if (const auto read = figurine(cell)) return read;
    static constexpr std::string_view marks_of_white = "^+wW", marks_of_black = "#*-(<[bBsS";
    if (const char piece = role_letter(language, cell))
        return Content{piece, is_lower(cell[0]) ? Side::lower : Side::upper};
    const bool is_marked_white = marks_of_white.find(cell[0]) != marks_of_white.npos;
    if (!is_marked_white && marks_of_black.find(cell[0]) == marks_of_black.npos) return std::nullopt;
    std::string_view letters = cell.substr(1);
    while (!letters.empty() && std::string_view(")>]-*").find(letters.back()) != std::string_view::npos)
        letters.remove_suffix(1);
    const char piece = letters.empty() ? '\0' : role_letter(language, letters);
    if (piece == 0) return std::nullopt;
    return Content{piece, is_marked_white ? Side::white : Side::black};
}

using Rows = std::array<Row, board_size>;

/// Letters of pieces by square; 0: empty.
using Letters = std::array<char, chess::square_count>;

/// Returns the placement field of a FEN.
std::string placement_of(const Letters& board) {
    std::string placement;
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        for (int file = 0; file < 8; ++file) {
            const char piece = board[static_cast<std::size_t>(rank * 8 + file)];
            if (piece != 0 && empty > 0) placement += static_cast<char>('0' + empty);
            empty = piece != 0 ? 0 : empty + 1;
            if (piece != 0) placement += piece;
        }
        if (empty > 0) placement += static_cast<char>('0' + empty);
        if (rank > 0) placement += '/';
    }
    return placement;
}

/// Piece placement of a drawing, with an alternative reading if two kings have the same colour.
struct Placement {
    std::string squares, otherwise;
};

/// Changes the colour of either of two kings of the same colour: one of them is misprinted.
Placement with_kings_turned(const std::string& squares, char king) {
    const char other = king == 'k' ? 'K' : 'k';
    Placement placement{squares, squares};
    placement.squares[squares.find(king)] = other;
    placement.otherwise[squares.rfind(king)] = other;
    return placement;
}

/// Determines the colours of a board: by marks if there are any, otherwise by the case of letters.
std::optional<Placement> read_placement(const Rows& rows, const notation::Language& language) {
    std::array<std::array<Content, board_size>, board_size> board;
    std::array<std::size_t, 6> sides{};
    for (std::size_t rank = 0; rank < board_size; ++rank)
        for (std::size_t file = 0; file < board_size; ++file) {
            const auto content = read_cell(language, rows[rank].cells[file]);
            if (!content) return std::nullopt;
            board[rank][file] = *content;
            ++sides[static_cast<std::size_t>(content->side)];
        }
    const auto count = [&](Side side) { return sides[static_cast<std::size_t>(side)]; };
    const bool has_marks = count(Side::white) + count(Side::black) > 0;
    if (!has_marks && (count(Side::upper) == 0 || count(Side::lower) == 0)) return std::nullopt;
    const bool white_is_plain = count(Side::white) == 0, black_is_plain = count(Side::black) == 0;
    if (has_marks && count(Side::upper) + count(Side::lower) > 0 && !white_is_plain && !black_is_plain)
        return std::nullopt;
    const bool is_turned = rows[0].rank == '1' && rows[board_size - 1].rank == '8';  // from Black's side
    std::size_t kings[2] = {};
    Letters letters{};
    for (std::size_t rank = 0; rank < board_size; ++rank)
        for (std::size_t file = 0; file < board_size; ++file) {
            const Content& content = board[rank][file];
            if (content.piece == 0) continue;
            bool is_white = content.side == Side::white || content.side == Side::upper;
            if (has_marks && (content.side == Side::upper || content.side == Side::lower)) is_white = white_is_plain;
            if (content.piece == 'K') ++kings[is_white];
            letters[is_turned ? rank * board_size + board_size - 1 - file
                              : (board_size - 1 - rank) * board_size + file] =
                is_white ? content.piece : to_lower(content.piece);
        }
    std::string placement = placement_of(letters);
    if (kings[0] + kings[1] == 2 && kings[0] != 1) return with_kings_turned(placement, kings[0] == 2 ? 'k' : 'K');
    if (kings[0] > 1 || kings[1] > 1 || kings[0] + kings[1] == 0) return std::nullopt;
    return Placement{std::move(placement), {}};
}

std::optional<Placement> read_placement(const Rows& rows, const notation::Languages& languages) {
    for (const notation::Language& language : languages)
        if (auto placement = read_placement(rows, language)) return placement;
    return std::nullopt;
}

/// Splits a rank in a FEN into its squares.
std::optional<Cells> cells_of_rank(std::string_view rank) {
    Cells cells;
    std::size_t count = 0;
    while (!rank.empty()) {
        std::size_t length = utf8::decode(rank).length;
        std::size_t empty = rank[0] >= '1' && rank[0] <= '8' ? static_cast<std::size_t>(rank[0] - '0') : 0;
        if (length == 0 || count + std::max<std::size_t>(empty, 1) > board_size) return std::nullopt;
        if (empty == 0) cells[count++] = rank.substr(0, length);
        for (; empty > 0; --empty) cells[count++] = ".";
        rank.remove_prefix(length);
    }
    return count == board_size ? std::optional(cells) : std::nullopt;
}

/// Reads a drawing whose first row is the line at `begin`.
std::optional<Diagram> read_diagram(std::string_view text, std::size_t begin, const notation::Languages& languages) {
    static constexpr std::size_t most_frames = 2;  // between two rows
    Rows rows;
    std::size_t at = begin, end = begin, frames = 0;
    for (std::size_t count = 0; count < board_size;) {
        if (at >= text.size()) return std::nullopt;
        const std::string_view whole = line_at(text, at);
        const std::size_t end_of_row = at + whole.size();
        at = next_line(text, at);
        if (const auto row = read_row(whole)) {
            rows[count++] = *row;
            frames = 0;
            end = end_of_row;
        } else if (!is_frame(whole) || ++frames > most_frames) {
            return std::nullopt;
        }
    }
    auto placement = read_placement(rows, languages);
    if (!placement) return std::nullopt;
    for (std::size_t lines = 0; lines < 2 && at < text.size(); ++lines) {
        const std::string_view whole = line_at(text, at);
        if (trimmed(whole).empty() || (!is_frame(whole) && !is_file_letters(whole))) break;
        end = at + whole.size();
        at = next_line(text, at);
    }
    return Diagram{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), std::move(placement->squares),
                   std::move(placement->otherwise)};
}

}  // namespace

std::optional<std::string> read_forsyth(std::string_view line, const notation::Languages& languages) {
    line = trimmed(line);
    if (line.ends_with('.')) line.remove_suffix(1);
    static constexpr std::size_t longest = 160;
    if (line.size() > longest || std::count(line.begin(), line.end(), '/') != board_size - 1) return std::nullopt;
    Rows rows;
    for (Row& row : rows) {
        const std::size_t slash = std::min(line.find('/'), line.size());
        const auto cells = cells_of_rank(line.substr(0, slash));
        if (!cells) return std::nullopt;
        row.cells = *cells;
        line.remove_prefix(std::min(slash + 1, line.size()));
    }
    const auto placement = read_placement(rows, languages);
    return placement && placement->otherwise.empty() ? std::optional(placement->squares) : std::nullopt;
}

std::vector<Diagram> find_diagrams(std::string_view text, const notation::Languages& languages) {
    std::vector<Diagram> found;
    constexpr std::size_t none = std::string_view::npos;
    std::size_t above = none;  // start of the frame or file letters directly above the line
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view whole = line_at(text, at);
        auto diagram = read_row(whole) ? read_diagram(text, at, languages) : std::nullopt;
        if (!diagram) {
            const bool is_edge = !trimmed(whole).empty() && (is_frame(whole) || is_file_letters(whole));
            if (!is_edge || above == none) above = is_edge ? at : none;
            at = next_line(text, at);
            continue;
        }
        if (above != none) diagram->begin = static_cast<std::uint32_t>(above);
        above = none;
        at = next_line(text, diagram->end);
        found.push_back(std::move(*diagram));
    }
    return found;
}

namespace {

using notation::Language;

constexpr std::size_t most_pieces = 16, longest_list = 200;

struct Placed {
    chess::Role role;
    chess::Square square;
};

/// Returns the only square of a set, from the player's side; nullopt unless there is exactly one.
std::optional<chess::Square> only_square(notation::SquareSet squares, bool is_turned) {
    if (is_turned) squares = __builtin_bswap64(squares);
    if (std::popcount(squares) != 1) return std::nullopt;
    return chess::Square::from_index(std::countr_zero(squares));
}

/// Reads a piece with its square: `Kb5`, `e4`, or `K-QKt8` in descriptive notation.
std::optional<Placed> read_piece(const Language& language, const std::string& word, chess::Color color) {
    if (language.system() == notation::System::algebraic) {
        const notation::Readings readings = notation::read_move(language, word);
        if (readings.empty()) return std::nullopt;
        const notation::Reading& read = readings[0];
        const bool is_place = read.kind == notation::Reading::Kind::move && !read.from_file && !read.from_rank &&
                              !read.capture && !read.promotion && read.to_file && read.to_rank;
        if (!is_place) return std::nullopt;
        return Placed{read.role, chess::Square::of(*read.to_file, *read.to_rank)};
    }
    const auto read = notation::read_descriptive(language, word);
    if (!read || read->length != word.size() || !read->move.role || read->move.capture.value_or(false))
        return std::nullopt;
    const auto square = only_square(read->move.to, read->move.seen_by_mover && color == chess::Color::black);
    return square ? std::optional(Placed{*read->move.role, *square}) : std::nullopt;
}

/// Returns the items of a list; `K at QKt8` becomes K-QKt8.
std::vector<std::string> items_of(std::string_view text) {
    static constexpr std::array<std::string_view, 3> separators = {" ", ",", "،"};
    static constexpr std::array<std::string_view, 6> links = {"at", "on", "ar", "على", "auf", "en"};
    std::vector<std::string> items;
    bool is_linked = false;
    for (std::string_view rest = text; !rest.empty();) {
        std::size_t end = rest.size(), next = rest.size();
        for (const std::string_view separator : separators)
            if (const std::size_t at = rest.find(separator); at < end) end = at, next = at + separator.size();
        std::string_view word = rest.substr(0, end);
        rest.remove_prefix(next);
        while (word.ends_with('.') || word.ends_with(';')) word.remove_suffix(1);
        if (word.empty()) continue;
        if (std::find(links.begin(), links.end(), word) != links.end() && !items.empty()) {
            is_linked = true;
        } else if (std::exchange(is_linked, false)) {
            items.back().append("-").append(word);
        } else {
            items.emplace_back(word);
        }
    }
    return items;
}

std::optional<std::vector<Placed>> read_list(const Language& language, const std::vector<std::string>& items,
                                             chess::Color color) {
    static constexpr std::size_t least_before_words = 2;
    std::vector<Placed> pieces;
    for (const std::string& item : items) {
        const auto piece = read_piece(language, item, color);
        if (!piece && pieces.size() >= least_before_words) break;  // "K at Q5, Q at QB3 White loses."
        const auto is_taken = [&](const Placed& other) { return other.square == piece->square; };
        if (!piece || std::any_of(pieces.begin(), pieces.end(), is_taken)) return std::nullopt;
        pieces.push_back(*piece);
    }
    const auto kings = std::count_if(pieces.begin(), pieces.end(),
                                     [](const Placed& piece) { return piece.role == chess::Role::king; });
    return kings == 1 && pieces.size() <= most_pieces ? std::optional(std::move(pieces)) : std::nullopt;
}

}  // namespace

bool is_piece_list(std::string_view text, const notation::Languages& languages) {
    if (text.size() > longest_list) return false;
    const std::vector<std::string> items = items_of(text);
    return any_notation(languages, [&](const Language& language) {
        return read_list(language, items, chess::Color::white).has_value();
    });
}

std::optional<std::string> read_piece_lists(std::string_view white, std::string_view black,
                                            const notation::Languages& languages) {
    const std::vector<std::string> whites = items_of(white), blacks = items_of(black);
    std::optional<std::string> placement;
    any_notation(languages, [&](const Language& language) {
        const auto white_pieces = read_list(language, whites, chess::Color::white);
        const auto black_pieces = white_pieces ? read_list(language, blacks, chess::Color::black) : std::nullopt;
        if (!black_pieces) return false;
        Letters board{};
        for (const Placed& piece : *white_pieces)
            board[static_cast<std::size_t>(piece.square.index())] =
                chess::Piece{chess::Color::white, piece.role}.fen_letter();
        for (const Placed& piece : *black_pieces) {
            char& square = board[static_cast<std::size_t>(piece.square.index())];
            if (square != 0) return false;
            square = chess::Piece{chess::Color::black, piece.role}.fen_letter();
        }
        placement = placement_of(board);
        return true;
    });
    return placement;
}

}  // namespace cofnod::importers::prose
