#include <algorithm>

#include "base/characters.hpp"
#include "base/tr.hpp"
#include "cql/read/parser.hpp"
#include "notation/fold.hpp"

namespace cofnod::cql {

namespace {

using std::string_view;

constexpr std::size_t longest_misspelt = 40;

/// Returns the operator of `=`, `+=`, …; nullopt for any other sign.
std::optional<Operator> assigning(const Token& token) {
    static constexpr std::pair<string_view, Operator> signs[] = {
        {"=", Operator::none},    {"+=", Operator::add},       {"-=", Operator::subtract}, {"*=", Operator::multiply},
        {"/=", Operator::divide}, {"%=", Operator::remainder}, {"|=", Operator::unite},    {"&=", Operator::intersect},
    };
    for (const auto& [sign, op] : signs)
        if (token.is(sign)) return op;
    return std::nullopt;
}

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

/// Returns true at a name that has no value yet and is not assigned one here.
bool Parser::at_unknown_name() const {
    const Token& token = peek();
    if (!is_free_name(token) || functions_.contains(meaning_of(token.text).name)) return false;
    if (assigning(peek(1)) || peek(1).is("=?") || peek(1).is("[element]")) return false;
    const Slot slot = slot_of(token.text);
    return slot == no_slot || !known_[static_cast<std::size_t>(slot)].typed;
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
    Variable& variable = variables_[static_cast<std::size_t>(slot)];
    Known& known = known_[static_cast<std::size_t>(slot)];
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
    if (assigning(peek()) || peek().is("=?")) return assignment(word, word, 0, false, false);
    if (peek().is("[element]")) {
        take();
        return loop(word, word, Kind::square_loop, false);
    }
    const Slot slot = slot_of(word.text);
    if (slot == no_slot || !known_[static_cast<std::size_t>(slot)].typed) fail_unknown(word);
    const Variable& variable = variables_[static_cast<std::size_t>(slot)];
    if (variable.type == Type::dictionary) return dictionary_item(word, slot);
    Node node = node_of(Kind::variable, variable.type, word.span);
    node.slot = slot;
    return made(std::move(node));
}

Tree Parser::assignment(const Token& first, const Token& word, Flags flags, bool persistent, bool quiet) {
    const Token& sign = peek();
    const bool conditional = sign.is("=?");
    const auto op = conditional ? Operator::none : assigning(sign);
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
    if (*op != Operator::none && !persistent) {
        const Slot slot = slot_of(word.text);
        if (slot == no_slot || !known_[static_cast<std::size_t>(slot)].typed) fail_unknown(word);
    }
    const Slot slot = declared(word, value->type);
    Variable& variable = variables_[static_cast<std::size_t>(slot)];
    bool& atomic = known_[static_cast<std::size_t>(slot)].atomic;
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
    const Token& name = peek();
    want_free_name(name, tr("a name after persistent"));
    return assignment(word, take(), 0, true, quiet);
}

Tree Parser::read_atomic(const Token& word, const WordRule&) {
    const Token& name = peek();
    want_free_name(name, tr("a name after atomic"));
    if (const Slot slot = slot_of(name.text); slot != no_slot && variables_[static_cast<std::size_t>(slot)].persistent)
        fail(name.span, tr("atomic or persistent, not both"));
    take();
    return assignment(word, name, static_cast<Flags>(Flag::atomic), false, false);
}

Tree Parser::read_is_bound(const Token& word, const WordRule& entry) {
    const Token& name = peek();
    want_free_name(name, tr("a variable after {}", word.text));
    take();
    if (peek().is("[")) fail(peek().span, tr("{} asks about variables, not about keys", word.text));
    Node node = node_of(entry.kind, Type::boolean, span_from(word));
    node.slot = declared(name, std::nullopt);
    return made(std::move(node));
}

Tree Parser::read_unbind(const Token& word, const WordRule&) {
    const Token& name = peek();
    const Slot slot = is_free_name(name) ? slot_of(name.text) : no_slot;
    if (slot == no_slot) fail(name.span, tr("expected a variable after unbind"));
    take();
    Node node = node_of(Kind::unbind, Type::boolean, span_from(word));
    node.slot = slot;
    if (peek().is("[") && variables_[static_cast<std::size_t>(slot)].type == Type::dictionary) {
        if (!known_[static_cast<std::size_t>(slot)].key_typed) fail(peek().span, tr("{} has no keys yet", name.text));
        node.children.push_back({Part::key, dictionary_key(slot)});
        node.span = span_from(word);
    }
    return made(std::move(node));
}

// Dictionaries.

Tree Parser::read_dictionary(const Token& word, const WordRule&) { return declare_dictionary(word, false); }

Tree Parser::read_local(const Token& word, const WordRule&) {
    expect("dictionary", tr("after local"));
    return declare_dictionary(word, true);
}

Tree Parser::declare_dictionary(const Token& first, bool local) {
    const Token& word = peek();
    want_free_name(word, tr("the name of the dictionary"));
    take();
    const Slot slot = declared(word, Type::dictionary);
    variables_[static_cast<std::size_t>(slot)].persistent = !local;
    if (peek().is("[")) return dictionary_item(word, slot);
    Node node = node_of(Kind::constant, Type::boolean, span_from(first));
    node.number = 1;
    return made(std::move(node));
}

Tree Parser::dictionary_key(Slot slot) {
    expect("[", tr("after a dictionary"));
    Tree key = expression(filter);
    expect("]", tr("after the key"));
    Variable& variable = variables_[static_cast<std::size_t>(slot)];
    Known& known = known_[static_cast<std::size_t>(slot)];
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
    Variable& variable = variables_[static_cast<std::size_t>(slot)];
    Known& known = known_[static_cast<std::size_t>(slot)];
    const auto op = assigning(peek());
    if (!op) {
        Node node = node_of(Kind::dictionary_value, variable.value_type, span_from(word));
        node.slot = slot;
        node.children.push_back({Part::key, key});
        return made(std::move(node));
    }
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
