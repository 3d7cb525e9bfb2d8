#include "games/camelot/judge.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "base/problem.hpp"
#include "base/problem_kinds.hpp"
#include "games/camelot/movegen.hpp"

namespace cofnod::camelot {

namespace {

/// Follows one path with the moving piece lifted from the board. Shares no code with the generators, so that each can
/// be tested against the other.
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

    /// Checks the step or leap from path_[at_ - 1] to path_[at_].
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

    /// Checks obligations at the start of the turn. They take precedence over the one playable fault.
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

    /// True if the moving piece could now jump from a square; a move ends in the enemy castle.
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

namespace {

/// A fault in terms of problems, and whether a misprinted square may have caused it. A move forbidden only by an
/// obligation is taken as written.
struct FaultRow {
    RuleFault fault;
    ProblemKind kind;
    bool may_be_misprint;
};
constexpr FaultRow faults[] = {
    {RuleFault::game_is_over, ProblemKind::game_is_over, false},
    {RuleFault::too_short, ProblemKind::path_too_short, false},
    {RuleFault::off_the_board, ProblemKind::off_the_board, true},
    {RuleFault::no_piece, ProblemKind::no_piece_there, true},
    {RuleFault::enemy_piece, ProblemKind::opponents_piece_there, true},
    {RuleFault::never_leaves_castle, ProblemKind::never_leaves_castle, false},
    {RuleFault::too_many_castle_moves, ProblemKind::too_many_castle_moves, false},
    {RuleFault::piece_in_castle_must_move, ProblemKind::piece_in_castle_must_move, false},
    {RuleFault::must_jump_out, ProblemKind::must_jump_out, false},
    {RuleFault::must_capture, ProblemKind::must_capture, false},
    {RuleFault::no_step_or_leap, ProblemKind::no_step_or_leap, true},
    {RuleFault::square_is_taken, ProblemKind::square_is_taken, true},
    {RuleFault::nothing_to_leap_over, ProblemKind::nothing_to_leap_over, true},
    {RuleFault::step_in_longer_move, ProblemKind::step_in_longer_move, true},
    {RuleFault::into_own_castle, ProblemKind::into_own_castle, true},
    {RuleFault::on_from_enemy_castle, ProblemKind::on_from_enemy_castle, true},
    {RuleFault::canter_after_jump, ProblemKind::canter_after_jump, true},
    {RuleFault::man_canters_and_jumps, ProblemKind::man_canters_and_jumps, true},
    {RuleFault::ends_where_it_began, ProblemKind::ends_where_it_began, true},
    {RuleFault::must_jump_on, ProblemKind::must_jump_on, false},
    {RuleFault::knight_must_capture, ProblemKind::knight_must_capture, false},
    {RuleFault::knight_passed_prey, ProblemKind::knight_passed_prey, false},
};
static_assert(std::size(faults) == static_cast<std::size_t>(RuleFault::knight_passed_prey) + 1);

const FaultRow& row_of(RuleFault fault) { return *std::ranges::find(faults, fault, &FaultRow::fault); }

}  // namespace

ProblemKind kind_of(RuleFault fault) { return row_of(fault).kind; }

namespace {

/// Positions with more paths than this, which only artificial ones have, are not searched for repairs.
constexpr std::size_t most_paths = 20'000;

/// True if the separator agrees with the board for one step or leap; a hyphen may denote a step or a canter.
bool agrees(const Position& position, Square from, Square to, Separator separator) {
    if (separator == Separator::cross) return effect_of(position, {from, to}).is_capture();
    if (effect_of(position, {from, to}).is_capture()) return false;
    const bool is_step = std::abs(to.file() - from.file()) <= 1 && std::abs(to.rank() - from.rank()) <= 1;
    return separator == Separator::hyphen || !is_step;
}

/// Returns the index of the first square whose preceding separator disagrees with the board. Squares missing from the
/// text are skipped: the separator before a square refers to the step or leap that ends there.
std::optional<std::uint8_t> wrong_separator(const Position& position, const Path& path, const WrittenMove& written) {
    std::size_t at = 1;
    for (std::size_t i = 1; i < path.size() && at < written.path.size(); ++i) {
        const bool is_written = path[i] == written.path[at] || path.size() == written.path.size();
        if (!is_written) continue;
        if (!agrees(position, path[i - 1], path[i], written.separators[at])) return static_cast<std::uint8_t>(at);
        ++at;
    }
    return std::nullopt;
}

/// True if the written squares are a subsequence of the path with the same ends.
bool fills_gaps(const Path& path, const Path& written) {
    if (path.front() != written.front() || path.back() != written.back()) return false;
    const Square* next = written.begin();
    for (const Square square : path)
        if (next != written.end() && square == *next) ++next;
    return next == written.end();
}

bool differs_in_one_square(const Path& path, const Path& written) {
    if (path.size() != written.size()) return false;
    int differences = 0;
    for (std::size_t i = 0; i < path.size(); ++i) differences += path[i] != written[i];
    return differences == 1;
}

template <typename Fits>
PathList those_of(const PathList& paths, Fits fits) {
    PathList result;
    std::copy_if(paths.begin(), paths.end(), std::back_inserter(result), fits);
    std::sort(result.begin(), result.end());
    return result;
}

/// Repairs squares or separators, never both: the intention would be unclear.
class Resolver {
public:
    Resolver(const Position& position, const WrittenMove& written) : position_(position), written_(written) {}

