#include "cql/syntax.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <tuple>

namespace cofnod::cql {

const KindFacts& facts_of(Kind kind) {
    using namespace traits;
    static constexpr KindFacts facts[] = {
#define EACH_KIND(kind, cost, traits) {#kind, cost, traits},
#include "cql/kinds.def"
    };
    return facts[static_cast<std::size_t>(kind)];
}

namespace {

auto payload(const Node& node) {
    return std::tie(node.kind, node.type, node.flags, node.range, node.number, node.slot, node.second_slot, node.pieces,
                    node.squares, node.op, node.moves, node.side, node.merge, node.selected, node.text);
}

void mix(std::size_t& hash, std::uint64_t value) { hash ^= value + 0x9E3779B97F4A7C15ULL + (hash << 6) + (hash >> 2); }

}  // namespace

PieceMask pieces_named(std::string_view letters) {
    unsigned mask = 0;
    for (const char letter : letters)
        if (const auto piece = chess::Piece::from_fen_letter(letter))
            mask |= (1U << static_cast<unsigned>(piece->role)) * ((1U << chess::role_count) + 1U);
    return static_cast<PieceMask>(mask);
}

std::size_t hash_of(const Node& node) {
    auto hash = static_cast<std::size_t>(node.kind);
    mix(hash, node.squares.bits());
    mix(hash, static_cast<std::uint64_t>(node.pieces) << 32 | node.flags);
    mix(hash, static_cast<std::uint64_t>(node.number) << 32 | static_cast<std::uint32_t>(node.slot));
    mix(hash, static_cast<std::uint64_t>(node.op) << 8 | static_cast<std::uint64_t>(node.side));
    mix(hash, std::hash<std::string>{}(node.text));
    for (const Child& child : node.children) {
        mix(hash, static_cast<std::uint64_t>(child.part));
        mix(hash, hash_of(*child.tree));
    }
    return hash;
}

bool equal(const Node& a, const Node& b) {
    return &a == &b ||
           (payload(a) == payload(b) && std::equal(a.children.begin(), a.children.end(), b.children.begin(),
                                                   b.children.end(), [](const Child& left, const Child& right) {
                                                       return left.part == right.part && equal(*left.tree, *right.tree);
                                                   }));
}

namespace {

constexpr std::size_t most_clones_shown = 8;

std::string_view sign_of(Operator op) {
    constexpr std::string_view signs[] = {"",    "<",    "<=", "==", "!=", ">=", ">", "[<]", "[<=]",
                                          "[>]", "[>=]", "+",  "-",  "*",  "/",  "%", "|",   "&"};
    return signs[static_cast<std::size_t>(op)];
}

std::string_view name_of(Part part) {
    constexpr std::string_view names[] = {
        "",        "from",  "to",     "through", "capture", "promotion", "enpassantsquare",
        "comment", "after", "target", "focus",   "max",     "set",       "body",
        "key",     "value", "low",    "high",    "clone",   "original"};
    return names[static_cast<std::size_t>(part)];
}

constexpr std::string_view flag_names[] = {
    "all",        "quiet",       "<--",          "count",         "primary", "secondary", "singlecolor", "nestban",
    "firstmatch", "keepallbest", "lastposition", "focus capture", "verbose", "piecepath", "min",         "castle",
    "o-o",        "o-o-o",       "enpassant",    "null",          "[x]",     "attack",    "atomic"};

constexpr std::string_view direction_names[] = {"up",   "northeast", "right", "southeast",
                                                "down", "southwest", "left",  "northwest"};

std::string text_of(PieceMask pieces) {
    if (pieces == any_occupant) return "";
    if (pieces == white_pieces) return "A";
    if (pieces == black_pieces) return "a";
    if (pieces == empty_square) return "_";
    if (pieces == (white_pieces | black_pieces)) return "[Aa]";
    std::string letters;
    for (int i = 0; i < chess::piece_count; ++i)
        if ((pieces >> i & 1) != 0) letters += chess::Piece::from_index(i).fen_letter();
    if ((pieces & empty_square) != 0) letters += '_';
    return letters.size() == 1 ? letters : '[' + letters + ']';
}

/// Returns `a-h1-4` for a rectangle, otherwise a list of squares.
std::string text_of(chess::Bitboard squares) {
    unsigned files = 0, ranks = 0;
    for (const chess::Square square : squares) {
        files |= 1U << (square.index() % 8);
        ranks |= 1U << (square.index() / 8);
    }
    const auto first = [](unsigned line) { return std::countr_zero(line); };
    const auto length = [](unsigned line) { return std::popcount(line); };
    const auto unbroken = [&](unsigned line) { return (line >> first(line)) + 1 == 1U << length(line); };
    if (length(files) * length(ranks) == squares.count() && unbroken(files) && unbroken(ranks)) {
        const auto written = [&](unsigned line, char zero) {
            std::string text(1, static_cast<char>(zero + first(line)));
            if (length(line) > 1) text += {'-', static_cast<char>(zero + first(line) + length(line) - 1)};
            return text;
        };
        return written(files, 'a') + written(ranks, '1');
    }
    std::string text;
    for (const chess::Square square : squares) text.append(text.empty() ? "" : ",").append(square.to_string());
    return '[' + text + ']';
}

std::string text_of(const Bound& bound, const Script& script) {
    if (bound.is_variable()) return script.variables[static_cast<std::size_t>(bound.slot)].name;
    return bound.number == Range::endless ? "…" : std::to_string(bound.number);
}

/// Returns `3`, `2 to 4` or `1 to …`.
std::string text_of(const Range& range, const Script& script) {
    const std::string low = text_of(range.low, script);
    return range.low == range.high ? low : fmt::format("{} to {}", low, text_of(range.high, script));
}

std::string slot_name(Slot slot, const Script& script) {
    const auto index = static_cast<std::size_t>(slot);
    if (index >= script.variables.size() || script.variables[index].name.empty()) return fmt::format("${}", slot);
    return script.variables[index].name;
}

void add_number(const Node& node, std::string& line) {
    if (node.kind == Kind::direction || node.kind == Kind::ray) {
        if (node.number == 0xFF) line += " any";
        for (int i = 0; i < direction_count && node.number != 0xFF; ++i)
            if ((node.number >> i & 1) != 0) line.append(" ").append(direction_names[i]);
    } else if (node.kind == Kind::constant) {
        line = node.number != 0 ? "true" : "false";
    } else if (node.kind == Kind::integer || node.kind == Kind::child || node.kind == Kind::regex_group ||
               node.kind == Kind::regex_group_index) {
        line += fmt::format(" {}", node.number);
    }
}

std::string range_of(const Node& node, const Script& script) {
    return node.range ? fmt::format(" {}", text_of(*node.range, script)) : "";
}

std::string line_of(const Node& node, const Script& script) {
    if (node.kind == Kind::designator) {
        if (node.squares == ~chess::Bitboard{}) return node.pieces == any_occupant ? "." : text_of(node.pieces);
        return text_of(node.pieces) + text_of(node.squares);
    }
    std::string line(name_of(node.kind));
    const auto add = [&](std::string_view word) {
        if (!word.empty()) line.append(" ").append(word);
    };
    if (node.kind == Kind::transform) {
        const auto clones = node.children.size() - 1;
        return fmt::format("{}{}{}: {} clone{}", node.text, node.merge == Merge::count ? " count" : "",
                           range_of(node, script), clones, clones == 1 ? "" : "s");
    }
    if (node.slot != no_slot) add(slot_name(node.slot, script));
    if (node.second_slot != no_slot) add(slot_name(node.second_slot, script));
    add(sign_of(node.op));
    if (node.side != Side::both) add(node.side == Side::white ? "white" : "black");
    if (node.moves != Moves::played)
        add(node.moves == Moves::previous ? "previous" : node.moves == Moves::legal ? "legal" : "pseudolegal");
    if (node.selected != Part::operand) add(fmt::format("({} squares)", name_of(node.selected)));
    for (std::size_t i = 0; i < std::size(flag_names); ++i)
        if ((node.flags >> i & 1) != 0) add(flag_names[i]);
    if (node.pieces != 0) add(fmt::format("={}", text_of(node.pieces)));
    add_number(node, line);
    line += range_of(node, script);
    if (!node.text.empty() || node.kind == Kind::string) line += fmt::format(" \"{}\"", node.text);
    return line;
}

void print(const Child& child, int indent, const Script& script, std::string& text) {
    text.append(static_cast<std::size_t>(2 * indent), ' ');
    if (child.part != Part::operand) text += fmt::format("{}: ", name_of(child.part));
    const Node& node = *child.tree;
    text += line_of(node, script);
    text += '\n';
    const bool many = node.kind == Kind::transform && node.children.size() > most_clones_shown + 1;
    for (const Child& grandchild : node.children)
        if (node.kind != Kind::transform || (grandchild.part == Part::original) == many)
            print(grandchild, indent + 1, script, text);
}

std::string text_of(const Script& script) {
    const Header& header = script.header;
    std::string text;
    const auto add = [&](std::string_view what) { text.append(text.empty() ? "" : " ").append(what); };
    if (!header.input.empty()) add(fmt::format("input {}", header.input));
    if (!header.output.empty()) add(fmt::format("output {}", header.output));
    if (header.game_numbers) add(fmt::format("gamenumber {}", text_of(*header.game_numbers, script)));
    if (!header.result.empty()) add(fmt::format("result {}", header.result));
    if (header.match_count)
        add((header.sort_by_match_count ? "sort matchcount " : "matchcount ") + text_of(*header.match_count, script));
    if (header.variations) add("variations");
    if (header.silent) add("silent");
    if (header.quiet) add("quiet");
    if (header.match_string != "CQL") add(fmt::format("matchstring \"{}\"", header.match_string));
    return text.empty() ? "" : "cql(" + text + ")\n";
}

}  // namespace

std::string print(const Script& script) {
    std::string text = text_of(script);
    print({Part::operand, script.root}, 0, script, text);
    return text;
}

}  // namespace cofnod::cql
