#include "cql/bounds/filter_games.hpp"

#include <algorithm>
#include <bit>

#include "cql/bounds/material_bounds.hpp"
#include "cql/effects.hpp"
#include "games/chess/attacks.hpp"
#include "index/position_index.hpp"
#include "store/game_reader.hpp"

namespace cofnod::cql {

namespace {

using index::FeatureKind;

/// Maximum number of columns read for one designator.
constexpr int most_columns = 64;
/// Maximum number of alternatives whose materials are checked one by one.
constexpr std::size_t few_alternatives = 8;
/// Material is not checked if squares select fewer than one game in this many.
constexpr std::uint64_t not_worth_material = 32;
/// Signature of the standard position: eight pawns, two knights, two bishops, two rooks and a queen on each side.
/// Nearly all games have it; a filter that allows it is not selective.
constexpr chess::MaterialSignature first_material = 0x1222812228;
/// Maximum number of nodes that MaterialBounds evaluates: some tenths of a second.
constexpr std::size_t most_steps = 20'000'000;

/// Returns the smallest non-negative number x with `x op number`; nullopt if there is none.
std::optional<std::int64_t> least(Operator op, std::int64_t number) {
    for (const std::int64_t candidate : {std::int64_t{0}, number, number + 1})
        if (candidate >= 0 && compare(op, candidate, number)) return candidate;
    return std::nullopt;
}

constexpr PieceMask pawns = 1U | 1U << chess::role_count;
constexpr PieceMask officers = (white_pieces | black_pieces) & ~pawns;

constexpr PieceMask pieces_of(chess::Color color) { return color == chess::Color::white ? white_pieces : black_pieces; }

/// Returns a rank, counted from 1 to 8 from the side's own back rank.
chess::Bitboard of_rank(chess::Color color, int rank) {
    return chess::Bitboard::of(chess::Rank(color == chess::Color::white ? rank - 1 : 8 - rank));
}

/// Returns the square from which a pawn steps to `square`.
chess::Bitboard before(chess::Color color, chess::Square square) {
    return chess::Bitboard(square).shifted(-chess::forward(color));
}

/// Returns true for filters that material may decide: those with pieces, constants or sets.
bool is_of_material(const Node& filter) {
    return any_node(filter, [](const Node& node) {
        return node.kind == Kind::designator || node.kind == Kind::constant || node.type == Type::set;
    });
}

/// Returns the squares whose rank or file, counted from 1, compares with a number as `op` requires.
chess::Bitboard squares_of(Kind kind, Operator op, std::int64_t number) {
    chess::Bitboard squares;
    for (const chess::Square square : ~chess::Bitboard{}) {
        const int line = kind == Kind::rank ? static_cast<int>(square.rank()) : static_cast<int>(square.file());
        if (compare<std::int64_t>(op, line + 1, number)) squares |= square;
    }
    return squares;
}

}  // namespace

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

std::vector<std::uint64_t> all_but(const std::vector<std::uint64_t>& some, const index::Run& run) {
    std::vector<std::uint64_t> others = index::all_games(run);
    for (std::size_t i = 0; i < some.size(); ++i) others[i] &= ~some[i];
    return others;
}

FilterGames::FilterGames(const Script& script, const store::Store& store, index::PositionIndex& index)
    : script_(script), store_(store), index_(index), changed_(changed_variables(*script.root)) {}

void FilterGames::begin(const index::Run& run) {
    run_ = &run;
    materials_.reset();
    position_counts_.clear();
    columns_.clear();
    annotated_.reset();
    steps_ = 0;
}

Games FilterGames::none() const { return std::vector<std::uint64_t>((run_->games() + 63) / 64); }

const std::vector<std::uint32_t>& FilterGames::position_counts() {
    if (position_counts_.empty()) position_counts_ = index_.position_counts(*run_);
    return position_counts_;
}

std::vector<std::uint64_t> FilterGames::games_after(std::int64_t plies) {
    std::vector<std::uint64_t> found = *none();
    const auto& counts = position_counts();
    for (std::size_t game = 0; game < counts.size(); ++game)
        found[game / 64] |= std::uint64_t{counts[game] > plies} << game % 64;
    return found;
}

const std::vector<std::uint64_t>& FilterGames::annotated_games() {
    if (!annotated_) annotated_ = bits_of(*run_, store::annotated_games(store_, run_->first, run_->last));
    return *annotated_;
}

/// Returns the games that may have variations; none if the script does not read variations.
Games FilterGames::games_with_variations() { return script_.header.variations ? annotated_games() : none(); }

Games FilterGames::somewhere(const Node& filter) {
    Games left = games(filter);
    const bool few = left && index::count_of(*left) * not_worth_material < run_->games();
    return few || !is_of_material(filter) ? left : both(std::move(left), games_of_material(filter));
}

/// Returns the games that have what a filter needs to be true: pieces on squares, an ending, a length.
Games FilterGames::games(const Node& node) {
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
        case Kind::variation:
        case Kind::secondary:
        case Kind::try_line: return games_with_variations();
        case Kind::child: return node.children.empty() && node.number != 0 ? games_with_variations() : std::nullopt;
        case Kind::queenside_castle: return games_of_castling(node);
        case Kind::en_passant: return games_of_en_passant(node);
        case Kind::designator: return games_with_any(node.pieces, node.squares);
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
        case Kind::at: {
            const bool is_first = node.child(0).kind == Kind::initial_position;
            Games there = both(games(node.child(0)), somewhere(node.child(1)));
            return is_first ? both(std::move(there), games_that_begin_with(node.child(1))) : there;
        }
        case Kind::assign: {
            // An empty set is a value too.
            const Node& value = *node.part(Part::value);
            return node.op == Operator::none && value.type == Type::numeric ? games(value) : std::nullopt;
        }
        case Kind::find: {
            // The number of matches is a value even when it is 0.
            const bool one = node.type == Type::position ||
                             (node.range && !node.range->low.is_variable() && node.range->low.number > 0);
            return one ? somewhere(node.child(0)) : std::nullopt;
        }
        case Kind::line: return games_of_constituent(node.child(0));
        case Kind::path: {
            const Node* focus = node.part(Part::focus);
            return both(games_of_constituent(node.child(0)), focus != nullptr ? games(*focus) : std::nullopt);
        }
        default:
            if (facts_of(node.kind).has(traits::notes)) return annotated_games();
            return needs_all_of_its_children(node) ? all_of(node) : std::nullopt;
    }
}

