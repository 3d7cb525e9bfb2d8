#include <stdexcept>

#include "cql/run/compiler.hpp"
#include "cql/run/describe.hpp"
#include "cql/run/variables.hpp"

/// Dictionaries. Keys of any type are stored as text.
namespace cofnod::cql {

namespace {

/// Writes the text of a key; returns false if it has no value.
using Key = std::function<bool(Context&, std::string&)>;

std::string key_text(SetValue value) { return std::to_string(value.squares.bits()); }
std::string key_text(Number value) { return std::to_string(*value); }
std::string key_text(const Text& value) { return value.value_or(std::string{}); }
std::string key_text(Position value) { return std::to_string(value.id); }
std::string key_text(bool value) { return value ? "1" : "0"; }

Key make_key(Compiler& compiler, const Node& node) {
    return with_type(node.type, [&]<typename Value>(std::type_identity<Value>) -> Key {
        return [key = std::shared_ptr(compiler.typed<Value>(node))](Context& context, std::string& text) {
            const Value value = key->value(context);
            if constexpr (!std::is_same_v<Value, bool>)
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

/// Approximate memory in bytes of an entry besides its texts.
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
FilterPtr make_value(Compiler& compiler, const Node& node) {
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
        if constexpr (!std::is_same_v<Value, bool>) {
            if (!is_known(value)) return false;
            Dictionary& dictionary = context.dictionaries[slot];
            Cell& cell = entry(context, dictionary, std::move(name), at);
            if (op == Operator::none) {
                put_into(context, dictionary, cell, std::move(value), at);
                return true;
            }
            if (!cell.bound) return false;
            const auto current = content<Value>(cell);
            Value changed = combine(op, current, value);
            if (!is_known(changed)) return false;
            if constexpr (std::is_same_v<Value, Text>) context.count_text(changed->size(), at);
            put_into(context, dictionary, cell, std::move(changed), at);
        }
        return true;
    });
}

}  // namespace

FilterPtr make_dictionary_value(Compiler& compiler, const Node& node) {
    return with_type(node.type, [&]<typename Value>(std::type_identity<Value>) -> FilterPtr {
        if constexpr (std::is_same_v<Value, bool>)
            throw std::logic_error("a dictionary has no values of this type");
        else
            return make_value<Value>(compiler, node);
    });
}

FilterPtr make_dictionary_assign(Compiler& compiler, const Node& node) {
    return with_type(node.part(Part::value)->type, [&]<typename Value>(std::type_identity<Value>) {
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

FilterPtr make_unbind_key(Compiler& compiler, const Node& node, const Node& key_filter) {
    return computed<bool>(
        [slot = static_cast<std::size_t>(node.slot), key = make_key(compiler, key_filter)](Context& context) {
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
}

}  // namespace cofnod::cql
