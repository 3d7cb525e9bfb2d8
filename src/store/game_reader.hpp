#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "games/record/record.hpp"
#include "store/partial_date.hpp"
#include "store/statement.hpp"

namespace cofnod::store {

class Store;
struct HeaderFilter;
struct Page;

/// Header of a game for lists: the tags with a column, and the place in the source.
struct GameHeader {
    std::int64_t id = 0;
    GameKind kind = GameKind::chess;
    GameState state = GameState::complete;
    Result result = Result::unknown;
    std::string white, black, event, site;
    std::optional<PartialDate> date;
    std::string round;
    std::optional<std::int64_t> white_elo, black_elo;
    std::string eco;
    std::uint32_t ply_count = 0;
    std::string notation;
    std::string source;                   ///< path
    std::string charset;                  ///< character set of GameRecord::source_text, usually that of the source
    std::uint64_t number = 0;             ///< game number in its source, from 1
    std::uint64_t line = 0;               ///< line number in the source
    std::optional<std::int64_t> opening;  ///< id of an OpeningRow; nullopt: none, or not determined
};

/// Data needed for a replay. Views stay valid until the next game is read.
struct GameMoves {
    std::int64_t id = 0;
    GameKind kind = GameKind::chess;
    std::string_view start;  ///< FEN; empty: the standard position
    std::string_view moves;
    Result result = Result::unknown;
};

/// Reads games. Keeps a reference to the store.
class GameReader {
public:
    explicit GameReader(const Store& store);
    ~GameReader();
    GameReader(const GameReader&) = delete;
    GameReader& operator=(const GameReader&) = delete;

    /// Returns the record as added, minus what WriterOptions omitted and with texts repaired to UTF-8.
    std::optional<GameRecord> read(std::int64_t id);
    std::optional<GameHeader> header(std::int64_t id);
    std::optional<GameMoves> moves(std::int64_t id);

    /// Visits the games of a filter ordered by id; `each` returns false to stop.
    void for_each(const HeaderFilter& filter, Page page,
                  const std::function<bool(std::int64_t id, const GameRecord&)>& each);
    void for_each_header(const HeaderFilter& filter, Page page, const std::function<bool(const GameHeader&)>& each);
    /// Visits all games with first <= id <= last; `each` returns false to stop.
    void scan_moves(std::int64_t first, std::int64_t last, const std::function<bool(const GameMoves&)>& each);
    /// Visits the games `ids`, ascending, in one pass over all games between the first and the last: faster than
    /// moves() if at least a quarter of these are wanted. `each` returns false to stop.
    void scan_moves(std::span<const std::int64_t> ids, const std::function<bool(const GameMoves&)>& each);

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Reads the dates of games without their headers.
class DateReader {
public:
    explicit DateReader(const Store& store);
    /// Returns the date, possibly partial; nullopt if it is unknown or there is no such game.
    std::optional<PartialDate> of(std::int64_t id);

private:
    Statement row_;
};

/// A game and the number of its variations, readable or not.
struct VariationCount {
    std::int64_t game = 0;
    std::uint32_t variations = 0;
};
/// Returns the games from `first` to `last` that have variations, ascending.
std::vector<VariationCount> games_with_variations(const Store& store, std::int64_t first, std::int64_t last);

/// Returns the ids of the games from `first` to `last` that have comments, NAGs or variations, ascending.
std::vector<std::int64_t> annotated_games(const Store& store, std::int64_t first, std::int64_t last);

}  // namespace cofnod::store