Games FilterGames::all_of(const Node& node) {
    Games all;
    for (const Child& child : node.children) all = both(std::move(all), games(*child.tree));
    return all;
}

Games FilterGames::any_of(const Node& node, std::size_t first) {
    const bool few = node.children.size() <= few_alternatives && node.type != Type::set;
    Games any = none();
    for (std::size_t i = first; i < node.children.size() && any; ++i)
        any = either(std::move(any), few ? somewhere(node.child(i)) : games(node.child(i)));
    return any;
}

/// Combines sets that must not be empty and, for played moves, conditions after them. Hypothetical and counted moves do
/// not restrict games.
Games FilterGames::games_of_parts(const Node& node) {
    if (node.has(Flag::count)) return std::nullopt;
    Games all = both(games_of_promotion(node), games_of_squares(node));
    if (node.has(Flag::queenside)) all = both(std::move(all), games_of_castling(node));
    if (node.has(Flag::en_passant)) all = both(std::move(all), games_of_en_passant(node));
    for (const Child& child : node.children) {
        if (child.part == Part::target) {
            if (is_in_game(node.moves)) all = both(std::move(all), somewhere(*child.tree));
        } else if (child.part != Part::after && child.part != Part::comment && child.part != Part::promotion) {
            all = both(std::move(all), games(*child.tree));
        }
    }
    return all;
}

/// Returns the games in which pieces reach the squares of a move: the moving piece its target, where the captured piece
/// was before it. A promoting pawn must reach a square from which it can promote.
Games FilterGames::games_of_squares(const Node& node) {
    const Node* const from = node.part(Part::from);
    const Node* const to = node.part(Part::to);
    const bool are_squares = from && from->kind == Kind::designator && to && to->kind == Kind::designator;
    const bool has_pawns = are_squares && (from->pieces & pawns) != 0;
    // A pawn captured en passant is not on the capturing pawn's target.
    if (!are_squares || (node.has(Flag::capturing) && has_pawns) || !is_in_game(node.moves)) return std::nullopt;
    Games found = games_with_any(from->pieces & officers, to->squares);
    for (const chess::Color color : {chess::Color::white, chess::Color::black}) {
        const chess::Bitboard last = of_rank(color, 8);
        chess::Bitboard squares = to->squares & ~last;
        for (const chess::Square square : to->squares& last)
            squares |= chess::attacks::pawn(!color, square) | before(color, square);
        found = either(std::move(found), games_with_any(from->pieces & pawns & pieces_of(color), squares));
    }
    const Node* const capture = node.part(Part::capture);
    if (!capture || capture->kind != Kind::designator || has_pawns) return found;
    PieceMask enemies = 0;
    for (const chess::Color color : {chess::Color::white, chess::Color::black})
        if ((from->pieces & pieces_of(color)) != 0) enemies |= pieces_of(!color);
    return both(std::move(found), games_with_any(capture->pieces & enemies, capture->squares & to->squares));
}

