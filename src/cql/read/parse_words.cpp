#include <algorithm>
#include <unordered_map>

#include "base/tr.hpp"
#include "cql/read/parser.hpp"

namespace cofnod::cql {

namespace {

using std::string_view;

constexpr DirectionMask mask(std::initializer_list<Direction> directions) {
    unsigned mask = 0;
    for (const Direction direction : directions) mask |= mask_of(direction);
    return static_cast<DirectionMask>(mask);
}

constexpr DirectionMask vertical = mask({Direction::up, Direction::down});
constexpr DirectionMask horizontal = mask({Direction::left, Direction::right});
constexpr DirectionMask main_diagonal = mask({Direction::northeast, Direction::southwest});
constexpr DirectionMask off_diagonal = mask({Direction::northwest, Direction::southeast});
constexpr DirectionMask orthogonal = vertical | horizontal;
constexpr DirectionMask diagonal = main_diagonal | off_diagonal;
constexpr DirectionMask any_direction = orthogonal | diagonal;

constexpr int bits(Direction direction) { return mask_of(direction); }

template <typename Enum>
constexpr int as_number(Enum value) {
    return static_cast<int>(value);
}

/// Values of the type column of kinds.def; ignored by readers of varying types.
namespace types {
constexpr Type boolean = Type::boolean;
constexpr Type set = Type::set;
constexpr Type numeric = Type::numeric;
constexpr Type string = Type::string;
constexpr Type position = Type::position;
constexpr Type varies = Type::boolean;
}  // namespace types

}  // namespace

const Parser::WordRule* Parser::word_entry(string_view text) {
    static const std::unordered_map<string_view, WordRule> words = {
#define EACH_WORD(kind, word, takes, type, reader, number, help) \
    {word, {&Parser::read_##reader, Kind::kind, types::type, number}},
#include "cql/kinds.def"
    };
    const auto found = words.find(text);
    return found == words.end() ? nullptr : &found->second;
}

Tree Parser::read_leaf(const Token& word, const WordRule& entry) {
    Node node = node_of(entry.kind, entry.type, word.span);
    node.number = entry.number;
    return made(std::move(node));
}

Tree Parser::read_side(const Token& word, const WordRule& entry) {
    Node node = node_of(entry.kind, entry.type, word.span);
    node.side = static_cast<Side>(entry.number);
    return made(std::move(node));
}

Tree Parser::read_set_function(const Token& word, const WordRule& entry) {
    const Tree set = operand(word.text, Type::set, arrow);
    return made(node_of(entry.kind, entry.type, span_from(word), {set}));
}

Tree Parser::read_tight_set_function(const Token& word, const WordRule& entry) {
    const Tree set = operand(word.text, Type::set, postfix);
    return made(node_of(entry.kind, entry.type, span_from(word), {set}));
}

Tree Parser::read_number_function(const Token& word, const WordRule& entry) {
    const Tree number = operand(word.text, Type::numeric, sum);
    return made(node_of(entry.kind, entry.type, span_from(word), {number}));
}

Tree Parser::read_string_function(const Token& word, const WordRule& entry) {
    if (entry.kind == Kind::read_file) want_files(word);
    const Tree text = operand(word.text, Type::string, postfix);
    return made(node_of(entry.kind, entry.type, span_from(word), {text}));
}

void Parser::want_files(const Token& word) const {
    if (!options_.files)
        fail(word.span, tr("{}: a script reads and writes no files here", word.text), tr("leave it out"));
}

Tree Parser::read_pair_of_positions(const Token& word, const WordRule& entry) {
    const std::vector<Tree> pair = list_of(word.text, 2, 2);
    for (const Tree& position : pair) want(word.text, position, Type::position);
    return made(node_of(entry.kind, entry.type, span_from(word), {pair[0], pair[1]}));
}

Tree Parser::read_same_value(const Token& word, const WordRule& entry) {
    const std::vector<Tree> pair = list_of(word.text, 2, 2);
    if (pair[0]->type == pair[1]->type)
        return made(node_of(entry.kind, entry.type, span_from(word), {pair[0], pair[1]}));
    return made(node_of(Kind::constant, Type::boolean, span_from(word)));  // false
}

Tree Parser::read_extreme(const Token& word, const WordRule& entry) {
    std::vector<Tree> values = list_of(word.text, 2, tokens_.size());
    const Type type = values.front()->type == Type::string ? Type::string : Type::numeric;
    Node node = node_of(entry.kind, type, span_from(word));
    for (Tree& value : values) {
        want(word.text, value, type);
        node.children.push_back({Part::operand, std::move(value)});
    }
    return made(std::move(node));
}

Tree Parser::read_direction(const Token& word, const WordRule& entry) {
    const auto range = read_range();
    if (!range && (peek().kind == TokenKind::integer || peek().is("-")))
        fail(peek().span, tr("the number of {} stands before a name, a piece or a bracket", word.text),
             tr("put brackets around the set: up 1 (~P)"));
    const Tree set = operand(word.text, Type::set, postfix);
    Node node = node_of(Kind::direction, Type::set, span_from(word), {set});
    node.number = entry.number;
    node.range = range ? *range : Range{Bound{1, no_slot}, Bound{7, no_slot}};
    return made(std::move(node));
}

Tree Parser::read_between(const Token& word, const WordRule&) {
    const std::vector<Tree> ends = list_of("between", 2, 2);
    for (const Tree& end : ends) want("between", end, Type::set);
    return made(node_of(Kind::between, Type::set, span_from(word), {ends[0], ends[1]}));
}

Tree Parser::read_ray(const Token& word, const WordRule& entry) {
    Flags flags = entry.number != 0 || accept("attack") ? static_cast<Flags>(Flag::attacking) : 0;
    int directions = 0;
    while (const WordRule* direction = peek().kind == TokenKind::word ? word_entry(peek().text) : nullptr) {
        if (direction->kind != Kind::direction) break;
        if ((directions & direction->number) != 0) fail(peek().span, tr("this direction is there twice"));
        directions |= direction->number;
        take();
    }
    std::vector<Tree> sets = list_of(word.text, 2, tokens_.size());
    Node node = node_of(Kind::ray, Type::set, span_from(word));
    node.flags = flags;
    node.number = directions == 0 ? any_direction : directions;
    for (Tree& set : sets) {
        want(word.text, set, Type::set);
        node.children.push_back({Part::operand, std::move(set)});
    }
    return made(std::move(node));
}

Tree Parser::read_pin(const Token& word, const WordRule&) {
    Node node = node_of(Kind::pin, Type::set, word.span);
    for (;;) {
        const Token& name = peek();
        const Part part = name.is("from") ? Part::from : name.is("to") ? Part::to : Part::through;
        if (part == Part::through && !name.is("through")) break;
        if (node.part(part) != nullptr) fail(name.span, tr("pin has {} already", name.text));
        take();
        if (node.children.empty() && part != Part::through) node.selected = part;
        node.children.push_back({part, operand(name.text, Type::set, postfix)});
    }
    node.span = span_from(word);
    return made(std::move(node));
}

Tree Parser::read_make_square(const Token& word, const WordRule&) {
    if (!peek().is("(")) {
        const Tree text = operand("makesquare", Type::string, sum);
        return made(node_of(Kind::make_square, Type::set, span_from(word), {text}));
    }
    const std::vector<Tree> values = list_of("makesquare", 1, 2);
    for (const Tree& value : values) want("makesquare", value, values.size() == 1 ? Type::string : Type::numeric);
    Node node = node_of(Kind::make_square, Type::set, span_from(word));
    for (const Tree& value : values) node.children.push_back({Part::operand, value});
    return made(std::move(node));
}

Tree Parser::read_negation(const Token& word, const WordRule&) {
    const Tree inner = expression(inclusion);
    return made(node_of(Kind::negation, Type::boolean, span_from(word), {inner}));
}

Tree Parser::read_conditional(const Token& word, const WordRule&) {
    const Tree condition = expression(filter);
    accept("then");
    const Tree yes = expression(filter);
    if (!accept("else")) return made(node_of(Kind::conditional, Type::boolean, span_from(word), {condition, yes}));
    const Tree no = expression(filter);
    const Type type = yes->type == no->type ? yes->type : Type::boolean;
    return made(node_of(Kind::conditional, type, span_from(word), {condition, yes, no}));
}

Tree Parser::read_assert(const Token& word, const WordRule&) {
    const Tree condition = expression(filter);
    return made(node_of(Kind::assertion, Type::boolean, span_from(word), {condition}));
}

Tree Parser::read_transform(const Token& word, const WordRule&) {
    const bool count = accept("count");
    const auto range = read_range();
    Tree original = expression(filter);
    return transformed(word.text, std::move(original), count, range, span_from(word), rewritten_);
}

Tree Parser::read_no_transform(const Token& word, const WordRule&) {
    const Tree inner = expression(filter);
    return made(node_of(Kind::no_transform, inner->type, span_from(word), {inner}));
}

}  // namespace cofnod::cql
