#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "games/camelot/movegen.hpp"
#include "games/camelot/notation.hpp"

/// Random games for properties that must hold in every position.
namespace cofnod::camelot::testing {

inline Position position(std::string_view text, const Board& board = boards::camelot) {
    return read_position(text, board).value();
}
inline Square square(std::string_view name) { return Square::parse(name).value(); }

/// Parses "E6-E8xG8" with any separators.
inline Path path(std::string_view text) {
    Path result;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("-x"), text.size());
        result.add(square(text.substr(0, end)));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return result;
}

/// Places pieces such as "MH3 mG2 nA9" on an empty Camelot board.
inline Position placed(std::string_view pieces, Color turn = Color::white,
                       std::array<std::uint8_t, 2> castle_moves = {0, 0}) {
    Setup setup;
    setup.turn = turn;
    setup.castle_moves = castle_moves;
    while (!pieces.empty()) {
        const std::size_t end = std::min(pieces.find(' '), pieces.size());
        const Piece piece = Piece::from_letter(pieces[0]).value();
        setup.pieces[static_cast<std::size_t>(piece.index())] |= square(pieces.substr(1, end - 1));
        pieces.remove_prefix(std::min(end + 1, pieces.size()));
    }
    return Position(setup);
}

/// Returns the paths as text, sorted alphabetically.
inline std::string written(const Position& before, const PathList& paths) {
    std::vector<std::string> texts;
    for (const Path& each : paths) texts.push_back(write_path(before, each));
    std::sort(texts.begin(), texts.end());
    std::string result;
    for (const std::string& text : texts) result += (result.empty() ? "" : " ") + text;
    return result;
}
/// Returns all legal paths, or only those from a given square.
inline std::string legal_texts(const Position& before, std::string_view from = "") {
    PathList paths;
    for (const Path& each : legal_paths(before))
        if (from.empty() || each.front() == square(from)) paths.push_back(each);
    return written(before, paths);
}

class Dice {
public:
    explicit Dice(std::uint64_t seed) : random_(seed) {}
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }

private:
    SplitMix64 random_;
};

/// Calls visit(position, path) before each ply of a random game. Players prefer captures and moves towards the castle,
/// so that games end.
template <typename Visit>
void play_random_game(Position position, Dice& dice, std::size_t plies, Visit visit) {
    for (std::size_t ply = 0; ply < plies; ++ply) {
        const PathList paths = legal_paths(position);
        if (paths.empty()) return;
        Path chosen = paths[dice.below(paths.size())];
        for (int look = 0; look < 4; ++look) {
            const Path& other = paths[dice.below(paths.size())];
            const int forward = position.turn() == Color::white ? 1 : -1;
            if (forward * (other.back().rank() - chosen.back().rank()) > 0) chosen = other;
        }
        visit(position, chosen);
        position.play(effect_of(position, chosen));
    }
}

/// Starts of each board, and positions close to castles, charges and circular jumps.
inline std::vector<Position> starts() {
    return {
        Position::initial(),
        Position::initial(boards::cam),
        Position::initial(boards::camette),
        Position::initial(boards::chivalry),
        position(
            "*****N1*****/**1m2M3**/*4n1M3*/12/12/12/12/12/12/12/12/12/4m1N5/*3m1mM3*/**2M3n1**/*****1m***** w 10"),
        position("*****2*****/**8**/*10*/2N9/4mm6/1n3m1m1m2/12/12/5MMM4/2M2M2N3/5M6/12/12/*10*/**8**/*****2***** b 00"),
        position("*****2*****/**2M1n3**/*3mN1M3*/12/12/2nmm1m5/4NM6/3nm7/4m1MN4/5M2n3/12/12/3mM1Nn4/*3m1m4*/"
                 "**2M1N3**/*****2***** b 21"),
    };
}

/// Calls visit(position, path) along many random games from all the starts.
template <typename Visit>
void play_random_games(std::uint64_t seed, Visit visit) {
    Dice dice(seed);
    for (int round = 0; round < 12; ++round)
        for (const Position& start : starts()) play_random_game(start, dice, 150, visit);
}

}  // namespace cofnod::camelot::testing
