#include <algorithm>

#include "base/characters.hpp"
#include "base/tr.hpp"
#include "cql/read/parser.hpp"
#include "notation/fold.hpp"

namespace cofnod::cql {

namespace {

using std::string_view;

constexpr std::size_t longest_misspelt = 40;

// clang-format off
constexpr std::pair<string_view, Operator> assigning[] = {
    {"=", Operator::none}, {"+=", Operator::add}, {"-=", Operator::subtract}, {"*=", Operator::multiply},
    {"/=", Operator::divide}, {"%=", Operator::remainder}, {"|=", Operator::unite}, {"&=", Operator::intersect},
};
// clang-format on

/// Returns true if values of that type have the operator.
bool has_operator(Type type, Operator op) {
    switch (op) {
        case Operator::none: return true;
        case Operator::unite:
        case Operator::intersect: return type == Type::set;
        case Operator::add: return type == Type::numeric || type == Type::string;
        default: return type == Type::numeric;
    }
}

}  // namespace

bool Parser::is_free_name(const Token& token) const {
    return token.kind == TokenKind::word && !is_reserved(token.text);
}

void Parser::want_free_name(const Token& token, std::string_view what) const {
    if (is_free_name(token)) return;
    fail(token.span, tr("expected {}", what),
         token.kind == TokenKind::designator ? tr("pieces and squares cannot be names")
         : token.kind == TokenKind::word     ? tr("{} is a word of CQL", token.text)
                                             : "");
}

const Token& Parser::take_free_name(std::string_view what) {
    want_free_name(peek(), what);
    return take();
}

Parser::Meaning Parser::meaning_of(string_view name) const {
    if (!scopes_.empty())
        if (const auto found = scopes_.back().find(name); found != scopes_.back().end()) return found->second;
    return {std::string(name), no_slot};
}

Slot Parser::slot_of(string_view name) const {
    const Meaning meaning = meaning_of(name);
    if (meaning.slot != no_slot) return meaning.slot;
    const auto found = slots_.find(meaning.name);
    return found == slots_.end() ? no_slot : found->second;
}

/// Returns the slot at the name of a dictionary without a key; no_slot elsewhere.
Slot Parser::whole_dictionary_here() const {
    const Slot slot = peek().kind == TokenKind::word && !peek(1).is("[") ? slot_of(peek().text) : no_slot;
    return slot != no_slot && variable_of(slot).type == Type::dictionary ? slot : no_slot;
}

/// Returns true at a name that has no value yet and is not assigned one here.
bool Parser::at_unknown_name() const {
    const Token& token = peek();
    if (!is_free_name(token) || functions_.contains(meaning_of(token.text).name)) return false;
    if (find_in(assigning, peek(1)) || peek(1).is("=?") || peek(1).is("[element]")) return false;
    return !has_type(slot_of(token.text));
}

Slot Parser::new_slot(std::string name, Type type) {
    Variable variable;
    variable.name = std::move(name);
    variable.type = type;
    variables_.push_back(std::move(variable));
    known_.push_back({true});
    return static_cast<Slot>(variables_.size() - 1);
}

/// Returns the slot of a variable that is assigned a value of `type`, or, if nullopt, only mentioned.
Slot Parser::declared(const Token& word, std::optional<Type> type) {
    const Meaning meaning = meaning_of(word.text);
    Slot slot = slot_of(word.text);
    if (slot == no_slot) {
        if (functions_.contains(meaning.name)) fail(word.span, tr("{} is a function", word.text));
        slot = new_slot(meaning.name, type.value_or(Type::set));
        known_.back().typed = type.has_value();
        slots_.emplace(meaning.name, slot);
        return slot;
    }
    Variable& variable = variable_of(slot);
    Known& known = known_of(slot);
    if (type && !known.typed) {
        variable.type = *type;
        known.typed = true;
    }
    if (type && variable.type != *type)
        fail(word.span, tr("{} is {}; it cannot become {}", word.text, name_of(variable.type), name_of(*type)),
             tr("use another name"));
    return slot;
}

/// Reports a name that looks like a mistyped designator: `Ra9`, `Rr`, `R[a1-h8`.
void Parser::fail_if_nearly_designator(const Token& word) const {
    constexpr string_view pieces = "KQRBNPAkqrbnpa_";
    const string_view text = word.text;
    const bool has_piece = pieces.find(text[0]) != string_view::npos;
    const Token& next = peek();
    if (text.size() == 1 && has_piece && next.is("[") && !next.blank_before)
        fail({word.span.begin, next.span.end}, tr("what follows {}[ is no list of squares", text),
             tr("as in {0}[a1,c3-d4] or {0}a-h1-8", text));
    if (text.size() > 1 && is_upper(text[0]) && text.find_first_not_of(pieces) == string_view::npos)
        fail(word.span, tr("several kinds of pieces are written in brackets: [{}]", text));
    const string_view square = text.substr(text.size() > 2 && has_piece ? 1 : 0);
    const bool is_square = square.size() >= 2 && is_lower(square[0]) &&
                           std::all_of(square.begin() + 1, square.end(), is_digit) &&
                           (square[0] <= 'h' || is_upper(text[0]));
    if (is_square) fail(word.span, tr("there is no square {}", square), tr("files are a to h, ranks 1 to 8"));
}

void Parser::fail_unknown(const Token& word) const {
    fail_if_nearly_designator(word);
    std::vector<string_view> names(reserved_words().begin(), reserved_words().end());
    for (const auto& [name, slot] : slots_) names.push_back(name);
    for (const auto& [name, function] : functions_) names.push_back(name);
    const bool is_long = word.text.size() > longest_misspelt;
    const std::string nearest = is_long ? std::string() : notation::nearest_word(word.text, names);
    fail(word.span,
         tr("{} is neither a filter nor a variable that has a value",
            is_long ? tr("this word") : std::string(word.text)),
         nearest.empty() || nearest == word.text ? tr("a variable is given one with name=…")
                                                 : tr("did you mean {}?", nearest));
}

Tree Parser::name(const Token& word) {
    const Meaning meaning = meaning_of(word.text);
    if (functions_.contains(meaning.name)) return call(word, meaning.name);
    if (find_in(assigning, peek()) || peek().is("=?")) return assignment(word, word, 0, false, false);
    if (peek().is("[element]")) {
        take();
        return loop(word, word, Kind::square_loop, false);
    }
    const Slot slot = slot_of(word.text);
    if (!has_type(slot)) fail_unknown(word);
    const Type type = variable_of(slot).type;
    return type == Type::dictionary ? dictionary_item(word, slot) : of_slot(Kind::variable, type, word.span, slot);
}

Tree Parser::assignment(const Token& first, const Token& word, Flags flags, bool persistent, bool quiet) {
    const Token& sign = peek();
    const bool conditional = sign.is("=?");
    const auto op = conditional ? Operator::none : find_in(assigning, sign);
    if (!op) fail(sign.span, tr("expected = after {}", word.text));
    if (flags != 0 && !sign.is("=")) fail(sign.span, tr("atomic wants ="));
    take();
    const Tree value = expression(sum);
    if (conditional)
        want("=?", value, Type::set);
    else if (value->type == Type::boolean || value->type == Type::dictionary)
        fail(value->span,
             tr("a variable holds a set, a number, a string or a position; this is {}", name_of(value->type)),
             value->type == Type::boolean ? tr("for a yes or no: if … then x=1 else x=0") : std::string());
    if (persistent && value->type == Type::position) fail(value->span, tr("a position does not outlast its game"));
    if (!has_operator(value->type, *op)) fail(sign.span, tr("{} does not work on {}", sign.text, name_of(value->type)));
    if (*op != Operator::none && !persistent && !has_type(slot_of(word.text))) fail_unknown(word);
    const Slot slot = declared(word, value->type);
    Variable& variable = variable_of(slot);
    bool& atomic = known_of(slot).atomic;
    atomic = atomic || (flags & static_cast<Flags>(Flag::atomic)) != 0;
    if (persistent && atomic) fail(word.span, tr("atomic or persistent, not both"));
    if (persistent) variable.persistent = true, variable.quiet = quiet;
    Node node = node_of(conditional ? Kind::assign_if : Kind::assign, Type::boolean, span_from(first));
    node.slot = slot;
    node.op = *op;
    node.flags = flags;
    node.children.push_back({Part::value, value});
    return made(std::move(node));
}

Tree Parser::read_persistent(const Token& word, const WordRule&) {
    const bool quiet = accept("quiet");
    return assignment(word, take_free_name(tr("a name after persistent")), 0, true, quiet);
}

Tree Parser::read_atomic(const Token& word, const WordRule&) {
    const Token& name = peek();
    want_free_name(name, tr("a name after atomic"));
    if (const Slot slot = slot_of(name.text); slot != no_slot && variable_of(slot).persistent)
        fail(name.span, tr("atomic or persistent, not both"));
    take();
    return assignment(word, name, static_cast<Flags>(Flag::atomic), false, false);
}

Tree Parser::read_is_bound(const Token& word, const WordRule& entry) {
    const Token& name = take_free_name(tr("a variable after {}", word.text));
    if (peek().is("[")) fail(peek().span, tr("{} asks about variables, not about keys", word.text));
    return of_slot(entry.kind, Type::boolean, span_from(word), declared(name, std::nullopt));
}

Tree Parser::read_unbind(const Token& word, const WordRule&) {
    const Token& name = peek();
    const Slot slot = is_free_name(name) ? slot_of(name.text) : no_slot;
    if (slot == no_slot) fail(name.span, tr("expected a variable after unbind"));
    take();
    std::vector<Child> keys;
    if (peek().is("[") && variable_of(slot).type == Type::dictionary) {
        if (!known_of(slot).key_typed) fail(peek().span, tr("{} has no keys yet", name.text));
        keys.push_back({Part::key, dictionary_key(slot)});
    }
    return of_slot(Kind::unbind, Type::boolean, span_from(word), slot, std::move(keys));
}

// Dictionaries.

/// Parses `dictionary D`, or, with a number, the rest of `local dictionary D`.
Tree Parser::read_dictionary(const Token& word, const WordRule& entry) {
    const bool local = entry.number != 0;
    if (local) expect("dictionary", tr("after local"));
    const Token& name = take_free_name(tr("the name of the dictionary"));
    const Slot slot = declared(name, Type::dictionary);
    variable_of(slot).persistent = !local;
    return peek().is("[") ? dictionary_item(name, slot) : block_of({}, span_from(word));
}

Tree Parser::dictionary_key(Slot slot) {
    expect("[", tr("after a dictionary"));
    Tree key = expression(filter);
    expect("]", tr("after the key"));
    Variable& variable = variable_of(slot);
    Known& known = known_of(slot);
    if (key->type == Type::boolean || key->type == Type::dictionary ||
        (variable.persistent && key->type == Type::position))
        fail(key->span, tr("{} cannot be a key of {}", name_of(key->type), variable.name),
             key->type == Type::position ? tr("only a local dictionary has positions") : std::string());
    if (!std::exchange(known.key_typed, true)) variable.key_type = key->type;
    want(variable.name, key, variable.key_type);
    return key;
}

/// Parses `D[k]`, `D[k]=v`.
Tree Parser::dictionary_item(const Token& word, Slot slot) {
    if (!peek().is("[")) fail(word.span, tr("{} is a dictionary", word.text), tr("write {}[ key ]", word.text));
    const Tree key = dictionary_key(slot);
    Variable& variable = variable_of(slot);
    Known& known = known_of(slot);
    const auto op = find_in(assigning, peek());
    if (!op) return of_slot(Kind::dictionary_value, variable.value_type, span_from(word), slot, {{Part::key, key}});
    const Token& sign = take();
    const Tree value = expression(sum);
    if (value->type == Type::boolean || value->type == Type::dictionary ||
        (variable.persistent && value->type == Type::position))
        fail(value->span, tr("{} cannot be a value of {}", name_of(value->type), word.text),
             value->type == Type::position ? tr("only a local dictionary has positions") : std::string());
    if (!std::exchange(known.value_typed, true)) variable.value_type = value->type;
    want(word.text, value, variable.value_type);
    if (!has_operator(value->type, *op)) fail(sign.span, tr("{} does not work on {}", sign.text, name_of(value->type)));
    Node node = node_of(Kind::dictionary_assign, Type::boolean, span_from(word));
    node.slot = slot;
    node.op = *op;
    node.children.push_back({Part::key, key});
    node.children.push_back({Part::value, value});
    return made(std::move(node));
}

}  // namespace cofnod::cql
