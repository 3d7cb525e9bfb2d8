#include "search/camelot/pattern.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/characters.hpp"
#include "base/tr.hpp"
#include "search/camelot/question.hpp"

namespace cofnod::search {

MoveTraits traits_of(const camelot::Position& before, const camelot::Path& path) {
    MoveTraits traits;
    const camelot::Bitboard& enemies = before.pieces(!before.turn());
    bool canters = false, jumps = false;
    for (std::size_t i = 1; i < path.size(); ++i) {
        const int files = std::abs(path[i].file() - path[i - 1].file());
        const int ranks = std::abs(path[i].rank() - path[i - 1].rank());
        if (files < 2 && ranks < 2) continue;
        const auto middle = camelot::Square::from_index((path[i].index() + path[i - 1].index()) / 2);
        (enemies.contains(middle) ? jumps : canters) = true;
    }
    const camelot::Bitboard& castle = before.enemy_castle();
    const bool from_castle = castle.contains(path.front()), to_castle = castle.contains(path.back());
    if (from_castle) traits.add(MoveTrait::castle_move);
    if (to_castle && !from_castle) traits.add(MoveTrait::castle_entry);
    if (!canters && !jumps && !from_castle) traits.add(MoveTrait::plain);
    if (canters) traits.add(MoveTrait::canter);
    if (jumps) traits.add(MoveTrait::jump);
    if (canters && jumps) traits.add(MoveTrait::charge);
    return traits;
}

Expected<MoveTraits, TextFault> read_move_traits(std::string_view text) {
    constexpr std::string_view separators = " ,\t";
    std::string names;
    for (const std::string_view name : move_trait_names)
        names.append(name).append(name == move_trait_names.back() ? "" : ", ");
    const std::string remedy = tr("write one or more of {}", names);
    MoveTraits traits;
    for (std::size_t at = text.find_first_not_of(separators); at != text.npos;) {
        std::size_t end = at;
        const auto is_here = [&](std::string_view name) {  // `castle entry` is castle-entry
            end = at + name.size();
            return std::ranges::equal(
                       text.substr(at, name.size()), name,
                       [](char c, char of_name) { return c == of_name || (c == ' ' && of_name == '-'); }) &&
                   (end == text.size() || separators.find(text[end]) != separators.npos);
        };
        const auto found = std::ranges::find_if(move_trait_names, is_here);
        if (found == move_trait_names.end()) {
            end = std::min(text.find_first_of(separators, at), text.size());
            return Unexpected{TextFault{at, end, tr("unknown kind of move"), remedy}};
        }
        traits.add(static_cast<MoveTrait>(found - move_trait_names.begin()));
        at = text.find_first_not_of(separators, end);
    }
    if (traits.empty()) return Unexpected{TextFault{0, text.size(), tr("no kind of move"), remedy}};
    return traits;
}

/// Syntax tree of a pattern.
struct CamelotPattern::Node {
    enum class Kind : std::uint8_t {
        all,
        any,
        negation,
        truth,
        move,
        compare,
        designator,
        unite,
        intersect,
        complement,
        size,
        ply,
        number
    };
    enum class Test : std::uint8_t { initial, white_to_move, black_to_move, always, never };
    enum class Operator : std::uint8_t { less, less_equal, equal, not_equal, greater_equal, greater };
    /// Pieces selected by a designator.
    struct Occupants {
        bool white_knights = false, white_men = false, black_knights = false, black_men = false, nothing = false;
    };

    Kind kind = Kind::truth;
    std::vector<std::shared_ptr<const Node>> parts;
    Test test = Test::always;
    Operator op = Operator::equal;
    int number = 0;
    Occupants occupants;
    std::optional<camelot::Bitboard> squares;  ///< squares of a designator; nullopt: all
    MoveTraits traits;
    std::shared_ptr<const Node> from, to, capture;  ///< sets of a move condition; nullptr: none

