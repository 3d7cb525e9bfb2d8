#include <algorithm>
#include <limits>
#include <utility>

#include "base/place.hpp"
#include "evaluator.hpp"
#include "games/chess/position.hpp"

/// Evaluates moves, lines and paths.
namespace cofnod::cql::plain {

namespace {

using chess::Move;

bool has(const Squares& squares, chess::Square square) { return squares[static_cast<std::size_t>(square.index())]; }

chess::Square king_or_to(Move move) {
    return move.kind() == Move::Kind::castling ? chess::Castling::of(move).king_to : move.to();
}

/// Returns the square of the piece captured by a move.
std::optional<chess::Square> taken(const Board& board, Move move) {
    if (move.kind() == Move::Kind::castling) return std::nullopt;
    if (move.kind() == Move::Kind::en_passant) return chess::Square::of(move.to().file(), move.from().rank());
    if (board[static_cast<std::size_t>(move.to().index())] == empty) return std::nullopt;
    return move.to();
}

bool becomes(Move move, bool white, PieceMask pieces) {
    if (move.kind() != Move::Kind::promotion) return false;
    const auto role = static_cast<unsigned>(move.promotion_role());
    // White letters denote both colours.
    return ((pieces >> role | pieces >> (role + (white ? 0U : 6U))) & 1) != 0;
}

bool in_range(const std::optional<Range>& range, int number) {
    return !range || (number >= range->low.number && number <= range->high.number);
}

}  // namespace

std::vector<int> Evaluator::taken_children(int at) const {
    if (at == tie_.first) return {tie_.second};
    return game_.at(at).children;
}

std::vector<Move> Evaluator::possible(int at, Moves) {
    std::vector<Move> moves;
    for (const Move move : chess::legal_moves(game_.at(at).position)) moves.push_back(move);
    return moves;
}

Squares Evaluator::part(const Node& node, Part part, int at) {
    return node.part(part) == nullptr ? ~Squares{} : squares(*node.part(part), at);
}

bool Evaluator::fits_move(const Node& node, int at, Move move, int child) {
    const bool king_side = move.to() > move.from();
    const bool castles = move.kind() == Move::Kind::castling;
    if (node.has(Flag::null_move)) return false;
    if (node.has(Flag::castle) && !castles) return false;
    if (node.has(Flag::kingside) && !(castles && king_side)) return false;
    if (node.has(Flag::queenside) && !(castles && !king_side)) return false;
    if (node.has(Flag::en_passant) && move.kind() != Move::Kind::en_passant) return false;
    if (node.has(Flag::primary) && game_.at(child).index != 0) return false;
    if (node.has(Flag::secondary) && game_.at(child).index == 0) return false;
    fitted_ = {};
    if (node.pieces != 0 && !becomes(move, white_to_move(at), node.pieces)) return false;
    if (!has(part(node, Part::from, at), move.from()) || !has(part(node, Part::to, at), king_or_to(move))) return false;
    if (node.part(Part::en_passant_square) != nullptr &&
        !(move.kind() == Move::Kind::en_passant && has(part(node, Part::en_passant_square, at), move.to())))
        return false;
    if (node.part(Part::capture) == nullptr) return true;
    const auto victim = taken(board(at), move);
    return victim && has(part(node, Part::capture, at), *victim);
}

bool Evaluator::holds_after(const Node& node, int at, Move move, bool targets) {
    const int imagined = game_.size();
    Place place = after(game_.at(at), move);
    place.parent = at;
    place.ply = game_.at(at).ply + 1;
    place.depth = game_.at(at).depth;
    game_.places.push_back(std::move(place));
    const bool result = targets ? targets_hold(node, imagined) : holds(node, imagined);
    game_.places.pop_back();
    return result;
}

Value Evaluator::move(const Node& node, int at) {
    struct Candidate {
        Move move;
        int before, child;
    };
    std::vector<Candidate> candidates;
    if (node.moves == Moves::played) {
        for (const int child : taken_children(at)) candidates.push_back({game_.at(child).move, at, child});
    } else if (node.moves == Moves::previous) {
        if (at != 0) candidates.push_back({game_.at(at).move, game_.at(at).parent, at});
    } else {
        for (const Move move : possible(at, node.moves)) candidates.push_back({move, at, -1});
    }
    std::set<std::pair<int, int>> pairs;
    Squares selected;
    for (const Candidate& candidate : candidates) {
        const Move move = candidate.move;
        if (!fits_move(node, candidate.before, move, candidate.child)) continue;
        if (const Node* then = node.part(Part::after)) {
            if (candidate.child >= 0 ? !holds(*then, candidate.child) : !holds_after(*then, at, move, false)) continue;
        }
        pairs.insert({move.from().index(), king_or_to(move).index()});
        chess::Square square = move.from();
        if (node.selected == Part::to) square = king_or_to(move);
        if (node.selected == Part::capture) square = *taken(board(candidate.before), move);
        selected.set(static_cast<std::size_t>(square.index()));
    }
    if (node.has(Flag::count)) return Value::of(static_cast<std::int64_t>(pairs.size()));
    if (node.selected == Part::operand) return Value::of(!pairs.empty());
    return Value::of(selected);
}

bool Evaluator::fits_dash(const Node& node, int at, Move move) {
    if (node.pieces != 0 && !becomes(move, white_to_move(at), node.pieces)) return false;
    const Squares from = part(node, Part::from, at);
    const Squares to = part(node, Part::to, at);
    if (node.has(Flag::capturing)) {
        const auto victim = taken(board(at), move);
        return victim && has(from, move.from()) && has(to, *victim);
    }
    if (move.kind() != Move::Kind::castling) return has(from, move.from()) && has(to, move.to());
    const auto castling = chess::Castling::of(move);
    fitted_.king = has(from, castling.king_from) && has(to, castling.king_to);
    fitted_.rook = has(from, castling.rook_from) && has(to, castling.rook_to);
    return fitted_.king || fitted_.rook;
}

bool Evaluator::targets_hold(const Node& node, int at) {
    const Meant outer = std::exchange(meant_, {at, fitted_.king, fitted_.rook});
    bool all = true;
    for (const Child& child : node.children) all = all && (child.part != Part::target || holds(*child.tree, at));
    meant_ = outer;
    return all;
}

Value Evaluator::dash(const Node& node, int at) {
    std::set<std::pair<int, int>> pairs;
    if (node.moves == Moves::legal || node.moves == Moves::pseudo_legal) {
        Squares destinations;
        for (const Move move : possible(at, node.moves)) {
            if (!fits_dash(node, at, move) || !holds_after(node, at, move, true)) continue;
            pairs.insert({move.from().index(), king_or_to(move).index()});
            destinations.set(static_cast<std::size_t>(king_or_to(move).index()));
        }
        if (node.has(Flag::count)) return Value::of(static_cast<std::int64_t>(pairs.size()));
        return Value::of(destinations);
    }
    std::vector<int> children = taken_children(at);
    if (node.moves == Moves::previous) children = at == 0 ? std::vector<int>{} : std::vector<int>{at};
    Value result;
    for (const int child : children) {
        if (!fits_dash(node, game_.at(child).parent, game_.at(child).move)) continue;
        if (node.type != Type::boolean && !node.has(Flag::count)) {
            const Meant outer = std::exchange(meant_, {child, fitted_.king, fitted_.rook});
            const Value next = value(*node.part(Part::target), child);
            meant_ = outer;
            if (node.type == Type::set) {
                result.known = result.known || next.known;
                result.truth = result.truth || next.truth;
                result.squares |= next.squares;
            } else if (!result.known) {
                result = next;
            }
        } else if (targets_hold(node, child)) {
            const Move move = game_.at(child).move;
            pairs.insert({move.from().index(), king_or_to(move).index()});
        }
    }
    if (node.has(Flag::count)) return Value::of(static_cast<std::int64_t>(pairs.size()));
    return node.type == Type::boolean ? Value::of(!pairs.empty()) : result;
}

/// Adds to `ends` the places in `way` that a part of a line can reach from position `from`.
bool Evaluator::consumes(const Node& node, const std::vector<int>& way, std::size_t from, std::set<std::size_t>& ends,
                         bool past) {
    if (node.kind == Kind::sequence) {
        std::set<std::size_t> now = {from};
        for (const Child& child : node.children) {
            std::set<std::size_t> next;
            for (const std::size_t at : now) consumes(*child.tree, way, at, next, past);
            now = std::move(next);
        }
        ends.insert(now.begin(), now.end());
        return true;
    }
    if (node.kind == Kind::repetition) {
        std::set<std::size_t> now = {from};
        // More rounds than positions add nothing.
        for (int round = 0; !now.empty() && round <= std::min(node.range->high.number,
                                                              static_cast<int>(way.size()) + node.range->low.number);
             ++round) {
            if (round >= node.range->low.number) ends.insert(now.begin(), now.end());
            std::set<std::size_t> next;
            for (const std::size_t at : now) consumes(node.child(0), way, at, next, past);
            now = std::move(next);
        }
        return true;
    }
    if (from >= way.size()) return false;
    if (!past && from + 1 < way.size()) {
        int child = way[from + 1];  // or a position after the child, if the line is of a single colour
        while (game_.at(child).parent != way[from]) child = game_.at(child).parent;
        tie_ = {way[from], child};
    }
    if (holds(node, way[from])) ends.insert(from + 1);
    tie_ = no_tie;
    return true;
}

Value Evaluator::line(const Node& node, int at) {
    const Tie outer = std::exchange(tie_, no_tie);
    const Meant unmeant = std::exchange(meant_, {});
    const bool past = node.has(Flag::past);
    const bool single = node.has(Flag::single_color);
    int best = 0;
    int last = -1;
    for (int end = 0; end < game_.size(); ++end) {
        if (past ? !game_.leads_to(end, at) : !game_.leads_to(at, end)) continue;
        std::vector<int> way;
        for (int id = past ? at : end; id != (past ? end : at); id = game_.at(id).parent) way.push_back(id);
        way.push_back(past ? end : at);
        if (!past) std::reverse(way.begin(), way.end());
        bool allowed = true;
        for (std::size_t i = 1; i < way.size() && !past; ++i) {
            if (node.has(Flag::primary) && game_.at(way[i]).index != 0) allowed = false;
            if (node.has(Flag::secondary) && game_.at(way[i]).index == 0) allowed = false;
        }
        if (!allowed || (single && white_to_move(end) != white_to_move(at))) continue;
        if (single) std::erase_if(way, [&](int id) { return white_to_move(id) != white_to_move(at); });
        std::set<std::size_t> ends;
        consumes(node.child(0), way, 0, ends, past);
        const int length = static_cast<int>(way.size());
        if (!ends.contains(way.size()) || length <= best) continue;
        best = length;
        last = end;
    }
    tie_ = outer;
    meant_ = unmeant;
    if (last < 0 || !in_range(node.range, best)) return {};
    return node.has(Flag::last_position) ? Value::position(last) : Value::of(std::int64_t{best});
}

Evaluator::Reached Evaluator::follow(const Node& node, const Reached& from, const Node& path,
                                     const std::optional<std::set<int>>& focus) {
    Reached result;
    if (node.kind == Kind::sequence) {
        result = from;
        for (const Child& child : node.children) result = follow(*child.tree, result, path, focus);
        return result;
    }
    if (node.kind == Kind::repetition) {
        Reached now = from;
        for (int round = 0;
             !now.empty() && round <= std::min(node.range->high.number, game_.size() + node.range->low.number);
             ++round) {
            if (round >= node.range->low.number) result.insert(now.begin(), now.end());
            now = follow(node.child(0), now, path, focus);
        }
        return result;
    }
    if (node.kind != Kind::dash || node.moves != Moves::played || node.has(Flag::count)) {
        for (const auto& reached : from)
            if (holds(node, reached.first)) result.insert(reached);
        return result;
    }
    const auto is_focused = [&](int before, Move move) {
        const auto is_one = [&](std::optional<chess::Square> square) {
            return square && focus->contains(game_.at(before).who[static_cast<std::size_t>(square->index())]);
        };
        if (!focus || is_one(move.from())) return true;
        if (move.kind() == Move::Kind::castling && is_one(move.to())) return true;
        return path.has(Flag::focus_capture) && is_one(taken(board(before), move));
    };
    for (const auto& [start, count] : from) {
        std::vector<int> open = {start};
        while (!open.empty()) {
            const int before = open.back();
            open.pop_back();
            for (const int child : game_.at(before).children) {
                if (path.has(Flag::primary) && game_.at(child).index != 0) continue;
                const Move move = game_.at(child).move;
                if (!is_focused(before, move)) {
                    if (count > 0) open.push_back(child);
                } else if (fits_dash(node, before, move) && targets_hold(node, child)) {
                    result.insert({child, count + 1});
                }
            }
        }
    }
    return result;
}

Value Evaluator::path(const Node& node, int at) {
    const Tie outer = std::exchange(tie_, no_tie);
    const Meant unmeant = std::exchange(meant_, {});
    std::optional<std::set<int>> focus;
    if (const Node* set = node.part(Part::focus)) {
        focus.emplace();
        const Squares chosen = squares(*set, at);
        for (std::size_t square = 0; square < 64; ++square)
            if (chosen[square] && game_.at(at).who[square] != 0) focus->insert(game_.at(at).who[square]);
    }
    if (node.has(Flag::single_color)) {
        focus.emplace();
        for (std::size_t square = 0; square < 64; ++square)
            if (board(at)[square] != empty && is_white(board(at)[square]) == white_to_move(at))
                focus->insert(game_.at(at).who[square]);
    }
    const Node* maximum = node.part(Part::maximum);
    int best = std::numeric_limits<int>::min();
    int last = -1;
    for (const auto& [end, count] : follow(node.child(0), {{at, 0}}, node, focus)) {
        if (count == 0) continue;
        int score = count;
        if (maximum != nullptr) {
            const Value value = this->value(*maximum, end);
            if (!value.known) continue;
            score = value.number;
        }
        if (score <= best) continue;
        best = score;
        last = end;
    }
    tie_ = outer;
    meant_ = unmeant;
    if (last < 0 || !in_range(node.range, best)) return {};
    return node.has(Flag::last_position) ? Value::position(last) : Value::of(std::int64_t{best});
}

}  // namespace cofnod::cql::plain
