#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "answers/standings.hpp"
#include "answers/writer.hpp"
#include "notation/languages.hpp"
#include "store/header_filter.hpp"
#include "store/store.hpp"

namespace cofnod::answers {

/// One edition of an event: games whose dates are at most three months apart.
struct Edition {
    std::string event, site;
    std::optional<store::PartialDate> first, last;
    std::vector<EventGame> games;
};

/// Events that a filter selects.
struct Events {
    std::vector<Edition> editions;  ///< most games first
    std::int64_t nameless = 0;      ///< games left out, since a player is unknown
    std::int64_t linked = 0;        ///< games left out, as another record of the same game counts
};

/// Reads the events of a filter. A game against a name that a language has for a bye is one. `together`: all games are
/// of one event.
Events events_of(store::Store& store, const store::HeaderFilter& filter, const notation::Languages& languages,
                 bool together);

/// A player's line of the table.
struct TableLine {
    std::string name;
    const Standing* standing = nullptr;
    const std::vector<TableLine>* lines = nullptr;  ///< all of them
    bool is_swiss = false;
};

/// Crosstable and standings of one event.
struct EventTable {
    Edition edition;
    Standings standings;
    std::vector<TableLine> lines;

    EventTable(const store::Store& store, Edition of);
    EventTable(const EventTable&) = delete;
    EventTable& operator=(const EventTable&) = delete;
};

/// Declares the list of standings.
const Answer<TableLine>& event_table();
Value::Object event_head(const EventTable& table);

/// Returns "2–4" or "2".
std::string place_text(const Standing& standing);
/// Returns "16.75" for 67 quarters.
std::string quarters_text(std::int64_t quarters);

}  // namespace cofnod::answers
