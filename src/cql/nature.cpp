#include "cql/nature.hpp"

#include <algorithm>

#include "cql/board.hpp"

namespace cofnod::cql {

namespace {

constexpr PieceMask bishops = 1U << 2 | 1U << 8;

bool depends_on_count_only(const Node& designator) {
    const chess::Bitboard squares = designator.squares;
    if (squares == ~chess::Bitboard{}) return true;
    // A bishop stays on the colour of its squares.
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

/// Variables that nobody outside of the filter looks at: of a loop, and the arguments of a call.
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

/// Of the filter itself, its children left out.
Nature own_nature(const Node& node) {
    Nature nature;
    nature.of_game_only = false;
    nature.of_material_only = false;
    switch (node.kind) {
        case Kind::constant:
        case Kind::integer:
        case Kind::string:
        case Kind::color_constant:
        case Kind::empty_set:
            nature.cost = 0;
            nature.of_game_only = nature.of_material_only = true;
            break;
        case Kind::size:
            nature.reads = bit_of(node.slot);  // of a dictionary
            nature.of_game_only = nature.of_material_only = node.slot == no_slot;
            break;
        case Kind::designator: nature.of_material_only = depends_on_count_only(node); break;
        case Kind::block:
        case Kind::conjunction:
        case Kind::disjunction:
        case Kind::negation:
        case Kind::conditional:
        case Kind::negative:
        case Kind::arithmetic:
        case Kind::absolute:
        case Kind::square_root:
        case Kind::minimum:
        case Kind::maximum:
        case Kind::comparison:
        case Kind::no_transform: nature.of_game_only = nature.of_material_only = true; break;
        case Kind::transform: nature.of_game_only = nature.of_material_only = true; break;
        case Kind::light:
        case Kind::dark: nature.of_material_only = is_of_bishops(node.child(0)); break;
        case Kind::unite:
        case Kind::power: nature.of_material_only = true; break;
        case Kind::within:
        case Kind::concatenation:
        case Kind::to_integer:
        case Kind::ascii:
        case Kind::uppercase:
        case Kind::lowercase:
        case Kind::index_of:
        case Kind::substring:
            nature.of_game_only = true;
            nature.cost = 100;
            break;
        case Kind::player:
        case Kind::event:
        case Kind::site:
        case Kind::date:
        case Kind::event_date:
        case Kind::eco:
        case Kind::tag:
        case Kind::result:
        case Kind::year:
        case Kind::elo:
        case Kind::game_number:
            nature.of_game_only = true;
            nature.cost = 50;
            break;
        case Kind::attacks:
        case Kind::attacked_by:
        case Kind::pin:
        case Kind::between: nature.cost = 25; break;
        case Kind::attack_ray:
        case Kind::ray:
        case Kind::direction: nature.cost = 60; break;
        case Kind::check: nature.cost = 6; break;
        case Kind::mate: nature.cost = 8; break;
        case Kind::stalemate:
        case Kind::pure_mate:
        case Kind::model_mate:
        case Kind::ideal_mate:
        case Kind::pure_stalemate:
        case Kind::model_stalemate:
        case Kind::ideal_stalemate: nature.cost = 10; break;
        case Kind::fen: nature.cost = 300; break;
        case Kind::move:
        case Kind::dash:
            nature.looks_at_moves = node.moves == Moves::played;
            nature.leaves_position = true;
            nature.has_effects = node.part(Part::comment) != nullptr;
            nature.cost = node.moves == Moves::legal || node.moves == Moves::pseudo_legal ? 200 : 15;
            if (node.part(Part::after)) nature.cost = 2000;
            break;
        case Kind::is_bound:
        case Kind::is_unbound:
            // Stays before what would fail if it were not asked.
            nature.reads = nature.writes = bit_of(node.slot);
            break;
        case Kind::variable:
        case Kind::dictionary_value: nature.reads = bit_of(node.slot); break;
        case Kind::assign:
            nature.writes = bit_of(node.slot);
            if (node.op != Operator::none) nature.reads = bit_of(node.slot);
            break;
        case Kind::assign_if:
        case Kind::assign_piece:
        case Kind::unbind:
        case Kind::dictionary_assign: nature.writes = bit_of(node.slot); break;
        case Kind::piece_loop:
        case Kind::square_loop: nature.cost = 50; break;
        case Kind::while_loop:
        case Kind::repeat:
        case Kind::dictionary_loop:
            nature.has_effects = true;
            nature.cost = 50;
            break;
        case Kind::let: break;
        case Kind::regex_match:
            nature.matches_regex = true;
            nature.of_game_only = true;
            nature.cost = 1000;
            break;
        case Kind::regex_group:
        case Kind::regex_group_index: nature.has_effects = true; break;
        case Kind::comment:
        case Kind::message:
        case Kind::sort:
        case Kind::set_tag:
        case Kind::remove_comment:
        case Kind::assertion:
        case Kind::abort:
        case Kind::read_file:
        case Kind::write_file: nature.has_effects = true; break;
        case Kind::path_last_position:
        case Kind::path_start:
        case Kind::path_count:
        case Kind::path_count_unfocused: nature.reads_way = true; break;
        case Kind::line:
        case Kind::path:
        case Kind::echo:
        case Kind::find:
        case Kind::consecutive_moves:
            nature.leaves_position = true;
            nature.cost = 100;
            // Where an earlier match forbids a later one, the order of evaluation is part of the meaning.
            nature.has_effects = node.has(Flag::nestban);
            break;
        case Kind::at: nature.leaves_position = true; break;
        default: break;
    }
    return nature;
}

}  // namespace

Nature nature_of(const Node& node) {
    Nature nature = own_nature(node);
    for (const Child& child : node.children) {
        if (child.part == Part::original) continue;
        const Nature inner = nature_of(*child.tree);
        nature.has_effects |= inner.has_effects;
        nature.matches_regex |= inner.matches_regex;
        nature.reads |= inner.reads;
        nature.writes |= inner.writes;
        nature.reads_way |= inner.reads_way;
        nature.looks_at_moves |= inner.looks_at_moves;
        nature.leaves_position |= inner.leaves_position;
        nature.of_game_only &= inner.of_game_only;
        nature.of_material_only &= inner.of_material_only;
        nature.cost = std::min(nature.cost + inner.cost, 1'000'000);
    }
    if (const std::uint64_t own = kept_slots(node); (own >> 63) == 0) {
        nature.reads &= ~own;
        nature.writes &= ~own;
    }
    return nature;
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
    switch (node.kind) {
        case Kind::designator:
        case Kind::empty_set:
        case Kind::connected_pawns:
        case Kind::isolated_pawns:
        case Kind::doubled_pawns:
        case Kind::passed_pawns:
        case Kind::integer: return true;
        case Kind::unite:
        case Kind::intersect:
        case Kind::complement:
        case Kind::attacks:
        case Kind::attacked_by:
        case Kind::attack_ray:
        case Kind::ray:
        case Kind::pin:
        case Kind::between:
        case Kind::light:
        case Kind::dark:
        case Kind::size:
        case Kind::power:
            return std::all_of(node.children.begin(), node.children.end(),
                               [](const Child& child) { return is_always_known(*child.tree); });
        default: return false;
    }
}

}  // namespace cofnod::cql
