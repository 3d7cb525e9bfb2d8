#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "answers/value.hpp"
#include "game/record.hpp"
#include "game/recorded_game.hpp"
#include "game/replay.hpp"

namespace cofnod::answers {

/// The annotations of a game as nested lists of objects: the items of a variation are a list within its own. The
/// objects are made by a form, which has the members
///
///     Value::Object item(const Annotations::Item& item, Value::List items)
///         a comment, NAG or unreadable text; with Kind::begin_variation, a variation and its items
///     Value::Object move(typename G::Position& position, const typename G::Ply& ply, std::uint32_t line_ply,
///                        std::uint32_t ply_before)
///         a move of a variation, which it plays; `line_ply`: moves before it in its line, from the start of the game
///     Value::Object unplayable(const Annotations::Item& item)
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

    /// Reads items up to the end of the line; of the main line, all.
    Value::List line(std::optional<Place> now, std::uint32_t depth) {
        Value::List items;
        for (; next_ < record_.annotations.size(); ++next_) {
            const Annotations::Item item = record_.annotations[next_];
            switch (item.kind) {
                case Kind::comment:
                case Kind::unread:
                case Kind::nag: items.emplace_back(form_.item(item, {})); break;
                case Kind::move: items.emplace_back(move(now, item)); break;
                case Kind::begin_variation:
                    ++next_;
                    items.emplace_back(form_.item(item, line(start_of_variation(now, item.ply), depth + 1)));
                    break;
                case Kind::end_variation:
                    if (depth > 0) return items;
                    break;
            }
        }
        return items;
    }

    /// Plays a move of a variation. If it cannot be played, nothing after it can.
    Value::Object move(std::optional<Place>& now, const Annotations::Item& item) {
        const auto move = now ? G::move_with_number(now->position, item.value) : std::nullopt;
        if (!move || !G::is_playable(now->position, *move)) {
            now.reset();
            return form_.unplayable(item);
        }
        now->before = now->position;
        return form_.move(now->position, G::ply_of(now->before, *move), now->ply++, item.ply);
    }

    [[nodiscard]] std::optional<Place> start_of_variation(const std::optional<Place>& outer, std::uint32_t ply) const {
        if (outer) return Place{outer->before, outer->before, outer->ply - (outer->ply > 0 ? 1 : 0)};
        const std::uint32_t start = ply > 0 ? ply - 1 : 0;
        if (start >= positions_.size()) return std::nullopt;
        return Place{positions_[start], positions_[start], start};
    }

    const GameRecord& record_;
    Form& form_;
    std::vector<typename G::Position> positions_;  ///< of the main line, the start first: annotations stand at any
    std::size_t next_ = 0;
};

}  // namespace cofnod::answers
