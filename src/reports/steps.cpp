#include "reports/steps.hpp"

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "games/camelot/movegen.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/san.hpp"
#include "games/record/move_text.hpp"
#include "games/record/replay.hpp"
#include "games/record/with_game.hpp"
#include "reports/value.hpp"

namespace cofnod::reports {

/// The annotations of a game as nested lists of objects: the items of a variation are a list within its own. Each
/// object has a ply, a kind and items; a form adds the members between them:
///
///     void add_item(Value::Object& object, const Annotations::Item& item, std::uint32_t line_ply)
///         a comment, NAG or unreadable text; with Kind::begin_variation, a variation
///     void add_move(Value::Object& object, typename G::Position& position, const typename G::Ply& ply,
///                   std::uint32_t line_ply)
///         a move of a variation, which it plays; `line_ply`: moves before it in its line, from the start of the game
///     void add_unplayable(Value::Object& object)
///         a move that cannot be played: the database is damaged
template <RecordedGame G, typename Form>
class AnnotationLines {
public:
    AnnotationLines(const GameRecord& record, Form& form) : record_(record), form_(form) {
        positions_.push_back(start_position<G>(record));
        for (const typename G::Ply& ply : main_line<G>(record)) {
            positions_.push_back(positions_.back());
            positions_.back().play(G::effect_of(positions_.back(), ply));
        }
    }

    Value::List items() { return line({}, 0); }

private:
    using Kind = Annotations::Kind;

    /// Place of a variation: it replaces the move before it.
    struct Place {
        typename G::Position position, before;
        std::uint32_t ply = 0;  ///< moves before `position`
    };

    /// Reads items up to the end of the line; for the main line, all items.
    Value::List line(std::optional<Place> now, std::uint32_t depth) {
        Value::List items;
        for (; next_ < record_.annotations.size(); ++next_) {
            const Annotations::Item item = record_.annotations[next_];
            switch (item.kind) {
                case Kind::comment:
                case Kind::unread:
                case Kind::nag: items.emplace_back(object(item, now ? now->ply : item.ply, {})); break;
                case Kind::move: items.emplace_back(move(now, item)); break;
                case Kind::begin_variation:
                    ++next_;
                    items.emplace_back(object(item, item.ply, line(start_of_variation(now, item.ply), depth + 1)));
                    break;
                case Kind::end_variation:
                    if (depth > 0) return items;
                    break;
            }
        }
        return items;
    }

    static Value::Object begin(std::uint32_t ply, Kind kind) {
        Value::Object object;
        object.add("ply", ply);
        object.add("kind", name_of(kind));
        return object;
    }

    Value::Object object(const Annotations::Item& item, std::uint32_t line_ply, Value::List items) {
        Value::Object object = begin(item.ply, item.kind);
        form_.add_item(object, item, line_ply);
        object.add("items", std::move(items));
        return object;
    }

    /// Plays a move of a variation. If it is not playable, no later move is.
    Value::Object move(std::optional<Place>& now, const Annotations::Item& item) {
        const auto move = now ? G::move_with_number(now->position, item.value) : std::nullopt;
        const bool is_playable = move && G::is_playable(now->position, *move);
        Value::Object object = begin(item.ply, is_playable ? Kind::move : Kind::unread);
        if (is_playable) {
            now->before = now->position;
            form_.add_move(object, now->position, G::ply_of(now->before, *move), now->ply++);
        } else {
            now.reset();
            form_.add_unplayable(object);
        }
        object.add("items", Value::List());
        return object;
    }

    [[nodiscard]] std::optional<Place> start_of_variation(const std::optional<Place>& outer, std::uint32_t ply) const {
        if (outer) return Place{outer->before, outer->before, outer->ply - (outer->ply > 0 ? 1 : 0)};
        const std::uint32_t start = ply > 0 ? ply - 1 : 0;
        if (start >= positions_.size()) return std::nullopt;
        return Place{positions_[start], positions_[start], start};
    }

