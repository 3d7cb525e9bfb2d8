#include "cql/read/parser.hpp"

#include <fmt/format.h>

#include <unordered_set>

#include "base/tr.hpp"

namespace cofnod::cql {

namespace {

using chess::Bitboard;
using std::string_view;

constexpr std::size_t most_clones = 20'000;
constexpr std::size_t most_steps = 1'000'000;  // about 200 MB if all are kept

/// Transform of squares, directions and colours; its members are applied in order.
struct Transform {
    bool transpose = false;    ///< reflect along a1-h8
    bool flip_files = false;   ///< exchange a <-> h
    bool flip_ranks = false;   ///< exchange 1 <-> 8
    bool swap_colors = false;  ///< exchange White <-> Black; combined with flip_ranks
    int right = 0;             ///< files to shift by
    int up = 0;                ///< ranks to shift by
    int eighths = 0;           ///< eighths of a turn, clockwise; directions only
};

constexpr Transform swapped{false, false, true, true, 0, 0, 0};

std::vector<Transform> symmetries(bool transposed, bool files, bool ranks) {
    std::vector<Transform> all;
    for (const bool transpose : {false, true})
        for (const bool flip_files : {false, true})
            for (const bool flip_ranks : {false, true})
                if (transpose <= transposed && flip_files <= files && flip_ranks <= ranks)
                    all.push_back({transpose, flip_files, flip_ranks, false, 0, 0, 0});
    return all;
}

/// Returns all shifts, the identity first.
std::vector<Transform> shifts(bool horizontal, bool vertical) {
    std::vector<Transform> all{Transform{}};
    for (int right = -7; right <= 7; ++right)
        for (int up = -7; up <= 7; ++up)
            if ((right != 0 || up != 0) && (right == 0 || horizontal) && (up == 0 || vertical))
                all.push_back({false, false, false, false, right, up, 0});
    return all;
}

std::vector<Transform> eighths_of_a_turn() {
    std::vector<Transform> all;
    for (int eighths = 0; eighths < 8; ++eighths) all.push_back({false, false, false, false, 0, 0, eighths});
    return all;
}

std::vector<Transform> transforms_of(string_view word) {
    if (word == "flipcolor") return {Transform{}, swapped};
    if (word == "reversecolor") return {swapped};
    if (word == "flipvertical") return symmetries(false, true, false);
    if (word == "fliphorizontal") return symmetries(false, false, true);
    if (word == "flip" || word == "flipdihedral" || word == "dihedral") return symmetries(true, true, true);
    // A clockwise quarter turn takes a1 to a8, and up to right.
    if (word == "rotate90") return {Transform{}, {true, false, true}, {false, true, true}, {true, true, false}};
    if (word == "rotate45") return eighths_of_a_turn();
    if (word == "shift") return shifts(true, true);
    if (word == "shifthorizontal") return shifts(true, false);
    if (word == "shiftvertical") return shifts(false, true);
    return {};
}

struct Offset {
    int right = 0, up = 0;
};

Offset turned(Offset step, const Transform& by) {
    if (by.transpose) std::swap(step.right, step.up);
    if (by.flip_files) step.right = -step.right;
    if (by.flip_ranks) step.up = -step.up;
    return step;
}

Bitboard turned(Bitboard squares, const Transform& by) {
    Bitboard result;
    for (const chess::Square square : squares) {
        int file = square.index() % 8, rank = square.index() / 8;
        if (by.transpose) std::swap(file, rank);
        if (by.flip_files) file = 7 - file;
        if (by.flip_ranks) rank = 7 - rank;
        result |= chess::Square::from_index(rank * 8 + file);
    }
    return result;
}

/// Shifts each line of eight squares along itself; complete lines stay complete.
Bitboard shifted(Bitboard squares, int by, Bitboard (*line_of)(int), int stride) {
    if (by == 0) return squares;
    Bitboard result;
    for (int i = 0; i < 8; ++i) {
        const Bitboard line = line_of(i);
        const Bitboard there = squares & line;
        if (there == line)
            result |= line;
        else
            for (const chess::Square square : there) {
                const int along = (stride == 1 ? square.index() % 8 : square.index() / 8) + by;
                if (along >= 0 && along < 8) result |= chess::Square::from_index(square.index() + by * stride);
            }
    }
    return result;
}

Bitboard squares_of(Bitboard squares, const Transform& by) {
    if (squares == ~Bitboard{}) return squares;
    const Bitboard moved = shifted(
        turned(squares, by), by.right, [](int i) { return Bitboard::of(static_cast<chess::Rank>(i)); }, 1);
    return shifted(
        moved, by.up, [](int i) { return Bitboard::of(static_cast<chess::File>(i)); }, 8);
}

DirectionMask directions_of(int directions, const Transform& by) {
    constexpr Offset steps[direction_count] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
    unsigned result = 0;
    for (int i = 0; i < direction_count; ++i) {
        if ((directions >> i & 1) == 0) continue;
        const Offset step = turned(steps[i], by);
        for (int j = 0; j < direction_count; ++j)
            if (steps[j].right == step.right && steps[j].up == step.up)
                result |= 1U << ((j + by.eighths) % direction_count);
    }
    return static_cast<DirectionMask>(result);
}

PieceMask pieces_of(PieceMask pieces, const Transform& by) {
    if (!by.swap_colors) return pieces;
    return static_cast<PieceMask>((pieces & empty_square) | (pieces & white_pieces) << chess::role_count |
                                  (pieces & black_pieces) >> chess::role_count);
}

Side side_of(Side side, const Transform& by) {
    if (!by.swap_colors || side == Side::both) return side;
    return side == Side::white ? Side::black : Side::white;
}

std::string result_of(const std::string& result, const Transform& by) {
    if (!by.swap_colors || result == "1/2-1/2") return result;
    return result == "1-0" ? "0-1" : "1-0";
}

/// Returns the name of a transform, as in CQL's documentation where it has one; empty for the identity.
std::string name_of(const Transform& by) {
    if (by.swap_colors) return "colorswap";
    if (by.eighths != 0) return fmt::format("turn_{}", by.eighths * 45);
    if (by.right != 0 || by.up != 0) return fmt::format("shift_{}_{}", by.right, by.up);
    if (by.transpose) {
        if (by.flip_files == by.flip_ranks) return by.flip_files ? "reflect_h1a8" : "reflect_a1h8";
        return by.flip_files ? "rotate_90" : "rotate_270";
    }
    if (by.flip_files && by.flip_ranks) return "rotate_180";
    return by.flip_files ? "reflect_v" : by.flip_ranks ? "reflect_h" : "";
}

bool swaps_square_colors(const Transform& by) {
    return (by.flip_files != by.flip_ranks) != ((by.right + by.up) % 2 != 0);
}

/// Collects distinct trees in insertion order.
class Distinct {
public:
    void add(const Tree& tree) {
        if (seen_.insert(tree).second) trees.push_back(tree);
    }