/// Returns the games in which a pawn reaches the square beside an enemy pawn on its double-step rank, and the square
/// that this pawn passed.
Games FilterGames::games_of_en_passant(const Node& node) {
    if (!is_in_game(node.moves)) return std::nullopt;
    Games any = none();
    for (const chess::Color color : {chess::Color::white, chess::Color::black}) {
        const PieceMask own = pawns & pieces_of(color);
        for (const chess::Square other : of_rank(color, 5)) {
            const chess::Bitboard beside = chess::attacks::king(other) & of_rank(color, 5);
            Games passed = both(games_with_any(own, beside), games_with_any(own, before(!color, other)));
            any = either(std::move(any), both(std::move(passed), games_with_any(pawns & pieces_of(!color), other)));
        }
    }
    return any;
}

/// Returns the games in which a pawn reaches its seventh rank and a promoted piece the eighth.
Games FilterGames::games_of_promotion(const Node& node) {
    if (node.pieces == 0 || !is_in_game(node.moves)) return std::nullopt;
    PieceMask roles = 0;  // in either colour
    for (std::size_t role = 0; role < chess::role_count; ++role)
        if ((node.pieces >> role & 1) != 0 || (node.pieces >> (role + chess::role_count) & 1) != 0)
            roles |= static_cast<PieceMask>(1U << role | 1U << (role + chess::role_count));
    const auto promotion = [&](chess::Color color) {
        return both(games_with_any(pieces_of(color) & pawns, of_rank(color, 7)),
                    games_with_any(pieces_of(color) & roles, of_rank(color, 8)));
    };
    return either(promotion(chess::Color::white), promotion(chess::Color::black));
}

Games FilterGames::games_of_castling(const Node& node) {
    if (!is_in_game(node.moves)) return std::nullopt;
    const auto castled = [&](chess::Color color, int to) {
        const auto at = [&](chess::Role role, int square) {
            return games_with_any(static_cast<PieceMask>(1U << chess::Piece{color, role}.index()),
                                  chess::Square::from_index(square));
        };
        return both(at(chess::Role::king, to), at(chess::Role::rook, to + 1));
    };
    constexpr int c1 = 2, c8 = 58;
    return either(castled(chess::Color::white, c1), castled(chess::Color::black, c8));
}

/// Handles `P >= 1`, where the set must not be empty if the comparison is false for 0, and `rank K == 8` and `ply >
/// 200`.
Games FilterGames::games_of_comparison(const Node& node) {
    if (node.type != Type::numeric) return std::nullopt;
    const Node& left = node.child(0);
    const Node& right = node.child(1);
    Games all;
    if (is_size_of_set(left) && right.kind == Kind::integer && !compare(node.op, 0, right.number))
        all = both(std::move(all), games(left.child(0)));
    if (is_size_of_set(right) && left.kind == Kind::integer && !compare(node.op, left.number, 0))
        all = both(std::move(all), games(right.child(0)));
    if (right.kind == Kind::integer) {
        if ((left.kind == Kind::rank || left.kind == Kind::file) && left.child(0).kind == Kind::designator) {
            const chess::Bitboard there = squares_of(left.kind, node.op, right.number);
            all = both(std::move(all), games_with_any(left.child(0).pieces, left.child(0).squares & there));
        }
        if (left.kind == Kind::ply || left.kind == Kind::move_number) {
            auto plies = least(node.op, right.number);
            // Move 20 is played after 38 plies, or 37 if Black moved first.
            if (plies && left.kind == Kind::move_number) plies = std::max<std::int64_t>(0, 2 * *plies - 3);
            all = both(std::move(all), plies ? games_after(*plies) : none());
        }
    }
    // Both operands must have a value.
    for (const Node* side : {&left, &right}) all = both(std::move(all), games(*side));
    return all;
}

Games FilterGames::games_of_transform(const Node& node) {
    if (node.merge == Merge::count) {
        const bool some = node.range && !node.range->low.is_variable() && node.range->low.number > 0;
        if (!some) return std::nullopt;
    }
    Games any = none();
    for (const Child& child : node.children)
        if (child.part == Part::clone && any) any = either(std::move(any), games(*child.tree));
    return any;
}