    const GameRecord& record_;
    Form& form_;
    std::vector<typename G::Position> positions_;  ///< along the main line, for annotations at any place
    std::size_t next_ = 0;
};

namespace {

struct MovedPieces {
    std::vector<std::string> squares;
    std::string_view piece, promotion, check;
    std::vector<std::string_view> captured;
};

MovedPieces moved(const chess::Position& before, const chess::Position& after, chess::Move move) {
    MovedPieces moved;
    if (move.is_null()) return moved;
    moved.squares = {move.from().to_string(), move.to().to_string()};
    const auto piece = before.piece_at(move.from());
    if (piece) moved.piece = chess::name_of(piece->role);
    if (move.kind() == chess::Move::Kind::castling) {
        // King and rook after castling: e1 g1.
        moved.squares[1] = after.king(before.turn()).to_string();
    } else if (move.kind() == chess::Move::Kind::en_passant) {
        moved.captured.push_back(chess::name_of(chess::Role::pawn));
    } else if (const auto taken = before.piece_at(move.to())) {
        moved.captured.push_back(chess::name_of(taken->role));
    }
    if (move.kind() == chess::Move::Kind::promotion) moved.promotion = chess::name_of(move.promotion_role());
    if (after.is_check()) moved.check = chess::has_legal_move(after) ? "check" : "mate";
    return moved;
}

std::string_view word_of(camelot::Role role) { return role == camelot::Role::man ? "man" : "knight"; }

MovedPieces moved(const camelot::Position& before, const camelot::Position& after, const camelot::Path& path) {
    MovedPieces moved;
    for (const camelot::Square square : path) moved.squares.push_back(square.to_string());
    if (path.empty()) return moved;
    if (const auto piece = before.piece_at(path.front())) moved.piece = word_of(piece->role);
    const camelot::Bitboard taken = before.pieces(!before.turn()) & ~after.pieces(!before.turn());
    for (const camelot::Square square : taken)
        if (const auto piece = before.piece_at(square)) moved.captured.push_back(word_of(piece->role));
    return moved;
}

/// Returns nothing for games described by their text and position only.
template <typename Position, typename Ply>
MovedPieces moved(const Position&, const Position&, const Ply&) {
    return {};
}

Value text_or_null(std::string_view text) { return text.empty() ? Value() : Value(text); }

/// Plays a ply, and returns its object.
template <RecordedGame G>
Value::Object played(typename G::Position& position, const typename G::Ply& ply, const std::string& number,
                     const notation::Language& language) {
    const typename G::Position before = position;
    position.play(G::effect_of(before, ply));
    MovedPieces pieces = moved(before, position, ply);
    std::string text;
    append_move<G>(text, before, position, ply, language);
    Value::List squares;
    for (std::string& square : pieces.squares) squares.emplace_back(std::move(square));

    Value::Object object;
    object.add("number", std::string(number));
    object.add("text", std::move(text));
    object.add("squares", std::move(squares));
    object.add("piece", text_or_null(pieces.piece));
    object.add("promotion", text_or_null(pieces.promotion));
    object.add("captured", list_of(pieces.captured));
    object.add("check", text_or_null(pieces.check));
    object.add("position", G::write_position(position));
    return object;
}

/// Formats moves of variations as steps, for clients without the rules of the game.
template <RecordedGame G>
class StepForm {
public:
    StepForm(const GameRecord& record, const notation::Language& language)
        : language_(language), numbers_(MoveNumbers::from<G>(start_position<G>(record))) {}

    static void add_item(Value::Object& object, const Annotations::Item& item, std::uint32_t) {
        using enum Annotations::Kind;
        const bool has_text = item.kind == comment || item.kind == unread;
        add(object, has_text ? Value(std::string(item.text)) : Value(), item.kind == nag ? Value(item.value) : Value(),
            {});
    }
    void add_move(Value::Object& object, typename G::Position& position, const typename G::Ply& ply,
                  std::uint32_t line_ply) const {
        add(object, {}, {}, played<G>(position, ply, numbers_.at(line_ply), language_));
    }
    static void add_unplayable(Value::Object& object) { add(object, {}, {}, {}); }

private:
    static void add(Value::Object& object, Value text, Value value, Value step) {
        object.add("text", std::move(text));
        object.add("value", std::move(value));
        object.add("step", std::move(step));
    }