    Resolution resolve() {
        result_.judgement = judge(position_, written_.path);
        if (result_.judgement.is_playable()) {
            settle(written_.path, Repair::none);
            return result_;
        }
        legal_ = legal_paths(position_, most_paths);
        if (legal_.size() == most_paths) legal_.clear();
        if (!add_squares() && !replace_square()) result_.paths = nearest();
        return result_;
    }

private:
    void settle(const Path& path, Repair repair) {
        result_.kind = Resolution::Kind::unique;
        result_.path = path;
        result_.repair = repair;
        result_.wrong_separator = wrong_separator(position_, path, written_);
    }

    bool add_squares() {
        PathList fits = those_of(legal_, [&](const Path& path) {
            return fills_gaps(path, written_.path) && !wrong_separator(position_, path, written_);
        });
        if (fits.empty()) return false;
        const std::size_t fewest = fits.front().size();
        fits = those_of(fits, [&](const Path& path) { return path.size() == fewest; });
        const Move effect = effect_of(position_, fits.front());
        const bool all_do_the_same = std::all_of(
            fits.begin(), fits.end(), [&](const Path& path) { return effect_of(position_, path) == effect; });
        if (all_do_the_same)
            settle(fits.front(), Repair::squares_added);
        else
            result_.kind = Resolution::Kind::ambiguous;
        if (fits.size() > 1) result_.paths = fits;
        return true;
    }

    /// Replaces one square, but not in a move of two squares: the other alone does not determine the move.
    bool replace_square() {
        if (written_.path.size() < 3 || !row_of(*result_.judgement.fault).may_be_misprint) return false;
        const PathList fits = those_of(legal_, [&](const Path& path) {
            return differs_in_one_square(path, written_.path) && !wrong_separator(position_, path, written_);
        });
        if (fits.size() != 1) return false;
        settle(fits.front(), Repair::square_replaced);
        return true;
    }

    PathList nearest() const {
        const Path& path = written_.path;
        PathList same_ends = those_of(
            legal_, [&](const Path& other) { return other.front() == path.front() && other.back() == path.back(); });
        if (!same_ends.empty()) return same_ends;
        return those_of(legal_, [&](const Path& other) { return other.back() == path.back(); });
    }

    const Position& position_;
    const WrittenMove& written_;
    PathList legal_;
    Resolution result_;
};

/// Returns the first three paths, then an ellipsis if there are more.
Argument::List listed(const Position& position, const PathList& paths) {
    constexpr std::size_t most = 3;
    Argument::List list;
    for (std::size_t i = 0; i < paths.size() && i < most; ++i) list.push_back(write_path(position, paths[i]));
    if (paths.size() > most) list.emplace_back("…");
    return list;
}

Reason fault_of(const WrittenMove& written, const Judgement& judgement) {
    return {kind_of(*judgement.fault), {written.path[judgement.square].to_string()}};
}

ProblemKind kind_of_repair(const Resolution& resolution) {
    if (resolution.repair == Repair::square_replaced) return ProblemKind::square_misprinted;
    return resolution.paths.empty() ? ProblemKind::squares_left_out : ProblemKind::squares_left_out_alike;
}

ProblemKind kind_of_separator(Separator wrong) {
    switch (wrong) {
        case Separator::cross: return ProblemKind::written_as_jump;
        case Separator::caret: return ProblemKind::written_as_canter;
        case Separator::hyphen: break;
    }
    return ProblemKind::not_written_as_jump;
}

}  // namespace

Resolution resolve(const Position& position, const WrittenMove& written) {
    return Resolver(position, written).resolve();
}

std::optional<Reason> explain(const Position& position, std::string_view text, const WrittenMove& written,
                              const Resolution& resolution) {
    if (resolution.kind == Resolution::Kind::ambiguous)
        return Reason{ProblemKind::several_ways, {listed(position, resolution.paths)}};
    if (!resolution) {
        Reason reason = fault_of(written, resolution.judgement);
        if (resolution.paths.empty()) return reason;
        reason.arguments.emplace_back(listed(position, resolution.paths));
        reason.frame = Frame::legal_instead;
        return reason;
    }
    if (resolution.repair != Repair::none)
        return Reason{kind_of_repair(resolution), {text, write_path(position, resolution.path)}};
    if (resolution.is_loose()) {
        Reason reason = fault_of(written, resolution.judgement);
        reason.frame = Frame::read_loosely;
        return reason;
    }
    if (!resolution.wrong_separator) return std::nullopt;
    const std::uint8_t at = *resolution.wrong_separator;
    return Reason{kind_of_separator(written.separators[at]),
                  {text, write_path(position, resolution.path), written.path[at].to_string()}};
}

}  // namespace cofnod::camelot
