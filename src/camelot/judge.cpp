#include "camelot/judge.hpp"

#include <cstdlib>

#include "base/problem_kinds.hpp"
#include "base/reason.hpp"
#include "camelot/outcome.hpp"

namespace cofnod::camelot {
namespace {

/// Follows one path with the piece lifted from the board. Shares no code with the generators, so that each can be
/// tested against the other.
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

    /// Checks one step or leap, from path_[at_ - 1] to path_[at_].
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

    /// Checks obligations at the start of the turn. They take precedence over the one fault that is playable.
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

    /// True if the moving piece could now jump from a square; in the enemy castle its move is over.
    [[nodiscard]] bool can_jump_from(Square square) const {
        return !enemy_castle().contains(square) && has_jump(square, own_, enemies_);
    }

    /// True if a piece could jump before the move began.
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
    Bitboard own_;      ///< without the moving piece
    Bitboard enemies_;  ///< without those captured so far
    std::size_t at_ = 0;
    bool has_cantered_ = false, has_jumped_ = false, has_met_prey_ = false;
    std::optional<RuleFault> fault_;
    std::uint8_t fault_at_ = 0;
};

}  // namespace

Judgement judge(const Position& position, const Path& path) { return Arbiter(position, path).judge(); }

ProblemKind kind_of(RuleFault fault) {
    switch (fault) {
        case RuleFault::game_is_over: return ProblemKind::game_is_over;
        case RuleFault::too_short: return ProblemKind::path_too_short;
        case RuleFault::off_the_board: return ProblemKind::off_the_board;
        case RuleFault::no_piece: return ProblemKind::no_piece_there;
        case RuleFault::enemy_piece: return ProblemKind::opponents_piece_there;
        case RuleFault::never_leaves_castle: return ProblemKind::never_leaves_castle;
        case RuleFault::too_many_castle_moves: return ProblemKind::too_many_castle_moves;
        case RuleFault::piece_in_castle_must_move: return ProblemKind::piece_in_castle_must_move;
        case RuleFault::must_jump_out: return ProblemKind::must_jump_out;
        case RuleFault::must_capture: return ProblemKind::must_capture;
        case RuleFault::no_step_or_leap: return ProblemKind::no_step_or_leap;
        case RuleFault::square_is_taken: return ProblemKind::square_is_taken;
        case RuleFault::nothing_to_leap_over: return ProblemKind::nothing_to_leap_over;
        case RuleFault::step_in_longer_move: return ProblemKind::step_in_longer_move;
        case RuleFault::into_own_castle: return ProblemKind::into_own_castle;
        case RuleFault::on_from_enemy_castle: return ProblemKind::on_from_enemy_castle;
        case RuleFault::canter_after_jump: return ProblemKind::canter_after_jump;
        case RuleFault::man_canters_and_jumps: return ProblemKind::man_canters_and_jumps;
        case RuleFault::ends_where_it_began: return ProblemKind::ends_where_it_began;
        case RuleFault::must_jump_on: return ProblemKind::must_jump_on;
        case RuleFault::knight_must_capture: return ProblemKind::knight_must_capture;
        case RuleFault::knight_passed_prey: return ProblemKind::knight_passed_prey;
    }
    return {};
}

}  // namespace cofnod::camelot