    [[nodiscard]] bool is_set() const { return kind >= Kind::designator && kind <= Kind::complement; }
    [[nodiscard]] bool is_number() const { return kind >= Kind::size; }
};

namespace {

using camelot::Bitboard;
using camelot::Color;
using camelot::Position;
using camelot::Role;
using Node = CamelotPattern::Node;
using Kind = Node::Kind;

/// Evaluates a pattern at one position of a game.
class Moment {
public:
    Moment(const camelot::Replayer& game, std::uint32_t ply) : game_(game), ply_(ply) {}

    [[nodiscard]] bool holds(const Node& node) const {
        const auto holds_here = [&](const auto& part) { return holds(*part); };
        switch (node.kind) {
            case Kind::all: return std::all_of(node.parts.begin(), node.parts.end(), holds_here);
            case Kind::any: return std::any_of(node.parts.begin(), node.parts.end(), holds_here);
            case Kind::negation: return !holds(*node.parts.front());
            case Kind::truth: return tests(node.test);
            case Kind::move: return is_led_here_by(node);
            case Kind::compare: return compares(node);
            default: return node.is_number() || !set(node, game_.position()).empty();
        }
    }

private:
    [[nodiscard]] bool tests(Node::Test test) const {
        switch (test) {
            case Node::Test::initial: return ply_ == 0;
            case Node::Test::white_to_move: return game_.turn() == Color::white;
            case Node::Test::black_to_move: return game_.turn() == Color::black;
            case Node::Test::always: return true;
            case Node::Test::never: break;
        }
        return false;
    }

    [[nodiscard]] bool is_led_here_by(const Node& node) const {
        if (ply_ == 0) return false;
        const Position& before = game_.before();
        if (!traits_of(before, game_.path()).has_all(node.traits)) return false;
        if (node.from && !set(*node.from, before).contains(game_.path().front())) return false;
        if (node.to && !set(*node.to, game_.position()).contains(game_.path().back())) return false;
        if (!node.capture) return true;
        const Color enemy = !before.turn();
        const Bitboard captured = before.pieces(enemy) & ~game_.position().pieces(enemy);
        return !(captured & set(*node.capture, before)).empty();
    }

    [[nodiscard]] bool compares(const Node& node) const {
        const int left = number(*node.parts[0]), right = number(*node.parts[1]);
        switch (node.op) {
            case Node::Operator::less: return left < right;
            case Node::Operator::less_equal: return left <= right;
            case Node::Operator::equal: return left == right;
            case Node::Operator::not_equal: return left != right;
            case Node::Operator::greater_equal: return left >= right;
            case Node::Operator::greater: return left > right;
        }
        return false;
    }

    [[nodiscard]] int number(const Node& node) const {
        if (node.kind == Kind::size) return set(*node.parts.front(), game_.position()).count();
        return node.kind == Kind::ply ? static_cast<int>(ply_) : node.number;
    }

    [[nodiscard]] static Bitboard set(const Node& node, const Position& position) {
        switch (node.kind) {
            case Kind::unite: {
                Bitboard all;
                for (const auto& part : node.parts) all |= set(*part, position);
                return all;
            }
            case Kind::intersect: {
                Bitboard all = position.board().squares;
                for (const auto& part : node.parts) all &= set(*part, position);
                return all;
            }
            case Kind::complement: return position.board().squares & ~set(*node.parts[0], position);
            default: return designated(node, position);
        }
    }

    [[nodiscard]] static Bitboard designated(const Node& node, const Position& position) {
        Bitboard squares;
        const Node::Occupants& who = node.occupants;
        if (who.white_knights) squares |= position.pieces(Color::white, Role::knight);
        if (who.white_men) squares |= position.pieces(Color::white, Role::man);
        if (who.black_knights) squares |= position.pieces(Color::black, Role::knight);
        if (who.black_men) squares |= position.pieces(Color::black, Role::man);
        if (who.nothing) squares |= position.free();
        return node.squares ? squares & *node.squares : squares;
    }