Games FilterGames::games_of_let(const Node& node) {
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

/// Requires that every constituent that is not optional can be true somewhere.
Games FilterGames::games_of_constituent(const Node& node) {
    if (node.kind == Kind::repetition)
        return node.range->low.number > 0 ? games_of_constituent(node.child(0)) : std::nullopt;
    if (node.kind != Kind::sequence) return somewhere(node);
    Games all;
    for (const Child& child : node.children) all = both(std::move(all), games_of_constituent(*child.tree));
    return all;
}

/// Returns the games in which one of the pieces is ever on one of the squares.
Games FilterGames::games_with_any(PieceMask pieces, chess::Bitboard squares) {
    if ((pieces & empty_square) != 0) return std::nullopt;
    // Any square: decided by material.
    if (squares == ~chess::Bitboard{}) return std::nullopt;
    if (std::popcount(pieces) * squares.count() > most_columns) return std::nullopt;
    Games any = none();
    for (std::size_t piece = 0; piece < chess::piece_count; ++piece) {
        if ((pieces >> piece & 1) == 0) continue;
        for (const chess::Square square : squares) {
            const std::uint64_t value = piece * 64 + static_cast<std::uint64_t>(square.index());
            auto column = columns_.find(value);
            if (column == columns_.end())
                column = columns_.emplace(value, index_.games(*run_, FeatureKind::occupied, value)).first;
            any = either(std::move(any), column->second);
        }
    }
    return any;
}

Games FilterGames::games_that_end_in(index::Ending ending) {
    return index_.games(*run_, FeatureKind::ending, static_cast<std::uint64_t>(ending));
}

const std::vector<FilterGames::Material>& FilterGames::materials() {
    if (!materials_) {
        materials_.emplace();
        material_bytes_.clear();
        index_.for_each_material(*run_, [&](const index::MaterialGames& row) {
            materials_->push_back({row.signature, row.positions, static_cast<std::uint32_t>(row.games),
                                   static_cast<std::uint32_t>(material_bytes_.size())});
            material_bytes_ += row.content;
        });
    }
    return *materials_;
}

/// Returns the games whose first position can match. A game that ever has all pieces starts with them.
Games FilterGames::games_that_begin_with(const Node& filter) {
    if (MaterialBounds(filter).answer(first_material).can_be_true) return std::nullopt;
    const auto is_first = [](const Material& material) { return material.signature == first_material; };
    const auto first = std::find_if(materials().begin(), materials().end(), is_first);
    if (first == materials().end()) return index::all_games(*run_);
    return all_but(games_with({static_cast<std::uint32_t>(first - materials().begin())}), *run_);
}

FilterGames::Fitting FilterGames::fitting_materials(const Node& filter) {
    MaterialBounds material(filter);
    const auto at_first = material.answer(first_material);
    if (at_first.can_be_true && at_first.can_be_false) return {.sure = false, .worth_it = false};
    Fitting fitting;
    for (std::uint32_t place = 0; place < materials().size(); ++place) {
        const auto answer = material.answer(materials()[place].signature);
        if (answer.can_be_true) fitting.materials.push_back(place);
        fitting.sure = fitting.sure && !(answer.can_be_true && answer.can_be_false);
        if (steps_ + material.steps() > most_steps) return {.sure = false, .worth_it = false};
    }
    steps_ += material.steps();
    return fitting;
}

std::vector<std::uint64_t> FilterGames::games_with(const std::vector<std::uint32_t>& materials) {
    std::vector<std::uint64_t> any = *none();
    for (const std::uint32_t place : materials) {
        const Material& material = (*materials_)[place];
        const auto content = std::string_view(material_bytes_).substr(material.begin);
        index::PositionIndex::unite(any, {material.signature, material.positions, material.games, content}, *run_);
    }
    return any;
}

Games FilterGames::games_of_material(const Node& filter) {
    const Fitting fitting = fitting_materials(filter);
    if (!fitting.worth_it || fitting.materials.size() * 2 > materials().size()) return std::nullopt;
    return games_with(fitting.materials);
}

std::int64_t FilterGames::positions_with(const std::vector<std::uint32_t>& materials) const {
    std::int64_t positions = 0;
    for (const std::uint32_t place : materials) positions += static_cast<std::int64_t>((*materials_)[place].positions);
    return positions;
}

}  // namespace cofnod::cql
