#include "camelot/judge.hpp"

#include <cstdlib>

#include "camelot/outcome.hpp"

namespace cofnod::camelot {
namespace {

/// Follows one path as an arbiter would, with the piece in hand. It shares nothing with the generators, so that each
/// can be tested against the other.
class Arbiter {
public:
    Arbiter(const Position& position, const Path& path)
        : position_(position),
          path_(path),
          own_(position.pieces(position.turn())),
          enemies_(position.pieces(!position.turn())) {}

    Judgement judge() {
        check_begin();
        if (fault_) return verdict();
        if (enemy_castle().contains(path_.front())) {
            check_castle_move();
            return verdict();
        }
        own_ ^= path_.front();
        for (at_ = 1; at_ < path_.size() && !fault_; ++at_) check_part();
        if (fault_) return verdict();
        at_ = path_.size() - 1;
        check_end();
        if (!fault_ || fault_ == RuleFault::knight_passed_prey) check_obligations();
        return verdict();
    }

private:
    [[nodiscard]] const Bitboard& own_castle() const { return position_.own_castle(); }
    [[nodiscard]] const Bitboard& enemy_castle() const { return position_.enemy_castle(); }

    [[nodiscard]] Judgement verdict() const { return {fault_, fault_at_}; }

    void fail(RuleFault fault, std::size_t square) {
        if (fault_) return;
        fault_ = fault;
        fault_at_ = static_cast<std::uint8_t>(square);
    }

    void check_begin() {
        if (outcome_on_board(position_) != Outcome::none) return fail(RuleFault::game_is_over, 0);
        if (path_.size() < 2) return fail(RuleFault::too_short, 0);
        for (std::size_t i = 0; i < path_.size(); ++i)
            if (!position_.board().squares.contains(path_[i])) return fail(RuleFault::off_the_board, i);
        if (enemies_.contains(path_.front())) return fail(RuleFault::enemy_piece, 0);
        if (!own_.contains(path_.front())) return fail(RuleFault::no_piece, 0);
    }

    void check_castle_move() {
        const Square to = path_[1];
        if (path_.size() > 2 || !enemy_castle().contains(to) || to == path_.front())
            return fail(RuleFault::never_leaves_castle, 1);
        if (own_.contains(to)) return fail(RuleFault::square_is_taken, 1);
        if (position_.castle_moves(position_.turn()) >= 2) return fail(RuleFault::too_many_castle_moves, 1);
        check_obligations();
    }

    /// One step or leap, from path_[at_ - 1] to path_[at_].
    void check_part() {
        const Square from = path_[at_ - 1];
        const Square to = path_[at_];
        const int files = std::abs(to.file() - from.file());
        const int ranks = std::abs(to.rank() - from.rank());
        const bool is_step = files <= 1 && ranks <= 1 && from != to;
        const bool is_leap = !is_step && files <= 2 && ranks <= 2 && files != 1 && ranks != 1 && from != to;
        if (at_ > 1 && enemy_castle().contains(from)) return fail(RuleFault::on_from_enemy_castle, at_);
        if (!is_step && !is_leap) return fail(RuleFault::no_step_or_leap, at_);
        if (is_step && path_.size() > 2) return fail(RuleFault::step_in_longer_move, at_);
        if (own_.contains(to) || enemies_.contains(to)) return fail(RuleFault::square_is_taken, at_);
        if (is_leap)
            check_leap(Square::of((from.file() + to.file()) / 2, (from.rank() + to.rank()) / 2), to);
        else if (own_castle().contains(to))
            fail(RuleFault::into_own_castle, at_);
    }

    void check_leap(Square middle, Square to) {
        if (enemies_.contains(middle)) {
            if (has_cantered_ && !is_knight()) return fail(RuleFault::man_canters_and_jumps, at_);
            has_jumped_ = true;
            enemies_ ^= middle;
        } else if (own_.contains(middle)) {
            if (has_jumped_)
                return fail(is_knight() ? RuleFault::canter_after_jump : RuleFault::man_canters_and_jumps, at_);
            if (own_castle().contains(to)) return fail(RuleFault::into_own_castle, at_);
            has_cantered_ = true;
            if (is_knight() && can_jump_from(to)) has_met_prey_ = true;
        } else {
            fail(RuleFault::nothing_to_leap_over, at_);
        }
    }

    void check_end() {
        const Square end = path_.back();
        if (has_jumped_) {
            if (can_jump_from(end)) fail(RuleFault::must_jump_on, at_);
        } else if (has_cantered_) {
            if (end == path_.front()) return fail(RuleFault::ends_where_it_began, at_);
            if (!has_met_prey_) return;
            fail(can_jump_from(end) ? RuleFault::knight_must_capture : RuleFault::knight_passed_prey, at_);
        }
    }

