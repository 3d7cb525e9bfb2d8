#include "cql/read/parser.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "cql/syntax.hpp"

namespace cofnod::cql {

void fail(Span at, std::string message, std::string remedy) {
    throw TextFault{at.begin, at.end, std::move(message), std::move(remedy)};
}

std::string_view name_of(Type type) {
    constexpr const char* names[] = {phrase("true or false"), phrase("a set of squares"), phrase("a number"),
                                     phrase("a string"),      phrase("a position"),       phrase("a dictionary")};
    return translated(names[static_cast<std::size_t>(type)]);
}

void want(std::string_view who, const Tree& tree, Type type) {
    if (tree->type == type) return;
    std::string remedy;
    if (tree->type == Type::boolean && (who == "&" || who == "|"))
        remedy = who == "&" ? tr("conditions are joined by 'and', or stand one behind the other")
                            : tr("one of two conditions is written 'A or B'");
    if (type == Type::numeric && tree->type == Type::set) remedy = tr("the size of a set is written #S");
    fail(tree->span, tr("{} wants {} here; this is {}", who, name_of(type), name_of(tree->type)), remedy);
}

Node node_of(Kind kind, Type type, Span span, std::vector<Tree> operands) {
    Node node;
    node.kind = kind;
    node.type = type;
    node.span = span;
    for (Tree& tree : operands) node.children.push_back({Part::operand, std::move(tree)});
    return node;
}

Tree made(Node node) {
    node.height = 1;
    for (const Child& child : node.children) node.height = std::max(node.height, child.tree->height + 1);
    if (node.height > most_height) fail(node.span, tr("nested too deeply"), tr("split it with variables"));
    return std::make_shared<const Node>(std::move(node));
}

Tree joined(Kind kind, Type type, const std::vector<Tree>& parts) {
    Node node = node_of(kind, type, {parts.front()->span.begin, parts.back()->span.end});
    if (parts.front()->kind == kind)
        node.children = parts.front()->children;
    else
        node.children.push_back({Part::operand, parts.front()});
    for (std::size_t i = 1; i < parts.size(); ++i) node.children.push_back({Part::operand, parts[i]});
    return made(std::move(node));
}

namespace {

Tree size_of(const Tree& set) { return made(node_of(Kind::size, Type::numeric, set->span, {set})); }

bool is_order_of_positions(Operator op) { return op >= Operator::is_ancestor && op <= Operator::is_descendant_or_same; }

/// Maps `[<]` to `<` and so on, for numbers and strings.
Operator plain(Operator op) {
    switch (op) {
        case Operator::is_ancestor: return Operator::less;
        case Operator::is_ancestor_or_same: return Operator::less_equal;
        case Operator::is_descendant: return Operator::greater;
        case Operator::is_descendant_or_same: return Operator::greater_equal;
        default: return op;
    }
}

}  // namespace

Tree compared(Operator op, std::string_view written, Tree left, Tree right) {
    const Span span{left->span.begin, right->span.end};
    if (left->type == Type::set && right->type == Type::numeric) left = size_of(left);
    if (left->type == Type::numeric && right->type == Type::set) right = size_of(right);
    if (left->type == Type::boolean || left->type != right->type)
        fail(span,
             tr("{} compares two of one kind; these are {} and {}", written, name_of(left->type), name_of(right->type)),
             left->type == Type::boolean || right->type == Type::boolean ? tr("for conditions use and, or, not")
                                                                         : std::string());
    if (left->type == Type::set && op != Operator::equal && op != Operator::not_equal)
        fail(span, tr("sets are compared with == and !=, not with {}", written),
             tr("compare their sizes with #, or use S in T"));
    Node node = node_of(Kind::comparison, left->type, span, {left, right});
    node.op = left->type == Type::position || !is_order_of_positions(op) ? op : plain(op);
    return made(std::move(node));
}

Tree calculated(Operator op, std::string_view written, const Tree& left, const Tree& right) {
    want(written, left, Type::numeric);
    want(written, right, Type::numeric);
    Node node = node_of(Kind::arithmetic, Type::numeric, {left->span.begin, right->span.end}, {left, right});
    node.op = op;
    return made(std::move(node));
}

Tree block_of(std::vector<Tree> filters, Span span) {
    if (filters.size() == 1) return filters.front();
    if (filters.empty()) {
        Node node = node_of(Kind::constant, Type::boolean, span);
        node.number = 1;
        return made(std::move(node));
    }
    const Type type = filters.back()->type;
    return made(node_of(Kind::block, type, span, std::move(filters)));
}

Tree designator_of(PieceMask pieces, chess::Bitboard squares, Span span) {
    Node node = node_of(Kind::designator, Type::set, span);
    node.pieces = pieces;
    node.squares = squares;
    return made(std::move(node));
}

Tree of_slot(Kind kind, Type type, Span span, Slot slot, std::vector<Child> children) {
    Node node = node_of(kind, type, span);
    node.slot = slot;
    node.children = std::move(children);
    return made(std::move(node));
}

constexpr std::size_t most_tokens_taken = 200'000;

const Token& Parser::peek(std::size_t ahead) const { return at_ + ahead < end_ ? tokens_[at_ + ahead] : end_token_; }

const Token& Parser::take() {
    const Token& token = peek();
    if (at_ >= end_) fail(token.span, tr("the script ends too early"));
    if (++read_count_ > most_tokens_taken)
        fail(token.span, tr("this script becomes too large"), tr("its functions call one another too often"));
    ++at_;
    return token;
}

bool Parser::accept(std::string_view word) {
    if (!peek().is(word)) return false;
    take();
    return true;
}

const Token& Parser::expect(std::string_view word, std::string_view why) {
    if (!peek().is(word)) fail(peek().span, tr("expected {} {}", word, why));
    return take();
}

Span Parser::span_from(const Token& first) const {
    const std::uint32_t end = at_ > 0 ? tokens_[at_ - 1].span.end : first.span.end;
    return {first.span.begin, std::max(end, first.span.end)};
}

/// Makes a node of the tokens from `first` to the last one taken.
Tree Parser::made_from(const Token& first, Node node) const {
    node.span = span_from(first);
    return made(std::move(node));
}

const Token& Parser::take_string(const std::string& expected) {
    if (peek().kind != TokenKind::string) fail(peek().span, expected);
    return take();
}

/// Returns the index of the bracket that closes the one at `open`, or of the end.
std::size_t Parser::matching(std::size_t open) const {
    int depth = 0;
    for (std::size_t i = open; i < end_; ++i) {
        const Token& token = tokens_[i];
        if (token.is("(") || token.is("{")) ++depth;
        if ((token.is(")") || token.is("}")) && --depth == 0) return i;
    }
    return end_;
}

Range Parser::read_header_range() {
    const auto number = [&] {
        if (peek().kind != TokenKind::integer) fail(peek().span, tr("expected a number"));
        return Bound{take().number, no_slot};
    };
    const Bound low = number();
    if (peek().kind == TokenKind::integer) return {low, number()};
    return Range::exactly(low);
}

void Parser::read_header(Header& header) {
    expect("(", tr("after cql"));
    while (!accept(")")) {
        const Token& token = peek();
        if (token.kind == TokenKind::file_name) {
            (token.is_output ? header.output_at : header.input_at) = token.span;
            (token.is_output ? header.output : header.input) = take().text;
        } else if (accept("gamenumber")) {
            header.game_numbers = read_header_range();
        } else if (accept("result")) {
            if (peek().kind != TokenKind::result && peek().kind != TokenKind::string)
                fail(peek().span, tr("expected 1-0, 0-1 or 1/2-1/2"));
            header.result = take().text;
        } else if (accept("matchcount")) {
            header.match_count = read_header_range();
        } else if (token.is("sort") && peek(1).is("matchcount")) {
            take(), take();
            header.match_count = read_header_range();
            header.sort_by_match_count = true;
        } else if (accept("variations")) {
            header.variations = true;
        } else if (accept("silent")) {
            header.silent = true;
        } else if (accept("quiet")) {
            header.quiet = true;
        } else if (accept("matchstring")) {
            header.match_string = take_string(tr("expected a string after matchstring")).text;
        } else if (is_unimplemented(token.text)) {
            fail(token.span, tr("not supported yet: {}", token.text));
        } else {
            fail(token.span,
                 token.kind == TokenKind::end ? tr("the header is not closed") : tr("this does not belong in cql( )"),
                 tr("cql( ) takes input, output, gamenumber, result, matchcount, sort matchcount, variations, silent, "
                    "quiet "
                    "and matchstring; player, year, elo and the like are filters and come after it"));
        }
    }
}

Script Parser::script() {
    Script script;
    if (peek().is("cql") && peek(1).is("(")) {
        take();
        read_header(script.header);
    }
    const Span whole{peek().span.begin, tokens_.back().span.begin};
    if (peek().kind == TokenKind::end)
        fail(peek().span, tr("there is no filter"), tr("as in 'cql() mate', or 'mate' alone"));
    script.root = block_of(juxtaposed({}), whole);
    script.variables = std::move(variables_);
    return script;
}

Expected<Script, TextFault> parse(std::string_view text, ParseOptions options) {
    try {
        return Parser(read_tokens(text), options).script();
    } catch (const TextFault& fault) {
        return Unexpected{fault};
    }
}

}  // namespace cofnod::cql
