#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "games/record/record.hpp"
#include "store/game_writer.hpp"
#include "store/header_filter.hpp"
#include "store/statement.hpp"
#include "store/statistics.hpp"
#include "store/store.hpp"

namespace cofnod::store::test {

/// A separate folder, removed after the test.
class Folder {
public:
    Folder();
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    [[nodiscard]] std::filesystem::path file(const std::string& name) const { return path_ / name; }

private:
    std::filesystem::path path_;
};

using TagList = std::vector<std::pair<std::string_view, std::string_view>>;

/// Returns a game with these tags and arbitrary bytes as moves: the store does not interpret them.
GameRecord game_with(const TagList& tags);

/// [White "Morphy, Paul"] [Black "Anderssen, Adolf"] 1858.12.27 0-1 and so on.
GameRecord paris_game();

/// Returns a record with content in every field.
GameRecord full_game();

/// Gives the games consecutive spans from byte `begin` on, and imports them as one source.
void import_games(Store& store, std::vector<GameRecord> games, const std::string& path = "archif.pgn");

/// Returns the summary of the database, counted from the rows of its games.
Summary summary_by_rows(Store& store);

/// Returns the rows of any SQL as "a|b" lines, like the sqlite3 shell.
std::vector<std::string> rows(const Store& store, std::string_view sql);

void write_file(const std::filesystem::path& path, std::string_view content);
std::string read_file(const std::filesystem::path& path);

}  // namespace cofnod::store::test

namespace cofnod {

/// Compares records except for spans, which differ between imports of the same game.
bool same(const GameRecord& a, const GameRecord& b);

using F = store::HeaderField;

/// Returns a condition on a text or on a number.
inline store::HeaderTerm term(F field, const char* text) {
    store::HeaderTerm result;
    result.field = field;
    result.text = result.other = text;
    return result;
}

inline store::HeaderTerm range(F field, std::int64_t low, std::int64_t high) {
    store::HeaderTerm result;
    result.field = field;
    result.low = low;
    result.high = high;
    return result;
}

template <typename Enum>
store::HeaderTerm term(F field, Enum value) {
    return range(field, static_cast<std::int64_t>(value), static_cast<std::int64_t>(value));
}

}  // namespace cofnod
