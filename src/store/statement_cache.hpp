#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3_stmt;

namespace cofnod::store {

/// Prepared statements that nobody uses at the moment: preparing one costs more than most questions. For one thread.
class StatementCache {
public:
    /// Statements of one text.
    using Place = std::vector<sqlite3_stmt*>;

    ~StatementCache() { end(); }

    /// Returns the place of a text, which stays as long as the cache; nullptr if there are too many texts.
    Place* place_of(std::string_view sql);
    /// Returns a statement, reset and without values; nullptr if none is kept.
    static sqlite3_stmt* take(Place& place);
    /// Keeps a statement, or finalizes it after end().
    void give_back(Place& place, sqlite3_stmt* statement);
    /// Finalizes all statements that are kept, and from now on each that is given back.
    void end();

private:
    static constexpr std::size_t most_texts = 200, most_of_text = 8;

    std::map<std::string, Place, std::less<>> kept_;
    bool has_ended_ = false;
};

}  // namespace cofnod::store
