#include "cql/run/compiler.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "base/place.hpp"
#include "cql/effects.hpp"
#include "cql/run/geometry.hpp"

namespace cofnod::cql {

namespace {

bool reads_groups(const Node& node) {
    return node.kind == Kind::regex_group || node.kind == Kind::regex_group_index ||
           std::any_of(node.children.begin(), node.children.end(),
                       [](const Child& child) { return reads_groups(*child.tree); });
}

}  // namespace

Compiler::Compiler(const Script& script) : script_(script), reads_groups_(reads_groups(*script.root)) {}

FilterPtr Compiler::filter(const Node& node) {
    static constexpr decltype(&make_check) makers[] = {
#define EACH_KIND(kind, cost, traits) make_##kind,
#include "cql/kinds.def"
    };
    return makers[static_cast<std::size_t>(node.kind)](*this, node);
}

void Compiler::fail_type(const Node& node) {
    throw std::logic_error("the filter '" + std::string(name_of(node.kind)) + "' has a value of another type");
}

Ptr<bool> Compiler::truth(const Node& node) {
    auto test = [any = filter(node)](Context& context) { return any->test(context); };
    return std::make_unique<Computed<bool, decltype(test)>>(std::move(test));
}

Filters Compiler::conditions(const Node& node, Part part) {
    Filters filters;
    for (const Child& child : node.children)
        if (child.part == part) filters.push_back(condition(*child.tree));
    return filters;
}

bool Compiler::is_pure(const Node& node) const {
    const Effects effects = effects_of(node);
    return effects.is_pure() && !(effects.matches_regex && reads_groups_);
}

bool Compiler::is_quiet(const Node& node) const {
    const Effects effects = effects_of(node);
    return !effects.has_effects && effects.writes == 0 && !(effects.matches_regex && reads_groups_);
}

namespace {

using Nodes = std::vector<const Node*>;

FilterPtr make_all(Filters filters) {
    if (filters.size() == 1) return std::move(filters.front());
    return computed<bool>([filters = std::move(filters)](Context& context) {
        const auto remarks = context.remarks.size();
        if (all_hold(filters, context)) return true;
        context.drop_remarks(remarks);
        return false;
    });
}

FilterPtr make_any(Filters filters) {
    if (filters.size() == 1) return std::move(filters.front());
    return computed<bool>([filters = std::move(filters)](Context& context) {
        return std::any_of(filters.begin(), filters.end(),
                           [&](const FilterPtr& filter) { return holds_or_rolls_back(*filter, context); });
    });
}

/// Caches a filter that depends on material only, as most moves neither capture nor promote.
FilterPtr once_per_material(Compiler& compiler, FilterPtr filter) {
    return computed<bool>([memo = compiler.new_memo(), filter = std::move(filter)](Context& context) {
        Memo& last = context.memo(memo);
        const PositionId id = context.at;
        if (context.tree.is_imagined(id)) return filter->test(context);
        const int pieces = context.now->board.of(PieceSets::occupied).count();
        const bool same = last.last != no_position && last.last == context.tree.parent(id) &&
                          context.now->move.kind() != chess::Move::Kind::promotion && pieces == last.pieces;
        if (!same) last.answer = filter->test(context);
        last.last = id;
        last.pieces = pieces;
        return last.answer;
    });
}

/// Caches a filter that is constant within a game.
FilterPtr once_per_game(Compiler& compiler, FilterPtr filter) {
    return computed<bool>([memo = compiler.new_memo(), filter = std::move(filter)](Context& context) {
        Memo& known = context.memo(memo);
        if (known.last == no_position) known.answer = filter->test(context);
        known.last = 0;
        return known.answer;
    });
}

FilterPtr make_placement(std::vector<Placed> placed) {
    const bool simple = std::all_of(placed.begin(), placed.end(),
                                    [](const Placed& one) { return one.wanted && one.pieces.count == 1; });
    if (placed.size() == 1 && simple)
        return computed<bool>([slot = std::size_t{placed[0].pieces.slots[0]}, squares = placed[0].squares](
                                  Context& context) { return !(context.now->board.of(slot) & squares).empty(); });
    return computed<bool>([placed = std::move(placed)](Context& context) {
        const PieceSets& board = context.now->board;
        for (const Placed& one : placed)
            if (!one.holds(board)) return false;
        return true;
    });
}

/// Makes a disjunction of placements; common designators are tested once, the rarest first.
FilterPtr make_any_placement(std::vector<std::vector<Placed>> ways) {
    std::size_t key = 0;
    int fewest = 65;
    for (std::size_t i = 0; i < ways[0].size(); ++i) {
        Bitboard all;
        bool alike = true;
        for (const auto& way : ways) {
            alike = alike && i < way.size() && way[i].wanted && way[i].pieces.slots == ways[0][i].pieces.slots &&
                    way[i].pieces.count == ways[0][i].pieces.count;
            if (i < way.size()) all |= way[i].squares;
        }
        if (!alike || all.count() >= fewest) continue;
        key = i;
        fewest = all.count();
    }
    Bitboard all;
    for (auto& way : ways) {
        std::swap(way[0], way[key]);
        all |= way[0].squares;
    }
    const bool has_key = fewest <= 64;
    if (has_key && std::all_of(ways.begin(), ways.end(), [](const auto& way) { return way.size() == 1; }))
        return make_placement({{ways[0][0].pieces, all}});
    return computed<bool>([ways = std::move(ways), all, has_key](Context& context) {
        const PieceSets& board = context.now->board;
        if (!has_key)
            return std::any_of(ways.begin(), ways.end(), [&](const std::vector<Placed>& way) {
                return std::all_of(way.begin(), way.end(), [&](const Placed& one) { return one.holds(board); });
            });
        const Bitboard found = ways[0][0].pieces.of(board) & all;
        if (found.empty()) return false;
        for (const auto& way : ways) {
            if ((found & way[0].squares).empty()) continue;
            if (std::all_of(way.begin() + 1, way.end(), [&](const Placed& one) { return one.holds(board); }))
                return true;
        }
        return false;
    });
}

constexpr bool holds_whole_line(Bitboard squares) {
    for (int i = 0; i < 8; ++i) {
        const Bitboard file = Bitboard::of(static_cast<notation::File>(i));
        const Bitboard rank = Bitboard::of(static_cast<notation::Rank>(i));
        if ((squares & file) == file || (squares & rank) == rank) return true;
    }
    return false;
}

/// Placement matched at all shifts in parallel: bit a of a set means that the first piece may be on square a.
struct Shifted {
    struct ShiftedPieces {
        Slots pieces;
        std::vector<Offset> steps;  ///< offsets from the piece to the first piece
        Bitboard possible;          ///< squares of the first piece for which the others are on the board
        bool wanted;
    };
    Bitboard places;
    Slots anchor;
    std::vector<ShiftedPieces> parts;

