#include "answers/game_annotations.hpp"

#include <concepts>
#include <optional>
#include <string>
#include <utility>

#include "answers/annotation_lines.hpp"
#include "answers/move_commands.hpp"
#include "answers/move_text.hpp"
#include "chess/uci.hpp"
#include "game/with_game.hpp"

namespace cofnod::answers {

namespace {

/// Returns what programs have written into a comment; null if nothing.
Value commands_in(std::string_view comment) {
    MoveCommands commands;
    read_commands(comment, commands);
    if (commands.is_empty()) return {};
    Value::Object object;
    object.add("clock", commands.clock);
    object.add("elapsed", commands.elapsed);
    object.add("evaluation", commands.evaluation);
    object.add("mate", commands.mate);
    return object;
}

/// Details of an annotation beside its kind.
struct Content {
    Value text = {}, uci = {}, value = {}, commands = {};
    Value::List items = {};
};

template <RecordedGame G>
class RecordForm {
public:
    RecordForm(const GameRecord& record, const notation::Language& language) : language_(language) {
        if constexpr (std::same_as<G, ChessGame>) castling_ = chess::uci_castling(start_position<G>(record));
    }

    static Value::Object item(const Annotations::Item& item, Value::List items) {
        using enum Annotations::Kind;
        Content content{.items = std::move(items)};
        if (item.kind == comment || item.kind == unread) content.text = std::string(item.text);
        if (item.kind == comment) content.commands = commands_in(item.text);
        if (item.kind == nag) content.value = item.value;
        return object(item.ply, name_of(item.kind), std::move(content));
    }
    Value::Object move(typename G::Position& position, const typename G::Ply& ply, std::uint32_t,
                       std::uint32_t ply_before) const {
        const typename G::Position before = position;
        position.play(G::effect_of(before, ply));
        std::string text;
        append_move<G>(text, before, position, ply, language_);
        Content content{.text = std::move(text)};
        if constexpr (std::same_as<G, ChessGame>) content.uci = chess::write_uci(ply, castling_);
        return object(ply_before, name_of(Annotations::Kind::move), std::move(content));
    }
    static Value::Object unplayable(const Annotations::Item&) { throw_damaged_moves(); }

private:
    static Value::Object object(std::uint32_t ply, std::string_view kind, Content content) {
        Value::Object object;
        object.add("ply", ply);
        object.add("kind", kind);
        object.add("text", std::move(content.text));
        object.add("uci", std::move(content.uci));
        object.add("value", std::move(content.value));
        object.add("commands", std::move(content.commands));
        object.add("items", std::move(content.items));
        return object;
    }

    const notation::Language& language_;
    chess::UciCastling castling_{};
};

}  // namespace

Value exported_annotations(const GameRecord& record, const notation::Language& language) {
    if (record.annotations.empty()) return Value::List();
    return with_game(record.kind, [&](auto game) {
        using G = decltype(game);
        RecordForm<G> form(record, language);
        return Value(AnnotationLines<G, RecordForm<G>>(record, form).items());
    });
}

const Shapes& exported_annotation_shape() {
    static const Shapes commands = {{.name = "clock", .type = Type::number},
                                    {.name = "elapsed", .type = Type::number},
                                    {.name = "evaluation", .type = Type::number},
                                    {.name = "mate", .type = Type::integer}};
    static const Shapes shape = {{.name = "ply", .type = Type::integer},
                                 {.name = "kind"},
                                 {.name = "text"},
                                 {.name = "uci"},
                                 {.name = "value", .type = Type::integer},
                                 {.name = "commands", .type = Type::object, .parts = commands},
                                 {.name = "items", .type = Type::list}};
    return shape;
}

}  // namespace cofnod::answers
