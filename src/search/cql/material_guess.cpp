#include "search/cql/material_guess.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace cofnod::search::cql {

namespace {

constexpr int square_count = 64;
constexpr std::int64_t number_min = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t number_max = std::numeric_limits<std::int32_t>::max();

/// Clones looked at one by one; where there are more (shift), squares make the difference, not material.
constexpr std::size_t most_clones = 16;

/// Whether a filter always has a value, if those it is made of have.
bool keeps_values(const Node& node) {
    switch (node.kind) {
        case Kind::constant:
        case Kind::conjunction:
        case Kind::disjunction:
        case Kind::negation:
        case Kind::designator:
        case Kind::empty_set:
        case Kind::unite:
        case Kind::intersect:
        case Kind::complement:
        case Kind::attacks:
        case Kind::attacked_by:
        case Kind::attack_ray:
        case Kind::between:
        case Kind::ray:
        case Kind::direction:
        case Kind::light:
        case Kind::dark:
        case Kind::connected_pawns:
        case Kind::isolated_pawns:
        case Kind::doubled_pawns:
        case Kind::passed_pawns:
        case Kind::integer:
        case Kind::result:
        case Kind::game_number:
        case Kind::size:
        case Kind::power:
        case Kind::negative:
        case Kind::absolute:
        case Kind::arithmetic:
        case Kind::comparison: return node.kind != Kind::comparison || node.type != Type::set;
        default: return false;
    }
}

bool is_everywhere(const Node& designator) { return designator.squares == ~chess::Bitboard{}; }

}  // namespace

MaterialGuess::Answer MaterialGuess::answer(MaterialSignature signature) {
    counts_.assign(chess::piece_count + 1, Interval{1, 1});  // kings stay
    Interval pieces{2, 2};
    for (const chess::Piece piece : signature_pieces) {
        const auto count = static_cast<std::int64_t>(signature & 15);
        signature >>= 4;
        const Interval interval{count, count == 15 ? square_count : count};  // 15: that many or more
        counts_[static_cast<std::size_t>(piece.index())] = interval;
        pieces = {pieces.low + interval.low, std::min<std::int64_t>(pieces.high + interval.high, square_count)};
    }
    counts_.back() = {square_count - pieces.high, square_count - pieces.low};
    facts_ = nullptr;
    return answer();
}

MaterialGuess::Answer MaterialGuess::answer(const index::GameFacts& facts, std::int64_t game_number) {
    if (counts_.empty() || facts_ == nullptr) counts_.assign(chess::piece_count + 1, Interval{0, square_count});
    facts_ = &facts;
    game_number_ = game_number;
    return answer();
}

MaterialGuess::Answer MaterialGuess::answer() {
    let_.clear();
    const Guess guessed = guess(filter_);
    return {guessed.can_be_true, guessed.can_be_false};
}

/// Where such a filter is not true it is false: `not` of no value is true as well.
bool MaterialGuess::always_has_value(const Node& node) {
    if (const auto known = always_.find(&node); known != always_.end()) return known->second;
    const bool always =
        keeps_values(node) && std::all_of(node.children.begin(), node.children.end(),
                                          [&](const Child& child) { return always_has_value(*child.tree); });
    return always_[&node] = always;
}

MaterialGuess::Guess MaterialGuess::of_size(Interval size) {
    size.low = std::clamp<std::int64_t>(size.low, 0, square_count);
    size.high = std::clamp<std::int64_t>(size.high, 0, square_count);
    return {size, size.high > 0, size.low == 0};
}

MaterialGuess::Guess MaterialGuess::unknown(Type type) {
    if (type == Type::set) return of_size({0, square_count});
    return {{number_min, number_max}, true, true};
}

MaterialGuess::Interval MaterialGuess::count(PieceMask pieces) const {
    Interval sum;
    for (std::size_t i = 0; i < counts_.size(); ++i)
        if ((pieces >> i & 1) != 0) sum = {sum.low + counts_[i].low, sum.high + counts_[i].high};
    if (pieces == any_occupant) return {square_count, square_count};
    return {sum.low, std::min<std::int64_t>(sum.high, square_count)};
}

