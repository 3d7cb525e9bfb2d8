#include "search/cql/bounds.hpp"

#include <algorithm>
#include <bit>

#include "search/cql/material_guess.hpp"

namespace cofnod::search::cql {

namespace {

using Games = std::optional<std::vector<std::uint64_t>>;
using index::FeatureKind;

/// As in the planner: what leaves nearly all games is not worth its rows.
constexpr double says_nothing = 0.8;
/// Columns read for one designator.
constexpr int most_columns = 64;
/// Nodes looked at to guess what material allows; some tenths of a second.
constexpr std::size_t most_steps = 20'000'000;

Games both(Games a, Games b) {
    if (!a) return b;
    if (!b) return a;
    for (std::size_t i = 0; i < a->size(); ++i) (*a)[i] &= (*b)[i];
    return a;
}

Games either(Games a, Games b) {
    if (!a || !b) return std::nullopt;
    for (std::size_t i = 0; i < a->size(); ++i) (*a)[i] |= (*b)[i];
    return a;
}

/// What happens, or is written down, in games that do not match as well.
bool acts_beyond_matches(const Node& node) {
    switch (node.kind) {
        case Kind::message:
        case Kind::write_file:
        case Kind::assertion:
        case Kind::abort: return true;
        default:
            return std::any_of(node.children.begin(), node.children.end(), [](const Child& child) {
                return child.part != Part::original && acts_beyond_matches(*child.tree);
            });
    }
}

bool holds(Operator op, std::int64_t left, std::int64_t right) {
    switch (op) {
        case Operator::less: return left < right;
        case Operator::less_equal: return left <= right;
        case Operator::equal: return left == right;
        case Operator::not_equal: return left != right;
        case Operator::greater_equal: return left >= right;
        case Operator::greater: return left > right;
        default: return true;
    }
}

}  // namespace

Bounds::Bounds(const Script& script, index::PositionIndex& index) : script_(script), index_(index) {
    const bool keeps_values = std::any_of(script.variables.begin(), script.variables.end(),
                                          [](const Variable& variable) { return variable.persistent; });
    const bool counts_none = script.header.match_count && script.header.match_count->low.number < 1;
    sees_all_ = !script.header.variations && !keeps_values && !counts_none && !acts_beyond_matches(*script.root);
}

std::optional<std::vector<std::int64_t>> Bounds::select(const index::Run& run) {
    if (!run.segment || !sees_all_) return std::nullopt;
    run_ = &run;
    materials_.reset();
    columns_.clear();
    steps_ = 0;
    const Games left = somewhere(*script_.root);
    if (!left) return std::nullopt;
    std::vector<std::int64_t> ids;
    for (std::size_t i = 0; i < left->size(); ++i)
        for (std::uint64_t word = (*left)[i]; word != 0; word &= word - 1)
            ids.push_back(run.first + static_cast<std::int64_t>(i * 64) + std::countr_zero(word));
    if (static_cast<double>(ids.size()) > says_nothing * run.games()) return std::nullopt;
    return ids;
}

Games Bounds::none() const { return std::vector<std::uint64_t>((run_->games() + 63) / 64); }

/// The games in which the filter can be true at some position of the main line.
Games Bounds::somewhere(const Node& filter) { return both(games_of_material(filter), games(filter)); }

/// The same by squares alone; what must stand somewhere for it to be true.
Games Bounds::games(const Node& node) {
    switch (node.kind) {
        case Kind::constant: return node.number != 0 ? std::nullopt : none();
        case Kind::empty_set: return none();
        case Kind::designator: return games_of_designator(node);
        case Kind::block:
        case Kind::conjunction:
        case Kind::intersect:
        case Kind::attacks:
        case Kind::attacked_by:
        case Kind::attack_ray:
        case Kind::ray:
        case Kind::between:
        case Kind::direction:
        case Kind::light:
        case Kind::dark:
        case Kind::no_transform: return all_of(node);
        case Kind::disjunction:
        case Kind::unite: return any_of(node, 0);
        case Kind::conditional: return node.children.size() > 2 ? any_of(node, 1) : std::nullopt;
        case Kind::comparison: return games_of_comparison(node);
        case Kind::transform: return games_of_transform(node);
        case Kind::let: return games_of_let(node);
        case Kind::variable: {
            const auto argument =
                std::find_if(let_.rbegin(), let_.rend(), [&](const auto& entry) { return entry.first == node.slot; });
            return argument == let_.rend() ? std::nullopt : argument->second;
        }
        case Kind::pin:
        case Kind::move:
        case Kind::dash: return games_of_parts(node);
        case Kind::piece_loop:
        case Kind::square_loop:
            if (node.has(Flag::all)) return std::nullopt;
            return both(games(*node.part(Part::set)), games(*node.part(Part::body)));
        case Kind::repeat: return games(*node.part(Part::body));
        case Kind::echo: return node.has(Flag::all) ? std::nullopt : somewhere(*node.part(Part::body));
        case Kind::at: return somewhere(node.child(1));
        case Kind::find: {
            // A number of matches is a value even when it is 0.
            const bool one = node.type == Type::position ||
                             (node.range && !node.range->low.is_variable() && node.range->low.number > 0);
            return one ? somewhere(node.child(0)) : std::nullopt;
        }
        case Kind::line: return games_of_constituent(node.child(0));
        case Kind::path: {
            const Node* focus = node.part(Part::focus);
            return both(games_of_constituent(node.child(0)), focus != nullptr ? games(*focus) : std::nullopt);
        }
        default: return std::nullopt;
    }
}

Games Bounds::all_of(const Node& node) {
    Games all;
    for (const Child& child : node.children) all = both(std::move(all), games(*child.tree));
    return all;
}

Games Bounds::any_of(const Node& node, std::size_t first) {
    Games any = none();
    for (std::size_t i = first; i < node.children.size() && any; ++i)
        any = either(std::move(any), games(node.child(i)));
    return any;
}

/// Sets that must not be empty, and for moves that were played what must hold after them. What is only thought of,
/// or counted, need not be there.
Games Bounds::games_of_parts(const Node& node) {
    if (node.has(Flag::count)) return std::nullopt;
    Games all;
    for (const Child& child : node.children) {
        if (child.part == Part::target) {
            if (node.moves == Moves::played || node.moves == Moves::previous)
                all = both(std::move(all), somewhere(*child.tree));
        } else if (child.part != Part::after && child.part != Part::comment && child.part != Part::promotion) {
            all = both(std::move(all), games(*child.tree));
        }
    }
    return all;
}

/// `P >= 1`: the set is not empty where that could not hold of 0.
Games Bounds::games_of_comparison(const Node& node) {
    if (node.type != Type::numeric) return std::nullopt;
    const auto is_size = [](const Node& side) {
        return side.kind == Kind::size && !side.children.empty() && side.child(0).type == Type::set;
    };
    const Node& left = node.child(0);
    const Node& right = node.child(1);
    Games all;
    if (is_size(left) && right.kind == Kind::integer && !holds(node.op, 0, right.number))
        all = both(std::move(all), games(left.child(0)));
    if (is_size(right) && left.kind == Kind::integer && !holds(node.op, left.number, 0))
        all = both(std::move(all), games(right.child(0)));
    // Only what has a value is compared.
    for (const Node* side : {&left, &right})
        if (side->kind == Kind::comparison) all = both(std::move(all), games(*side));
    return all;
}

Games Bounds::games_of_transform(const Node& node) {
    if (node.merge == Merge::count) {
        const bool some = node.range && !node.range->low.is_variable() && node.range->low.number > 0;
        if (!some) return std::nullopt;
    }
    Games any = none();
    for (const Child& child : node.children)
        if (child.part == Part::clone && any) any = either(std::move(any), games(*child.tree));
    return any;
}

Games Bounds::games_of_let(const Node& node) {
    const std::size_t depth = let_.size();
    for (const Child& child : node.children)
        if (child.part == Part::operand) {
            const Node& value = *child.tree->part(Part::value);
            let_.emplace_back(child.tree->slot, value.type == Type::set ? games(value) : std::nullopt);
        }
    Games body = games(*node.part(Part::body));
    let_.resize(depth);
    return body;
}

/// Every constituent that cannot be left out is true somewhere.
Games Bounds::games_of_constituent(const Node& node) {
    if (node.kind == Kind::repetition)
        return node.range->low.number > 0 ? games_of_constituent(node.child(0)) : std::nullopt;
    if (node.kind != Kind::sequence) return somewhere(node);
    Games all;
    for (const Child& child : node.children) all = both(std::move(all), games_of_constituent(*child.tree));
    return all;
}

Games Bounds::games_of_designator(const Node& node) {
    if ((node.pieces & empty_square) != 0) return std::nullopt;
    if (std::popcount(node.pieces) * node.squares.count() > most_columns) return std::nullopt;
    Games any = none();
    for (std::size_t piece = 0; piece < chess::piece_count; ++piece) {
        if ((node.pieces >> piece & 1) == 0) continue;
        for (const chess::Square square : node.squares) {
            const std::uint64_t value = piece * 64 + static_cast<std::uint64_t>(square.index());
            auto column = columns_.find(value);
            if (column == columns_.end())
                column = columns_.emplace(value, index_.games(*run_, FeatureKind::occupied, value)).first;
            any = either(std::move(any), column->second);
        }
    }
    return any;
}

Games Bounds::games_of_material(const Node& filter) {
    if (!materials_) {
        materials_.emplace();
        index_.for_each_material(*run_, [&](std::uint64_t signature, std::uint64_t games) {
            materials_->push_back({signature, games});
        });
    }
    MaterialGuess guess(filter);
    std::vector<std::uint64_t> fitting;
    for (const Material& material : *materials_) {
        if (guess.can_be_true(material.signature)) fitting.push_back(material.signature);
        if (steps_ + guess.steps() > most_steps) return std::nullopt;
    }
    steps_ += guess.steps();
    if (fitting.size() * 2 > materials_->size()) return std::nullopt;
    Games any = none();
    for (const std::uint64_t signature : fitting)
        any = either(std::move(any), index_.games(*run_, FeatureKind::material, signature));
    return any;
}

}  // namespace cofnod::search::cql
