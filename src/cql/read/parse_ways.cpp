#include <algorithm>

#include "base/tr.hpp"
#include "cql/read/parser.hpp"

namespace cofnod::cql {

namespace {

/// Returns true for numeric filters that always have a value and thus make no sense as conditions.
bool is_mere_number(Kind kind) {
    constexpr Kind kinds[] = {Kind::integer,     Kind::negative, Kind::arithmetic, Kind::variable,    Kind::size,
                              Kind::power,       Kind::ply,      Kind::depth,      Kind::move_number, Kind::position_id,
                              Kind::game_number, Kind::minimum,  Kind::maximum,    Kind::absolute};
    return std::find(std::begin(kinds), std::end(kinds), kind) != std::end(kinds);
}

/// Returns true if a constituent can match the empty sequence.
bool can_be_empty(const Node& node) {
    const auto empty = [](const Child& child) { return can_be_empty(*child.tree); };
    if (node.kind == Kind::repetition) return node.range->low.number == 0 || can_be_empty(node.child(0));
    return node.kind == Kind::sequence && std::all_of(node.children.begin(), node.children.end(), empty);
}

// clang-format off
constexpr std::pair<std::string_view, Flag> way_words[] = {
    {"singlecolor", Flag::single_color}, {"primary", Flag::primary}, {"nestban", Flag::nestban},
    {"firstmatch", Flag::first_match}, {"lastposition", Flag::last_position}, {"quiet", Flag::quiet},
};
constexpr std::pair<std::string_view, Flag> path_words[] = {
    {"keepallbest", Flag::keep_all_best}, {"verbose", Flag::verbose}, {"piecepath", Flag::piece_path},
};
// clang-format on

}  // namespace

/// Returns true at a number or numeric variable that belongs to the preceding word: `up 1 2 P`, but not `find 1 < #R`.
bool Parser::at_number(bool before_arrow) const {
    const Token& token = peek();
    const bool negative = token.is("-") && peek(1).kind == TokenKind::integer;
    const Token& next = peek(negative ? 2 : 1);
    if (token.kind == TokenKind::word && !negative) {
        const Slot slot = slot_of(token.text);
        if (slot == no_slot || variable_of(slot).type != Type::numeric) return false;
    } else if (token.kind != TokenKind::integer && !negative) {
        return false;
    }
    if (before_arrow && next.is_dash()) return true;
    constexpr std::string_view stays[] = {"(", ")", "{", "}", "-->", "<--"};
    if (next.is("-") && peek(negative ? 3 : 2).kind == TokenKind::integer) return true;
    if (next.is("and") || next.is("or") || next.is("in")) return false;
    return next.kind != TokenKind::special ||
           std::find(std::begin(stays), std::end(stays), next.text) != std::end(stays);
}

Bound Parser::read_bound() {
    const bool negative = accept("-");
    const Token& token = take();
    if (token.kind == TokenKind::word) return {0, slot_of(token.text)};
    return {negative ? -token.number : token.number, no_slot};
}

std::optional<Range> Parser::read_range(bool before_arrow) {
    if (!at_number(before_arrow)) return std::nullopt;
    const Bound low = read_bound();
    if (at_number(before_arrow)) return Range{low, read_bound()};
    return Range::exactly(low);
}

Tree Parser::read_child(const Token& word, const WordRule&) {
    Node node = node_of(Kind::child, Type::position, word.span);
    if (peek().is("(") && !peek().blank_before) {
        Tree index = list_of("child", 1, 1, Type::numeric).front();
        if (index->kind == Kind::integer)
            node.number = index->number;
        else
            node.children.push_back({Part::operand, std::move(index)});
    }
    return made_from(word, std::move(node));
}

Tree Parser::read_consecutive_moves(const Token& word, const WordRule&) {
    Node node = node_of(Kind::consecutive_moves, Type::numeric, word.span);
    if (accept("quiet")) node.flags = static_cast<Flags>(Flag::quiet);
    node.range = read_range();
    if (accept("quiet")) node.flags = static_cast<Flags>(Flag::quiet);
    if (!node.range) node.range = read_range();
    for (Tree& position : list_of(word.text, 2, 2, Type::position))
        node.children.push_back({Part::operand, std::move(position)});
    return made_from(word, std::move(node));
}

Tree Parser::read_find(const Token& word, const WordRule&) {
    Node node = node_of(Kind::find, Type::position, word.span);
    for (;;) {
        if (accept("<--")) {
            node.flags = node.flags | Flag::past;
        } else if (accept("quiet")) {
            node.flags = node.flags | Flag::quiet;
        } else if (peek().is("all") || peek().is("count")) {
            if (node.range) fail(peek().span, tr("find takes a number or {}, not both", peek().text));
            if (take().is("all"))
                node.flags = node.flags | Flag::all;
            else
                node.range = Range{{0, no_slot}, {Range::endless, no_slot}};  // a number even if nothing matches
        } else if (!node.range && !node.has(Flag::all) && at_number()) {
            node.range = read_range();
        } else {
            break;
        }
    }
    if (node.range || node.has(Flag::all)) node.type = Type::numeric;
    node.children.push_back({Part::operand, expression(filter)});
    return made_from(word, std::move(node));
}

/// Parses the `*`, `+`, `?`, `{2,4}` after a constituent.
Tree Parser::repeated(Tree constituent) {
    while (at_wildcard()) {
        const Token& token = take();
        Bound low{token.is("+") ? 1 : 0, no_slot};
        Bound high{token.is("?") ? 1 : Range::endless, no_slot};
        if (token.kind == TokenKind::repetition) {
            low.number = token.number, high.number = token.last;
        } else if (token.is("{")) {
            low.number = take().number, high.number = take().number;
            if (high.number < low.number)
                fail(span_from(token), tr("the first number of a repetition is the smaller one"));
            take();
        }
        if (can_be_empty(*constituent))
            fail(token.span, tr("this repeats something that can match nothing"), tr("one repetition is enough"));
        Node node = node_of(Kind::repetition, Type::boolean, {constituent->span.begin, tokens_[at_ - 1].span.end},
                            {constituent});
        node.range = Range{low, high};
        constituent = made(std::move(node));
    }
    return constituent;
}

Tree Parser::read_line(const Token& word, const WordRule&) {
    const Within brackets(in_path_, false);
    Node node = node_of(Kind::line, Type::numeric, word.span);
    while (!peek().is("-->") && !peek().is("<--")) {
        const Token& token = peek();
        if (!node.range && at_number()) {
            node.range = read_range();
            continue;
        }
        const auto flag = token.is("secondary") ? Flag::secondary : find_in(way_words, token);
        if (!flag) fail(token.span, tr("expected --> or <-- after line"));
        node.flags = node.flags | *flag;
        take();
    }
    const Token& arrow_token = take();
    if (arrow_token.is("<--")) node.flags = node.flags | Flag::past;
    if (node.has(Flag::primary) && node.has(Flag::secondary))
        fail(node.span, tr("a line is either primary or secondary"));
    if (node.has(Flag::past) && (node.has(Flag::primary) || node.has(Flag::secondary) || node.has(Flag::nestban)))
        fail(node.span, tr("primary, secondary and nestban need -->"));
    if (node.has(Flag::last_position)) node.type = Type::position;
    node.children.push_back({Part::operand, line_sequence(arrow_token.text)});
    return made_from(word, std::move(node));
}

Tree Parser::line_sequence(std::string_view arrow_sign) {
    const Token& first = peek();
    Node node = node_of(Kind::sequence, Type::boolean, first.span);
    do {
        node.children.push_back({Part::operand, line_constituent(arrow_sign)});
    } while (accept(arrow_sign));
    if (peek().is("-->") || peek().is("<--")) fail(peek().span, tr("a line goes one way, --> or <--"));
    return made_from(first, std::move(node));
}

Tree Parser::line_constituent(std::string_view arrow_sign) {
    if (at_line_group()) {
        take();
        Tree group = line_sequence(arrow_sign);
        expect(")", tr("at the end of the group"));
        return repeated(std::move(group));
    }
    Tree tree = expression(filter);
    if (tree->type == Type::numeric && is_mere_number(tree->kind))
        fail(tree->span, tr("a number is always true"), tr("compare it: ply==30"));
    return repeated(std::move(tree));
}

/// Returns true at a group, `( c --> c )` or `( c* )`; other parentheses are part of a filter.
bool Parser::at_line_group() const {
    if (!peek().is("(")) return false;
    const std::size_t close = matching(at_);
    for (std::size_t i = at_ + 1; i < close; ++i) {
        const Token& token = tokens_[i];
        if (token.is("-->") || token.is("<--")) return true;
        if (token.is("line") || token.is("find") || token.is("path")) return false;
        if (token.is("(") || token.is("{")) i = matching(i);
    }
    const Token& last = tokens_[close - 1];
    return last.is("*") || last.is("+") || last.is("?") || last.kind == TokenKind::repetition;
}

/// Returns true at a group of a path: parentheses with a move at their top level, `( -- -- )`.
bool Parser::at_path_group() const {
    if (!peek().is("(")) return false;
    const std::size_t close = matching(at_);
    for (std::size_t i = at_ + 1; i < close; ++i) {
        if (tokens_[i].is_dash()) return true;
        if (tokens_[i].is("(") && tokens_[i].blank_before && i > at_ + 1) continue;
        if (tokens_[i].is("{")) i = matching(i);
    }
    return false;
}

/// Returns true at the end of a path. Outside of a group, a path also ends at a blank line and at the variable that it
/// is assigned to, if that has no value yet: `x=path -- -- x==2`.
bool Parser::at_path_end(bool in_group) const {
    return !begins_filter(peek()) || (!in_group && (peek().blank_line_before || at_unknown_name()));
}

/// Parses one of the words after `path`; returns false if there is none.
bool Parser::read_path_part(Node& path) {
    const Token& token = peek();
    if (!path.range && at_number(true)) {
        path.range = read_range(true);
    } else if (token.is("focus")) {
        if (path.part(Part::focus) != nullptr) fail(token.span, tr("path has focus already"));
        take();
        if (accept("capture")) path.flags = path.flags | Flag::focus_capture;
        path.children.push_back({Part::focus, operand("focus", Type::set, united)});
    } else if (token.is("max")) {
        take();
        Tree value = expression(sum);
        if (value->type != Type::string) want("max", value, Type::numeric);
        path.children.push_back({Part::maximum, std::move(value)});
    } else if (token.is("title")) {
        take();
        path.text = take_string(tr("expected a string after title")).text;
    } else if (const auto flag = find_in(way_words, token) ? find_in(way_words, token) : find_in(path_words, token)) {
        take();
        path.flags = path.flags | *flag;
    } else {
        return false;
    }
    return true;
}

Tree Parser::read_path(const Token& word, const WordRule&) {
    Node node = node_of(Kind::path, Type::numeric, word.span);
    {
        const Within inside(in_path_, false);
        while (read_path_part(node)) {
        }
    }
    if (const Node* value = node.part(Part::maximum)) node.type = value->type;
    if (node.has(Flag::last_position)) node.type = Type::position;
    const Within inside(in_path_, true);
    node.children.insert(node.children.begin(), {Part::operand, path_sequence(false)});
    return made_from(word, std::move(node));
}

Tree Parser::path_sequence(bool in_group) {
    const Token& first = peek();
    Node sequence = node_of(Kind::sequence, Type::boolean, first.span);
    Tree pending;  // a step that terminated the targets of the previous step
    while (pending || !at_path_end(in_group || sequence.children.empty())) {
        Tree constituent = std::exchange(pending, nullptr);
        const bool is_group = !constituent && at_path_group();
        if (is_group) {
            take();
            constituent = path_sequence(true);
            expect(")", tr("at the end of the group"));
        } else if (!constituent) {
            constituent = expression(filter);
        }
        if (!is_group && is_step(*constituent)) {
            Node step = changed(constituent);
            while (!at_path_end(in_group) && !at_wildcard() && !at_path_group()) {
                Tree next = expression(filter);
                if (is_step(*next)) {
                    pending = std::move(next);
                    break;
                }
                step.span.end = next->span.end;
                step.children.push_back({Part::target, std::move(next)});
            }
            constituent = made(std::move(step));
        }
        if (!pending) {
            if (at_wildcard() && !is_group && !is_step(*constituent))
                fail(peek().span, tr("only a move or a group of a path is repeated"));
            constituent = repeated(std::move(constituent));
        }
        sequence.children.push_back({Part::operand, std::move(constituent)});
    }
    if (sequence.children.empty())
        fail(first.span, tr("a path wants at least one constituent"), tr("as in path Q-- check"));
    return made_from(first, std::move(sequence));
}

}  // namespace cofnod::cql
