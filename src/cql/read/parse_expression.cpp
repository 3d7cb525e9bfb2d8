#include <algorithm>

#include "base/tr.hpp"
#include "cql/read/parser.hpp"

namespace cofnod::cql {

namespace {

using std::string_view;

constexpr int most_depth = 200;

// clang-format off
constexpr std::pair<string_view, Operator> comparisons[] = {
    {"<", Operator::less}, {"<=", Operator::less_equal}, {"==", Operator::equal}, {"!=", Operator::not_equal},
    {">=", Operator::greater_equal}, {">", Operator::greater},
    {"[<]", Operator::is_ancestor}, {"[<=]", Operator::is_ancestor_or_same},
    {"[>]", Operator::is_descendant}, {"[>=]", Operator::is_descendant_or_same},
};
constexpr std::pair<string_view, Operator> calculations[] = {
    {"+", Operator::add}, {"-", Operator::subtract}, {"*", Operator::multiply}, {"/", Operator::divide},
    {"%", Operator::remainder},
};
// clang-format on

}  // namespace

bool Parser::at_wildcard(std::size_t ahead) const {
    const Token& token = peek(ahead);
    return token.kind == TokenKind::repetition || token.is("*") || token.is("+") || token.is("?") ||
           (token.is("{") && peek(ahead + 1).kind == TokenKind::integer && peek(ahead + 2).kind == TokenKind::integer &&
            peek(ahead + 3).is("}"));
}

std::optional<Parser::Level> Parser::infix_level(const Tree& left) const {
    const Token& token = peek();
    if (token.kind != TokenKind::special && token.kind != TokenKind::word) return std::nullopt;
    if (token.is_dash()) return token.blank_before ? std::nullopt : std::optional(arrow);
    if (token.is("*") || token.is("+")) {
        const Token& next = peek(1);
        const bool wildcard = next.kind == TokenKind::end || next.is("-->") || next.is("<--") || next.is(")") ||
                              next.is("}") || at_wildcard(1) || (in_path_ && next.is_dash());
        if (wildcard || left->type == Type::position) return std::nullopt;
    }
    // `find all check>=12` is parsed as `{find all check}>=12`.
    if (left->type == Type::boolean && (find_in(comparisons, token) || find_in(calculations, token)))
        return std::nullopt;
    if (token.is("-") && left->type != Type::numeric) return std::nullopt;
    if (token.is("[") && left->type != Type::string) return std::nullopt;
    if (token.is(":") && left->type != Type::position) return std::nullopt;
    // clang-format off
    static constexpr std::pair<string_view, Level> levels[] = {
        {"or", filter}, {"and", conjunct}, {"in", inclusion}, {"+", sum}, {"-", sum}, {"*", product}, {"/", product},
        {"%", product}, {"->", chain}, {"<-", chain}, {"|", united}, {"&", intersected}, {"attacks", attacking},
        {"attack", attacking}, {"attackedby", attacking}, {"attacked", attacking}, {"~~", postfix}, {"[", postfix},
        {":", located},
    };
    // clang-format on
    return find_in(comparisons, token) ? comparing : find_in(levels, token);
}

Tree Parser::operand(string_view who, Type type, Level level) {
    Tree tree = expression(level);
    want(who, tree, type);
    return tree;
}

Tree Parser::expression(Level level) {
    if (depth_ >= most_depth) fail(peek().span, tr("this is nested too deeply"), tr("at most {} levels", most_depth));
    const Within deeper(depth_, depth_ + 1);
    Tree left = primary();
    for (auto next = infix_level(left); next && *next >= level; next = infix_level(left)) left = infix(std::move(left));
    return left;
}

Tree Parser::infix(Tree left) {
    const Level level = *infix_level(left);
    const Token& token = peek();
    const auto right_of = [&](Type type, int tighter = 1) {
        return operand(token.text, type, static_cast<Level>(level + tighter));
    };
    const auto node = [&](Kind kind, Type type, const Tree& right) {
        return made(node_of(kind, type, {left->span.begin, right->span.end}, {left, right}));
    };
    if (level == arrow) {
        if (left->type != Type::set || left->kind == Kind::dash)
            fail(token.span, tr("what touches {} on its left is a set", token.text),
                 tr("put a blank before it if two filters are meant"));
        return dash(std::move(left));
    }
    if (level == chain) return arrows(std::move(left));
    if (token.is("[")) return subscript(left);
    if (level == filter) return chained(std::move(left), Kind::disjunction, std::nullopt, conjunct);
    if (level == conjunct) return chained(std::move(left), Kind::conjunction, std::nullopt, inclusion);
    if (level == united) return chained(std::move(left), Kind::unite, Type::set, intersected);
    if (level == intersected && left->type != Type::position)
        return chained(std::move(left), Kind::intersect, Type::set, attacking);
    if (token.is("+") && left->type == Type::string)
        return chained(std::move(left), Kind::concatenation, Type::string, product);
    take();
    if (level == inclusion) {
        if (left->type != Type::string) want("in", left, Type::set);
        const bool strings = left->type == Type::string;
        return node(strings ? Kind::within : Kind::subset, Type::boolean, right_of(left->type));
    }
    if (const auto op = find_in(comparisons, token))
        return compared(*op, token.text, std::move(left), expression(comparing));
    if (const auto op = find_in(calculations, token))
        return calculated(*op, token.text, left, expression(static_cast<Level>(level + 1)));
    if (level == intersected) return node(Kind::common_pieces, Type::set, right_of(Type::position));
    if (level == attacking) {
        want(token.text, left, Type::set);
        if (token.is("attacked")) expect("by", tr("after attacked"));
        const bool by = token.is("attackedby") || token.is("attacked");
        return node(by ? Kind::attacked_by : Kind::attacks, Type::set, right_of(Type::set));
    }
    if (token.is("~~")) {
        want(token.text, left, Type::string);
        if (peek().kind != TokenKind::string) fail(peek().span, tr("expected a regular expression in quotes after ~~"));
        Node match = node_of(Kind::regex_match, Type::string, {left->span.begin, peek().span.end}, {left});
        match.text = take().text;
        return made(std::move(match));
    }
    const Tree there = expression(located);  // position : filter
    return node(Kind::at, there->type, there);
}

/// Parses `a or b or c` into one node. `type` is the type required of the operands, if any.
Tree Parser::chained(Tree left, Kind kind, std::optional<Type> type, Level operands) {
    const Token& sign = peek();
    std::vector<Tree> parts{std::move(left)};
    do {
        if (type) want(sign.text, parts.back(), *type);
        take();
        parts.push_back(expression(operands));
    } while (peek().is(sign.text) && infix_level(parts.back()));
    if (type) want(sign.text, parts.back(), *type);
    return joined(kind, type.value_or(Type::boolean), parts);
}

/// Parses `a->b->c` or `c<-b<-a`; arrows must not be mixed.
Tree Parser::arrows(Tree left) {
    const Token& first = peek();
    want(first.text, left, Type::set);
    std::vector<Tree> sets{std::move(left)};
    while (peek().is("->") || peek().is("<-")) {
        if (!peek().is(first.text)) fail(peek().span, tr("-> and <- cannot be mixed"), tr("use brackets"));
        take();
        sets.push_back(operand(first.text, Type::set, united));
    }
    const bool forward = first.is("->");
    const Kind kind = sets.size() > 2 ? Kind::attack_ray : forward ? Kind::attacks : Kind::attacked_by;
    Node node = node_of(kind, Type::set, {sets.front()->span.begin, sets.back()->span.end}, sets);
    if (kind == Kind::attack_ray && !forward) node.flags = static_cast<Flags>(Flag::past);
    return made(std::move(node));
}

/// Parses `s[i]`, `s[i:j]`, `s[i:]`, `s[:j]`.
Tree Parser::subscript(const Tree& left) {
    take();
    Node node = node_of(Kind::substring, Type::string, left->span, {left});
    if (!peek().is(":")) node.children.push_back({Part::low, operand("[ ]", Type::numeric, sum)});
    if (accept(":")) {
        if (!peek().is("]")) node.children.push_back({Part::high, operand("[ ]", Type::numeric, sum)});
    } else {
        node.number = 1;
    }
    node.span.end = expect("]", tr("after the index")).span.end;
    if (peek().is("=")) fail(peek().span, tr("not supported yet: a new value for a part of a string"));
    return made(std::move(node));
}

bool Parser::begins_filter(const Token& token) const {
    switch (token.kind) {
        case TokenKind::end:
        case TokenKind::line_end:
        case TokenKind::repetition:
        case TokenKind::result:
        case TokenKind::file_name: return false;
        case TokenKind::special: {
            constexpr string_view begins[] = {"(", "{", ".", "[]", "~", "#", "-", "--", "[x]", "///", "[forall]"};
            return std::find(std::begin(begins), std::end(begins), token.text) != std::end(begins);
        }
        case TokenKind::word: {
            constexpr string_view infix[] = {"or",         "and",      "in",   "attacks", "attack",
                                             "attackedby", "attacked", "then", "else"};
            return std::find(std::begin(infix), std::end(infix), token.text) == std::end(infix);
        }
        default: return true;
    }
}

/// Parses juxtaposed filters up to the bracket `until`, which is not consumed, or to the end.
std::vector<Tree> Parser::juxtaposed(string_view until) {
    std::vector<Tree> filters;
    while (until.empty() ? at_ < end_ : !peek().is(until)) {
        if (accept("function")) {
            read_function(tokens_[at_ - 1], {});
            continue;
        }
        if (peek().kind == TokenKind::end) fail(peek().span, tr("a bracket is not closed: {} is missing", until));
        filters.push_back(expression(filter));
    }
    return filters;
}

/// Parses `( F F )`, without commas. `type` is the type required of the filters, if any.
std::vector<Tree> Parser::list_of(string_view who, std::size_t least, std::size_t most, std::optional<Type> type) {
    const Token& open = expect("(", tr("after {}", who));
    const Within brackets(in_path_, false);
    std::vector<Tree> filters;
    while (!peek().is(")")) {
        if (peek().is(",")) fail(peek().span, tr("there are no commas between filters"), tr("leave it out"));
        if (peek().kind == TokenKind::end) fail(open.span, tr("a bracket is not closed: ) is missing"));
        filters.push_back(expression(filter));
    }
    take();
    if (filters.size() < least || filters.size() > most)
        fail(span_from(open),
             least == most ? tr("{} takes {} filters", who, least) : tr("{} takes {} or more filters", who, least));
    for (const Tree& tree : filters)
        if (type) want(who, tree, *type);
    return filters;
}

/// Parses `F` or `( F F )` after a word.
std::vector<Tree> Parser::one_or_list(const Token& word, Level level) {
    if (peek().is("(")) return list_of(word.text, 1, tokens_.size());
    return {expression(level)};
}

Tree Parser::primary() {
    const Token& token = peek();
    switch (token.kind) {
        case TokenKind::integer: {
            take();
            Node node = node_of(Kind::integer, Type::numeric, token.span);
            node.number = token.number;
            return made(std::move(node));
        }
        case TokenKind::string: {
            take();
            Node node = node_of(Kind::string, Type::string, token.span);
            node.text = token.text;
            return made(std::move(node));
        }
        case TokenKind::group: {
            take();
            const bool index = token.text.starts_with("\\-");
            Node node = node_of(index ? Kind::regex_group_index : Kind::regex_group,
                                index ? Type::numeric : Type::string, token.span);
            node.number = std::abs(token.number);
            return made(std::move(node));
        }
        case TokenKind::designator: take(); return designator_of(token.pieces, token.squares, token.span);
        case TokenKind::piece_variable: take(); return piece_variable(token, false);
        case TokenKind::word: return word(token);
        case TokenKind::special: return special(token);
        case TokenKind::repetition:
            fail(token.span, tr("a repetition follows a constituent of line or path"),
                 tr("if a filter in braces is meant, put a blank after {{"));
        case TokenKind::result: fail(token.span, tr("a result is asked for with 'result {}'", token.text));
        case TokenKind::file_name: fail(token.span, tr("input and output belong in cql( )"));
        default: fail(token.span, tr("expected a filter"));
    }
}

Tree Parser::special(const Token& token) {
    if (token.is("(")) {
        take();
        const Within brackets(in_path_, false);
        Tree inner = expression(filter);
        if (!peek().is(")") && begins_filter(peek()))
            fail(peek().span, tr("( ) holds one filter"), tr("put several into {{ }}"));
        expect(")", tr("after the filter"));
        return inner;
    }
    if (token.is("{")) {
        take();
        const Within brackets(in_path_, false);
        if (peek().is("}")) fail(span_from(token), tr("there is no filter between the braces"));
        std::vector<Tree> filters = juxtaposed("}");
        take();
        return block_of(std::move(filters), span_from(token));
    }
    if (token.is_dash()) {
        const Token* before = at_ > 0 ? &tokens_[at_ - 1] : nullptr;
        if (!token.blank_before && before != nullptr && before->kind != TokenKind::special)
            fail(token.span, tr("what touches {} on its left is a set", token.text),
                 tr("put a blank before it if two filters are meant"));
        return dash(nullptr);
    }
    take();
    if (token.is(".")) return designator_of(any_occupant, ~chess::Bitboard{}, token.span);
    if (token.is("[]")) return made(node_of(Kind::empty_set, Type::set, token.span));
    if (token.is("~")) {
        return made_from(token, node_of(Kind::complement, Type::set, token.span, {operand("~", Type::set, attacking)}));
    }
    if (token.is("-")) {
        const Tree number = operand("-", Type::numeric, postfix);
        return made_from(token, node_of(Kind::negative, Type::numeric, token.span, {number}));
    }
    if (token.is("#")) {
        if (const Slot slot = whole_dictionary_here(); slot != no_slot) {
            take();
            return of_slot(Kind::size, Type::numeric, span_from(token), slot);
        }
        const Tree counted = expression(arrow);
        if (counted->type != Type::string) want("#", counted, Type::set);
        return made(node_of(Kind::size, Type::numeric, span_from(token), {counted}));
    }
    if (token.is("///")) return line_comment(token);
    if (token.is("[forall]")) return for_all(token);
    if (token.is(":")) fail(token.span, tr("what stands before : is a position"));
    if (token.is(")") || token.is("}")) fail(token.span, tr("expected a filter before {}", token.text));
    if (token.is("=")) {
        const Token* before = at_ > 1 ? &tokens_[at_ - 2] : nullptr;
        const bool is_name = before != nullptr && before->kind == TokenKind::designator;
        fail(token.span,
             is_name ? tr("{} names pieces or squares, and cannot be a variable", before->text)
                     : tr("expected a filter"),
             is_name ? tr("use another name; equality is written ==") : tr("equality is written =="));
    }
    if (find_in(comparisons, token))
        fail(token.span, tr("what stands before {} has no value to compare", token.text),
             tr("for conditions use and, or, not"));
    fail(token.span, tr("{} cannot begin a filter", token.text),
         token.is("[") ? tr("pieces or squares in brackets are written [RQ]a1 and [a1,c3-d4]") : std::string());
}

/// Parses `/// F F` up to the end of the line, equivalent to `comment(F F)`.
Tree Parser::line_comment(const Token& slashes) {
    const Within brackets(in_path_, false);
    Node node = node_of(Kind::comment, Type::boolean, slashes.span);
    while (peek().kind != TokenKind::line_end && peek().kind != TokenKind::end)
        node.children.push_back({Part::operand, expression(filter)});
    node.span = span_from(slashes);
    if (peek().kind == TokenKind::line_end) take();
    return made(std::move(node));
}

Tree Parser::word(const Token& token) {
    if (const WordRule* entry = word_entry(token.text)) {
        take();
        return (this->*entry->read)(token, *entry);
    }
    if (is_unimplemented(token.text) && (is_reserved(token.text) || slot_of(token.text) == no_slot))
        fail(token.span, tr("not supported yet: {}", token.text));
    if (is_reserved(token.text)) fail(token.span, tr("{} cannot begin a filter", token.text));
    take();
    return name(token);
}

}  // namespace cofnod::cql
