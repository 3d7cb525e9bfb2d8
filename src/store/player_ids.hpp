#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "store/connection.hpp"
#include "store/statement.hpp"

/// Ids that federations give players: two names with one id are one person, one name with two ids are two.
namespace cofnod::store {

class Interner;

/// The tag of a form that has the id of one side's player: `WhiteFideId`, `BlackICCFID`.
struct IdTag {
    std::size_t ordinal = 0;     ///< among the tags of the form
    std::string_view authority;  ///< "FIDE"
};

/// Returns the tags with ids of a side, "White" or "Black", among the names of tags: one of each authority, FIDE first.
std::vector<IdTag> id_tags_of(std::string_view side, const std::vector<std::string_view>& tag_names);

/// Returns true for four to twelve letters and digits, three of them digits that are not all 0: not "0", "-" or "?".
bool is_player_id(std::string_view id);

/// Returns the name of a player: "Jones, David" for "Jones, David (FIDE 1800124)".
std::string_view name_without_id(std::string_view name);

/// An id as its authority gave it.
struct PlayerId {
    std::string_view authority, id;
};

/// Returns the authorities that gave each person an id, sorted.
std::vector<std::pair<std::int64_t, std::string>> persons_with_ids(const Connection& connection);

/// Rows of table player for names with ids.
class PlayerIds {
public:
    /// Keeps references.
    PlayerIds(Connection& connection, Interner& players);

    struct Named {
        std::int64_t player = 0;
        bool is_to_the_letter = true;  ///< the row has the name; otherwise "Jones, David (FIDE 1800124)"
    };
    /// Returns the player of a name and of ids of different authorities. A name that is new for a known id becomes
    /// another spelling of that person; a name that belongs to another id of the same authority gets a row with the id
    /// in the name. Ids that are known and new in one game are one person's. Where the name belongs to another id and
    /// is unlike the names of this one, the game contradicts itself, and the name counts.
    Named player_of(std::string_view name, const std::vector<PlayerId>& ids);

    std::int64_t take_new_ids();
    std::int64_t take_new_aliases();

private:
    Named find(std::string_view name, const std::vector<PlayerId>& ids);
    std::optional<std::int64_t> player_with(const PlayerId& id);
    std::int64_t person_of(std::int64_t player);
    std::string name_of(std::int64_t player);
    bool has_id(std::int64_t person, std::string_view authority);
    bool are_two(std::int64_t person, std::int64_t other);
    void add_new_ids(const std::vector<PlayerId>& ids, std::int64_t player);
    void make_alias(std::int64_t player, std::int64_t person);

    Connection& connection_;
    Interner& players_;
    Statement find_id_{connection_, Sql::find_player_id};
    Statement insert_id_{connection_, Sql::insert_player_id};
    Statement person_of_{connection_, Sql::person_of};
    Statement name_of_{connection_, Sql::player_name};
    Statement person_has_id_{connection_, Sql::person_has_id};
    Statement persons_share_authority_{connection_, Sql::persons_share_authority};
    Statement move_aliases_{connection_, Sql::move_aliases};
    Statement set_alias_{connection_, Sql::set_alias};
    std::unordered_map<std::string, Named> known_;  ///< by ids and name
    std::int64_t new_ids_ = 0, new_aliases_ = 0;
};

}  // namespace cofnod::store
