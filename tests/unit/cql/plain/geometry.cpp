#include "geometry.hpp"
#include "base/place.hpp"

namespace cofnod::cql::plain {

namespace {

enum Role { pawn, knight, bishop, rook, queen, king };

int at(const Board& board, int square) { return board[static_cast<std::size_t>(square)]; }
bool has(const Squares& squares, int square) { return squares[static_cast<std::size_t>(square)]; }

}  // namespace

std::optional<int> moved(int square, int files, int ranks) {
    const int file = square % 8 + files;
    const int rank = square / 8 + ranks;
    if (file < 0 || file > 7 || rank < 0 || rank > 7) return std::nullopt;
    return rank * 8 + file;
}

bool slides(int piece, int direction) {
    if (piece == empty) return false;
    const int role = piece % 6;
    const bool is_straight = direction % 2 == 0;
    return role == queen || (role == rook && is_straight) || (role == bishop && !is_straight);
}

bool attacks(const Board& board, int from, int to) {
    const int piece = at(board, from);
    if (piece == empty || from == to) return false;
    const int files = std::abs(to % 8 - from % 8);
    const int ranks = to / 8 - from / 8;
    switch (piece % 6) {
        case pawn: return files == 1 && ranks == (is_white(piece) ? 1 : -1);
        case knight: return files * std::abs(ranks) == 2;
        case king: return files <= 1 && std::abs(ranks) <= 1;
        default: break;
    }
    for (int direction = 0; direction < 8; ++direction) {
        if (!slides(piece, direction)) continue;
        const Step step = steps[direction];
        for (auto square = moved(from, step.file, step.rank); square; square = moved(*square, step.file, step.rank)) {
            if (*square == to) return true;
            if (at(board, *square) != empty) break;
        }
    }
    return false;
}

bool is_check(const Board& board, bool white_to_move) {
    for (int square = 0; square < 64; ++square) {
        if (at(board, square) != (white_to_move ? king : king + 6)) continue;
        for (int from = 0; from < 64; ++from)
            if (is_enemy(at(board, from), at(board, square)) && attacks(board, from, square)) return true;
    }
    return false;
}

namespace {

/// Continues a ray from the square used for the set before `next`.
void walk(const Board& board, Step step, const std::vector<Squares>& sets, std::size_t next, int from, Squares& ends) {
    const auto square = moved(from, step.file, step.rank);
    if (!square) return;
    if (has(sets[next], *square)) {
        if (next + 1 == sets.size())
            ends.set(static_cast<std::size_t>(*square));
        else
            walk(board, step, sets, next + 1, *square, ends);
    }
    if (at(board, *square) == empty) walk(board, step, sets, next, *square, ends);
}

}  // namespace

std::vector<std::pair<int, int>> rays(const Board& board, unsigned directions, const std::vector<Squares>& sets,
                                      bool attacking) {
    std::vector<std::pair<int, int>> found;
    for (int from = 0; from < 64; ++from) {
        if (!has(sets[0], from)) continue;
        for (int direction = 0; direction < 8; ++direction) {
            if ((directions >> direction & 1) == 0) continue;
            if (attacking && !slides(at(board, from), direction)) continue;
            Squares ends;
            walk(board, steps[direction], sets, 1, from, ends);
            for (int to = 0; to < 64; ++to)
                if (has(ends, to)) found.emplace_back(from, to);
        }
    }
    return found;
}

std::vector<Pin> pins(const Board& board) {
    std::vector<Pin> found;
    for (int from = 0; from < 64; ++from)
        for (int direction = 0; direction < 8; ++direction) {
            if (!slides(at(board, from), direction)) continue;
            const Step step = steps[direction];
            std::optional<int> through;
            for (auto square = moved(from, step.file, step.rank); square;
                 square = moved(*square, step.file, step.rank)) {
                const int piece = at(board, *square);
                if (through && (piece == empty || is_enemy(piece, at(board, from))))
                    found.push_back({from, *through, *square});
                if (piece == empty) continue;
                if (through || !is_enemy(piece, at(board, from))) break;
                through = square;
            }
        }
    return found;
}

Squares between(const Squares& a, const Squares& b) {
    Squares result;
    for (int from = 0; from < 64; ++from)
        for (const Step step : steps) {
            if (!has(a, from)) continue;
            Squares passed;
            for (auto square = moved(from, step.file, step.rank); square;
                 square = moved(*square, step.file, step.rank)) {
                if (has(b, *square)) result |= passed;
                passed.set(static_cast<std::size_t>(*square));
            }
        }
    return result;
}

}  // namespace cofnod::cql::plain