    [[nodiscard]] bool holds(const PieceSets& board) const {
        Bitboard left = places & anchor.of(board);
        for (const ShiftedPieces& part : parts) {
            if (left.empty()) return false;
            const Bitboard pieces = part.pieces.of(board);
            Bitboard found;
            for (const Offset step : part.steps) found |= moved(pieces, step.files, step.ranks);
            left &= part.wanted ? found : part.possible & ~found;
        }
        return !left.empty();
    }
};

/// Returns the placement with its shifts; nullopt if it cannot be shifted, for instance because of complete ranks or
/// files, which no shift moves.
std::optional<Shifted> shifted(const std::vector<Placed>& placement, std::string_view transform) {
    const auto anchor = std::find_if(placement.begin(), placement.end(), [](const Placed& one) {
        return one.wanted && !one.squares.empty() && !one.squares.has_several();
    });
    if (anchor == placement.end()) return std::nullopt;
    const Square first = anchor->squares.first();
    Bitboard places = ~Bitboard{};
    if (transform == "shifthorizontal") places = Bitboard::of(first.rank());
    if (transform == "shiftvertical") places = Bitboard::of(first.file());
    Shifted result{places, anchor->pieces, {}};
    for (auto part = placement.begin(); part != placement.end(); ++part) {
        if (part == anchor) continue;
        if (holds_whole_line(part->squares)) return std::nullopt;
        Shifted::ShiftedPieces made{part->pieces, {}, {}, part->wanted};
        for (const Square square : part->squares) {
            const Offset step{static_cast<int>(first.file()) - static_cast<int>(square.file()),
                              static_cast<int>(first.rank()) - static_cast<int>(square.rank())};
            made.steps.push_back(step);
            made.possible |= moved(~Bitboard{}, step.files, step.ranks);
        }
        result.parts.push_back(std::move(made));
    }
    return result;
}

bool is_shift(std::string_view transform) {
    return transform == "shift" || transform == "shifthorizontal" || transform == "shiftvertical";
}

/// Conjuncts of a transform's clones and of its original.
struct Clones {
    std::vector<Nodes> clones;
    Nodes original;
    Nodes common;  ///< conjuncts that all clones share, factored out