    /// What the player owes at the start of the turn. It outranks the one fault that may be forgiven.
    void check_obligations() {
        const Bitboard own = position_.pieces(position_.turn());
        const Bitboard at_home = own & own_castle();
        if (!at_home.empty()) {
            if (!at_home.contains(path_.front())) return overrule(RuleFault::piece_in_castle_must_move);
            if (!has_jumped_ && could_jump(path_.front())) overrule(RuleFault::must_jump_out);
            return;
        }
        if (has_jumped_) return;
        for (const Square square : own & ~enemy_castle() & position_.pieces(!position_.turn()).spread())
            if (could_jump(square)) return overrule(RuleFault::must_capture);
    }

    void overrule(RuleFault fault) {
        fault_ = fault;
        fault_at_ = 0;
    }

    /// Whether the piece in hand could now jump from a square; in the enemy castle its move is over.
    [[nodiscard]] bool can_jump_from(Square square) const {
        return !enemy_castle().contains(square) && has_jump(square, own_, enemies_);
    }

    /// Whether a piece could jump before the move began.
    [[nodiscard]] bool could_jump(Square square) const {
        return has_jump(square, position_.pieces(position_.turn()), position_.pieces(!position_.turn()));
    }

    [[nodiscard]] bool has_jump(Square square, const Bitboard& own, const Bitboard& enemies) const {
        for (int files = -1; files <= 1; ++files)
            for (int ranks = -1; ranks <= 1; ++ranks) {
                const auto over = neighbour(square, files, ranks);
                const auto to = neighbour(square, 2 * files, 2 * ranks);
                if (over && to && enemies.contains(*over) && !enemies.contains(*to) && !own.contains(*to)) return true;
            }
        return false;
    }

    [[nodiscard]] std::optional<Square> neighbour(Square square, int files, int ranks) const {
        const int file = square.file() + files;
        const int rank = square.rank() + ranks;
        if (file < 0 || file > 15 || rank < 0 || rank > 15) return std::nullopt;
        const Square result = Square::of(file, rank);
        if (!position_.board().squares.contains(result)) return std::nullopt;
        return result;
    }

    [[nodiscard]] bool is_knight() const { return position_.knights().contains(path_.front()); }

    const Position& position_;
    const Path& path_;
    Bitboard own_;      ///< without the piece in hand
    Bitboard enemies_;  ///< without those captured so far
    std::size_t at_ = 0;
    bool has_cantered_ = false, has_jumped_ = false, has_met_prey_ = false;
    std::optional<RuleFault> fault_;
    std::uint8_t fault_at_ = 0;
};

}  // namespace

Judgement judge(const Position& position, const Path& path) { return Arbiter(position, path).judge(); }

std::string_view sentence(RuleFault fault) {
    switch (fault) {
        case RuleFault::game_is_over: return "the game is over";
        case RuleFault::too_short: return "a move has two squares at least";
        case RuleFault::off_the_board: return "the board has no such square";
        case RuleFault::no_piece: return "no piece stands there";
        case RuleFault::enemy_piece: return "the piece there is the opponent's";
        case RuleFault::never_leaves_castle: return "a piece in the enemy castle never leaves it";
        case RuleFault::too_many_castle_moves: return "a side has two castle moves in a game, and they are used";
        case RuleFault::piece_in_castle_must_move: return "the piece in its own castle must leave it now";
        case RuleFault::must_jump_out: return "the piece in its own castle must jump out";
        case RuleFault::must_capture: return "a piece can jump, so the move must capture";
        case RuleFault::no_step_or_leap: return "that is neither one step nor one leap";
        case RuleFault::square_is_taken: return "another piece stands there";
        case RuleFault::nothing_to_leap_over: return "there is nothing to leap over";
        case RuleFault::step_in_longer_move: return "a plain step is a move of its own";
        case RuleFault::into_own_castle: return "only a jump may enter the own castle";
        case RuleFault::on_from_enemy_castle: return "the move ends in the enemy castle";
        case RuleFault::canter_after_jump: return "a Knight may not canter after a jump";
        case RuleFault::man_canters_and_jumps: return "only a Knight may canter and jump in one move";
        case RuleFault::ends_where_it_began: return "a canter may not end where it began";
        case RuleFault::must_jump_on: return "the piece must go on and jump again";
        case RuleFault::knight_must_capture:
            return "a Knight that canters next to a piece that it can jump must capture";
        case RuleFault::knight_passed_prey:
            return "a Knight that canters past a piece that it can jump must capture in that move";
    }
    return "";
}

}  // namespace cofnod::camelot