    const camelot::Replayer& game_;
    std::uint32_t ply_;
};

}  // namespace

bool CamelotPattern::is_in(const camelot::Replayer& game, std::uint32_t ply) const {
    return Moment(game, ply).holds(*root_);
}

// Recursive-descent parser of CamelotPattern; hand-written, as for CQL, because parsing depends on operand types.

namespace {

using Tree = std::shared_ptr<const Node>;

constexpr int most_depth = 200;
/// Maximum number of alternations between | and & in a pattern, each of which adds a level to the tree.
constexpr int most_joins = 1'000;
constexpr std::string_view remedy = phrase(
    "a pattern of Camelot is made of pieces (NC6, m, [NM]E-H8, _F16), comparisons (N>=5), wtm, btm, initial, moves "
    "(jump, charge from N to NG16), and, or, not");

struct Token {
    std::string_view text;  ///< empty: the end
    std::size_t begin = 0;
    [[nodiscard]] std::size_t end() const { return begin + text.size(); }
};

[[noreturn]] void fail(std::size_t begin, std::size_t end, std::string message) {
    throw TextFault{begin, end, std::move(message), std::string(translated(remedy))};
}

bool is_word_char(char c) { return is_alphanumeric(c) || c == '_' || c == '-'; }

std::vector<Token> read_tokens(std::string_view text) {
    std::vector<Token> tokens;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        if (const char c = text[at]; c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            ++at;
            continue;
        }
        bool in_brackets = false;
        while (at < text.size() &&
               (is_word_char(text[at]) || text[at] == '[' || text[at] == ']' || (in_brackets && text[at] == ','))) {
            if (text[at] == '[' || text[at] == ']') in_brackets = text[at] == '[';
            ++at;
        }
        if (at == begin) {
            const std::string_view two = text.substr(at, 2);
            at += two == "<=" || two == ">=" || two == "==" || two == "!=" ? 2 : 1;
        }
        tokens.push_back({text.substr(begin, at - begin), begin});
    }
    tokens.push_back({text.substr(text.size()), text.size()});
    return tokens;
}

Node node_of(Kind kind, std::vector<Tree> parts = {}) {
    Node node;
    node.kind = kind;
    node.parts = std::move(parts);
    return node;
}
Tree made(Node node) { return std::make_shared<const Node>(std::move(node)); }

class PatternParser {
public:
    explicit PatternParser(std::string_view text) : tokens_(read_tokens(text)) {}

    Tree pattern() {
        if (peek().text.empty()) fail(0, 0, tr("the pattern is empty"));
        Tree all = disjunction();
        if (!peek().text.empty()) fail(peek().begin, peek().end(), tr("unexpected text"));
        return all;
    }

private:
    [[nodiscard]] const Token& peek() const { return tokens_[at_]; }
    bool accept(std::string_view text) {
        if (peek().text != text) return false;
        ++at_;
        return true;
    }

    Tree disjunction() {
        if (++depth_ > most_depth) fail(peek().begin, peek().end(), tr("nested too deeply"));
        std::vector<Tree> parts{conjunction()};
        while (accept("or")) parts.push_back(conjunction());
        --depth_;
        return parts.size() == 1 ? parts.front() : made(node_of(Kind::any, std::move(parts)));
    }

    Tree conjunction() {
        std::vector<Tree> parts;
        do {
            parts.push_back(condition());
            accept("and");
        } while (!peek().text.empty() && peek().text != "or" && peek().text != ")");
        return parts.size() == 1 ? parts.front() : made(node_of(Kind::all, std::move(parts)));
    }

    Tree condition() {
        if (!accept("not")) return comparison();
        if (++depth_ > most_depth) fail(peek().begin, peek().end(), tr("nested too deeply"));
        Tree inner = condition();
        --depth_;
        return made(node_of(Kind::negation, {std::move(inner)}));
    }

    Tree comparison() {
        const Token first = peek();
        Tree left = operand();
        const auto op = comparison_operator();
        if (!op) {
            if (left->is_number() && left->kind != Kind::ply)
                fail(first.begin, first.end(), tr("a number must be compared with something"));
            return left;
        }
        Node node = node_of(Kind::compare, {as_number(std::move(left), first), nullptr});
        const Token second = peek();
        node.parts[1] = as_number(operand(), second);
        node.op = *op;
        return made(std::move(node));
    }

