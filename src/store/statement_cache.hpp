#pragma once

#include <unordered_map>
#include <vector>

struct sqlite3_stmt;

namespace cofnod::store {

enum class Sql : int;  // store/queries.hpp

/// Prepared statements that nobody uses at the moment: preparing one costs more than most questions. For one thread.
class StatementCache {
public:
    ~StatementCache() { end(); }

    /// Returns a statement of a query, reset and without values; nullptr if none is kept.
    sqlite3_stmt* take(Sql query);
    /// Keeps a statement, or finalizes it after end().
    void give_back(Sql query, sqlite3_stmt* statement);
    /// Finalizes all statements that are kept, and from now on each that is given back.
    void end();

private:
    std::unordered_map<int, std::vector<sqlite3_stmt*>> kept_;
    bool has_ended_ = false;
};

}  // namespace cofnod::store
