#include <charconv>

#include "cql/compiler.hpp"

/// What the tags of a game say: the same at every position.
namespace cofnod::cql {

namespace {

using View = std::optional<std::string_view>;

View tag(const Context& context, std::string_view name) {
    return context.game->tags ? context.game->tags->find(name) : View{};
}

Text owned(View view) { return view ? Text(std::string(*view)) : Text{}; }

template <typename Value, typename Function>
FilterPtr of_game(Function function) {
    return computed<Value>([function](Context& context) -> Value { return function(context); });
}

FilterPtr tag_or(std::string_view name, std::string_view otherwise) {
    return of_game<Text>([name, otherwise](const Context& context) {
        return Text(std::string(tag(context, name).value_or(otherwise)));
    });
}

std::string both_players(const Context& context) {
    return std::string(tag(context, "White").value_or("?")) + "\n" + std::string(tag(context, "Black").value_or("?"));
}

FilterPtr make_player(const Node& node) {
    switch (node.side) {
        case Side::white: return tag_or("White", "?");
        case Side::black: return tag_or("Black", "?");
        case Side::both: break;
    }
    return of_game<Text>([](const Context& context) { return Text(both_players(context)); });
}

/// The digits that a text begins with; nothing if they say 0.
Number leading_number(View text) {
    if (!text) return std::nullopt;
    std::int32_t value = 0;
    std::from_chars(text->data(), text->data() + text->size(), value);
    return value == 0 ? Number{} : Number(value);
}

Number elo(const Context& context, Side side) {
    const Number white = side == Side::black ? Number{} : leading_number(tag(context, "WhiteElo"));
    const Number black = side == Side::white ? Number{} : leading_number(tag(context, "BlackElo"));
    if (!white || !black) return white ? white : black;
    return std::max(white, black);
}

}  // namespace

FilterPtr make_header(Compiler&, const Node& node) {
    switch (node.kind) {
        case Kind::player: return make_player(node);
        case Kind::event: return tag_or("Event", "?");
        case Kind::site: return tag_or("Site", "?");
        case Kind::date: return tag_or("Date", "????.??.??");
        case Kind::event_date: return tag_or("EventDate", "????.??.??");
        case Kind::eco: return of_game<Text>([](const Context& context) { return owned(tag(context, "ECO")); });
        case Kind::tag:
            return of_game<Text>([name = node.text](const Context& context) { return owned(tag(context, name)); });
        case Kind::result:
            return of_game<bool>([result = result_from(node.text)](const Context& context) {
                return result && context.game->result == *result;
            });
        case Kind::year:
            return of_game<Number>([](const Context& context) { return leading_number(tag(context, "Date")); });
        case Kind::elo:
            return of_game<Number>([side = node.side](const Context& context) { return elo(context, side); });
        case Kind::game_number:
            return of_game<Number>(
                [](const Context& context) { return Number(static_cast<std::int32_t>(context.game->number)); });
        case Kind::last_game_number:
            return of_game<Number>(
                [](const Context& context) { return Number(static_cast<std::int32_t>(context.last_game_number)); });
        default: return nullptr;
    }
}

}  // namespace cofnod::cql
