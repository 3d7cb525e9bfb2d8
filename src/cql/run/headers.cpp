#include <charconv>

#include "cql/run/compiler.hpp"
#include "games/record/record.hpp"

/// Filters on the tags of a game, constant within a game.
namespace cofnod::cql {

namespace {

using View = std::optional<std::string_view>;

View tag(const Context& context, std::string_view name) {
    return context.game->tags ? context.game->tags->find(name) : View{};
}

Text owned(View view) { return view ? Text(std::string(*view)) : Text{}; }

FilterPtr tag_or(std::string_view name, std::string_view otherwise) {
    return computed<Text>([name, otherwise](const Context& context) {
        return Text(std::string(tag(context, name).value_or(otherwise)));
    });
}

std::string both_players(const Context& context) {
    return std::string(tag(context, "White").value_or("?")) + "\n" + std::string(tag(context, "Black").value_or("?"));
}

/// Returns the leading number in a text; no value for 0.
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

FilterPtr make_player(Compiler&, const Node& node) {
    switch (node.side) {
        case Side::white: return tag_or("White", "?");
        case Side::black: return tag_or("Black", "?");
        case Side::both: break;
    }
    return computed<Text>([](const Context& context) { return Text(both_players(context)); });
}

FilterPtr make_event(Compiler&, const Node&) { return tag_or("Event", "?"); }
FilterPtr make_site(Compiler&, const Node&) { return tag_or("Site", "?"); }
FilterPtr make_date(Compiler&, const Node&) { return tag_or("Date", "????.??.??"); }
FilterPtr make_event_date(Compiler&, const Node&) { return tag_or("EventDate", "????.??.??"); }

FilterPtr make_eco(Compiler&, const Node&) {
    return computed<Text>([](const Context& context) { return owned(tag(context, "ECO")); });
}

FilterPtr make_tag(Compiler&, const Node& node) {
    return computed<Text>([name = node.text](const Context& context) { return owned(tag(context, name)); });
}

FilterPtr make_result(Compiler&, const Node& node) {
    return computed<bool>([result = result_from(node.text)](const Context& context) {
        return result && context.game->result == *result;
    });
}

FilterPtr make_year(Compiler&, const Node&) {
    return computed<Number>([](const Context& context) { return leading_number(tag(context, "Date")); });
}

FilterPtr make_elo(Compiler&, const Node& node) {
    return computed<Number>([side = node.side](const Context& context) { return elo(context, side); });
}

FilterPtr make_game_number(Compiler&, const Node&) {
    return computed<Number>(
        [](const Context& context) { return Number(static_cast<std::int32_t>(context.game->number)); });
}

FilterPtr make_last_game_number(Compiler&, const Node&) {
    return computed<Number>(
        [](const Context& context) { return Number(static_cast<std::int32_t>(context.options.last_game_number)); });
}

}  // namespace cofnod::cql
