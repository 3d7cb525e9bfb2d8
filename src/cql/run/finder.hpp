#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cql/run/query.hpp"

namespace cofnod::cql {

struct FindOptions {
    bool positions = true;              ///< find all matching positions, not just one per game
    bool keep = true;                   ///< keep matches, not just counts
    bool remarks = false;               ///< collect the script's comments
    std::int64_t last_game_number = 0;  ///< `lastgamenumber`
    std::function<void()> on_work;      ///< MatchOptions::on_work; may be called on any thread
    /// MatchOptions::read_file
    std::function<std::optional<std::string>(const std::string& name)> read_file;
    SharedBudget budget;  ///< shared budget of the query; nullptr for a default budget per Finder
    /// Persistent values of the script; nullptr if none yet. Borrowed while a Finder exists.
    std::shared_ptr<PersistentVariables> variables;
};

/// A matching game.
struct FoundGame {
    std::int64_t game = 0;  ///< game number; the id in a database
    GameMatch match;
    std::vector<std::int32_t> plies;   ///< plies of match.positions
    std::vector<std::uint32_t> lines;  ///< search::Hit::line of each; empty: all are in the main line
};

/// Output of `message` for a game, matching or not.
struct Message {
    std::int64_t game = 0;
    std::string text;
};
struct FileText {
    std::int64_t game = 0;
    std::string name, text;
};

/// Results for a chunk of games.
struct ChunkMatches {
    std::vector<FoundGame> found;  ///< in order, if kept
    std::int64_t games = 0;        ///< number of matching games
    std::int64_t positions = 0;
    std::int64_t looked_at = 0;
    std::int64_t damaged = 0;       ///< number of games with unreadable moves
    std::vector<Message> messages;  ///< in order
    std::vector<FileText> files;
    Account account;  ///< memory of this object
};

/// Matches games and collects the results. Each thread has its own.
class Finder {
public:
    /// Keeps a reference to the script.
    Finder(const CompiledScript& query, const FindOptions& options);
    Finder(const Finder&) = delete;
    Finder& operator=(const Finder&) = delete;
    ~Finder();

    void look_at(const Game& game);
    /// Returns the results since the last call.
    ChunkMatches take();

private:
    void count(std::size_t bytes);

    bool keep_;
    SharedBudget budget_;
    std::shared_ptr<PersistentVariables> variables_;
    ChunkMatches findings_;
    std::int64_t game_ = 0;  ///< number of the current game
    std::size_t bytes_ = 0;  ///< bytes written by the script
    ScriptMatcher matcher_;
    std::int64_t damaged_before_ = 0;
};

/// Returns a matching game annotated as in CQL: its number and sort values before the first move, the script's comments
/// after moves, the match string at matching positions, and tags set by the script. Existing annotations are kept
/// unless the script removes them. A `quiet` script omits the match string, a `silent` one everything.
GameRecord annotated(GameRecord record, const FoundGame& found, const CompiledScript& script);

/// Returns the value as text, such as "12".
std::string to_text(const SortValue& value);

}  // namespace cofnod::cql
