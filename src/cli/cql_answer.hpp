#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "answers/games.hpp"
#include "cli/output_format.hpp"
#include "cli/streams.hpp"
#include "cql/run/finder.hpp"
#include "pgn/writer.hpp"

namespace cofnod::cli {

/// What a list says of where its games are.
struct CqlSources {
    bool with_file = false;      ///< a table: the file that a game was in
    bool with_database = false;  ///< the database that its id belongs to
};

/// A game that a script matches.
struct MatchedGame {
    cql::FoundGame found;
    std::size_t input = 0;             ///< which of those that were searched
    std::optional<GameRecord> record;  ///< of a game that is in no database
};

/// What was searched: gives games back in full.
class CqlInput {
public:
    virtual ~CqlInput() = default;
    /// The path of a database; empty for a file.
    [[nodiscard]] virtual std::string database() const { return {}; }
    virtual std::optional<store::GameHeader> header(const MatchedGame& game) = 0;
    /// Valid until the next call.
    virtual std::optional<store::GameMoves> moves(const MatchedGame& game) = 0;
    virtual std::optional<GameRecord> record(const MatchedGame& game) = 0;
};

/// Writes the games that a script matches: as they come, or in the order that the script sorts them in.
class CqlAnswer {
public:
    struct Options {
        OutputFormat format = OutputFormat::automatic;
        bool count = false;  ///< nothing is listed
        std::optional<std::int64_t> limit;
        CqlSources sources = {};
        cql::SharedBudget budget = {};
    };

    /// Script and streams must outlive it.
    CqlAnswer(const cql::Query& script, Options options, const pgn::WriteOptions& how, Streams& io);

    /// Inputs are numbered in the order in which they are added.
    void add_input(std::unique_ptr<CqlInput> input) { inputs_.push_back(std::move(input)); }
    [[nodiscard]] std::size_t last_input() const { return inputs_.size() - 1; }
    /// False: there is no room for more.
    bool add(MatchedGame&& game);
    void finish();

    [[nodiscard]] bool is_sorted() const { return sorted_; }
    [[nodiscard]] std::int64_t written() const { return written_; }
    [[nodiscard]] std::int64_t last_game() const { return last_game_; }

private:
    [[nodiscard]] bool comes_before(const MatchedGame& a, const MatchedGame& b) const;
    void keep(MatchedGame&& game);
    void drop_behind_limit();
    void write(MatchedGame&& game);
    [[nodiscard]] answers::ListedGame listed(const MatchedGame& game, store::GameHeader header);

    const cql::Query& script_;
    Options options_;
    pgn::WriteOptions how_;
    Streams& io_;
    bool sorted_;
    std::optional<answers::List<answers::ListedGame>> list_;  ///< nullopt: PGN is written
    std::vector<std::unique_ptr<CqlInput>> inputs_;
    std::vector<MatchedGame> kept_;  ///< to be sorted
    cql::Account account_;           ///< of kept_
    std::int64_t written_ = 0, last_game_ = 0;
    std::string text_;
};

}  // namespace cofnod::cli
