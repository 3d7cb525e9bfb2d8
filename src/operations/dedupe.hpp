#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "store/duplicates/duplicates.hpp"
#include "store/game_reader.hpp"

namespace cofnod::operations {

struct DedupeOptions {
    std::string database;
    duplicates::DuplicateOptions find = {};
    bool apply = false;        ///< link the records of a game as its witnesses
    bool remove = false;       ///< with apply: delete records that add nothing to the fullest
    std::string made_by = {};  ///< who deletes them
};

/// A record of a group of duplicates; its header was read before anything was deleted.
struct FoundDuplicate {
    enum class Deed : std::uint8_t { none, linked, deleted };

    std::size_t group = 0;  ///< from 1
    bool is_first = false;  ///< of its group
    duplicates::Duplicate duplicate;
    store::GameHeader header;
    Deed deed = Deed::none;
};

struct DedupeReport {
    std::vector<FoundDuplicate> records;       ///< group by group, the fullest first
    std::size_t groups = 0;                    ///< games with several records
    std::uint64_t linked = 0, deleted = 0;     ///< records
    bool are_linked = false;                   ///< all of each game were before
    std::optional<std::int64_t> with_reading;  ///< the fullest record of a game that has others left
};

/// Finds records of the same game, and links or deletes them if asked to.
DedupeReport dedupe(const DedupeOptions& options);

/// Links games as records of one, and those that they are linked with. Returns them all, the fullest first. Throws
/// UsageError if one does not exist, or if two cannot be records of one game: they start from different positions.
std::vector<std::int64_t> link_games(const std::string& database, std::vector<std::int64_t> games);

/// Parts a game from the records that it is linked with. Returns these. Throws UsageError if there are none.
std::vector<std::int64_t> part_game(const std::string& database, std::int64_t game);

}  // namespace cofnod::operations