    std::optional<Node::Operator> comparison_operator() {
        constexpr std::string_view signs[] = {"<", "<=", "==", "!=", ">=", ">"};
        const std::string_view sign = peek().text == "=" ? "==" : peek().text;
        const auto* const found = std::find(std::begin(signs), std::end(signs), sign);
        if (found == std::end(signs)) return std::nullopt;
        ++at_;
        return static_cast<Node::Operator>(found - std::begin(signs));
    }

    static Tree as_number(Tree tree, const Token& at) {
        if (tree->is_number()) return tree;
        if (!tree->is_set()) fail(at.begin, at.end(), tr("a number or a set is compared, not a condition"));
        return made(node_of(Kind::size, {std::move(tree)}));
    }

    Tree set() {
        const Token at = peek();
        Tree tree = operand();
        if (!tree->is_set()) fail(at.begin, at.end(), tr("expected pieces or squares"));
        return tree;
    }

    /// Parses `A|N|M&_` from left to right; consecutive equal operators make one node.
    Tree operand() {
        const Token first = peek();
        Tree all = factor();
        while (peek().text == "|" || peek().text == "&") {
            if (!all->is_set()) fail_to_join(first, peek().text);
            if (++joins_ > most_joins) fail(peek().begin, peek().end(), tr("there are too many | and & in turns"));
            all = joined(std::move(all));
        }
        return all;
    }

    Tree joined(Tree first) {
        const std::string_view sign = peek().text;
        std::vector<Tree> sets{std::move(first)};
        while (peek().text == sign) {
            ++at_;
            const Token at = peek();
            sets.push_back(factor());
            if (!sets.back()->is_set()) fail_to_join(at, sign);
        }
        return made(node_of(sign == "|" ? Kind::unite : Kind::intersect, std::move(sets)));
    }

    [[noreturn]] static void fail_to_join(const Token& at, std::string_view sign) {
        fail(at.begin, at.end(),
             sign == "|" ? tr("| joins sets; conditions are joined by 'or'") : tr("& joins sets; conditions by 'and'"));
    }

    Tree factor() {
        const Token token = peek();
        if (++depth_ > most_depth) fail(token.begin, token.end(), tr("nested too deeply"));
        Tree tree = factor(token);
        --depth_;
        return tree;
    }

    Tree factor(const Token& token) {
        if (token.text.empty()) fail(token.begin, token.begin, tr("the pattern ends too early"));
        ++at_;
        if (token.text == "(") {
            Tree inner = disjunction();
            if (!accept(")")) fail(peek().begin, peek().end(), tr("expected )"));
            return inner;
        }
        if (token.text == "~" || token.text == "#") {
            const Token at = peek();
            Tree inner = factor();
            if (!inner->is_set()) fail(at.begin, at.end(), tr("{} wants a set", token.text));
            return made(node_of(token.text == "~" ? Kind::complement : Kind::size, {std::move(inner)}));
        }
        if (auto word = word_of(token)) return made(*std::move(word));
        return made(designator(token));
    }

    std::optional<Node> word_of(const Token& token) {
        constexpr std::string_view tests[] = {"initial", "wtm", "btm", "true", "false"};
        const auto* const test = std::find(std::begin(tests), std::end(tests), token.text);
        if (test != std::end(tests)) {
            Node node = node_of(Kind::truth);
            node.test = static_cast<Node::Test>(test - std::begin(tests));
            return node;
        }
        if (token.text == "ply") return node_of(Kind::ply);
        if (token.text.find_first_not_of("0123456789") == token.text.npos) return number(token);
        const auto* const trait = std::find(move_trait_names.begin(), move_trait_names.end(), token.text);
        if (trait == move_trait_names.end() && token.text != "move") return std::nullopt;
        Node node = node_of(Kind::move);
        if (trait != move_trait_names.end()) node.traits.add(static_cast<MoveTrait>(trait - move_trait_names.begin()));
        while (true) {
            if (accept("from"))
                node.from = set();
            else if (accept("to"))
                node.to = set();
            else if (accept("capture"))
                node.capture = set();
            else
                return node;
        }
    }