/// On some squares only: at least what has no room elsewhere.
MaterialGuess::Interval MaterialGuess::designated(const Node& designator) const {
    const Interval all = count(designator.pieces);
    const std::int64_t squares = designator.squares.count();
    return {std::max<std::int64_t>(0, all.low - (square_count - squares)), std::min(all.high, squares)};
}

MaterialGuess::Interval MaterialGuess::guess_size(const Node& set) { return guess(set).value; }

MaterialGuess::Guess MaterialGuess::guess(const Node& node) {
    ++steps_;
    const auto subset_of_first = [&] { return of_size({0, guess_size(node.child(0)).high}); };
    switch (node.kind) {
        case Kind::constant: return {{}, node.number != 0, node.number == 0};
        case Kind::block:
        case Kind::conjunction: return guess_all(node);
        case Kind::disjunction: return guess_any(node);
        case Kind::conditional: return guess_conditional(node);
        case Kind::let: return guess_let(node);
        case Kind::comparison: return guess_comparison(node);
        case Kind::transform: return guess_transform(node);
        case Kind::no_transform: return guess(node.child(0));
        case Kind::move:
        case Kind::dash: return guess_move(node);
        case Kind::negation: {
            if (!always_has_value(node.child(0))) return unknown(Type::boolean);
            const Guess inner = guess(node.child(0));
            return {{}, inner.can_be_false, inner.can_be_true};
        }
        case Kind::designator: return of_size(designated(node));
        case Kind::empty_set: return of_size({0, 0});
        case Kind::attacks:
        case Kind::attacked_by:
        case Kind::attack_ray:
        case Kind::ray:
        case Kind::between: {
            // None of the sets may be empty for there to be anything; lines of sight begin at the first.
            const bool of_first = node.kind != Kind::ray && node.kind != Kind::between;
            std::int64_t high = of_first ? guess_size(node.child(0)).high : square_count;
            for (const Child& child : node.children)
                if (guess_size(*child.tree).high == 0) high = 0;
            return of_size({0, high});
        }
        case Kind::light:
        case Kind::dark: return subset_of_first();
        case Kind::piece_loop:
        case Kind::square_loop: {
            if (node.has(Flag::all)) return unknown(node.type);
            const bool some = guess(*node.part(Part::body)).can_be_true;
            return of_size({0, some ? guess_size(*node.part(Part::set)).high : 0});
        }
        case Kind::direction: return of_size({0, guess_size(node.child(0)).high > 0 ? square_count : 0});
        case Kind::complement: {
            const Interval inner = guess_size(node.child(0));
            return of_size({square_count - inner.high, square_count - inner.low});
        }
        case Kind::unite: {
            Interval all;
            for (const Child& child : node.children) {
                const Interval one = guess_size(*child.tree);
                all = {std::max(all.low, one.low), all.high + one.high};
            }
            return of_size(all);
        }
        case Kind::intersect: {
            Interval all{square_count, square_count};
            for (const Child& child : node.children) {
                const Interval one = guess_size(*child.tree);
                all = {all.low + one.low - square_count, std::min(all.high, one.high)};
            }
            return of_size(all);
        }
        case Kind::connected_pawns:
        case Kind::isolated_pawns:
        case Kind::doubled_pawns:
        case Kind::passed_pawns: {
            constexpr PieceMask pawns = 1U | 1U << chess::role_count;
            return of_size({0, count(pawns).high});
        }
        case Kind::pin: {
            for (const Child& child : node.children)
                if (guess_size(*child.tree).high == 0) return of_size({0, 0});
            return unknown(Type::set);
        }
        case Kind::variable: {
            const auto argument =
                std::find_if(let_.rbegin(), let_.rend(), [&](const auto& entry) { return entry.first == node.slot; });
            return argument == let_.rend() ? unknown(node.type) : argument->second;
        }
        case Kind::integer: return {{node.number, node.number}, true, false};
        case Kind::result: {
            if (facts_ == nullptr) return unknown(node.type);
            const bool same = result_from(node.text) == facts_->result;
            return {{}, same, !same};
        }
        case Kind::elo: return guess_elo(node.side);
        case Kind::year:
            if (facts_ == nullptr) return unknown(node.type);
            return of_column(facts_->year);
        case Kind::game_number:
            if (facts_ == nullptr) return unknown(node.type);
            return {{game_number_, game_number_}, true, false};
        case Kind::size:
            if (node.children.empty() || node.child(0).type != Type::set) return unknown(node.type);
            return {guess_size(node.child(0)), true, false};
        case Kind::power:
        case Kind::negative:
        case Kind::arithmetic:
        case Kind::minimum:
        case Kind::maximum:
        case Kind::absolute: return guess_arithmetic(node);
        case Kind::at:
            if (node.child(0).kind == Kind::current_position) return guess(node.child(1));
            return unknown(node.type);
        case Kind::line: {
            const Node& first = node.child(0).child(0);
            const bool plain = first.kind != Kind::sequence && first.kind != Kind::repetition;
            if (plain && !guess(first).can_be_true) return {{}, false, true};
            return unknown(node.type);
        }
        default: return unknown(node.type);
    }
}

