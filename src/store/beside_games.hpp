#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "store/statement.hpp"

/// What belongs to games but stands in other tables, read along with them, mostly in the order of their ids. Joins
/// would seek each row from the root of its table, and most tables have no rows for most games. Everything kept here
/// belongs to one state of the database: forget() it before reading another.
namespace cofnod::store {

class Connection;

/// Rows of one table, as they belong to games.
class RowsOfGames {
public:
    /// `rows`: a query of the rows from game ?1 on, in order, their game first.
    RowsOfGames(const Connection& connection, Sql rows) : rows_(connection, rows) {}

    /// Goes to the first row of a game; returns false if it has none.
    bool find(std::int64_t game);
    /// Goes to its next row; returns false behind the last.
    bool next();
    [[nodiscard]] const Statement& row() const { return rows_; }
    /// Ends reading for now: a row that is kept would keep the state of the database.
    void pause();
    void forget();

private:
    void step();

    Statement rows_;
    std::optional<std::int64_t> asked_;  ///< game; nullopt: nothing is known
    std::optional<std::int64_t> at_;     ///< game of the first row from asked_ on; nullopt: there is none
    bool is_open_ = false;               ///< the row is there
};

/// Names of players, events or sites, few of which are asked for again and again.
class NamesById {
public:
    /// `name`: a query of the name of ?1.
    NamesById(const Connection& connection, Sql name) : name_(connection, name) {}

    /// Returns the name, empty if there is none; valid until the next call.
    std::string_view of(std::int64_t id);
    void forget() { known_.clear(); }

private:
    static constexpr std::size_t most = 65'536;

    Statement name_;
    std::unordered_map<std::int64_t, std::string> known_;
};

/// Runs of games that stand behind each other in a source.
class SourceRuns {
public:
    explicit SourceRuns(const Connection& connection) : run_(connection, Sql::run_around_game) {}

    /// The place that those of its games count from.
    struct Place {
        std::int64_t byte = 0, line = 0;
    };
    /// Returns nullptr if the game is in no run.
    const Place* of(std::int64_t game);
    void forget() { end_ = 0; }

private:
    Statement run_;
    std::int64_t first_ = 0, end_ = 0;  ///< games
    Place place_;
};

/// All of it.
struct BesideGames {
    explicit BesideGames(const Connection& opened);

    /// Reads to the end of the scope. Begins behind the first row of a statement, which keeps the database as it is.
    class Reading {
    public:
        explicit Reading(BesideGames& beside) : beside_(beside) { beside_.begin(); }
        ~Reading() { beside_.pause(); }
        Reading(const Reading&) = delete;
        Reading& operator=(const Reading&) = delete;

    private:
        BesideGames& beside_;
    };

    NamesById players, events, sites;
    SourceRuns runs;
    RowsOfGames movetexts, unread_texts, annotations, source_texts, charsets, tags, problems;

private:
    void begin();
    void pause();
    [[nodiscard]] std::array<RowsOfGames*, 7> tables() {
        return {&movetexts, &unread_texts, &annotations, &source_texts, &charsets, &tags, &problems};
    }

    const Connection& connection_;
    std::optional<std::uint32_t> state_;  ///< number of the state that is known; nullopt: none
};

}  // namespace cofnod::store
