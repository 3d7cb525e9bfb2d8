#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/record/record.hpp"
#include "importers/databases/base.hpp"

namespace cofnod::importers::databases::scid {

/// Kinds of names, in the order of the name file.
enum class NameKind : std::uint8_t { player, event, site, round };
inline constexpr std::size_t name_kinds = 4;

/// A record of the index.
struct IndexEntry {
    std::uint64_t offset = 0;  ///< offset of the game in the file of moves
    std::size_t length = 0;
    std::uint32_t white = 0, black = 0, event = 0, site = 0, round = 0;
    std::uint32_t date = 0,
                  event_date = 0;  ///< day in 5 bits, month in 4, year in the rest; a part that is 0 is unknown
    std::uint16_t eco = 0;
    std::uint8_t result = 0;  ///< 0 `*`, 1 1-0, 2 0-1, 3 draw
    std::uint16_t white_rating = 0, black_rating = 0;
    std::uint8_t white_rating_kind = 0, black_rating_kind = 0;
    std::uint32_t flags = 0;  ///< bit 3: deleted

    [[nodiscard]] bool is_deleted() const { return (flags & 8) != 0; }
};

/// Returns the version of a database, 3 to 5, from the extension of its index.
int version_of(std::string_view index_ending);

/// Returns the sizes of header and records; nullopt if the header does not match the version. `start`: start of the
/// index.
std::optional<Base::Shape> shape_of(int version, std::string_view start, std::uint64_t index_size);

IndexEntry read_entry(int version, std::string_view record);

/// Names of players, events, sites and rounds.
class Names {
public:
    /// `bytes`: contents of the name file, which may be damaged or empty; missing names are unknown.
    Names(int version, std::string_view bytes, const Charset& charset);

    /// Returns a name in UTF-8; empty if there is none.
    [[nodiscard]] std::string_view find(NameKind kind, std::uint32_t id) const;

    /// Returns the number of complete names of a kind.
    [[nodiscard]] std::uint64_t count(NameKind kind) const { return counts_[static_cast<std::size_t>(kind)]; }
    /// Returns the number of names declared in the file header, by kind; 0 if there is none.
    [[nodiscard]] const std::array<std::uint64_t, name_kinds>& declared() const { return declared_; }

    /// Returns true if all names are UTF-8.
    [[nodiscard]] bool are_utf8() const { return are_utf8_; }

private:
    void read_sorted(std::string_view file, const Charset& charset);
    void read_in_order(std::string_view file, const Charset& charset);
    void add(NameKind kind, std::uint32_t id, std::string_view name, const Charset& charset);

    std::array<std::vector<std::string>, name_kinds> names_;
    std::array<std::uint64_t, name_kinds> counts_{}, declared_{};
    bool are_utf8_ = true;
};

/// Returns a text in UTF-8, converting it from `charset` if it is not valid UTF-8.
std::string text_of(std::string_view bytes, const Charset& charset);

/// Adds the tags that Scid derives from an index record: the Seven Tag Roster, ratings, ECO code, event date, flags.
void add_tags(const IndexEntry& entry, const Names& names, Tags& tags);

/// Reads a record of the file of moves into a game that has its tags from the index: more tags, start, moves,
/// variations, comments. Unreadable parts become problems of the game.
void read_game(std::string_view bytes, const Charset& charset, const BaseOptions& options, GameRecord& game);

}  // namespace cofnod::importers::databases::scid
