#include "answers/steps.hpp"

#include <concepts>
#include <string>
#include <vector>

#include "answers/move_text.hpp"
#include "camelot/movegen.hpp"
#include "chess/movegen.hpp"
#include "game/replay.hpp"
#include "game/with_game.hpp"

namespace cofnod::answers {

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
        // As king and rook stand after it: e1 g1.
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

/// Of a game that says no more than its text and its position.
template <typename Position, typename Ply>
MovedPieces moved(const Position&, const Position&, const Ply&) {
    return {};
}

Value text_or_null(std::string_view text) { return text.empty() ? Value() : Value(text); }

/// Returns the object of a ply, and plays it.
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

/// The positions of the main line, the start first: annotations stand at any of them.
template <RecordedGame G>
std::vector<typename G::Position> positions_of(const GameRecord& record) {
    std::vector<typename G::Position> positions = {start_position<G>(record)};
    for (const typename G::Ply& ply : main_line<G>(record)) {
        positions.push_back(positions.back());
        positions.back().play(G::effect_of(positions.back(), ply));
    }
    return positions;
}

template <RecordedGame G>
class AnnotationList {
public:
    AnnotationList(const GameRecord& record, const notation::Language& language)
        : record_(record),
          language_(language),
          positions_(positions_of<G>(record)),
          numbers_(MoveNumbers::from<G>(positions_.front())) {}

    Value items() { return line({}, 0); }

private:
    /// Where a variation stands: it replaces the move before it.
    struct Place {
        typename G::Position position, before;
        std::uint32_t ply = 0;  ///< moves before `position`
    };

    /// What an annotation has beside its kind.
    struct Content {
        Value text = {}, value = {}, step = {};
        Value::List items = {};
    };

    /// Reads items up to the end of the line; of the main line, all.
    Value::List line(std::optional<Place> now, std::uint32_t depth) {
        Value::List items;
        for (; next_ < record_.annotations.size(); ++next_) {
            const Annotations::Item item = record_.annotations[next_];
            std::string_view kind = "comment";
            Content content;
            switch (item.kind) {
                case Annotations::Kind::comment: content.text = std::string(item.text); break;
                case Annotations::Kind::unread:
                    kind = "unread";
                    content.text = std::string(item.text);
                    break;
                case Annotations::Kind::nag:
                    kind = "nag";
                    content.value = item.value;
                    break;
                case Annotations::Kind::move:
                    content.step = step(now, item.value);
                    kind = content.step.is_null() ? "unread" : "move";
                    break;
                case Annotations::Kind::begin_variation:
                    ++next_;
                    kind = "variation";
                    content.items = line(start_of_variation(now, item.ply), depth + 1);
                    break;
                case Annotations::Kind::end_variation:
                    if (depth > 0) return items;
                    continue;
            }
            items.emplace_back(object(item.ply, kind, std::move(content)));
        }
        return items;
    }

    static Value::Object object(std::uint32_t ply, std::string_view kind, Content content) {
        Value::Object object;
        object.add("ply", ply);
        object.add("kind", kind);
        object.add("text", std::move(content.text));
        object.add("value", std::move(content.value));
        object.add("step", std::move(content.step));
        object.add("items", std::move(content.items));
        return object;
    }

    /// Plays a move of a variation; null if it cannot be played, as nothing after it can.
    Value step(std::optional<Place>& now, std::uint32_t number) {
        const auto move = now ? G::move_with_number(now->position, number) : std::nullopt;
        if (!move || !G::is_playable(now->position, *move)) {
            now.reset();
            return {};
        }
        now->before = now->position;
        return played<G>(now->position, G::ply_of(now->before, *move), numbers_.at(now->ply++), language_);
    }

    [[nodiscard]] std::optional<Place> start_of_variation(const std::optional<Place>& outer, std::uint32_t ply) const {
        if (outer) return Place{outer->before, outer->before, outer->ply - (outer->ply > 0 ? 1 : 0)};
        const std::uint32_t start = ply > 0 ? ply - 1 : 0;
        if (start >= positions_.size()) return std::nullopt;
        return Place{positions_[start], positions_[start], start};
    }

    const GameRecord& record_;
    const notation::Language& language_;
    std::vector<typename G::Position> positions_;
    MoveNumbers numbers_;
    std::size_t next_ = 0;
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
    return with_game(record.kind,
                     [&](auto game) { return Value(AnnotationList<decltype(game)>(record, language).items()); });
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
    constexpr std::size_t most = 2000;  // artificial positions have a million
    const std::string number = MoveNumbers::from<CamelotGame>(position).at(0);
    Value::List list;
    for (const camelot::Path& path : camelot::legal_paths(position, most)) {
        camelot::Position after = position;
        list.emplace_back(played<CamelotGame>(after, path, number, language));
    }
    return list;
}

}  // namespace cofnod::answers
