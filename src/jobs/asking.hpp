#pragma once

#include <span>
#include <string_view>

#include "game/recorded_game.hpp"
#include "jobs/query.hpp"

/// Interface of a game to queries: parses conditions typed by the user.
namespace cofnod::jobs {

/// Parses conditions on positions and moves of a game. One stateless object per game.
class Asking {
public:
    virtual ~Asking() = default;

    /// Returns true if the texts can only be meant for this game; for chess, if for no game before it in the list.
    [[nodiscard]] virtual bool is_meant(const QueryOptions& options) const = 0;
    /// Sets the conditions on moves. Faults in the texts are UsageErrors with a caret.
    virtual void read(const QueryOptions& options, const notation::Languages& languages, const Note& note,
                      search::Query& query) const = 0;
    /// Returns the words for kinds of moves, of --played, if the game has some.
    [[nodiscard]] virtual std::span<const std::string_view> move_kinds() const { return {}; }
};

template <RecordedGame G>
class AskingOf : public Asking {
public:
    /// Returns the exact position that the texts specify, by a position or moves; the initial one if they specify none.
    [[nodiscard]] virtual typename G::Position position(const QueryOptions& options,
                                                        const notation::Languages& languages,
                                                        const Note& note) const = 0;
};

/// Returns the Asking of a game; specialised by each game.
template <RecordedGame G>
const AskingOf<G>& asking_of();

}  // namespace cofnod::jobs
