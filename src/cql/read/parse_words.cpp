#include <algorithm>
#include <array>
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

struct Unimplemented {
    string_view word;
    bool is_reserved;
};

constexpr Unimplemented unimplemented[] = {
#define UNIMPLEMENTED(word, reserved) {word, reserved},
#include "cql/kinds.def"
};

constexpr std::array words_in_use = std::to_array<string_view>({
#define EACH_WORD(kind, word, ...) word,
#define RESERVED(word) word,
#include "cql/kinds.def"
});

constexpr auto reserved = [] {
    constexpr auto more = static_cast<std::size_t>(std::count_if(std::begin(unimplemented), std::end(unimplemented),
                                                                 [](auto entry) { return entry.is_reserved; }));
    std::array<string_view, words_in_use.size() + more> words;
    auto end = std::copy(words_in_use.begin(), words_in_use.end(), words.begin());
    for (const auto& [word, is_reserved] : unimplemented)
        if (is_reserved) *end++ = word;
    std::sort(words.begin(), words.end());
    return words;
}();
static_assert(std::adjacent_find(reserved.begin(), reserved.end()) == reserved.end(), "a word stands for one filter");

}  // namespace

std::span<const string_view> reserved_words() { return reserved; }

bool is_reserved(string_view word) { return std::binary_search(reserved.begin(), reserved.end(), word); }

bool is_unimplemented(string_view word) {
    return std::any_of(std::begin(unimplemented), std::end(unimplemented),
                       [&](const Unimplemented& entry) { return entry.word == word; });
}

const Parser::WordRule* Parser::word_entry(string_view text) {
    static const std::unordered_map<string_view, WordRule> words = {
#define EACH_WORD(kind, word, takes, type, reader, number, help) \
    {word, {&Parser::read_##reader, Kind::kind, types::type, number}},
#include "cql/kinds.def"
    };
    const auto found = words.find(text);
    return found == words.end() ? nullptr : &found->second;
}

/// Makes the filter of a row of kinds.def once its operands are read.
Tree Parser::filter_of(const Token& word, const WordRule& entry, std::vector<Tree> operands) const {
    return made(node_of(entry.kind, entry.type, span_from(word), std::move(operands)));
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
    return filter_of(word, entry, {operand(word.text, Type::set, arrow)});
}

Tree Parser::read_tight_set_function(const Token& word, const WordRule& entry) {
    return filter_of(word, entry, {operand(word.text, Type::set, postfix)});
}

Tree Parser::read_number_function(const Token& word, const WordRule& entry) {
    return filter_of(word, entry, {operand(word.text, Type::numeric, sum)});
}

Tree Parser::read_string_function(const Token& word, const WordRule& entry) {
    if (entry.kind == Kind::read_file) want_files(word);
    return filter_of(word, entry, {operand(word.text, Type::string, postfix)});
}

void Parser::want_files(const Token& word) const {
    if (!options_.files)
        fail(word.span, tr("{}: a script reads and writes no files here", word.text), tr("leave it out"));
}

Tree Parser::read_pair_of_positions(const Token& word, const WordRule& entry) {
    return filter_of(word, entry, list_of(word.text, 2, 2, Type::position));
}

Tree Parser::read_pair_of_sets(const Token& word, const WordRule& entry) {
    return filter_of(word, entry, list_of(word.text, 2, 2, Type::set));
}

Tree Parser::read_pair_of_strings(const Token& word, const WordRule& entry) {
    if (entry.kind == Kind::write_file) want_files(word);
    return filter_of(word, entry, list_of(word.text, 2, 2, Type::string));
}

Tree Parser::read_same_value(const Token& word, const WordRule& entry) {
    const std::vector<Tree> pair = list_of(word.text, 2, 2);
    if (pair[0]->type == pair[1]->type) return filter_of(word, entry, pair);
    return made(node_of(Kind::constant, Type::boolean, span_from(word)));  // false
}

Tree Parser::read_extreme(const Token& word, const WordRule& entry) {
    std::vector<Tree> values = list_of(word.text, 2, tokens_.size());
    const Type type = values.front()->type == Type::string ? Type::string : Type::numeric;
    for (const Tree& value : values) want(word.text, value, type);
    return made(node_of(entry.kind, type, span_from(word), std::move(values)));
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

Tree Parser::read_ray(const Token& word, const WordRule& entry) {
    Flags flags = entry.number != 0 || accept("attack") ? static_cast<Flags>(Flag::attacking) : 0;
    int directions = 0;
    while (const WordRule* direction = peek().kind == TokenKind::word ? word_entry(peek().text) : nullptr) {
        if (direction->kind != Kind::direction) break;
        if ((directions & direction->number) != 0) fail(peek().span, tr("this direction is there twice"));
        directions |= direction->number;
        take();
    }
    Node node = node_of(Kind::ray, Type::set, word.span, list_of(word.text, 2, tokens_.size(), Type::set));
    node.flags = flags;
    node.number = directions == 0 ? any_direction : directions;
    return made_from(word, std::move(node));
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
    return made_from(word, std::move(node));
}

Tree Parser::read_make_square(const Token& word, const WordRule& entry) {
    std::vector<Tree> values;
    if (peek().is("("))
        values = list_of(word.text, 1, 2);
    else
        values.push_back(expression(sum));
    for (const Tree& value : values) want(word.text, value, values.size() == 1 ? Type::string : Type::numeric);
    return filter_of(word, entry, std::move(values));
}

Tree Parser::read_negation(const Token& word, const WordRule& entry) {
    return filter_of(word, entry, {expression(inclusion)});
}

Tree Parser::read_conditional(const Token& word, const WordRule&) {
    std::vector<Tree> parts{expression(filter)};
    accept("then");
    parts.push_back(expression(filter));
    if (accept("else")) parts.push_back(expression(filter));
    const bool has_type = parts.size() == 3 && parts[1]->type == parts[2]->type;
    const Type type = has_type ? parts[1]->type : Type::boolean;
    return made(node_of(Kind::conditional, type, span_from(word), std::move(parts)));
}

Tree Parser::read_assert(const Token& word, const WordRule& entry) {
    return filter_of(word, entry, {expression(filter)});
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
