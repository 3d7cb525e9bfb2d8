#include "base/error.hpp"
#include "base/tr.hpp"
#include "cql/run/compiler.hpp"

/// Filters that read and assign variables.
namespace cofnod::cql {

namespace {

[[noreturn]] void unbound(const Variable& variable) {
    throw UsageError(tr("the variable '{}' is used before it has a value", variable.name),
                     tr("assign it where every position comes by, or ask 'isbound {}' first", variable.name));
}

const Cell& bound_cell(const Context& context, std::size_t slot, const Variable& variable) {
    const Cell& cell = context.cells[slot];
    if (!cell.bound) unbound(variable);
    return cell;
}

/// Returns the square of a piece variable at the current position; empty once captured.
Bitboard square_of_piece(Context& context, const Cell& cell) {
    if (cell.piece == 0) return cell.squares;
    const auto& identities = context.tree.identities(context.at);
    for (int square = 0; square < chess::square_count; ++square)
        if (identities[static_cast<std::size_t>(square)] == cell.piece) return Square::from_index(square);
    return {};
}

template <typename Value>
Value content(const Cell& cell) {
    if constexpr (std::is_same_v<Value, SetValue>)
        return SetValue{cell.squares};
    else if constexpr (std::is_same_v<Value, Number>)
        return cell.number;
    else if constexpr (std::is_same_v<Value, Text>)
        return cell.text;
    else if constexpr (std::is_same_v<Value, Position>)
        return Position{cell.position};
    else
        return true;
}

void put(Context&, Cell& cell, SetValue value, Span) {
    cell.bound = true;
    cell.squares = value.squares;
}
void put(Context&, Cell& cell, Number value, Span) {
    cell.bound = true;
    cell.number = *value;
}
void put(Context& context, Cell& cell, Text value, Span at) { context.set_text(cell, std::move(value), at); }
void put(Context&, Cell& cell, Position value, Span) {
    cell.bound = true;
    cell.position = value.id;
}

// Evaluate `a op= b` for two known values.

SetValue combine(Operator op, SetValue a, SetValue b) {
    return {op == Operator::intersect ? a.squares & b.squares : a.squares | b.squares};
}
Text combine(Operator, const Text& a, const Text& b) { return a.value_or("") + b.value_or(""); }
Number combine(Operator op, Number a, Number b) { return calculate(op, *a, *b); }
Position combine(Operator, Position, Position b) { return b; }

template <typename Value>
FilterPtr make_assignment(Compiler& compiler, const Node& node) {
    const auto slot = static_cast<std::size_t>(node.slot);
    const Variable* variable = &compiler.variable(node.slot);
    return computed<bool>([slot, variable, op = node.op, at = node.span, is_argument = variable->name.empty(),
                           source = compiler.typed<Value>(*node.part(Part::value))](Context& context) {
        Value value = source->value(context);
        if (!is_known(value)) {
            if (is_argument) context.cells[slot].bound = false;
            return false;
        }
        // Persistent variables are initially 0 or empty.
        if (variable->persistent) context.cells[slot].bound = true;
        if (op != Operator::none) {
            value = combine(op, content<Value>(bound_cell(context, slot, *variable)), std::move(value));
            if (!is_known(value)) return false;
            if constexpr (std::is_same_v<Value, Text>) context.count_text(value->size(), at);
        }
        put(context, context.cells[slot], std::move(value), at);
        return true;
    });
}

}  // namespace

bool follow_piece(Context& context, Cell& cell, Square square) {
    cell.piece = context.tree.identities(context.at)[static_cast<std::size_t>(square.index())];
    cell.bound = cell.piece != 0;
    cell.squares = square;
    return cell.bound;
}

FilterPtr make_variable(Compiler& compiler, const Node& node) {
    if (const Node* filter = compiler.stand_in(node.slot)) return compiler.filter(*filter);
    const auto slot = static_cast<std::size_t>(node.slot);
    // The script outlives its filters.
    const Variable* variable = &compiler.variable(node.slot);
    if (variable->is_piece)
        return computed<SetValue>([slot, variable](Context& context) -> SetValue {
            const Cell& cell = bound_cell(context, slot, *variable);
            return {square_of_piece(context, cell)};
        });
    return with_type(node.type, [&]<typename Value>(std::type_identity<Value>) -> FilterPtr {
        if (variable->name.empty())  // an argument, possibly without a value
            return computed<Value>([slot](Context& context) -> Value {
                const Cell& cell = context.cells[slot];
                if constexpr (std::is_same_v<Value, Text>) context.count_text(cell.text.size());
                return cell.bound ? content<Value>(cell) : none<Value>();
            });
        return computed<Value>([slot, variable](Context& context) -> Value {
            const Cell& cell = bound_cell(context, slot, *variable);
            if constexpr (std::is_same_v<Value, Text>) context.count_text(cell.text.size());
            return content<Value>(cell);
        });
    });
}

FilterPtr make_assign(Compiler& compiler, const Node& node) {
    const Node& value = *node.part(Part::value);
    // A condition passed to a function has no value to store.
    if (value.type == Type::boolean || value.type == Type::dictionary) return compiler.filter(value);
    return with_value_type(
        value.type, [&]<typename Value>(std::type_identity<Value>) { return make_assignment<Value>(compiler, node); });
}

FilterPtr make_assign_if(Compiler& compiler, const Node& node) {
    return computed<bool>(
        [slot = static_cast<std::size_t>(node.slot), set = compiler.set(*node.part(Part::value))](Context& context) {
            const SetValue value = set->value(context);
            if (!holds(value)) return false;
            put(context, context.cells[slot], value, {});
            return true;
        });
}

FilterPtr make_assign_piece(Compiler& compiler, const Node& node) {
    return computed<bool>(
        [slot = static_cast<std::size_t>(node.slot), set = compiler.set(*node.part(Part::value))](Context& context) {
            const SetValue value = set->value(context);
            if (value.squares.empty() || value.squares.has_several()) return false;
            return follow_piece(context, context.cells[slot], value.squares.first());
        });
}

FilterPtr make_is_bound(Compiler&, const Node& node) {
    return computed<bool>([slot = static_cast<std::size_t>(node.slot), wanted = node.kind == Kind::is_bound](
                              Context& context) { return context.cells[slot].bound == wanted; });
}

FilterPtr make_is_unbound(Compiler& compiler, const Node& node) { return make_is_bound(compiler, node); }

// Dictionaries. Keys of any type are stored as text.

namespace {

/// Function that writes the text of a key; returns false if the key has no value.
using Key = std::function<bool(Context&, std::string&)>;

std::string key_text(SetValue value) { return std::to_string(value.squares.bits()); }
std::string key_text(Number value) { return std::to_string(*value); }
std::string key_text(const Text& value) { return value.value_or(std::string{}); }
std::string key_text(Position value) { return std::to_string(value.id); }

Key make_key(Compiler& compiler, const Node& node) {
    return with_value_type(node.type, [&]<typename Value>(std::type_identity<Value>) -> Key {
        return [key = std::shared_ptr(compiler.typed<Value>(node))](Context& context, std::string& text) {
            const Value value = key->value(context);
            if (!is_known(value)) return false;
            text = key_text(value);
            return true;
        };
    });
}

void put_key(Context& context, Cell& cell, Type type, std::string&& key, Span at) {
    cell.bound = true;
    switch (type) {
        case Type::string: context.set_text(cell, std::move(key), at); break;
        case Type::numeric: cell.number = std::stoi(key); break;
        case Type::position: cell.position = std::stoi(key); break;
        case Type::set: cell.squares = Bitboard(std::stoull(key)); break;
        case Type::boolean:
        case Type::dictionary: break;
    }
}

/// Approximate memory in bytes of an entry without its texts.
constexpr std::size_t of_entry = 144;

std::size_t bytes_of_entry(const std::string& key) { return of_entry + bytes_of(key); }

Cell& entry(Context& context, Dictionary& dictionary, std::string&& key, Span at) {
    const auto place = dictionary.entries.lower_bound(key);
    if (place != dictionary.entries.end() && place->first == key) return place->second;
    const std::size_t bytes = bytes_of_entry(key);
    context.account.add(bytes, at);
    dictionary.bytes += bytes;
    return dictionary.entries.emplace_hint(place, std::move(key), Cell())->second;
}

template <typename Value>
void put_into(Context& context, Dictionary& dictionary, Cell& cell, Value value, Span at) {
    const std::size_t before = bytes_of(cell.text);
    put(context, cell, std::move(value), at);
    dictionary.bytes += bytes_of(cell.text) - before;
}

template <typename Value>
FilterPtr make_entry_assignment(Compiler& compiler, const Node& node) {
    return computed<bool>([slot = static_cast<std::size_t>(node.slot), op = node.op, at = node.span,
                           key = make_key(compiler, *node.part(Part::key)),
                           source = compiler.typed<Value>(*node.part(Part::value))](Context& context) {
        std::string name;
        if (!key(context, name)) return false;
        const Held key_held(context.account, at, bytes_of(name));
        Value value = source->value(context);
        if (!is_known(value)) return false;
        Dictionary& dictionary = context.dictionaries[slot];
        Cell& cell = entry(context, dictionary, std::move(name), at);
        const bool combines = op != Operator::none;
        if (combines && !cell.bound) return false;
        Value changed = combines ? combine(op, content<Value>(cell), value) : std::move(value);
        if (!is_known(changed)) return false;
        if constexpr (std::is_same_v<Value, Text>)
            if (combines) context.count_text(changed->size(), at);
        put_into(context, dictionary, cell, std::move(changed), at);
        return true;
    });
}

}  // namespace

FilterPtr make_dictionary_value(Compiler& compiler, const Node& node) {
    return with_value_type(node.type, [&]<typename Value>(std::type_identity<Value>) {
        return computed<Value>([slot = static_cast<std::size_t>(node.slot),
                                key = make_key(compiler, *node.part(Part::key))](Context& context) -> Value {
            std::string name;
            if (!key(context, name)) return none<Value>();
            const auto& entries = context.dictionaries[slot].entries;
            const auto found = entries.find(name);
            if (found == entries.end()) return none<Value>();
            if constexpr (std::is_same_v<Value, Text>) context.count_text(found->second.text.size());
            return content<Value>(found->second);
        });
    });
}

FilterPtr make_dictionary_assign(Compiler& compiler, const Node& node) {
    return with_value_type(node.part(Part::value)->type, [&]<typename Value>(std::type_identity<Value>) {
        return make_entry_assignment<Value>(compiler, node);
    });
}

FilterPtr make_dictionary_loop(Compiler& compiler, const Node& node) {
    const auto slot = static_cast<std::size_t>(node.slot);
    const auto element = static_cast<std::size_t>(node.second_slot);
    const Type type = compiler.variable(node.slot).key_type;
    return computed<bool>([slot, element, type, at = node.span, all = node.has(Flag::all),
                           body = compiler.condition(*node.part(Part::body))](Context& context) {
        // The body may change the dictionary.
        std::vector<std::string> keys;
        Held held(context.account, at);
        std::size_t bytes = 0;
        for (const auto& [key, value] : context.dictionaries[slot].entries) {
            context.tick();
            bytes += 2 * sizeof(std::string) + bytes_of(key);
            held.grow_to(bytes);
            keys.push_back(key);
        }
        bool found = false;
        bool all_found = true;
        for (std::string& key : keys) {
            context.tick();
            put_key(context, context.cells[element], type, std::move(key), at);
            const bool holds = body->test(context);
            found |= holds;
            all_found &= holds;
        }
        context.cells[element].bound = false;
        return all ? all_found : found;
    });
}

FilterPtr make_unbind(Compiler& compiler, const Node& node) {
    const auto slot = static_cast<std::size_t>(node.slot);
    if (const Node* key = node.part(Part::key))
        return computed<bool>([slot, key = make_key(compiler, *key)](Context& context) {
            std::string name;
            if (!key(context, name)) return true;
            Dictionary& dictionary = context.dictionaries[slot];
            const auto place = dictionary.entries.find(name);
            if (place == dictionary.entries.end()) return true;
            const std::size_t bytes = bytes_of_entry(place->first) + bytes_of(place->second.text);
            dictionary.bytes -= bytes;
            context.account.remove(bytes);
            dictionary.entries.erase(place);
            return true;
        });
    return computed<bool>([slot](Context& context) {
        context.unbind(context.cells[slot]);
        context.clear(context.dictionaries[slot]);
        return true;
    });
}

}  // namespace cofnod::cql
