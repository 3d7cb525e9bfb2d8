#include "importers/formats/json/tcn.hpp"

namespace cofnod::importers::json {

namespace {

/// Squares from a1, b1 to h8; then the pieces that a pawn may become, each on the file before its own, its own, the
/// next.
constexpr std::string_view signs =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!?{~}(^)[_]@#$,./&-*++=";
constexpr std::size_t squares = 64, ways = 3;
constexpr std::string_view pieces = "qnrb";

void add_square(std::string& text, std::size_t square) {
    text += static_cast<char>('a' + square % 8);
    text += static_cast<char>('1' + square / 8);
}

}  // namespace

std::optional<std::string> moves_of_tcn(std::string_view tcn) {
    if (tcn.empty() || tcn.size() % 2 != 0) return std::nullopt;
    std::string moves;
    for (std::size_t i = 0; i < tcn.size(); i += 2) {
        const std::size_t from = signs.find(tcn[i]), sign = signs.find(tcn[i + 1]);
        if (from >= squares || sign >= squares + ways * pieces.size()) return std::nullopt;
        std::size_t to = sign;
        if (sign >= squares) {
            static constexpr std::size_t rank_seven = 48, rank_two = 16;
            if (from < rank_seven && from >= rank_two) return std::nullopt;
            const std::size_t ahead = from < rank_two ? from - 8 : from + 8;
            to = ahead + (sign - squares) % ways - 1;
            if (to >= squares) return std::nullopt;
        }
        if (!moves.empty()) moves += ' ';
        add_square(moves, from);
        add_square(moves, to);
        if (sign >= squares) moves += pieces[(sign - squares) / ways];
    }
    return moves;
}

}  // namespace cofnod::importers::json