    explicit Clones(const Node& node) {
        for (const Child& child : node.children) {
            Nodes conjuncts;
            flatten(*child.tree, conjuncts);
            if (child.part == Part::clone)
                clones.push_back(std::move(conjuncts));
            else if (child.part == Part::original)
                original = std::move(conjuncts);
        }
    }

    void take_out_common() {
        const std::size_t size = original.size();
        const bool alike =
            std::all_of(clones.begin(), clones.end(), [size](const Nodes& clone) { return clone.size() == size; });
        if (!alike) return original.clear();
        for (std::size_t i = size; i-- > 0;) {
            const bool same = std::all_of(clones.begin(), clones.end(),
                                          [&](const Nodes& clone) { return equal(*clone[i], *clones[0][i]); });
            if (!same) continue;
            common.push_back(clones[0][i]);
            for (Nodes& clone : clones) clone.erase(clone.begin() + static_cast<std::ptrdiff_t>(i));
            original.erase(original.begin() + static_cast<std::ptrdiff_t>(i));
        }
        std::reverse(common.begin(), common.end());
    }
};

std::optional<std::vector<Placed>> placement_of(const Nodes& nodes) {
    std::vector<Placed> result;
    for (const Node* node : nodes) {
        const auto one = placed_of(*node);
        if (!one) return std::nullopt;
        result.push_back(*one);
    }
    return result;
}

/// Merges clones that differ only in placements: a disjunction of the placements, with the rest evaluated once.
Filters grouped(Compiler& compiler, const std::vector<Nodes>& clones) {
    struct Group {
        Nodes rest;
        std::vector<std::vector<Placed>> placements;
        bool is_free = false;  ///< has a clone without placements
    };
    std::vector<Group> groups;
    for (const Nodes& clone : clones) {
        std::vector<Placed> placement;
        Nodes rest;
        for (const Node* node : clone) {
            if (const auto one = placed_of(*node))
                placement.push_back(*one);
            else
                rest.push_back(node);
        }
        const auto same = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
            return std::equal(rest.begin(), rest.end(), group.rest.begin(), group.rest.end(),
                              [](const Node* a, const Node* b) { return equal(*a, *b); });
        });
        Group& group = same == groups.end() ? groups.emplace_back(Group{std::move(rest), {}, false}) : *same;
        group.is_free = group.is_free || placement.empty();
        group.placements.push_back(std::move(placement));
    }
    Filters filters;
    for (Group& group : groups) {
        Filters all;
        if (!group.is_free) all.push_back(make_any_placement(std::move(group.placements)));
        for (FilterPtr& filter : make_conjuncts(compiler, std::move(group.rest))) all.push_back(std::move(filter));
        filters.push_back(make_all(std::move(all)));
    }
    return filters;
}

FilterPtr make_clones(Compiler& compiler, const Clones& clones, const std::string& transform) {
    std::vector<std::vector<Placed>> placements;
    for (const Nodes& clone : clones.clones)
        if (auto placement = placement_of(clone); placement && !placement->empty())
            placements.push_back(std::move(*placement));
    if (placements.size() == clones.clones.size()) {
        const auto original = is_shift(transform) ? placement_of(clones.original) : std::nullopt;
        if (original)
            if (auto shift = shifted(*original, transform))
                return computed<bool>(
                    [shift = std::move(*shift)](Context& context) { return shift.holds(context.now->board); });
        return make_any_placement(std::move(placements));
    }
    return make_any(grouped(compiler, clones.clones));
}

/// Merges rays that differ only in their directions.
std::optional<Node> ray_of_all(const std::vector<Nodes>& clones) {
    const bool are_rays = std::all_of(clones.begin(), clones.end(), [](const Nodes& clone) {
        return clone.size() == 1 && clone.front()->kind == Kind::ray;
    });
    if (!are_rays) return std::nullopt;
    Node all = *clones.front().front();
    for (const Nodes& clone : clones) {
        Node one = *clone.front();
        all.number |= std::exchange(one.number, clones.front().front()->number);
        if (!equal(one, *clones.front().front())) return std::nullopt;
    }
    return all;
}