/// A tag that is no plain number may have a value all the same; the column does not have it.
MaterialGuess::Guess MaterialGuess::of_column(std::uint16_t number) {
    constexpr std::uint16_t clipped = 4095;  // so older programs stored whatever is larger
    if (number == 0) return {{number_min, number_max}, true, true};
    return {{number, number == clipped ? number_max : number}, true, false};
}

MaterialGuess::Guess MaterialGuess::guess_elo(Side side) const {
    if (facts_ == nullptr) return unknown(Type::numeric);
    const Guess white = of_column(facts_->white_elo), black = of_column(facts_->black_elo);
    if (side != Side::both) return side == Side::white ? white : black;
    return {{std::max(white.value.low, black.value.low), std::max(white.value.high, black.value.high)},
            true,
            white.can_be_false && black.can_be_false};
}

MaterialGuess::Guess MaterialGuess::guess_all(const Node& node) {
    Guess all{{}, true, false};
    Guess last;
    for (const Child& child : node.children) {
        last = guess(*child.tree);
        all.can_be_false = all.can_be_false || last.can_be_false;
        if (!last.can_be_true) return {{0, 0}, false, true};
    }
    // A set that a filter before it forbids is no set at all; its size is 0 then for those who ask.
    all.value = node.type == Type::set && all.can_be_false ? Interval{0, last.value.high} : last.value;
    return all;
}

MaterialGuess::Guess MaterialGuess::guess_any(const Node& node) {
    Guess any{{}, false, true};
    for (const Child& child : node.children) {
        const Guess one = guess(*child.tree);
        any.can_be_true = any.can_be_true || one.can_be_true;
        any.can_be_false = any.can_be_false && one.can_be_false;
    }
    return any;
}

MaterialGuess::Guess MaterialGuess::guess_let(const Node& node) {
    const std::size_t depth = let_.size();
    for (const Child& child : node.children)
        if (child.part == Part::operand) let_.emplace_back(child.tree->slot, guess(*child.tree->part(Part::value)));
    const Guess body = guess(*node.part(Part::body));
    let_.resize(depth);
    return body;
}

MaterialGuess::Guess MaterialGuess::guess_conditional(const Node& node) {
    const Guess condition = guess(node.child(0));
    const Guess yes = guess(node.child(1));
    const Guess no = node.children.size() > 2 ? guess(node.child(2)) : Guess{{}, true, false};
    if (!condition.can_be_false && always_has_value(node.child(0))) return yes;
    if (!condition.can_be_true) return no;
    return {{std::min(yes.value.low, no.value.low), std::max(yes.value.high, no.value.high)},
            yes.can_be_true || no.can_be_true,
            yes.can_be_false || no.can_be_false};
}

MaterialGuess::Guess MaterialGuess::guess_comparison(const Node& node) {
    if (node.type != Type::numeric) return unknown(node.type);
    const Guess left = guess(node.child(0)), right = guess(node.child(1));
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
    const bool values = left.can_be_true && right.can_be_true;
    const bool always_values = !left.can_be_false && !right.can_be_false;
    return {left.value, possible && values, !(certain && always_values)};
}

