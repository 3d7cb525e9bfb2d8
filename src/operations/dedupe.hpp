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
    bool apply = false;        ///< link records of the same game as its witnesses
    bool remove = false;       ///< with `apply`: delete records that add nothing to the fullest one
    std::string made_by = {};  ///< author of the deletions
};

/// A record in a group of duplicates; its header was read before any deletion.
struct FoundDuplicate {
    enum class Deed : std::uint8_t { none, linked, deleted };

    std::size_t group = 0;  ///< group number, from 1
    bool is_first = false;  ///< first record of its group
    duplicates::Duplicate duplicate;
    store::GameHeader header;
    Deed deed = Deed::none;
};

struct DedupeReport {
    std::vector<FoundDuplicate> records;       ///< by group, the fullest first
    std::size_t groups = 0;                    ///< number of games with several records
    std::uint64_t linked = 0, deleted = 0;     ///< numbers of records
    bool are_linked = false;                   ///< all groups were linked before
    std::optional<std::int64_t> with_reading;  ///< fullest record of a game of which other records remain
};

/// Finds duplicate records; links or deletes them on request.
DedupeReport dedupe(const DedupeOptions& options);

/// Links games, and the games already linked with them, as records of one game. Returns all of them, the fullest first.
/// Throws UsageError if a game does not exist, or if two start from different positions and so cannot be duplicates.
std::vector<std::int64_t> link_games(const std::string& database, std::vector<std::int64_t> games);

/// Unlinks a game from its duplicates, and returns these. Throws UsageError if there are none.
std::vector<std::int64_t> part_game(const std::string& database, std::int64_t game);

}  // namespace cofnod::operations
