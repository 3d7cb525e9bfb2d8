#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cql/run/query.hpp"

namespace cofnod::cql {

struct FindOptions {
    bool positions = true;              ///< all that match; else one of each game is enough
    bool keep = true;                   ///< what is found is kept; else only counted
    bool remarks = false;               ///< comments that the script makes
    std::int64_t last_game_number = 0;  ///< `lastgamenumber`
    std::function<void()> on_work;      ///< MatchOptions::on_work; called on any thread
    /// MatchOptions::read_file
    std::function<std::optional<std::string>(const std::string& name)> read_file;
    SharedBudget budget;  ///< of the query; nothing: one of the usual size for each Finder
    /// What a script carries on from game to game; nullptr: none yet. Borrowed while a Finder lives.
    std::shared_ptr<PersistentVariables> variables;
};

/// A game that matches.
struct FoundGame {
    std::int64_t game = 0;  ///< its number; in a database its id
    GameMatch match;
    std::vector<std::int32_t> plies;   ///< of match.positions
    bool begins_in_variation = false;  ///< the first of them
};

/// What `message` and `writefile` say while a game is looked at, whether it matches or not.
struct Message {
    std::int64_t game = 0;
    std::string text;
};
struct FileText {
    std::int64_t game = 0;
    std::string name, text;
};

/// What came of some games in a row.
struct ChunkMatches {
    std::vector<FoundGame> found;  ///< where they are kept, in order
    std::int64_t games = 0;        ///< that match
    std::int64_t positions = 0;
    std::int64_t looked_at = 0;
    std::int64_t damaged = 0;       ///< whose moves cannot be read
    std::vector<Message> messages;  ///< in order, as files are
    std::vector<FileText> files;
    Account account;  ///< of all this
};

/// A ScriptMatcher that gathers what it finds. One for each thread.
class Finder {
public:
    /// The query must outlive it.
    Finder(const CompiledScript& query, const FindOptions& options);
    Finder(const Finder&) = delete;
    Finder& operator=(const Finder&) = delete;
    ~Finder();

    void look_at(const Game& game);
    /// What has come since it was last asked.
    ChunkMatches take();

private:
    void count(std::size_t bytes);

    bool keep_;
    SharedBudget budget_;
    std::shared_ptr<PersistentVariables> variables_;
    ChunkMatches findings_;
    std::int64_t game_ = 0;  ///< that is looked at
    std::size_t bytes_ = 0;  ///< that the script has written into them
    ScriptMatcher matcher_;
    std::int64_t damaged_before_ = 0;
};

}  // namespace cofnod::cql