MaterialGuess::Guess MaterialGuess::guess_transform(const Node& node) {
    const std::size_t clones = node.children.size() - 1;
    if (node.merge == Merge::count || clones > most_clones) {
        Guess guess = unknown(node.type);
        if (node.merge == Merge::count) guess.value = {0, static_cast<std::int64_t>(clones)};
        return guess;
    }
    Guess any{{number_max, number_min}, false, true};
    Interval sizes;
    for (const Child& child : node.children) {
        if (child.part != Part::clone) continue;
        const Guess one = guess(*child.tree);
        any.can_be_true = any.can_be_true || one.can_be_true;
        any.can_be_false = any.can_be_false && one.can_be_false;
        any.value = {std::min(any.value.low, one.value.low), std::max(any.value.high, one.value.high)};
        sizes = {std::max(sizes.low, one.value.low), sizes.high + one.value.high};
    }
    return node.merge == Merge::unite ? of_size(sizes) : any;
}

/// Where nothing stands on S, nothing moves from S. (The previous move belongs to another position.)
MaterialGuess::Guess MaterialGuess::guess_move(const Node& node) {
    if (node.moves != Moves::previous && !node.has(Flag::count))
        for (const Child& child : node.children) {
            const bool set = child.part == Part::from || child.part == Part::to || child.part == Part::capture;
            if (set && guess_size(*child.tree).high == 0) return {{0, 0}, false, true};
        }
    return unknown(node.type);
}

MaterialGuess::Guess MaterialGuess::guess_arithmetic(const Node& node) {
    Guess first = guess(node.child(0));
    Interval& value = first.value;
    if (node.kind == Kind::power) {
        constexpr std::int64_t values[] = {1, 3, 3, 5, 9, 0};
        const Node& set = node.child(0);
        Interval power{0, 9 * value.high};
        if (set.kind == Kind::designator && is_everywhere(set)) {
            power = {0, 0};
            for (std::size_t i = 0; i < chess::piece_count; ++i)
                if ((set.pieces >> i & 1) != 0)
                    power = {power.low + values[i % 6] * counts_[i].low, power.high + values[i % 6] * counts_[i].high};
        }
        return {power, true, false};
    }
    if (node.kind == Kind::negative) value = {-value.high, -value.low};
    if (node.kind == Kind::absolute)
        value = {value.low > 0    ? value.low
                 : value.high < 0 ? -value.high
                                  : 0,
                 std::max(std::abs(value.low), std::abs(value.high))};
    if (node.kind == Kind::minimum || node.kind == Kind::maximum) {
        if (node.type != Type::numeric) return unknown(node.type);
        for (std::size_t i = 1; i < node.children.size(); ++i) {
            const Guess next = guess(node.child(i));
            value = {std::min(value.low, next.value.low), std::max(value.high, next.value.high)};
            first.can_be_true = first.can_be_true || next.can_be_true;
            first.can_be_false = first.can_be_false && next.can_be_false;
        }
    }
    if (node.kind == Kind::arithmetic) {
        const Guess right = guess(node.child(1));
        const Interval by = right.value;
        if (node.op == Operator::add)
            value = {value.low + by.low, value.high + by.high};
        else if (node.op == Operator::subtract)
            value = {value.low - by.high, value.high - by.low};
        else if (node.op == Operator::multiply)
            value = {std::min({value.low * by.low, value.low * by.high, value.high * by.low, value.high * by.high}),
                     std::max({value.low * by.low, value.low * by.high, value.high * by.low, value.high * by.high})};
        else
            return unknown(node.type);
        first.can_be_true = first.can_be_true && right.can_be_true;
        first.can_be_false = first.can_be_false || right.can_be_false;
    }
    // Numbers of CQL wrap around.
    if (value.low < number_min || value.high > number_max) value = {number_min, number_max};
    return first;
}

}  // namespace cofnod::search::cql