constexpr int cost_of_headers = 50;  // for each tag

bool is_worth_remembering(const Compiler& compiler, const Node& node) {
    constexpr int cheap = 3;
    const Effects effects = effects_of(node);
    return effects.of_material_only && !effects.of_game_only && effects.cost > cheap && compiler.is_pure(node);
}

/// Returns the evaluation rank: filters that are cheap and likely to fail come first; negations usually hold.
int rank_of(const Node& node) {
    constexpr int rarely_fails = 4;
    return effects_of(node).cost * (node.kind == Kind::negation ? rarely_fails : 1);
}

}  // namespace

void flatten(const Node& node, Nodes& conjuncts) {
    if (!is_all_of_its_children(node)) return conjuncts.push_back(&node);
    for (const Child& child : node.children) flatten(*child.tree, conjuncts);
}

FilterPtr make_some_clone(Compiler& compiler, const Node& node) {
    Clones clones(node);
    const bool pure = std::all_of(node.children.begin(), node.children.end(),
                                  [&](const Child& child) { return compiler.is_pure(*child.tree); });
    if (clones.clones.empty()) return computed<bool>([](Context&) { return false; });
    if (!pure) {
        Filters filters;
        for (const Nodes& clone : clones.clones) filters.push_back(make_conjunction(compiler, clone));
        return make_any(std::move(filters));
    }
    clones.take_out_common();
    constexpr int cheap = 10;
    Nodes first;
    Nodes last;
    for (const Node* common : clones.common) (effects_of(*common).cost <= cheap ? first : last).push_back(common);
    Filters filters;
    if (!first.empty()) filters.push_back(make_conjunction(compiler, first));
    const bool all_common =
        std::any_of(clones.clones.begin(), clones.clones.end(), [](const Nodes& clone) { return clone.empty(); });
    if (const auto ray = all_common ? std::nullopt : ray_of_all(clones.clones))
        filters.push_back(compiler.condition(*ray));
    else if (!all_common)
        filters.push_back(make_clones(compiler, clones, node.text));
    if (!last.empty()) filters.push_back(make_conjunction(compiler, last));
    return make_all(std::move(filters));
}

FilterPtr Compiler::condition(const Node& node) {
    if (is_all_of_its_children(node)) {
        Nodes conjuncts;
        flatten(node, conjuncts);
        return make_conjunction(*this, conjuncts);
    }
    if (const auto placed = placed_of(node)) return make_placement({*placed});
    if (FilterPtr filter = make_comparison_truth(*this, node)) return filter;
    const bool is_some_clone = node.kind == Kind::transform && node.merge != Merge::count;
    FilterPtr made = is_some_clone ? make_some_clone(*this, node) : filter(node);
    const Effects effects = effects_of(node);
    if (effects.of_game_only && effects.cost >= cost_of_headers && is_pure(node))
        return once_per_game(*this, std::move(made));
    if (is_worth_remembering(*this, node)) return once_per_material(*this, std::move(made));
    return made;
}

FilterPtr make_disjunction(Compiler& compiler, const Node& node) { return make_any(compiler.conditions(node)); }

FilterPtr make_conjunction(Compiler& compiler, Nodes conjuncts) {
    return make_all(make_conjuncts(compiler, std::move(conjuncts)));
}

Filters make_conjuncts(Compiler& compiler, Nodes conjuncts) {
    const bool in_any_order =
        std::all_of(conjuncts.begin(), conjuncts.end(), [&](const Node* node) { return compiler.is_quiet(*node); });
    if (in_any_order)
        std::stable_sort(conjuncts.begin(), conjuncts.end(),
                         [](const Node* a, const Node* b) { return rank_of(*a) < rank_of(*b); });
    Filters result;
    std::vector<Placed> placed;
    const auto put_placed = [&] {
        if (!placed.empty()) result.push_back(make_placement(std::exchange(placed, {})));
    };
    for (const Node* node : conjuncts) {
        if (const auto one = placed_of(*node)) {
            placed.push_back(*one);
            continue;
        }
        put_placed();
        result.push_back(compiler.condition(*node));
    }
    put_placed();
    return result;
}

}  // namespace cofnod::cql
