#include "toy/position.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/bytes.hpp"

namespace cofnod::toy {

namespace {

bool is_white(char piece) { return piece >= 'A' && piece <= 'Z'; }

std::optional<int> read_square(std::string_view text) {
    if (text[0] < 'a' || text[0] > 'e' || text[1] < '1' || text[1] > '5') return std::nullopt;
    return text[0] - 'a' + side * (text[1] - '1');
}

}  // namespace

Position Position::initial() { return *read_position("ppkpp/5/5/5/PPKPP w"); }

std::uint64_t Position::key() const {
    std::uint64_t key = white_to_move_ ? 0x746F79 : 0x544F59;
    for (const char piece : board_) key = SplitMix64(key ^ static_cast<std::uint64_t>(piece))();
    return key;
}

bool Position::is_over() const {
    return std::find(board_.begin(), board_.end(), 'K') == board_.end() ||
           std::find(board_.begin(), board_.end(), 'k') == board_.end();
}

bool Position::is_legal(Move move) const {
    if (move.from >= square_count || move.to >= square_count || move.from == move.to || is_over()) return false;
    const char piece = piece_at(move.from), captured = piece_at(move.to);
    if (!piece || is_white(piece) != white_to_move_) return false;
    if (captured && is_white(captured) == white_to_move_) return false;
    const int files = std::abs(move.to % side - move.from % side), ranks = move.to / side - move.from / side;
    if (piece == 'K' || piece == 'k') return files <= 1 && std::abs(ranks) <= 1;
    return ranks == (white_to_move_ ? 1 : -1) && files == (captured ? 1 : 0);
}

void Position::play(Move move) {
    board_[move.to] = std::exchange(board_[move.from], '\0');
    white_to_move_ = !white_to_move_;
}

std::optional<Position> read_position(std::string_view text) {
    Position position;
    int rank = side - 1, file = 0;
    for (; !text.empty() && text.front() != ' '; text.remove_prefix(1)) {
        const char c = text.front();
        if (c == '/' && file == side && rank > 0) {
            --rank;
            file = 0;
        } else if (c >= '1' && c <= '5' && file + c - '0' <= side) {
            file += c - '0';
        } else if (std::string_view("KPkp").find(c) != std::string_view::npos && file < side) {
            position.board_[static_cast<std::size_t>(rank * side + file++)] = c;
        } else {
            return std::nullopt;
        }
    }
    position.white_to_move_ = text == " w";
    if (rank != 0 || file != side || (text != " w" && text != " b")) return std::nullopt;
    return position;
}

std::string write_position(const Position& position) {
    std::string text;
    for (int rank = side - 1; rank >= 0; --rank) {
        int empty = 0;
        const auto end_empty = [&] {
            if (empty > 0) text += static_cast<char>('0' + std::exchange(empty, 0));
        };
        for (int file = 0; file < side; ++file) {
            const char piece = position.piece_at(rank * side + file);
            if (piece) end_empty(), text += piece;
            empty += !piece;
        }
        end_empty();
        if (rank > 0) text += '/';
    }
    return text + (position.white_to_move() ? " w" : " b");
}

std::optional<Move> read_move(std::string_view word) {
    if (word.size() != 6 || word.substr(2, 2) != "to") return std::nullopt;
    const auto from = read_square(word), to = read_square(word.substr(4));
    if (!from || !to) return std::nullopt;
    return Move{static_cast<std::uint8_t>(*from), static_cast<std::uint8_t>(*to)};
}

std::string write_move(Move move) {
    const auto square = [](int index) {
        return std::string{static_cast<char>('a' + index % side), static_cast<char>('1' + index / side)};
    };
    return square(move.from) + "to" + square(move.to);
}

std::optional<Move> Unpacker::read() {
    if (damaged_ || bytes_.empty()) return std::nullopt;
    const Move move{static_cast<std::uint8_t>(bytes_[0]),
                    static_cast<std::uint8_t>(bytes_.size() > 1 ? bytes_[1] : -1)};
    damaged_ = !position_.is_legal(move);
    if (damaged_) return std::nullopt;
    bytes_.remove_prefix(2);
    return move;
}

}  // namespace cofnod::toy
