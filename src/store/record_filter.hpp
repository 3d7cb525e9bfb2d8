#pragma once

#include <array>
#include <string_view>

#include "games/record/record.hpp"
#include "store/header_filter.hpp"

namespace cofnod::store {

/// Options of header_fields.def that a record answers by itself, before it is stored.
inline constexpr auto options_of_records = std::to_array<std::string_view>(
    {"player",    "opponent",  "white",      "black",   "event",    "site",    "date",    "since",     "until",
     "result",    "white-elo", "black-elo",  "any-elo", "elo-diff", "min-elo", "max-elo", "min-plies", "max-plies",
     "annotator", "tag",       "time-class", "with",    "state",    "eco",     "opening", "written-in"});

/// Returns true if a record that is not stored meets a filter of these options, as it would when it is stored.
bool meets(const GameRecord& record, const HeaderFilter& filter);

}  // namespace cofnod::store
