#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "games/record/record.hpp"

namespace cofnod::store {

/// Returns the text in a form valid for a TEXT column: UTF-8 without NUL. Invalid bytes are read as Windows-1252, NUL
/// becomes U+FFFD; the repaired copy is in `buffer`. Valid text, the usual case, is returned unchanged.
std::string_view clean(std::string_view text, std::string& buffer);

/// Returns a JSON array of strings: ["Event","Site"].
std::string to_json_array(const std::vector<std::string_view>& texts);

// Conversion of stored words and numbers to enumerators. Throws StoreError for any other word or number.

ProblemKind known_problem_kind(std::string_view name);
Frame known_frame(std::string_view name);
Remedy known_remedy(std::string_view name);
Severity severity_of(std::string_view name);
std::string_view name_of(Severity severity);
Decision decision_of(std::string_view name);
GameState state_of(std::int64_t number);
Result result_of(std::int64_t number);
GameKind kind_of(std::int64_t number);

/// Column of table game that holds the value of a tag.
enum class TagColumn : std::uint8_t {
    none,  ///< in game_tag
    event,
    site,
    date,
    round,
    white,
    black,
    result,
    white_elo,
    black_elo,
    eco,
    start,   ///< tag FEN
    set_up,  ///< always "1"
    ply_count,
};

/// Tags that have a column.
inline constexpr auto tag_columns = std::to_array<std::pair<std::string_view, TagColumn>>({
    {"Event", TagColumn::event},
    {"Site", TagColumn::site},
    {"Date", TagColumn::date},
    {"Round", TagColumn::round},
    {"White", TagColumn::white},
    {"Black", TagColumn::black},
    {"Result", TagColumn::result},
    {"WhiteElo", TagColumn::white_elo},
    {"BlackElo", TagColumn::black_elo},
    {"ECO", TagColumn::eco},
    {"FEN", TagColumn::start},
    {"SetUp", TagColumn::set_up},
    {"PlyCount", TagColumn::ply_count},
});

/// Returns the column of each tag of a game; repeated names have none.
std::vector<TagColumn> columns_of(const std::vector<std::string_view>& tag_names);

/// Returns the number if the text is its canonical decimal form ("2750"); only such values fit a numeric column.
std::optional<std::int64_t> plain_number(std::string_view text);

/// Returns the arguments as stored in the database: ["Mf3","Welsh"], ["knight",["d2","g1"],"f3"], [3,2].
std::string to_json(const Arguments& arguments);

/// Parses the output of to_json(). Throws StoreError for any other text.
Arguments arguments_in(std::string_view json);

}  // namespace cofnod::store