    static Node number(const Token& token) {
        Node node = node_of(Kind::number);
        const auto [end, error] =
            std::from_chars(token.text.data(), token.text.data() + token.text.size(), node.number);
        if (error != std::errc{}) fail(token.begin, token.end(), tr("this number is too large"));
        return node;
    }

    /// Parses a designator: `NC6`, `[NM]E-H8`, `a`.
    static Node designator(const Token& token) {
        std::string_view text = token.text;
        std::string_view who = text.substr(0, 1);
        const bool in_brackets = who == "[";
        if (in_brackets) who = text.substr(1, std::min(text.find(']'), text.size()) - 1);
        Node node = node_of(Kind::designator);
        if (who.empty() || !std::all_of(who.begin(), who.end(), [&](char c) { return add(node.occupants, c); }))
            fail(token.begin, token.end(), tr("{} is not a piece, condition or move", token.text));
        text.remove_prefix(std::min(in_brackets ? who.size() + 2 : 1, text.size()));
        if (text.empty()) return node;
        // Squares are parsed as those of a Knight.
        const auto pieces = read_camelot_pieces(fmt::format("N{}", text));
        if (!pieces) {
            const std::size_t before = token.end() - text.size() - 1;
            fail(before + pieces.error().begin, std::max(before + pieces.error().end, before + 1),
                 pieces.error().message);
        }
        node.squares = pieces->conditions().front().squares;
        return node;
    }

    static bool add(Node::Occupants& who, char letter) {
        switch (letter) {
            case 'N': return who.white_knights = true;
            case 'M': return who.white_men = true;
            case 'n': return who.black_knights = true;
            case 'm': return who.black_men = true;
            case 'A': return who.white_knights = who.white_men = true;
            case 'a': return who.black_knights = who.black_men = true;
            case '_': return who.nothing = true;
            default: return false;
        }
    }

    std::vector<Token> tokens_;
    std::size_t at_ = 0;
    int depth_ = 0;
    int joins_ = 0;
};

}  // namespace

Expected<CamelotPattern, TextFault> read_camelot_pattern(std::string_view text) {
    try {
        return CamelotPattern(PatternParser(text).pattern());
    } catch (const TextFault& fault) {
        return Unexpected{fault};
    }
}

Expected<std::string, TextFault> camelot_material_pattern(std::string_view text) {
    struct Count {
        int least = 0;
        bool is_open = false;  ///< or more
    };
    std::array<Count, 4> counts{};  // N M n m
    const auto fault = [&](std::size_t at) {
        return Unexpected{
            TextFault{at, std::min(at + 1, text.size()),
                      tr("material of Camelot is Knights and Men of White and of Black: NNMMM v NM, 2N3M v M+")}};
    };
    std::size_t side = 0;
    constexpr int most = 99;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == ' ' || text[at] == ',') {
            ++at;
            continue;
        }
        if (text[at] == 'v' && side == 0) {
            at += text.substr(at).starts_with("vs") ? 2U : 1U;
            at += at < text.size() && text[at] == '.' ? 1U : 0U;
            side = 2;
            continue;
        }
        int number = 0;
        const std::size_t begin = at;
        for (; at < text.size() && is_digit(text[at]) && number <= most; ++at) number = number * 10 + (text[at] - '0');
        const std::size_t piece = at < text.size() ? std::string_view("NMnm").find(text[at]) : std::string_view::npos;
        if (piece == std::string_view::npos) return fault(std::min(at, text.size() - 1));
        Count& count = counts[side + piece % 2];
        count.least += at > begin ? number : 1;
        ++at;
        if (at < text.size() && (text[at] == '*' || text[at] == '+')) {
            count.least -= text[at] == '*';
            count.is_open = true;
            ++at;
        }
    }
    if (side == 0) return fault(text.empty() ? 0 : text.size() - 1);
    std::string pattern;
    for (std::size_t i = 0; i < counts.size(); ++i)
        pattern += fmt::format("{}{}{}{}", pattern.empty() ? "" : " ", "NMnm"[i],
                               counts[i].is_open ? ">=" : "==", counts[i].least);
    return pattern;
}

}  // namespace cofnod::search
