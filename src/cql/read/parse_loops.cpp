#include "base/tr.hpp"
#include "cql/read/parser.hpp"

namespace cofnod::cql {

// Loops.

Tree Parser::for_all(const Token& token) {
    if (peek().kind == TokenKind::piece_variable) return piece_variable(take(), true);
    const Token& variable = peek();
    if (!is_free_name(variable) || !peek(1).is("[element]"))
        fail(variable.span, tr("expected a variable and [element] after [forall]"),
             tr("as in [forall]x [element] R x attacks k"));
    take(), take();
    return loop(token, variable, Kind::square_loop, true);
}

/// Parses `[Aa]x [element] S F`, `[Aa]x = S`.
Tree Parser::piece_variable(const Token& token, bool all) {
    if (is_reserved(token.text)) fail(token.span, tr("{} is a word of CQL", token.text), tr("use another name"));
    if (accept("[element]")) return loop(token, token, Kind::piece_loop, all);
    expect("=", tr("after the variable"));
    const Tree set = operand(tr("a piece variable"), Type::set, sum);
    const Slot slot = declared(token, Type::set);
    variable_of(slot).is_piece = true;
    return of_slot(Kind::assign_piece, Type::boolean, span_from(token), slot, {{Part::value, set}});
}

Tree Parser::read_piece(const Token& word, const WordRule&) {
    const bool all = accept("all");
    const Token& variable = take_free_name(tr("a name after piece"));
    if (accept("in")) return loop(word, variable, Kind::piece_loop, all);
    if (all || !peek().is("="))
        fail(peek().span, tr("expected in after piece {}", variable.text),
             tr("'piece x in [RQ]' names a piece; a piece on a square is written Re4, and any piece on it [Aa]e4"));
    return piece_variable(variable, false);
}

Tree Parser::read_square(const Token& word, const WordRule&) {
    const bool all = accept("all");
    const Token& variable = take_free_name(tr("a name after square"));
    expect("in", tr("after square {}", variable.text));
    return loop(word, variable, Kind::square_loop, all);
}

/// Parses a loop starting at its set. A dictionary in place of the set makes it a loop over keys.
Tree Parser::loop(const Token& first, const Token& variable, Kind kind, bool all) {
    Node node = node_of(kind, all ? Type::boolean : Type::set, first.span);
    if (all) node.flags = static_cast<Flags>(Flag::all);
    Type type = Type::set;
    const Slot walked = kind == Kind::square_loop ? whole_dictionary_here() : no_slot;
    if (walked != no_slot) {
        take();
        node.kind = Kind::dictionary_loop;
        node.type = Type::boolean;
        node.slot = walked;
        type = variable_of(walked).key_type;
    } else {
        node.children.push_back({Part::set, operand(tr("a loop"), Type::set, arrow)});
    }
    const Slot slot = declared(variable, type);
    (walked != no_slot ? node.second_slot : node.slot) = slot;
    if (known_of(slot).in_loop)
        fail(variable.span, tr("{} already walks in a loop around this one", variable.text), tr("use another name"));
    if (kind == Kind::piece_loop) variable_of(slot).is_piece = true;
    known_of(slot).in_loop = true;
    node.children.push_back({Part::body, expression(filter)});
    known_of(slot).in_loop = false;
    return made_from(first, std::move(node));
}

Tree Parser::read_while(const Token& word, const WordRule&) {
    const Tree condition = list_of("while", 1, 1).front();
    Node node = node_of(Kind::while_loop, Type::boolean, word.span, {condition});
    node.children.push_back({Part::body, expression(filter)});
    return made_from(word, std::move(node));
}

Tree Parser::read_loop(const Token& word, const WordRule&) {
    Node node = node_of(Kind::repeat, Type::boolean, word.span);
    node.children.push_back({Part::body, expression(filter)});
    return made_from(word, std::move(node));
}

Tree Parser::read_echo(const Token& word, const WordRule&) {
    Node node = node_of(Kind::echo, Type::boolean, word.span);
    if (accept("quiet")) node.flags = node.flags | Flag::quiet;
    expect("(", tr("after echo"));
    const auto position = [&] { return declared(take_free_name(tr("the name of a variable")), Type::position); };
    node.slot = position();
    node.second_slot = position();
    if (node.slot == node.second_slot) fail(span_from(word), tr("echo wants two variables"));
    expect(")", tr("after the two variables of echo"));
    if (accept("quiet")) node.flags = node.flags | Flag::quiet;
    if (peek().is("in") && peek(1).is("all")) {
        take(), take();
        node.flags = node.flags | Flag::all;
    }
    Tree body = expression(filter);
    if (body->type == Type::numeric) node.type = Type::numeric;
    node.children.push_back({Part::body, std::move(body)});
    return made_from(word, std::move(node));
}

// Functions.

Tree Parser::read_function(const Token& word, const WordRule&) {
    const Token& name = take_free_name(tr("the name of the function"));
    if (functions_.contains(std::string(name.text)) || slots_.contains(std::string(name.text)))
        fail(name.span, tr("{} is there already", name.text), tr("use another name"));
    Function function;
    expect("(", tr("after the name of the function"));
    while (!accept(")")) function.parameters.emplace_back(take_free_name(tr("the name of a parameter")).text);
    if (!peek().is("{")) fail(peek().span, tr("expected {{ and the body of the function"));
    function.begin = at_ + 1;
    function.end = matching(at_);
    if (function.end == end_) fail(peek().span, tr("a bracket is not closed: }} is missing"));
    if (function.begin == function.end) fail(peek().span, tr("the function has no body"));
    at_ = function.end + 1;
    functions_.emplace(name.text, std::move(function));
    return block_of({}, span_from(word));
}

/// Returns true if the argument is a plain name, which is passed by reference.
bool Parser::is_argument_by_name() const {
    const Token& token = peek();
    const Token& next = peek(1);
    return is_free_name(token) && !functions_.contains(meaning_of(token.text).name) &&
           (next.is(")") || (begins_filter(next) && !(next.is("-") || (next.is("--") && !next.blank_before) ||
                                                      (next.is("[x]") && !next.blank_before))));
}

Tree Parser::call(const Token& word, const std::string& name) {
    Function& function = functions_.find(name)->second;
    if (function.active) fail(word.span, tr("{} calls itself", word.text), tr("use loop or while"));
    expect("(", tr("after the function {}", word.text));
    std::map<std::string, Meaning, std::less<>> scope;
    std::vector<Tree> assignments;
    std::size_t count = 0;
    for (; !peek().is(")"); ++count) {
        if (peek().is(",")) fail(peek().span, tr("there are no commas between arguments"), tr("leave it out"));
        if (peek().kind == TokenKind::end) fail(word.span, tr("a bracket is not closed: ) is missing"));
        Meaning meaning;
        if (is_argument_by_name()) {
            meaning = meaning_of(take().text);
        } else {
            const Within brackets(in_path_, false);
            const Tree value = expression(filter);
            meaning.slot = new_slot({}, value->type);
            assignments.push_back(
                of_slot(Kind::assign, Type::boolean, value->span, meaning.slot, {{Part::value, value}}));
        }
        if (count < function.parameters.size()) scope[function.parameters[count]] = meaning;
    }
    take();
    const Span span = span_from(word);
    if (count != function.parameters.size())
        fail(span, tr("{} takes {} arguments, not {}", word.text, function.parameters.size(), count));

    Tree body;
    {
        const Within<std::size_t> at(at_, function.begin), end(end_, function.end);
        const Within end_token(end_token_, [&] {
            Token token;
            token.span = tokens_[function.end].span;
            return token;
        }());
        const Within active(function.active, true), brackets(in_path_, false);
        scopes_.push_back(std::move(scope));
        body = block_of(juxtaposed({}), span);
        scopes_.pop_back();
    }
    if (assignments.empty()) return body;
    Node node = node_of(Kind::let, body->type, span, std::move(assignments));
    node.children.push_back({Part::body, std::move(body)});
    return made(std::move(node));
}

}  // namespace cofnod::cql
