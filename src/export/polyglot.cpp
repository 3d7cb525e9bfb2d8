#include "export/polyglot.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <ostream>
#include <string>
#include <vector>

#include "games/record/chess_game.hpp"
#include "games/record/replay.hpp"

namespace cofnod::polyglot {

namespace {

using chess::CastlingSide;
using chess::Color;
using chess::Position;
using chess::Square;

constexpr std::uint64_t keys[] = {
#include "export/polyglot_keys.def"
};
constexpr std::size_t of_castling = 768, of_en_passant = 772, of_white_to_move = 780;
static_assert(std::size(keys) == of_white_to_move + 1);

/// Returns true if the side to move has a pawn next to the one that has just made a double step to `square`.
bool has_pawn_beside(const Position& position, Square square) {
    return std::ranges::any_of(std::array{-1, 1}, [&](int step) {
        const int file = static_cast<int>(square.file()) + step;
        if (file < 0 || file > 7) return false;
        const auto piece = position.piece_at(Square::of(static_cast<chess::File>(file), square.rank()));
        return piece && piece->role == chess::Role::pawn && piece->color == position.turn();
    });
}

/// Appends a number, the most significant byte first.
template <typename Number>
void append(std::string& out, Number number) {
    for (int shift = 8 * (static_cast<int>(sizeof(Number)) - 1); shift >= 0; shift -= 8)
        out += static_cast<char>(number >> shift & 0xFF);
}

}  // namespace

std::uint64_t key_of(const Position& position, std::optional<Square> passed) {
    std::uint64_t key = 0;
    for (int i = 0; i < chess::square_count; ++i) {
        const Square square = Square::from_index(i);
        const auto piece = position.piece_at(square);
        if (!piece) continue;
        const std::size_t kind = 2 * static_cast<std::size_t>(piece->role) + (piece->color == Color::white);
        key ^= keys[64 * kind + static_cast<std::size_t>(i)];
    }
    std::size_t right = of_castling;
    for (const Color color : {Color::white, Color::black})
        for (const CastlingSide side : {CastlingSide::king_side, CastlingSide::queen_side}) {
            if (position.castling_rook(color, side)) key ^= keys[right];
            ++right;
        }
    if (passed && has_pawn_beside(position, *passed)) key ^= keys[of_en_passant + static_cast<std::size_t>(passed->file())];
    if (position.turn() == Color::white) key ^= keys[of_white_to_move];
    return key;
}

std::uint16_t move_code(chess::Move move) {
    const auto square = [](Square each) { return each.index(); };
    const int promoted = move.kind() == chess::Move::Kind::promotion ? static_cast<int>(move.promotion_role()) : 0;
    return static_cast<std::uint16_t>(square(move.to()) | square(move.from()) << 6 | promoted << 12);
}

bool Book::add(const GameRecord& record) {
    if (record.kind != GameKind::chess || !record.start.empty()) return false;
    Position position = start_position<ChessGame>(record);
    std::optional<Square> passed;
    std::uint32_t ply = 0;
    for (const chess::Move move : main_line<ChessGame>(record)) {
        if (ply++ == plies_ || move.is_null()) break;
        Played& played = moves_[{key_of(position, passed), move_code(move)}];
        ++played.games;
        const Result wins = position.turn() == Color::white ? Result::white_wins : Result::black_wins;
        played.half_points += record.result == wins ? 2 : record.result == Result::draw ? 1 : 0;
        const auto piece = position.piece_at(move.from());
        const bool is_double_step = piece && piece->role == chess::Role::pawn &&
                                    std::abs(move.to().index() - move.from().index()) == 2 * 8;
        passed = is_double_step ? std::optional(move.to()) : std::nullopt;
        position.play(move);
    }
    return true;
}

std::size_t Book::write(std::ostream& out, std::uint32_t least_games) const {
    static constexpr std::uint64_t most = std::numeric_limits<std::uint16_t>::max();
    struct Entry {
        std::uint16_t move;
        std::uint64_t weight;
    };
    std::size_t written = 0;
    std::vector<Place> places;
    for (const auto& [place, played] : moves_)
        if (played.games >= least_games) places.push_back(place);
    std::ranges::sort(places);
    for (auto first = places.begin(); first != places.end();) {
        const std::uint64_t key = first->key;
        std::vector<Entry> entries;
        std::uint64_t largest = 0;
        for (; first != places.end() && first->key == key; ++first) {
            entries.push_back({first->move, std::max<std::uint64_t>(moves_.at(*first).half_points, 1)});
            largest = std::max(largest, entries.back().weight);
        }
        std::ranges::stable_sort(entries, std::ranges::greater(), &Entry::weight);
        std::string text;
        for (const Entry& entry : entries) {
            const std::uint64_t weight = largest > most ? std::max<std::uint64_t>(entry.weight * most / largest, 1) : entry.weight;
            append(text, key);
            append(text, entry.move);
            append(text, static_cast<std::uint16_t>(weight));
            append(text, std::uint32_t{0});  // learning, which no program needs
        }
        out << text;
        written += entries.size();
    }
    return written;
}

}  // namespace cofnod::polyglot
