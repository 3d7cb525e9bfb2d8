#pragma once

#include <optional>
#include <string>

#include "answers/games.hpp"
#include "cql/run/finder.hpp"
#include "jobs/cql_input.hpp"
#include "pgn/writer.hpp"
#include "terminal/output_format.hpp"
#include "terminal/streams.hpp"

namespace cofnod::terminal {

/// Origin columns of a list of games.
struct CqlSources {
    bool with_file = false;      ///< the file of a game, in tables
    bool with_database = false;  ///< the database of the id
};

/// Writes the games that a script matches, as a list or as PGN.
class CqlAnswer {
public:
    struct Options {
        OutputFormat format = OutputFormat::automatic;
        bool count = false;  ///< no list
        CqlSources sources = {};
    };

    /// Script and streams must outlive it.
    CqlAnswer(const cql::CompiledScript& script, Options options, const pgn::WriteOptions& how, Streams& io);

    void write(jobs::MatchedGame&& game, jobs::CqlInput& input);
    void finish();

private:
    const cql::CompiledScript& script_;
    pgn::WriteOptions how_;
    Streams& io_;
    std::optional<answers::List<answers::ListedGame>> list_;  ///< nullopt: PGN is written
    std::string text_;
};

}  // namespace cofnod::terminal
