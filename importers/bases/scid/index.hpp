#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "importers/bases/base.hpp"

namespace cofnod::importers::bases::scid {

/// Kinds of names in the file of names, in the order of the file.
enum class NameKind : std::uint8_t { player, event, site, round };
inline constexpr std::size_t name_kinds = 4;

/// A record of the index.
struct IndexEntry {
    std::uint64_t offset = 0;  ///< of the game in the file of moves
    std::size_t length = 0;
    std::uint32_t white = 0, black = 0, event = 0, site = 0, round = 0;
    std::uint32_t date = 0,
                  event_date = 0;  ///< day in 5 bits, month in 4, year from there; a part that is 0 is unknown
    std::uint16_t eco = 0;
    std::uint8_t result = 0;  ///< 0 `*`, 1 1-0, 2 0-1, 3 draw
    std::uint16_t white_rating = 0, black_rating = 0;
    std::uint8_t white_rating_kind = 0, black_rating_kind = 0;
    std::uint32_t flags = 0;  ///< bit 3: deleted
    bool is_chess960 = false;

    [[nodiscard]] bool is_deleted() const { return (flags & 8) != 0; }
};

/// Version of a database by the ending of its index, 3 to 5.
int version_of(std::string_view index_ending);

/// Returns the sizes of header and records; nullopt for a header that is none of that version. `start`: of the index.
std::optional<Base::Shape> shape_of(int version, std::string_view start, std::uint64_t index_size);

IndexEntry read_entry(int version, std::string_view record);

}  // namespace cofnod::importers::bases::scid