    std::vector<Tree> trees;

private:
    struct Hash {
        std::size_t operator()(const Tree& tree) const { return hash_of(*tree); }
    };
    struct Equal {
        bool operator()(const Tree& a, const Tree& b) const { return equal(*a, *b); }
    };
    std::unordered_set<Tree, Hash, Equal> seen_;
};

class Rewriter {
public:
    Rewriter(Span at, std::size_t& steps) : at_(at), steps_(steps) {}

    /// Returns the transformed tree; nullptr if a designator lost all of its squares.
    Tree rewrite(const Tree& tree, const Transform& by) {
        if (++steps_ > most_steps) fail(at_, tr("these transforms make too many clones"), tr("use fewer of them"));
        if (tree->kind == Kind::no_transform) return tree;
        if (tree->kind == Kind::transform) return rewrite_clones(tree, by);
        Node node = changed(tree);
        if (!rewrite_payload(node, by)) return nullptr;
        bool same = equal_payload(node, *tree);
        for (Child& child : node.children) {
            Tree rewritten = rewrite(child.tree, by);
            if (!rewritten) return nullptr;
            same = same && rewritten == child.tree;
            child.tree = std::move(rewritten);
        }
        return same ? tree : made(std::move(node));
    }

private:
    static bool equal_payload(const Node& a, const Node& b) {
        return a.pieces == b.pieces && a.squares == b.squares && a.number == b.number && a.side == b.side &&
               a.kind == b.kind && a.text == b.text;
    }

