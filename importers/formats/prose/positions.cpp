#include "importers/formats/prose/positions.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>
#include <vector>

#include "base/utf8.hpp"
#include "chess/piece.hpp"
#include "chess/square.hpp"
#include "importers/formats/prose/diagram.hpp"
#include "notation/language.hpp"
#include "notation/read_descriptive.hpp"
#include "notation/read_move.hpp"

namespace cofnod::importers::prose {

namespace {

using notation::Language;

constexpr std::size_t most_pieces = 16, longest_list = 200;

struct Placed {
    chess::Role role;
    chess::Square square;
};

/// Returns the only square of a set, seen from the player's side; nullopt if there are several.
std::optional<chess::Square> only_square(notation::SquareSet squares, bool is_turned) {
    if (is_turned) squares = __builtin_bswap64(squares);
    if (std::popcount(squares) != 1) return std::nullopt;
    return chess::Square::from_index(std::countr_zero(squares));
}

/// Reads `Kb5`, `e4`, and in descriptive notation `K-QKt8`.
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

/// Returns the items of a list: `K at QKt8` as K-QKt8.
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
            items.back() += "-" + std::string(word);
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

/// Calls `is` with every language until it returns true.
template <typename Is>
bool any_language(const notation::Languages& languages, const Is& is) {
    for (const Language& language : languages)
        if (is(language)) return true;
    const auto others = languages.others();
    return std::any_of(others.begin(), others.end(), [&](const Language* language) { return is(*language); });
}

std::string placement_of(const std::array<char, chess::square_count>& board) {
    std::string placement;
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        for (int file = 0; file < 8; ++file) {
            const char piece = board[static_cast<std::size_t>(rank * 8 + file)];
            if (piece == 0) {
                ++empty;
                continue;
            }
            if (empty > 0) placement += static_cast<char>('0' + std::exchange(empty, 0));
            placement += piece;
        }
        if (empty > 0) placement += static_cast<char>('0' + empty);
        if (rank > 0) placement += '/';
    }
    return placement;
}

}  // namespace

bool is_piece_list(std::string_view text, const notation::Languages& languages) {
    if (text.size() > longest_list) return false;
    const std::vector<std::string> items = items_of(text);
    return any_language(languages, [&](const Language& language) {
        return read_list(language, items, chess::Color::white).has_value();
    });
}

std::optional<std::string> read_piece_lists(std::string_view white, std::string_view black,
                                            const notation::Languages& languages) {
    const std::vector<std::string> whites = items_of(white), blacks = items_of(black);
    std::optional<std::string> placement;
    any_language(languages, [&](const Language& language) {
        const auto white_pieces = read_list(language, whites, chess::Color::white);
        const auto black_pieces = white_pieces ? read_list(language, blacks, chess::Color::black) : std::nullopt;
        if (!black_pieces) return false;
        std::array<char, chess::square_count> board{};
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