    const notation::Language& language_;
    MoveNumbers numbers_;
};

/// Returns the commands of a move as an object; null if there are none.
Value object_of(const MoveCommands& commands) {
    if (commands.is_empty()) return {};
    Value::Object object;
    object.add("clock", commands.clock);
    object.add("elapsed", commands.elapsed);
    object.add("evaluation", commands.evaluation);
    object.add("mate", commands.mate);
    return object;
}

template <RecordedGame G>
class RecordForm {
public:
    RecordForm(const GameRecord& record, const notation::Language& language)
        : language_(language),
          numbers_(MoveNumbers::from<G>(start_position<G>(record))),
          reader_(record.annotations, record.tags.find("TimeControl").value_or("")) {
        if constexpr (std::same_as<G, ChessGame>) castling_ = chess::uci_castling(start_position<G>(record));
    }

    void add_item(Value::Object& object, const Annotations::Item& item, std::uint32_t line_ply) const {
        using enum Annotations::Kind;
        const bool has_text = item.kind == comment || item.kind == unread;
        add(object, has_text ? Value(std::string(item.text)) : Value(), {},
            item.kind == nag ? Value(item.value) : Value(),
            item.kind == comment ? commands_in(item.text, line_ply) : Value());
    }
    void add_move(Value::Object& object, typename G::Position& position, const typename G::Ply& ply,
                  std::uint32_t) const {
        const typename G::Position before = position;
        position.play(G::effect_of(before, ply));
        std::string text;
        append_move<G>(text, before, position, ply, language_);
        Value uci;
        if constexpr (std::same_as<G, ChessGame>) uci = chess::write_uci(ply, castling_);
        add(object, std::move(text), std::move(uci), {}, {});
    }
    static void add_unplayable(Value::Object&) { throw_damaged_moves(); }

private:
    static void add(Value::Object& object, Value text, Value uci, Value value, Value commands) {
        object.add("text", std::move(text));
        object.add("uci", std::move(uci));
        object.add("value", std::move(value));
        object.add("commands", std::move(commands));
    }
    /// Returns what programs have written into a comment after `plies` plies of its line.
    [[nodiscard]] Value commands_in(std::string_view comment, std::uint32_t plies) const {
        MoveCommands commands;
        reader_.read(comment, plies > 0 && numbers_.is_black(plies - 1), commands);
        return object_of(commands);
    }

    const notation::Language& language_;
    MoveNumbers numbers_;
    CommandReader reader_;
    chess::UciCastling castling_{};
};

}  // namespace

Value plies_of(const GameRecord& record, const notation::Language& language) {
    return with_game(record.kind, [&](auto game) {
        using G = decltype(game);
        typename G::Position position = start_position<G>(record);
        const MoveNumbers numbers = MoveNumbers::from<G>(position);
        Value::List list;
        for (const typename G::Ply& ply : main_line<G>(record))
            list.emplace_back(played<G>(position, ply, numbers.at(static_cast<std::uint32_t>(list.size())), language));
        return Value(std::move(list));
    });
}

Value annotations_of(const GameRecord& record, const notation::Language& language) {
    return with_game(record.kind, [&](auto game) {
        using G = decltype(game);
        StepForm<G> form(record, language);
        return Value(AnnotationLines<G, StepForm<G>>(record, form).items());
    });
}

const Shapes& step_shape() {
    static const Shapes shape = {{.name = "number"}, {.name = "text"},      {.name = "squares", .type = Type::list},
                                 {.name = "piece"},  {.name = "promotion"}, {.name = "captured", .type = Type::list},
                                 {.name = "check"},  {.name = "position"}};
    return shape;
}

const Shapes& annotation_shape() {
    static const Shapes shape = {{.name = "ply", .type = Type::integer},
                                 {.name = "kind"},
                                 {.name = "text"},
                                 {.name = "value", .type = Type::integer},
                                 {.name = "step", .type = Type::object, .parts = step_shape()},
                                 {.name = "items", .type = Type::list}};
    return shape;
}

Value moves_from(const chess::Position& position, const notation::Language& language) {
    Value::List list;
    for (const chess::Move move : chess::legal_moves(position)) {
        chess::Position after = position;
        list.emplace_back(played<ChessGame>(after, move, move_number(position), language));
    }
    return list;
}

Value moves_from(const camelot::Position& position, const notation::Language& language) {
    constexpr std::size_t most = 2000;  // constructed positions can have a million
    const std::string number = MoveNumbers::from<CamelotGame>(position).at(0);
    Value::List list;
    for (const camelot::Path& path : camelot::legal_paths(position, most)) {
        camelot::Position after = position;
        list.emplace_back(played<CamelotGame>(after, path, number, language));
    }
    return list;
}

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

}  // namespace cofnod::reports