    /// Transforms the members of a node; returns false if a designator became empty.
    bool rewrite_payload(Node& node, const Transform& by) const {
        switch (node.kind) {
            case Kind::designator:
                if (by.eighths != 0 && !(node.squares == ~Bitboard{}))
                    fail(node.span, tr("rotate45 turns directions, not squares"),
                         tr("leave the squares out, or use rotate90"));
                node.pieces = pieces_of(node.pieces, by);
                node.squares = squares_of(node.squares, by);
                return !node.squares.empty();
            case Kind::move:
            case Kind::dash: node.pieces = pieces_of(node.pieces, by); return true;
            case Kind::direction:
            case Kind::ray: node.number = directions_of(node.number, by); return true;
            case Kind::to_move:
            case Kind::color_constant:
            case Kind::player:
            case Kind::elo:
            case Kind::evaluation: node.side = side_of(node.side, by); return true;
            case Kind::result: node.text = result_of(node.text, by); return true;
            case Kind::current_transform: {
                const std::string name = name_of(by);
                node.text = node.text.empty() || name.empty() ? name + node.text : name + ' ' + node.text;
                return true;
            }
            case Kind::light:
            case Kind::dark:
                if (swaps_square_colors(by)) node.kind = node.kind == Kind::light ? Kind::dark : Kind::light;
                return true;
            default: return true;
        }
    }

    /// Transforms the clones of a nested transform.
    Tree rewrite_clones(const Tree& tree, const Transform& by) {
        Node node = changed(tree);
        node.children.clear();
        Distinct clones;
        Tree original;
        for (const Child& child : tree->children) {
            Tree rewritten = rewrite(child.tree, by);
            if (child.part == Part::original)
                original = rewritten ? rewritten : child.tree;
            else if (rewritten)
                clones.add(std::move(rewritten));
        }
        const bool had_some = tree->children.size() > 1;
        if (had_some && clones.trees.empty()) return nullptr;
        for (Tree& clone : clones.trees) node.children.push_back({Part::clone, std::move(clone)});
        node.children.push_back({Part::original, std::move(original)});
        Tree result = made(std::move(node));
        return equal(*result, *tree) ? tree : result;
    }

    Span at_;
    std::size_t& steps_;
};

}  // namespace

Tree transformed(string_view word, Tree original, bool count, std::optional<Range> range, Span span,
                 std::size_t& steps) {
    count = count || range;
    const Type type = count ? Type::numeric : original->type;
    Node node = node_of(Kind::transform, type, span);
    node.text = word;
    node.range = range;
    node.merge = count                   ? Merge::count
                 : type == Type::set     ? Merge::unite
                 : type == Type::numeric ? Merge::maximum
                                         : Merge::any;
    if (node.merge == Merge::any) node.type = Type::boolean;

    std::vector<Tree> sources{original};
    if (original->kind == Kind::transform && original->merge != Merge::count) {
        sources.clear();
        node.text += ' ' + original->text;
        for (const Child& child : original->children)
            if (child.part == Part::clone) sources.push_back(child.tree);
        original = original->children.back().tree;
    }
    Rewriter rewriter(span, steps);
    Distinct clones;
    for (const Tree& source : sources)
        for (const Transform& transform : transforms_of(word)) {
            if (Tree clone = rewriter.rewrite(source, transform)) clones.add(std::move(clone));
            if (clones.trees.size() > most_clones)
                fail(span, tr("these transforms make too many clones"), tr("use fewer of them"));
        }
    for (Tree& clone : clones.trees) node.children.push_back({Part::clone, std::move(clone)});
    node.children.push_back({Part::original, std::move(original)});
    return made(std::move(node));
}

}  // namespace cofnod::cql
