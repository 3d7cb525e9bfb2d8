#include "importers/tags.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/characters.hpp"
#include "games/record/record.hpp"
#include "importers/decoder/comment_text.hpp"
#include "importers/embedded.hpp"

namespace cofnod::importers {

namespace {

/// Returns the name in lower case, without separators between its words.
std::string key_of(std::string_view name) {
    std::string key;
    for (const char c : name)
        if (c != '_' && c != '-' && c != ' ') key += to_lower(c);
    return key;
}

using Names = std::map<std::string, std::string_view, std::less<>>;

const Names& names() {
    static const Names all = [] {
        Names read;
        for (std::string_view text = text_of(embedded::importers_files, "grammar/tags.txt"); !text.empty();) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            const std::string_view name = text.substr(0, end);
            if (!name.empty() && name.front() != '#') read.emplace(key_of(name), name);
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        return read;
    }();
    return all;
}

}  // namespace

std::optional<std::string_view> standard_tag(std::string_view name) {
    static constexpr std::size_t longest = 40;
    if (name.size() > longest) return std::nullopt;
    const auto found = names().find(key_of(name));
    return found == names().end() ? std::nullopt : std::optional(found->second);
}

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

/// A row of grammar/variants.tsv.
struct Variant {
    std::string_view name;
    Words tags;
    Words marks;
};

/// Indices of the first rows: chess from the usual start, and from other starts.
constexpr std::size_t usual_chess = 0, chess_from_other_starts = 1;
const std::vector<Variant>& variants() {
    static const std::vector<Variant> rows = [] {
        std::vector<Variant> read;
        for (const std::string_view line : split(text_of(embedded::importers_files, "grammar/variants.tsv"), '\n')) {
            if (line.empty() || line.front() == '#') continue;
            const Words columns = split(line, '\t');
            read.push_back({columns[0], split(columns.at(1), ' '), split(columns.at(2), ' ')});
        }
        return read;
    }();
    return rows;
}

/// Visible features of the first field of a FEN, in any game. Letters are upper case.
struct Board {
    std::size_t files = 0;  ///< in its widest rank
    std::size_t ranks = 0;
    std::string letters;  ///< letters of the pieces on it
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

namespace {

/// Removes a quoted text from the front of `rest` and returns it; nullopt if there is none.
std::optional<std::string> take_quoted(std::string_view& rest) {
    if (!rest.starts_with('"')) return std::nullopt;
    std::string text;
    for (std::size_t i = 1; i < rest.size(); ++i) {
        if (rest[i] == '"') {
            rest.remove_prefix(i + 1);
            return text;
        }
        if (rest[i] != '\\') {
            text += rest[i];
            continue;
        }
        const std::string_view escaped = rest.substr(++i, 3);
        unsigned code = 0;
        if (escaped.size() == 3 && escaped[0] == 'x' &&
            std::from_chars(&escaped[1], escaped.data() + 3, code, 16).ptr == escaped.data() + 3) {
            text += static_cast<char>(code);
            i += 2;
        } else if (!escaped.empty()) {
            text += escaped[0];
        }
    }
    return std::nullopt;
}

bool add_tag(std::string_view comment, Tags& tags) {
    static constexpr std::string_view head = "[%tag ";
    if (!comment.starts_with(head)) return false;
    comment.remove_prefix(head.size());
    const auto name = take_quoted(comment);
    if (!name || !comment.starts_with(' ')) return false;
    comment.remove_prefix(1);
    const auto value = take_quoted(comment);
    if (!value || comment != "]") return false;
    tags.add(tag_text(*name), tag_text(*value));
    return true;
}

}  // namespace

bool take_tag_comments(std::string_view text, std::vector<Token>& tokens, Tags& tags) {
    const auto end = std::find_if(tokens.begin(), tokens.end(), [&](const Token& token) {
        return token.kind != Token::Kind::comment || !add_tag(comment_text(token.in(text)), tags);
    });
    if (end == tokens.begin()) return false;
    tokens.erase(tokens.begin(), end);
    return true;
}

void add_missing(const Tags& others, Tags& tags) {
    for (std::size_t i = 0; i < others.size(); ++i)
        if (!tags.find(others[i].name)) tags.add(others[i].name, others[i].value);
}

void remove_tag(std::string_view name, Tags& tags) {
    const Tags all = std::exchange(tags, {});
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].name != name) tags.add(all[i].name, all[i].value);
}

}  // namespace cofnod::importers
