#include "cql/bounds/material_bounds.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>

#include "cql/effects.hpp"

namespace cofnod::cql {

namespace {

constexpr int square_count = 64;
constexpr std::int64_t number_min = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t number_max = std::numeric_limits<std::int32_t>::max();

/// Maximum number of clones evaluated separately; more clones (shift) differ in squares, not in material.
constexpr std::size_t most_clones = 16;

bool is_everywhere(const Node& designator) { return designator.squares == ~chess::Bitboard{}; }

}  // namespace

MaterialBounds::MaterialBounds(const Node& filter) : filter_(filter), changed_(changed_variables(filter)) {}

MaterialBounds::Answer MaterialBounds::answer(chess::MaterialSignature signature) {
    counts_.assign(chess::piece_count + 1, Interval{1, 1});  // kings stay
    Interval pieces{2, 2};
    for (const chess::Piece piece : chess::signature_pieces) {
        const auto count = static_cast<std::int64_t>(signature & 15);
        signature >>= 4;
        const Interval interval{count, count == 15 ? square_count : count};  // 15 means 15 or more
        counts_[static_cast<std::size_t>(piece.index())] = interval;
        pieces = {pieces.low + interval.low, std::min<std::int64_t>(pieces.high + interval.high, square_count)};
    }
    counts_.back() = {square_count - pieces.high, square_count - pieces.low};
    facts_ = nullptr;
    return answer();
}

MaterialBounds::Answer MaterialBounds::answer(const index::GameFacts& facts, std::int64_t game_number) {
    if (counts_.empty() || facts_ == nullptr) counts_.assign(chess::piece_count + 1, Interval{0, square_count});
    facts_ = &facts;
    game_number_ = game_number;
    return answer();
}

MaterialBounds::Answer MaterialBounds::answer() {
    let_.clear();
    const Bounds all = bounds(filter_);
    return {all.can_be_true, all.can_be_false};
}

/// Returns the bounds of a set of this size; a missing value counts as an empty set.
MaterialBounds::Bounds MaterialBounds::of_size(Interval size, bool can_be_missing) {
    size.low = can_be_missing ? 0 : std::clamp<std::int64_t>(size.low, 0, square_count);
    size.high = std::clamp<std::int64_t>(size.high, 0, square_count);
    return {size, size.high > 0, size.low == 0, can_be_missing};
}

/// Returns the bounds of a number; CQL arithmetic wraps around.
MaterialBounds::Bounds MaterialBounds::of_number(Interval number, bool can_be_missing) {
    if (number.low < number_min || number.high > number_max) number = {number_min, number_max};
    return {number, true, can_be_missing, can_be_missing};
}

MaterialBounds::Bounds MaterialBounds::of_truth(bool can_be_true, bool can_be_false) {
    return {{}, can_be_true, can_be_false, false};
}

/// Bounds of a filter that is never true.
MaterialBounds::Bounds MaterialBounds::never() { return {{}, false, true, true}; }

MaterialBounds::Bounds MaterialBounds::unknown(Type type) {
    if (type == Type::set) return of_size({0, square_count}, true);
    return of_number({number_min, number_max}, true);
}

MaterialBounds::Interval MaterialBounds::count(PieceMask pieces) const {
    Interval sum;
    for (std::size_t i = 0; i < counts_.size(); ++i)
        if ((pieces >> i & 1) != 0) sum = {sum.low + counts_[i].low, sum.high + counts_[i].high};
    if (pieces == any_occupant) return {square_count, square_count};
    return {sum.low, std::min<std::int64_t>(sum.high, square_count)};
}

/// Bounds the number of pieces on the squares of a designator: at least those that do not fit on the other squares.
MaterialBounds::Interval MaterialBounds::designated(const Node& designator) const {
    const Interval all = count(designator.pieces);
    const std::int64_t squares = designator.squares.count();
    return {std::max<std::int64_t>(0, all.low - (square_count - squares)), std::min(all.high, squares)};
}

MaterialBounds::Bounds MaterialBounds::bounds(const Node& node) {
    ++steps_;
    switch (node.kind) {
        case Kind::block:
        case Kind::conjunction: return bounds_of_all(node);
        case Kind::disjunction: return bounds_of_any(node);
        case Kind::conditional: return bounds_of_conditional(node);
        case Kind::let: return bounds_of_let(node);
        case Kind::comparison: return bounds_of_comparison(node);
        case Kind::transform: return bounds_of_transform(node);
        case Kind::no_transform: return bounds(node.child(0));
        case Kind::move:
        case Kind::dash: return bounds_of_move(node);
        case Kind::line: return bounds_of_line(node);
        case Kind::variable: return bounds_of_variable(node);
        case Kind::at:
            if (node.child(0).kind == Kind::current_position) return bounds(node.child(1));
            return unknown(node.type);

        // Sets.
        case Kind::designator: return of_size(designated(node), false);
        case Kind::empty_set: return of_size({0, 0}, false);
        case Kind::attacks:
        case Kind::attacked_by:
        case Kind::attack_ray:
        case Kind::ray:
        case Kind::between:
        case Kind::pin: return bounds_of_attacks(node);
        case Kind::light:
        case Kind::dark: {
            const Bounds all = bounds(node.child(0));
            return of_size({0, all.value.high}, all.can_be_missing);
        }
        case Kind::piece_loop:
        case Kind::square_loop: return bounds_of_loop(node);
        case Kind::direction: return bounds_of_direction(node);
        case Kind::complement: {
            const Bounds inner = bounds(node.child(0));
            return of_size({square_count - inner.value.high, square_count - inner.value.low}, inner.can_be_missing);
        }
        case Kind::unite: return bounds_of_union(node);
        case Kind::intersect: return bounds_of_intersection(node);
        case Kind::connected_pawns:
        case Kind::isolated_pawns:
        case Kind::doubled_pawns:
        case Kind::passed_pawns: {
            constexpr PieceMask pawns = 1U | 1U << chess::role_count;
            return of_size({0, count(pawns).high}, false);
        }

        // Numbers.
        case Kind::integer: return of_number({node.number, node.number}, false);
        case Kind::size: return bounds_of_size(node);
        case Kind::power: return bounds_of_power(node);
        case Kind::negative: {
            const Bounds inner = bounds(node.child(0));
            return of_number({-inner.value.high, -inner.value.low}, inner.can_be_missing);
        }
        case Kind::absolute: {
            const Bounds inner = bounds(node.child(0));
            const auto [low, high] = inner.value;
            const std::int64_t least = low > 0 ? low : high < 0 ? -high : 0;
            return of_number({least, std::max(std::abs(low), std::abs(high))}, inner.can_be_missing);
        }
        case Kind::minimum:
        case Kind::maximum: return bounds_of_best(node);
        case Kind::arithmetic: return bounds_of_arithmetic(node);
        case Kind::elo: return bounds_of_elo(node.side);
        case Kind::year: return facts_ == nullptr ? unknown(node.type) : of_column(facts_->year);
        case Kind::game_number:
            return facts_ == nullptr ? unknown(node.type) : of_number({game_number_, game_number_}, false);
        case Kind::piece_type:
        case Kind::color_type:
        case Kind::rank:
        case Kind::file:
        case Kind::piece_id: return bounds_of_one_square(node);

        // Conditions.
        case Kind::constant: return of_truth(node.number != 0, node.number == 0);
        case Kind::assign: {
            // An empty set is a value too.
            const Node& value = *node.part(Part::value);
            return of_truth(value.type != Type::numeric || bounds(value).can_be_true, true);
        }
        case Kind::negation: {
            const Bounds inner = bounds(node.child(0));
            return of_truth(inner.can_be_false, inner.can_be_true);
        }
        case Kind::result: {
            if (facts_ == nullptr) return unknown(node.type);
            const bool same = result_from(node.text) == facts_->result;
            return of_truth(same, !same);
        }
        default: return unknown(node.type);
    }
}

/// Bounds a filter that has no value unless its set is exactly one square.
MaterialBounds::Bounds MaterialBounds::bounds_of_one_square(const Node& node) {
    const Interval squares = bounds(node.child(0)).value;
    return squares.low > 1 || squares.high < 1 ? never() : unknown(node.type);
}

/// Bounds attacks and lines of sight: empty if any set is empty, and at most as large as the first set where the value
/// is part of it.
MaterialBounds::Bounds MaterialBounds::bounds_of_attacks(const Node& node) {
    const bool of_first = node.kind == Kind::attacks || node.kind == Kind::attacked_by || node.kind == Kind::attack_ray;
    std::int64_t high = square_count;
    bool can_be_missing = false;
    for (const Child& child : node.children) {
        const Bounds one = bounds(*child.tree);
        const bool is_first = &child == &node.children.front();
        if (one.value.high == 0 || (is_first && of_first)) high = std::min(high, one.value.high);
        can_be_missing = can_be_missing || one.can_be_missing;
    }
    return of_size({0, high}, can_be_missing);
}

/// Bounds a direction: from one square, at most one square per step and at most 7 other squares on a line.
MaterialBounds::Bounds MaterialBounds::bounds_of_direction(const Node& node) {
    const Bounds from = bounds(node.child(0));
    const Range range = node.range.value_or(Range{{1}, {7}});
    if (range.low.is_variable() || range.high.is_variable())
        return of_size({0, from.value.high > 0 ? square_count : 0}, true);
    constexpr std::int64_t others = 7;
    const std::int64_t low = std::max<std::int64_t>(range.low.number, -others);
    const std::int64_t high = std::min<std::int64_t>(range.high.number, others);
    const bool stays = low <= 0 && high >= 0;
    const std::int64_t steps = std::max<std::int64_t>(high - low + 1, 0);
    std::int64_t reached = 0;
    for (unsigned direction = 0; direction < direction_count / 2; ++direction) {
        const unsigned both_ways = static_cast<unsigned>(node.number) >> direction & 0x11U;
        reached += std::min<std::int64_t>(std::popcount(both_ways) * steps, others + (stays ? 1 : 0));
    }
    return of_size({0, from.value.high * reached}, from.can_be_missing);
}

MaterialBounds::Bounds MaterialBounds::bounds_of_loop(const Node& node) {
    if (node.has(Flag::all)) return unknown(node.type);
    const Bounds set = bounds(*node.part(Part::set));
    const bool some = bounds(*node.part(Part::body)).can_be_true;
    return of_size({0, some ? set.value.high : 0}, set.can_be_missing);
}

MaterialBounds::Bounds MaterialBounds::bounds_of_union(const Node& node) {
    Interval all;
    bool can_be_missing = false;
    for (const Child& child : node.children) {
        const Bounds one = bounds(*child.tree);
        all = {std::max(all.low, one.value.low), all.high + one.value.high};
        can_be_missing = can_be_missing || one.can_be_missing;
    }
    return of_size(all, can_be_missing);
}

MaterialBounds::Bounds MaterialBounds::bounds_of_intersection(const Node& node) {
    Interval all{square_count, square_count};
    bool can_be_missing = false;
    for (const Child& child : node.children) {
        const Bounds one = bounds(*child.tree);
        all = {all.low + one.value.low - square_count, std::min(all.high, one.value.high)};
        can_be_missing = can_be_missing || one.can_be_missing;
    }
    return of_size(all, can_be_missing);
}

MaterialBounds::Bounds MaterialBounds::bounds_of_size(const Node& node) {
    if (!is_size_of_set(node)) return unknown(node.type);
    const Bounds set = bounds(node.child(0));
    return of_number(set.value, set.can_be_missing);
}

MaterialBounds::Bounds MaterialBounds::bounds_of_line(const Node& node) {
    const Node& first = node.child(0).child(0);
    const bool is_plain = first.kind != Kind::sequence && first.kind != Kind::repetition;
    return is_plain && !bounds(first).can_be_true ? never() : unknown(node.type);
}

MaterialBounds::Bounds MaterialBounds::bounds_of_variable(const Node& node) {
    const auto argument =
        std::find_if(let_.rbegin(), let_.rend(), [&](const auto& entry) { return entry.first == node.slot; });
    return argument == let_.rend() ? unknown(node.type) : argument->second;
}

/// Bounds a number from the index; 0 means unknown, as the tag may still have a value.
MaterialBounds::Bounds MaterialBounds::of_column(std::uint16_t number) {
    constexpr std::uint16_t clipped = 4095;  // stored by older programs for larger values
    if (number == 0) return unknown(Type::numeric);
    return of_number({number, number == clipped ? number_max : number}, false);
}

MaterialBounds::Bounds MaterialBounds::bounds_of_elo(Side side) const {
    if (facts_ == nullptr) return unknown(Type::numeric);
    const Bounds white = of_column(facts_->white_elo), black = of_column(facts_->black_elo);
    if (side != Side::both) return side == Side::white ? white : black;
    return of_number({std::max(white.value.low, black.value.low), std::max(white.value.high, black.value.high)},
                     white.can_be_missing && black.can_be_missing);
}

/// Bounds the last child, provided that the others are true.
MaterialBounds::Bounds MaterialBounds::bounds_of_all(const Node& node) {
    Bounds all = of_truth(true, false);
    bool others_can_fail = false;
    for (const Child& child : node.children) {
        others_can_fail = others_can_fail || all.can_be_false;
        all = bounds(*child.tree);
        if (!all.can_be_true) return never();
    }
    all.can_be_false = all.can_be_false || others_can_fail;
    all.can_be_missing = all.can_be_missing || others_can_fail;
    if (node.type == Type::set && all.can_be_missing) all.value.low = 0;
    return all;
}

MaterialBounds::Bounds MaterialBounds::bounds_of_any(const Node& node) {
    Bounds any = of_truth(false, true);
    for (const Child& child : node.children) {
        const Bounds one = bounds(*child.tree);
        any.can_be_true = any.can_be_true || one.can_be_true;
        any.can_be_false = any.can_be_false && one.can_be_false;
    }
    return any;
}

MaterialBounds::Bounds MaterialBounds::bounds_of_let(const Node& node) {
    const std::size_t depth = let_.size();
    for (const Child& child : node.children) {
        if (child.part != Part::operand) continue;
        const Node& value = *child.tree->part(Part::value);
        const bool is_changed = std::binary_search(changed_.begin(), changed_.end(), child.tree->slot);
        let_.emplace_back(child.tree->slot, is_changed ? unknown(value.type) : bounds(value));
    }
    const Bounds body = bounds(*node.part(Part::body));
    let_.resize(depth);
    return body;
}

MaterialBounds::Bounds MaterialBounds::bounds_of_conditional(const Node& node) {
    const Bounds condition = bounds(node.child(0));
    const Bounds yes = bounds(node.child(1));
    const Bounds no = node.children.size() > 2 ? bounds(node.child(2)) : of_truth(true, false);
    if (!condition.can_be_false) return yes;
    if (!condition.can_be_true) return no;
    return {{std::min(yes.value.low, no.value.low), std::max(yes.value.high, no.value.high)},
            yes.can_be_true || no.can_be_true,
            yes.can_be_false || no.can_be_false,
            yes.can_be_missing || no.can_be_missing};
}

MaterialBounds::Bounds MaterialBounds::bounds_of_comparison(const Node& node) {
    if (node.type != Type::numeric) return unknown(node.type);
    const Bounds left = bounds(node.child(0)), right = bounds(node.child(1));
    const auto [low, high] = left.value;
    const auto [least, most] = right.value;
    bool possible = true, certain = false;
    switch (node.op) {
        case Operator::less: possible = low < most, certain = high < least; break;
        case Operator::less_equal: possible = low <= most, certain = high <= least; break;
        case Operator::greater: possible = high > least, certain = low > most; break;
        case Operator::greater_equal: possible = high >= least, certain = low >= most; break;
        case Operator::equal:
            possible = low <= most && high >= least;
            certain = low == high && least == most && low == least;
            break;
        case Operator::not_equal:
            possible = !(low == high && least == most && low == least);
            certain = high < least || low > most;
            break;
        default: break;
    }
    const bool are_values = left.can_be_true && right.can_be_true;
    const bool can_be_missing = !certain || left.can_be_missing || right.can_be_missing;
    return {left.value, possible && are_values, can_be_missing, can_be_missing};
}

MaterialBounds::Bounds MaterialBounds::bounds_of_transform(const Node& node) {
    const std::size_t clones = node.children.size() - 1;
    if (node.merge == Merge::count || clones > most_clones) {
        Bounds result = unknown(node.type);
        if (node.merge == Merge::count) result.value = {0, static_cast<std::int64_t>(clones)};
        return result;
    }
    Bounds any{{number_max, number_min}, false, true, true};
    Interval sizes;
    for (const Child& child : node.children) {
        if (child.part != Part::clone) continue;
        const Bounds one = bounds(*child.tree);
        any.can_be_true = any.can_be_true || one.can_be_true;
        any.can_be_false = any.can_be_false && one.can_be_false;
        any.can_be_missing = any.can_be_missing && one.can_be_missing;
        any.value = {std::min(any.value.low, one.value.low), std::max(any.value.high, one.value.high)};
        sizes = {std::max(sizes.low, one.value.low), sizes.high + one.value.high};
    }
    return node.merge == Merge::unite ? of_size(sizes, any.can_be_missing) : any;
}

/// Bounds a move: never true from, to or capturing an empty set. The previous move is excluded, since its sets are
/// evaluated at another position.
MaterialBounds::Bounds MaterialBounds::bounds_of_move(const Node& node) {
    if (node.moves != Moves::previous && !node.has(Flag::count))
        for (const Child& child : node.children) {
            const bool set = child.part == Part::from || child.part == Part::to || child.part == Part::capture;
            if (set && bounds(*child.tree).value.high == 0) return never();
        }
    return unknown(node.type);
}

MaterialBounds::Bounds MaterialBounds::bounds_of_power(const Node& node) {
    constexpr std::int64_t values[] = {1, 3, 3, 5, 9, 0};
    const Node& set = node.child(0);
    const Bounds squares = bounds(set);
    if (set.kind != Kind::designator || !is_everywhere(set))
        return of_number({0, 9 * squares.value.high}, squares.can_be_missing);
    Interval power;
    for (std::size_t i = 0; i < chess::piece_count; ++i)
        if ((set.pieces >> i & 1) != 0)
            power = {power.low + values[i % 6] * counts_[i].low, power.high + values[i % 6] * counts_[i].high};
    return of_number(power, false);
}

/// Bounds a minimum or maximum of numbers; operands without a value are ignored.
MaterialBounds::Bounds MaterialBounds::bounds_of_best(const Node& node) {
    if (node.type != Type::numeric) return unknown(node.type);
    Interval all{number_max, number_min};
    bool can_be_missing = true;
    for (const Child& child : node.children) {
        const Bounds one = bounds(*child.tree);
        all = {std::min(all.low, one.value.low), std::max(all.high, one.value.high)};
        can_be_missing = can_be_missing && one.can_be_missing;
    }
    return of_number(all, can_be_missing);
}

MaterialBounds::Bounds MaterialBounds::bounds_of_arithmetic(const Node& node) {
    const Bounds left = bounds(node.child(0)), right = bounds(node.child(1));
    const auto [low, high] = left.value;
    const auto [least, most] = right.value;
    const bool can_be_missing = left.can_be_missing || right.can_be_missing;
    switch (node.op) {
        case Operator::add: return of_number({low + least, high + most}, can_be_missing);
        case Operator::subtract: return of_number({low - most, high - least}, can_be_missing);
        case Operator::multiply: {
            const auto products = {low * least, low * most, high * least, high * most};
            return of_number({std::min(products), std::max(products)}, can_be_missing);
        }
        case Operator::divide: return bounds_of_quotient(left, right);
        default: return unknown(node.type);
    }
}

/// Bounds a quotient, rounded towards zero; a zero divisor gives no value. Among divisors of one sign, the smallest and
/// the largest give the extreme quotients.
MaterialBounds::Bounds MaterialBounds::bounds_of_quotient(const Bounds& dividend, const Bounds& divisor) {
    const bool can_be_zero = divisor.value.low <= 0 && divisor.value.high >= 0;
    Interval all{number_max, number_min};
    const auto add = [&](std::int64_t least, std::int64_t most) {
        if (least > most) return;
        for (const std::int64_t number : {dividend.value.low, dividend.value.high})
            for (const std::int64_t by : {least, most})
                all = {std::min(all.low, number / by), std::max(all.high, number / by)};
    };
    add(divisor.value.low, std::min<std::int64_t>(divisor.value.high, -1));
    add(std::max<std::int64_t>(divisor.value.low, 1), divisor.value.high);
    if (all.low > all.high) return never();
    return of_number(all, dividend.can_be_missing || divisor.can_be_missing || can_be_zero);
}

}  // namespace cofnod::cql
