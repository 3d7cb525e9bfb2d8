#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/record/record.hpp"

namespace cofnod::store {

/// Subject of a header condition (header_fields.def).
enum class HeaderField : std::uint8_t {
#define FIELD(name, ...) name,
#include "store/header_fields.def"
#undef FIELD
};

/// A condition on one field. Names match by substring, ignoring case and marks (name_match): "kasparov" matches
/// "Kasparov, Gary", and "sian" "Siân". Players match by any of their spellings (aliases). Dates are compared by
/// PartialDate::number; a game without a year is in no range.
struct HeaderTerm {
    HeaderField field = HeaderField::player;
    std::string text = {};   ///< name, code or words; empty: `low` and `high` apply
    std::string other = {};  ///< opponent: the other player; tag: the tag's name
    std::int64_t low = std::numeric_limits<std::int64_t>::min();  ///< numbers, dates, enumerators and ids, inclusive
    std::int64_t high = std::numeric_limits<std::int64_t>::max();
    bool negated = false;
    /// collection: the games that its question finds, ascending; nullptr: those that are in it
    std::shared_ptr<const std::vector<std::int64_t>> found = {};

    bool operator==(const HeaderTerm&) const = default;
};

/// Selection of games by header. Terms on different fields must all hold. For one field, one of its terms is enough,
/// except that all terms on player and on annotation must hold, and no negated term may hold.
struct HeaderFilter {
    std::vector<HeaderTerm> terms = {};
    std::optional<GameKind> kind = {};
    std::optional<std::int64_t> first_id = {};
    std::optional<std::int64_t> last_id = {};
};

/// Part of a result: up to `limit` games after an id, ordered by id.
struct Page {
    std::int64_t after = 0;
    std::optional<std::int64_t> limit = std::nullopt;
};

/// Returns true if no condition is set, so that every game matches.
bool is_empty(const HeaderFilter& filter);

/// The terms of a filter on one field, either positive or negated.
struct FieldTerms {
    std::vector<HeaderTerm> terms;
    bool all = false;  ///< each must hold; otherwise one is enough
    bool negated = false;
};
/// Returns the terms of a filter by field.
std::vector<FieldTerms> terms_by_field(const HeaderFilter& filter);

/// Options of header_fields.def that a record answers by itself, before it is stored.
inline constexpr auto options_of_records = std::to_array<std::string_view>(
    {"player",    "opponent",  "white",      "black",   "event",    "site",    "date",    "since",     "until",
     "result",    "white-elo", "black-elo",  "any-elo", "elo-diff", "min-elo", "max-elo", "min-plies", "max-plies",
     "annotator", "tag",       "time-class", "with",    "state",    "eco",     "opening", "written-in"});

/// Returns true if a record that is not stored meets a filter of these options, as it would when it is stored.
bool meets(const GameRecord& record, const HeaderFilter& filter);

}  // namespace cofnod::store
