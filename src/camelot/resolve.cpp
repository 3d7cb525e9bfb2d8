#include "camelot/resolve.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "base/problem_kinds.hpp"
#include "base/reason.hpp"
#include "camelot/movegen.hpp"

namespace cofnod::camelot {
namespace {

/// Positions with more paths than this, which only artificial ones have, are not searched for repairs.
constexpr std::size_t most_paths = 20'000;

/// True if the separator agrees with the board for one step or leap; a hyphen stands for both steps and canters.
bool agrees(const Position& position, Square from, Square to, Separator separator) {
    if (separator == Separator::cross) return effect_of(position, {from, to}).is_capture();
    if (effect_of(position, {from, to}).is_capture()) return false;
    const bool is_step = std::abs(to.file() - from.file()) <= 1 && std::abs(to.rank() - from.rank()) <= 1;
    return separator == Separator::hyphen || !is_step;
}

/// Index of the first square whose preceding separator disagrees with the board. Squares that are not written are
/// skipped: the separator before a square refers to the step or leap that ends there.
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

/// True if a misprinted square may cause the fault. A move that only an obligation forbids is taken as written and not
/// replaced by another.
bool may_be_misprint(RuleFault fault) {
    switch (fault) {
        case RuleFault::off_the_board:
        case RuleFault::no_piece:
        case RuleFault::enemy_piece:
        case RuleFault::no_step_or_leap:
        case RuleFault::square_is_taken:
        case RuleFault::nothing_to_leap_over:
        case RuleFault::step_in_longer_move:
        case RuleFault::into_own_castle:
        case RuleFault::on_from_enemy_castle:
        case RuleFault::canter_after_jump:
        case RuleFault::man_canters_and_jumps:
        case RuleFault::ends_where_it_began: return true;
        default: return false;
    }
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

/// Repairs squares or separators, never both: then nobody would know what was meant.
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

    /// A move of two squares is not replaced: one of them alone does not say which was meant.
    bool replace_square() {
        if (written_.path.size() < 3 || !may_be_misprint(*result_.judgement.fault)) return false;
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

/// Returns the first three, then an ellipsis for the others.
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
