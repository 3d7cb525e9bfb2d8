#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "cql/syntax.hpp"
#include "geometry.hpp"

namespace cofnod::cql::plain {

/// A value of any type, with its truth as a condition.
struct Value {
    bool known = false;
    bool truth = false;
    Squares squares;
    std::int32_t number = 0;
    int id = -1;

    static Value of(bool truth) { return {true, truth}; }
    static Value of(const Squares& squares) { return {true, squares.any(), squares}; }
    static Value of(std::int64_t number) { return {true, true, {}, static_cast<std::int32_t>(number)}; }
    static Value position(int id) { return {id >= 0, id >= 0, {}, 0, id}; }
};

/// Evaluates the tree of a script at positions of one game, directly by the definitions.
class Evaluator {
public:
    Evaluator(const Script& script, TreeGame& game) : game_(game), cells_(script.variables.size()) {
        for (const Variable& variable : script.variables) {
            is_piece_.push_back(variable.is_piece);
            is_argument_.push_back(variable.name.empty());
        }
    }

    Value value(const Node& node, int at);
    bool holds(const Node& node, int at) { return value(node, at).truth; }
    /// Returns a name such as "move 3(wtm)".
    [[nodiscard]] std::string name_of(int id) const;

private:
    Value logic(const Node& node, int at);
    Value set(const Node& node, int at);
    Value square_set(const Node& node, int at);
    Value pin(const Node& node, int at);
    Value number(const Node& node, int at);
    Value arithmetic(const Node& node, int at);
    Value comparison(const Node& node, int at);
    Value fact(const Node& node, int at);
    Value place(const Node& node, int at);
    Value find(const Node& node, int at);
    Value variable(const Node& node, int at);
    Value transform(const Node& node, int at);
    Value move(const Node& node, int at);
    Value dash(const Node& node, int at);
    Value line(const Node& node, int at);
    Value path(const Node& node, int at);

    /// Returns a set, empty if it has no value.
    Squares squares(const Node& node, int at) { return value(node, at).squares; }
    std::optional<std::vector<Squares>> operands(const Node& node, int at);
    Squares part(const Node& node, Part part, int at);
    [[nodiscard]] std::vector<int> taken_children(int at) const;
    std::vector<chess::Move> possible(int at, Moves moves);
    bool fits_move(const Node& node, int at, chess::Move move, int child);
    bool fits_dash(const Node& node, int at, chess::Move move);
    bool holds_after(const Node& node, int at, chess::Move move, bool targets);
    bool targets_hold(const Node& node, int at);
    bool consumes(const Node& node, const std::vector<int>& way, std::size_t from, std::set<std::size_t>& ends,
                  bool past);
    /// Positions that a path can reach after a constituent, and the number of moves made until then.
    using Reached = std::set<std::pair<int, int>>;
    Reached follow(const Node& node, const Reached& from, const Node& path, const std::optional<std::set<int>>& focus);

    [[nodiscard]] const Board& board(int at) const { return game_.at(at).board; }
    [[nodiscard]] int move_number(int at) const;
    [[nodiscard]] bool white_to_move(int at) const { return game_.at(at).position.turn() == chess::Color::white; }

    struct Cell {
        Value value;
        int who = 0;
    };
    TreeGame& game_;
    std::vector<Cell> cells_;
    std::vector<bool> is_piece_, is_argument_;
    /// In a line, `move` at the first position considers only the second. Unset within filters that refer to other
    /// positions.
    using Tie = std::pair<int, int>;
    static constexpr Tie no_tie = {-1, -1};
    Tie tie_ = no_tie;
    /// The castling pieces that an arrow to a position refers to.
    struct Meant {
        int at = -1;
        bool king = true, rook = true;
    };
    Meant meant_;
    Meant fitted_;  ///< from the last move accepted by fits_dash()
};

}  // namespace cofnod::cql::plain
