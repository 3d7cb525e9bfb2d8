#include "cql/effects.hpp"

#include <algorithm>

#include "cql/run/board.hpp"

namespace cofnod::cql {

namespace {

constexpr PieceMask bishops = 1U << 2 | 1U << 8;

bool depends_on_count_only(const Node& designator) {
    const chess::Bitboard squares = designator.squares;
    if (squares == ~chess::Bitboard{}) return true;
    // A bishop stays on squares of one colour.
    return (squares == light_squares || squares == ~light_squares) && (designator.pieces & ~bishops) == 0;
}

std::uint64_t bit_of(Slot slot) { return slot == no_slot ? 0 : std::uint64_t{1} << std::min(slot, 63); }

bool is_of_bishops(const Node& node) {
    if (node.kind == Kind::designator) return (node.pieces & ~bishops) == 0;
    return node.kind == Kind::unite && std::all_of(node.children.begin(), node.children.end(),
                                                   [](const Child& child) { return is_of_bishops(*child.tree); });
}

void add_tags(const Node& node, std::vector<std::string>& names) {
    const auto add = [&](std::string_view name) {
        if (std::find(names.begin(), names.end(), name) == names.end()) names.emplace_back(name);
    };
    const auto add_sides = [&](std::string_view white, std::string_view black) {
        if (node.side != Side::black) add(white);
        if (node.side != Side::white) add(black);
    };
    switch (node.kind) {
        case Kind::player: add_sides("White", "Black"); break;
        case Kind::elo: add_sides("WhiteElo", "BlackElo"); break;
        case Kind::event: add("Event"); break;
        case Kind::site: add("Site"); break;
        case Kind::date:
        case Kind::year: add("Date"); break;
        case Kind::event_date: add("EventDate"); break;
        case Kind::eco: add("ECO"); break;
        case Kind::clock: add("TimeControl"); break;
        case Kind::tag: add(node.text); break;
        default: break;
    }
    for (const Child& child : node.children)
        if (child.part != Part::original) add_tags(*child.tree, names);
}

bool only_reads(Kind kind) {
    return kind == Kind::variable || kind == Kind::is_bound || kind == Kind::is_unbound || kind == Kind::size ||
           kind == Kind::dictionary_value;
}

void add_changed(const Node& node, std::vector<Slot>& slots) {
    for (const Child& child : node.children) {
        if (child.part == Part::original) continue;
        const bool is_argument = node.kind == Kind::let && child.part == Part::operand;
        if (!is_argument && !only_reads(child.tree->kind))
            for (const Slot slot : {child.tree->slot, child.tree->second_slot})
                if (slot != no_slot) slots.push_back(slot);
        add_changed(*child.tree, slots);
    }
}

/// Returns the variables local to the filter: those of a loop, or the arguments of a call.
std::uint64_t kept_slots(const Node& node) {
    switch (node.kind) {
        case Kind::piece_loop:
        case Kind::square_loop: return bit_of(node.slot);
        case Kind::echo: return bit_of(node.slot) | bit_of(node.second_slot);
        case Kind::let: {
            std::uint64_t slots = 0;
            for (const Child& child : node.children)
                if (child.tree->kind == Kind::assign) slots |= bit_of(child.tree->slot);
            return slots;
        }
        default: return 0;
    }
}

/// Returns the effects of the filter itself, without its operands.
Effects own_effects(const Node& node) {
    const KindFacts& facts = facts_of(node.kind);
    Effects effects{
        .has_effects = facts.has(traits::effects),
        .matches_regex = facts.has(traits::regex),
        .reads_way = facts.has(traits::way),
        .leaves_position = facts.has(traits::elsewhere),
        .here_only = facts.has(traits::here),
        .of_game_only = facts.has(traits::of_game),
        .of_material_only = facts.has(traits::of_material),
        .reads = facts.has(traits::reads) ? bit_of(node.slot) : 0,
        .writes = facts.has(traits::writes) ? bit_of(node.slot) : 0,
        .cost = facts.cost,
    };
    if (node.range)
        for (const Bound& bound : {node.range->low, node.range->high}) effects.reads |= bit_of(bound.slot);
    switch (node.kind) {
        case Kind::size:
            if (node.slot != no_slot) effects.of_game_only = effects.of_material_only = false;  // size of a dictionary
            break;
        case Kind::designator: effects.of_material_only = depends_on_count_only(node); break;
        case Kind::light:
        case Kind::dark: effects.of_material_only = is_of_bishops(node.child(0)); break;
        case Kind::assign:
            if (node.op != Operator::none) effects.reads = bit_of(node.slot);
            break;
        case Kind::move:
        case Kind::dash:
            effects.looks_at_moves = node.moves == Moves::played;
            effects.has_effects = node.part(Part::comment) != nullptr;
            if (!is_in_game(node.moves)) effects.cost = 200;
            if (node.part(Part::after)) effects.cost = 2000;
            break;
        default:
            // An earlier match may forbid a later one, so the order of evaluation matters.
            if (node.has(Flag::nestban)) effects.has_effects = true;
            break;
    }
    return effects;
}

}  // namespace

Effects effects_of(const Node& node) {
    Effects effects = own_effects(node);
    for (const Child& child : node.children) {
        if (child.part == Part::original) continue;
        const Effects inner = effects_of(*child.tree);
        effects.has_effects |= inner.has_effects;
        effects.matches_regex |= inner.matches_regex;
        effects.reads |= inner.reads;
        effects.writes |= inner.writes;
        effects.reads_way |= inner.reads_way;
        effects.looks_at_moves |= inner.looks_at_moves;
        effects.leaves_position |= inner.leaves_position;
        effects.here_only &= inner.here_only;
        effects.of_game_only &= inner.of_game_only;
        effects.of_material_only &= inner.of_material_only;
        effects.cost = std::min(effects.cost + inner.cost, 1'000'000);
    }
    // A loop that assigns nothing ends at once or never, so it is not moved before the filters that guard it.
    const bool is_loop = node.kind == Kind::while_loop || node.kind == Kind::repeat;
    if (is_loop && effects.writes == 0) effects.has_effects = true;
    if (const std::uint64_t own = kept_slots(node); (own >> 63) == 0) {
        effects.reads &= ~own;
        effects.writes &= ~own;
    }
    return effects;
}

std::vector<std::string> tags_of(const Node& filter) {
    std::vector<std::string> names;
    add_tags(filter, names);
    return names;
}

std::vector<Slot> changed_variables(const Node& filter) {
    std::vector<Slot> slots;
    add_changed(filter, slots);
    std::sort(slots.begin(), slots.end());
    slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
    return slots;
}

bool is_always_known(const Node& node) {
    const KindFacts& facts = facts_of(node.kind);
    return facts.has(traits::known) || (facts.has(traits::known_parts) &&
                                        std::all_of(node.children.begin(), node.children.end(),
                                                    [](const Child& child) { return is_always_known(*child.tree); }));
}

}  // namespace cofnod::cql
