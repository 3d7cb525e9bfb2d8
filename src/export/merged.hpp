#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "games/record/record.hpp"

namespace cofnod {

/// Merges games into one with variations: at each position the move of most games goes on, the others are variations.
/// Where lines part, a comment says how many games went each way and how they ended; a line of a single game ends with
/// its players, year and result.
class MergedGames {
public:
    struct Options {
        std::uint32_t plies = 40;       ///< number of moves that are taken from each game
        std::uint32_t least_games = 1;  ///< of a move
    };

    explicit MergedGames(const Options& options) : options_(options), nodes_(1) {}

    /// Adds the main line of a game. Returns false if it has other rules, or another start, than the first one.
    bool add(const GameRecord& record);
    /// Returns the merged game; without moves if there was none.
    [[nodiscard]] GameRecord merged() const;
    [[nodiscard]] std::uint32_t games() const { return nodes_.front().games; }

private:
    static constexpr std::uint32_t nothing = 0;

    /// A position of the tree, with the move that led to it. Siblings are linked, the first one that came first.
    struct Node {
        std::uint32_t move = 0;  ///< number (RecordedGame)
        std::uint32_t games = 0, white_wins = 0, draws = 0, black_wins = 0;
        std::uint32_t first_child = nothing, next_sibling = nothing;
        std::uint32_t label = 0;  ///< index of the first game in labels_
    };

    template <typename G>
    class Writer;

    template <typename G>
    void add_line(const GameRecord& record, std::uint32_t label);
    std::uint32_t child_of(std::uint32_t node, std::uint32_t move, std::uint32_t label);
    /// Returns the moves of enough games, those of most games first.
    [[nodiscard]] std::vector<std::uint32_t> children_of(std::uint32_t node) const;

    Options options_;
    std::vector<Node> nodes_;  ///< the first is the start
    std::vector<std::string> labels_;
    GameKind kind_ = GameKind::chess;
    std::string start_;
};

}  // namespace cofnod
