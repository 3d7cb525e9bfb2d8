#include "importers/variants.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/ascii.hpp"
#include "game/tags.hpp"
#include "importers/embedded.hpp"

namespace cofnod::importers {

namespace {

using Words = std::vector<std::string_view>;

Words split(std::string_view text, char separator) {
    Words words;
    while (true) {
        const std::size_t end = text.find(separator);
        words.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return words;
        text.remove_prefix(end + 1);
    }
}

/// A row of the table.
struct Variant {
    std::string_view name;
    Words tags;
    Words marks;
};

/// The first rows are chess, from the usual start and from others.
constexpr std::size_t usual_chess = 0, chess_from_other_starts = 1;
const std::vector<Variant>& variants() {
    static const std::vector<Variant> rows = [] {
        std::vector<Variant> read;
        for (const std::string_view line : split(text_of(embedded::files, "grammar/variants.tsv"), '\n')) {
            if (line.empty() || line.front() == '#') continue;
            const Words columns = split(line, '\t');
            read.push_back({columns[0], split(columns.at(1), ' '), split(columns.at(2), ' ')});
        }
        return read;
    }();
    return rows;
}

/// The visible features of the first field of a FEN, whatever the game. Letters are capitals.
struct Board {
    std::size_t files = 0;  ///< of its widest rank
    std::size_t ranks = 0;
    std::string letters;  ///< of the pieces on it
    std::optional<std::string> hand;
};

std::size_t squares_of(std::string_view rank, std::string& letters) {
    std::size_t squares = 0, empty = 0;
    for (const char c : rank) {
        empty = is_digit(c) ? empty * 10 + static_cast<std::size_t>(c - '0') : 0;
        if (is_digit(c)) squares += empty >= 10 ? empty - empty / 10 : empty;
        if (is_letter(c)) ++squares, letters += to_upper(c);
    }
    return squares;
}

Board board_of(std::string_view fen) {
    std::string_view field = fen.substr(0, fen.find(' '));
    Board board;
    if (const std::size_t open = field.find('['); open != std::string_view::npos) {
        board.hand.emplace();
        for (const char c : field.substr(open))
            if (is_letter(c)) *board.hand += to_upper(c);
        field = field.substr(0, open);
    }
    Words ranks = split(field, '/');
    if (ranks.size() == 9 && !ranks[8].empty() &&
        std::none_of(ranks[8].begin(), ranks[8].end(), is_digit)) {  // .../RNBQKBNR/Pp
        std::string hand;
        if (squares_of(ranks[0], hand) == 8) {
            hand.clear();
            squares_of(ranks[8], hand);
            board.hand = hand;
            ranks.pop_back();
        }
    }
    for (const std::string_view rank : ranks) board.files = std::max(board.files, squares_of(rank, board.letters));
    board.ranks = ranks.size();
    return board;
}

bool has_all(std::string_view letters, std::string_view wanted) {
    return std::all_of(wanted.begin(), wanted.end(), [&](char c) { return letters.find(c) != std::string_view::npos; });
}

bool fits(std::string_view mark, const Board& board) {
    if (mark.empty()) return false;
    if (mark.front() == '[') return board.hand && has_all(*board.hand, mark.substr(1, mark.size() - 2));
    if (is_digit(mark.front())) return mark == std::to_string(board.files) + 'x' + std::to_string(board.ranks);
    return has_all(board.letters, mark);
}

/// Returns the row that a Variant tag names; `variants().size()` if none does.
std::size_t row_of_tag(std::string_view variant) {
    std::string key;  // "Chess-960", "chess 960"
    for (const char c : variant)
        if (is_alphanumeric(c)) key += to_lower(c);
    if (key.empty()) return usual_chess;
    const auto row = std::find_if(variants().begin(), variants().end(), [&](const Variant& known) {
        return std::find(known.tags.begin(), known.tags.end(), key) != known.tags.end();
    });
    return static_cast<std::size_t>(row - variants().begin());
}

}  // namespace

std::optional<std::string> other_game_of_tag(std::string_view variant) {
    const std::size_t row = row_of_tag(variant);
    if (row <= chess_from_other_starts) return std::nullopt;
    return std::string(row == variants().size() ? variant : variants()[row].name);
}

bool has_own_starts(std::string_view variant) { return row_of_tag(variant) == chess_from_other_starts; }

std::optional<std::string> other_game_of_fen(std::string_view fen) {
    const Board board = board_of(fen);
    for (const Variant& known : variants())
        if (std::any_of(known.marks.begin(), known.marks.end(), [&](auto mark) { return fits(mark, board); }))
            return std::string(known.name);
    return std::nullopt;
}

}  // namespace cofnod::importers
