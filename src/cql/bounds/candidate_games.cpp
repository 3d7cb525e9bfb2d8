#include "cql/bounds/candidate_games.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "cql/bounds/header_bounds.hpp"
#include "cql/bounds/material_bounds.hpp"
#include "cql/effects.hpp"
#include "index/game_bits.hpp"

namespace cofnod::cql {

namespace {

using Games = std::optional<std::vector<std::uint64_t>>;
using index::FeatureKind;

/// Fraction of games above which a selection is not worth reading its rows, as in search::Planner.
constexpr double not_selective = 0.8;
/// Maximum number of columns read for one designator.
constexpr int most_columns = 64;
/// Material is not used if squares leave fewer than one game in so many.
constexpr std::uint64_t not_worth_material = 32;
/// Signature of the standard position: eight pawns, two knights, two bishops, two rooks and a queen on each side.
/// Nearly all games have it; a filter that allows it is not selective.
constexpr chess::MaterialSignature first_material = 0x1222812228;
/// Maximum number of nodes evaluated by MaterialBounds: some tenths of a second.
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

/// Returns true for filters that material can decide: pieces, and filters that may have no value.
bool is_of_material(const Node& filter) {
    return any_node(filter, [](const Node& node) {
        return node.kind == Kind::designator || node.kind == Kind::constant || node.type == Type::set;
    });
}

/// Returns true for filters on game facts stored in the index.
bool is_of_facts(const Node& filter) {
    return any_node(filter, [](const Node& node) {
        return node.kind == Kind::result || node.kind == Kind::elo || node.kind == Kind::year ||
               node.kind == Kind::game_number;
    });
}

void flatten(const Tree& tree, std::vector<Tree>& conjuncts) {
    if (!is_all_of_its_children(*tree)) return conjuncts.push_back(tree);
    for (const Child& child : tree->children) flatten(child.tree, conjuncts);
}

std::vector<std::uint64_t> unknown_of(std::vector<std::uint64_t> known, const index::Run& run) {
    for (std::uint64_t& word : known) word = ~word;
    if (const unsigned last = run.games() % 64; last != 0) known.back() &= (std::uint64_t{1} << last) - 1;
    return known;
}

}  // namespace

CandidateGames::CandidateGames(const Script& script, const store::Store& store, index::PositionIndex& index,
                               const std::function<void()>& on_work, SharedBudget budget)
    : script_(script),
      changed_(changed_variables(*script.root)),
      may_leave_out_(may_leave_out_games(script)),
      index_(index) {
    sees_all_ = !script.header.variations && may_leave_out_;

    std::vector<Tree> conjuncts, headers;
    std::vector<Child> rest;
    flatten(script.root, conjuncts);
    for (const Tree& conjunct : conjuncts) {
        const bool held = TagFilter::can_decide(*conjunct);
        if (!held) rest.push_back({Part::operand, conjunct});
        if (!held) leaves_headers_ |= effects_of(*conjunct).of_game_only;
        if (!held) continue;
        headers.push_back(conjunct);
        if (is_of_facts(*conjunct)) facts_.push_back(conjunct);
    }
    if (!headers.empty()) headers_ = std::make_unique<TagFilter>(store, script, headers, on_work, std::move(budget));
    asks_for_tags_ = headers.size() > facts_.size();
    if (rest.empty()) return;
    Node block;
    block.kind = Kind::block;
    block.children = std::move(rest);
    rest_ = std::make_shared<const Node>(std::move(block));
}

void CandidateGames::begin(const index::Run& run) {
    run_ = &run;
    materials_.reset();
    position_counts_.clear();
    columns_.clear();
    steps_ = 0;
}

std::optional<std::vector<std::int64_t>> CandidateGames::select(const index::Run& run) {
    if (!may_leave_out_) return std::nullopt;
    begin(run);
    Games left = rest_ && run.segment && sees_all_ ? somewhere(*rest_) : std::nullopt;
    if (left && static_cast<double>(index::count_of(*left)) > not_selective * run.games()) left.reset();
    if (left) left = either(std::move(left), unknown_of(known_games(), run));
    if (headers_) left = both(std::move(left), by_headers());
    if (!left) return std::nullopt;
    return ids_of(run, *left);
}

std::optional<CandidateGames::Counted> CandidateGames::count(const index::Run& run, bool positions) {
    const Header& header = script_.header;
    if (!run.segment || !sees_all_ || header.match_count || header.game_numbers || !header.result.empty())
        return std::nullopt;
    if (positions && rest_ && headers_) return std::nullopt;
    begin(run);
    Counted counted;
    std::vector<std::uint64_t> sure = known_games();
    std::vector<std::uint64_t> others = unknown_of(sure, run);
    if (rest_) {
        const Fitting fitting = fitting_materials(*rest_);
        if (!fitting.sure) return std::nullopt;
        sure = *both(std::move(sure), games_with(fitting.materials));
        for (const std::uint32_t place : fitting.materials)
            counted.positions += static_cast<std::int64_t>((*materials_)[place].positions);
    }
    if (headers_) {
        const auto fitting = by_headers();
        sure = *both(std::move(sure), fitting);
        others = *both(std::move(others), fitting);
        if (positions) counted.positions = positions_of(sure);
    }
    counted.games = static_cast<std::int64_t>(index::count_of(sure));
    counted.others = ids_of(run, others);
    return counted;
}

/// Counts the positions of games, all of which match a header filter.
std::int64_t CandidateGames::positions_of(const std::vector<std::uint64_t>& games) {
    const auto& counts = position_counts();
    std::int64_t sum = 0;
    for (std::size_t game = 0; game < counts.size(); ++game)
        if ((games[game / 64] >> game % 64 & 1) != 0) sum += counts[game];
    return sum;
}

const std::vector<std::uint32_t>& CandidateGames::position_counts() {
    if (position_counts_.empty()) position_counts_ = index_.position_counts(*run_);
    return position_counts_;
}

/// Returns games with known positions. A record with neither moves nor a start position has the standard position in
/// CQL, but none in the index.
std::vector<std::uint64_t> CandidateGames::known_games() {
    std::vector<std::uint64_t> known = *none();
    const auto& counts = position_counts();
    for (std::size_t game = 0; game < counts.size(); ++game)
        known[game / 64] |= std::uint64_t{counts[game] > 0} << game % 64;
    return known;
}

/// Selects games by headers: numbers from the index, texts and missing numbers from the tags.
std::vector<std::uint64_t> CandidateGames::by_headers() {
    std::vector<std::uint64_t> sure = *none(), open = *none();
    if (run_->segment && !facts_.empty())
        decide_by_facts(sure, open);
    else
        for (std::uint32_t game = 0; game < run_->games(); ++game) open[game / 64] |= std::uint64_t{1} << game % 64;
    if (asks_for_tags_) open = *either(std::exchange(sure, *none()), std::move(open));
    headers_->apply(*run_, index_, open);
    return *either(std::move(sure), std::move(open));
}

void CandidateGames::decide_by_facts(std::vector<std::uint64_t>& sure, std::vector<std::uint64_t>& open) {
    std::vector<MaterialBounds> materials;
    for (const Tree& filter : facts_) materials.emplace_back(*filter);
    index_.for_each_facts(*run_, [&](std::uint32_t game, const std::optional<index::GameFacts>& facts) {
        MaterialBounds::Answer all{true, !facts};
        for (MaterialBounds& material : materials) {
            if (!facts) break;
            const auto answer = material.answer(*facts, run_->first + game);
            all = {all.can_be_true && answer.can_be_true, all.can_be_false || answer.can_be_false};
        }
        if (!all.can_be_true) return;
        (all.can_be_false ? open : sure)[game / 64] |= std::uint64_t{1} << game % 64;
    });
}

Games CandidateGames::none() const { return std::vector<std::uint64_t>((run_->games() + 63) / 64); }

/// Returns the games in which the filter can be true at some position of the main line.
Games CandidateGames::somewhere(const Node& filter) {
    Games left = games(filter);
    const bool few = left && index::count_of(*left) * not_worth_material < run_->games();
    return few || !is_of_material(filter) ? left : both(std::move(left), games_of_material(filter));
}

/// Returns the games allowed by occupied squares: the pieces that must stand somewhere for the filter to be true.
Games CandidateGames::games(const Node& node) {
    switch (node.kind) {
        case Kind::constant: return node.number != 0 ? std::nullopt : none();
        case Kind::empty_set: return none();
        case Kind::mate:
        case Kind::pure_mate:
        case Kind::model_mate:
        case Kind::ideal_mate: return games_that_end_in(index::Ending::mate);
        case Kind::stalemate:
        case Kind::pure_stalemate:
        case Kind::model_stalemate:
        case Kind::ideal_stalemate: return games_that_end_in(index::Ending::stalemate);
        case Kind::designator: return games_of_designator(node);
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
        case Kind::echo: return somewhere(*node.part(Part::body));
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
        default: return needs_all_of_its_children(node) ? all_of(node) : std::nullopt;
    }
}

Games CandidateGames::all_of(const Node& node) {
    Games all;
    for (const Child& child : node.children) all = both(std::move(all), games(*child.tree));
    return all;
}

Games CandidateGames::any_of(const Node& node, std::size_t first) {
    Games any = none();
    for (std::size_t i = first; i < node.children.size() && any; ++i)
        any = either(std::move(any), games(node.child(i)));
    return any;
}

/// Combines sets that must not be empty and, for played moves, conditions after them. Imagined or counted moves do not
/// restrict games.
Games CandidateGames::games_of_parts(const Node& node) {
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

/// Handles `P >= 1`: the set must not be empty if the comparison is false for 0.
Games CandidateGames::games_of_comparison(const Node& node) {
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
    // Both operands must have a value.
    for (const Node* side : {&left, &right})
        if (side->kind == Kind::comparison) all = both(std::move(all), games(*side));
    return all;
}

Games CandidateGames::games_of_transform(const Node& node) {
    if (node.merge == Merge::count) {
        const bool some = node.range && !node.range->low.is_variable() && node.range->low.number > 0;
        if (!some) return std::nullopt;
    }
    Games any = none();
    for (const Child& child : node.children)
        if (child.part == Part::clone && any) any = either(std::move(any), games(*child.tree));
    return any;
}

Games CandidateGames::games_of_let(const Node& node) {
    const std::size_t depth = let_.size();
    for (const Child& child : node.children)
        if (child.part == Part::operand) {
            const Node& value = *child.tree->part(Part::value);
            const bool is_changed = std::binary_search(changed_.begin(), changed_.end(), child.tree->slot);
            let_.emplace_back(child.tree->slot, value.type == Type::set && !is_changed ? games(value) : std::nullopt);
        }
    Games body = games(*node.part(Part::body));
    let_.resize(depth);
    return body;
}

/// Every constituent that is not optional must be true somewhere.
Games CandidateGames::games_of_constituent(const Node& node) {
    if (node.kind == Kind::repetition)
        return node.range->low.number > 0 ? games_of_constituent(node.child(0)) : std::nullopt;
    if (node.kind != Kind::sequence) return somewhere(node);
    Games all;
    for (const Child& child : node.children) all = both(std::move(all), games_of_constituent(*child.tree));
    return all;
}

Games CandidateGames::games_of_designator(const Node& node) {
    if ((node.pieces & empty_square) != 0) return std::nullopt;
    // Any square: decided by material.
    if (node.squares == ~chess::Bitboard{}) return std::nullopt;
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

Games CandidateGames::games_that_end_in(index::Ending ending) {
    return index_.games(*run_, FeatureKind::ending, static_cast<std::uint64_t>(ending));
}

CandidateGames::Fitting CandidateGames::fitting_materials(const Node& filter) {
    MaterialBounds material(filter);
    const auto at_first = material.answer(first_material);
    if (at_first.can_be_true && at_first.can_be_false) return {.sure = false, .worth_it = false};
    if (!materials_) {
        materials_.emplace();
        material_bytes_.clear();
        index_.for_each_material(*run_, [&](const index::MaterialGames& row) {
            materials_->push_back({row.signature, row.positions, static_cast<std::uint32_t>(row.games),
                                   static_cast<std::uint32_t>(material_bytes_.size())});
            material_bytes_ += row.content;
        });
    }
    Fitting fitting;
    for (std::uint32_t place = 0; place < materials_->size(); ++place) {
        const auto answer = material.answer((*materials_)[place].signature);
        if (answer.can_be_true) fitting.materials.push_back(place);
        fitting.sure = fitting.sure && !(answer.can_be_true && answer.can_be_false);
        if (steps_ + material.steps() > most_steps) return {.sure = false, .worth_it = false};
    }
    steps_ += material.steps();
    return fitting;
}

std::vector<std::uint64_t> CandidateGames::games_with(const std::vector<std::uint32_t>& materials) {
    std::vector<std::uint64_t> any = *none();
    for (const std::uint32_t place : materials) {
        const Material& material = (*materials_)[place];
        const auto content = std::string_view(material_bytes_).substr(material.begin);
        index::PositionIndex::unite(any, {material.signature, material.positions, material.games, content}, *run_);
    }
    return any;
}

Games CandidateGames::games_of_material(const Node& filter) {
    const Fitting fitting = fitting_materials(filter);
    if (!fitting.worth_it || fitting.materials.size() * 2 > materials_->size()) return std::nullopt;
    return games_with(fitting.materials);
}

}  // namespace cofnod::cql
