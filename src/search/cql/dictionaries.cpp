#include "base/error.hpp"
#include "search/cql/compiler.hpp"
#include "search/cql/describe.hpp"
#include "search/cql/variables.hpp"

/// Dictionaries. Keys are kept as text, whatever their type.
namespace cofnod::search::cql {

namespace {

/// The text of a key; false: it has no value.
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

void put_key(Cell& cell, Type type, const std::string& key) {
    cell.bound = true;
    switch (type) {
        case Type::string: cell.text = key; break;
        case Type::numeric: cell.number = std::stoi(key); break;
        case Type::position: cell.position = std::stoi(key); break;
        case Type::set: cell.squares = Bitboard(std::stoull(key)); break;
        case Type::boolean:
        case Type::dictionary: break;
    }
}

/// What an entry takes besides its texts.
constexpr std::size_t bytes_of_entry = 128;

void grow(Dictionary& dictionary, std::size_t bytes) {
    dictionary.bytes += bytes;
    if (dictionary.bytes > most_in_dictionary)
        throw LimitError("a dictionary of the script grows beyond 256 MB", "'unbind' takes out what is not needed");
}

Cell& entry(Dictionary& dictionary, const std::string& key) {
    const auto [place, is_new] = dictionary.entries.try_emplace(key);
    if (is_new) grow(dictionary, key.size() + bytes_of_entry);
    return place->second;
}

template <typename Value>
void put_into(Dictionary& dictionary, Cell& cell, Value value) {
    dictionary.bytes -= cell.text.size();
    put(cell, std::move(value));
    grow(dictionary, cell.text.size());
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
FilterPtr make_assign(Compiler& compiler, const Node& node) {
    return computed<bool>([slot = static_cast<std::size_t>(node.slot), op = node.op,
                           key = make_key(compiler, *node.part(Part::key)),
                           source = compiler.typed<Value>(*node.part(Part::value))](Context& context) {
        std::string name;
        if (!key(context, name)) return false;
        Value value = source->value(context);
        if constexpr (!std::is_same_v<Value, bool>) {
            if (!is_known(value)) return false;
            Dictionary& dictionary = context.dictionaries[slot];
            Cell& cell = entry(dictionary, name);
            if (op == Operator::none) {
                put_into(dictionary, cell, std::move(value));
                return true;
            }
            if (!cell.bound) return false;
            const auto current = content<Value>(cell);
            Value changed = combine(op, current, value);
            if (!is_known(changed)) return false;
            if constexpr (std::is_same_v<Value, Text>) context.count_text(changed->size());
            put_into(dictionary, cell, std::move(changed));
        }
        return true;
    });
}

FilterPtr make_loop_over_keys(Compiler& compiler, const Node& node) {
    const auto slot = static_cast<std::size_t>(node.slot);
    const auto element = static_cast<std::size_t>(node.second_slot);
    const Type type = compiler.variable(node.slot).key_type;
    return computed<bool>([slot, element, type, all = node.has(Flag::all),
                           body = compiler.condition(*node.part(Part::body))](Context& context) {
        // The body may change the dictionary.
        std::vector<std::string> keys;
        for (const auto& [key, value] : context.dictionaries[slot].entries) keys.push_back(key);
        bool found = false;
        bool all_found = true;
        for (const std::string& key : keys) {
            put_key(context.cells[element], type, key);
            const bool holds = body->test(context);
            found |= holds;
            all_found &= holds;
        }
        context.cells[element].bound = false;
        return all ? all_found : found;
    });
}

}  // namespace

FilterPtr make_dictionary(Compiler& compiler, const Node& node) {
    switch (node.kind) {
        case Kind::dictionary_value:
            return with_type(node.type, [&]<typename Value>(std::type_identity<Value>) -> FilterPtr {
                if constexpr (std::is_same_v<Value, bool>)
                    return nullptr;
                else
                    return make_value<Value>(compiler, node);
            });
        case Kind::dictionary_assign:
            return with_type(node.part(Part::value)->type, [&]<typename Value>(std::type_identity<Value>) {
                return make_assign<Value>(compiler, node);
            });
        case Kind::dictionary_loop: return make_loop_over_keys(compiler, node);
        case Kind::unbind:
            return computed<bool>([slot = static_cast<std::size_t>(node.slot),
                                   key = make_key(compiler, *node.part(Part::key))](Context& context) {
                std::string name;
                if (!key(context, name)) return true;
                Dictionary& dictionary = context.dictionaries[slot];
                const auto place = dictionary.entries.find(name);
                if (place == dictionary.entries.end()) return true;
                dictionary.bytes -= name.size() + place->second.text.size() + bytes_of_entry;
                dictionary.entries.erase(place);
                return true;
            });
        default: return nullptr;
    }
}

}  // namespace cofnod::search::cql
