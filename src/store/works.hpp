#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/result.hpp"
#include "games/record/record.hpp"
#include "store/header_filter.hpp"
#include "store/partial_date.hpp"
#include "store/statement.hpp"
#include "store/store.hpp"

/// Works: groups of records (witnesses) of the same game.
namespace cofnod::store {

/// Data for duplicate detection. Views stay valid until the next game.
struct GameFacts {
    std::int64_t id = 0;
    GameKind kind = GameKind::chess;
    std::string_view start;  ///< FEN; empty: the standard position
    std::string_view moves;
    std::uint32_t ply_count = 0;
    Result result = Result::unknown;
    std::int64_t white = 0, black = 0;  ///< player ids, one per spelling; 0: none
    std::optional<PartialDate> date;
    std::uint64_t annotation_bytes = 0;
    std::uint64_t tag_count = 0;
};

/// Visits the games from id `first` to `last` that have at least one move, ordered by id.
void for_each_facts(const Store& store, std::int64_t first, std::int64_t last,
                    const std::function<void(const GameFacts&)>& each);

/// Returns the witnesses of the work that contains the game, the fullest first; empty if it belongs to none.
std::vector<std::int64_t> witnesses_of(const Store& store, std::int64_t game);

/// A record of a game that has several, and the fullest of them.
struct Witness {
    std::int64_t game = 0, work = 0;
};
/// Returns the witnesses of all works, by game.
std::vector<Witness> witnesses(const Store& store);
/// Returns the witnesses of all works except the fullest of each.
std::unordered_set<std::int64_t> copies(const Store& store);

/// Links games, and all games already linked with them, as witnesses of one work, the first as its fullest. Returns the
/// number of games new to that work. Call within a transaction, and call finish_works() before the commit.
std::int64_t link_witnesses(Store& store, const std::vector<std::int64_t>& games);

/// Removes a game from its work; if it was the fullest witness, the one with the most moves becomes the fullest. Call
/// within a transaction, and call finish_works() before the commit.
void part_witness(Store& store, std::int64_t game);

/// Dissolves works with a single witness and updates row counts. Call once, after all links, deletions and corrections.
void finish_works(Store& store);

/// A row of table deleted_game.
struct DeletedGame {
    std::int64_t game = 0;
    std::optional<std::int64_t> kept, source, line;
    std::int64_t ply_count = 0;
    std::string tags, deleted_at;
};

/// Copies a row from another database. Call within a transaction, and call finish_works() before the commit.
void add_deleted_game(Store& store, const DeletedGame& game);

/// A file with the content of a source.
struct SourceCopy {
    std::int64_t source = 0;
    std::string path, citation;
};

/// Returns true if both are paths of one file: "a.pgn", "./a.pgn".
bool is_same_path(const std::string& one, const std::string& other);

/// Returns the other files with the content of a source, in the order of their imports.
std::vector<SourceCopy> copies_of_source(const Store& store, std::int64_t source);

/// Adds a file with the content of a source; returns false if it is known. Call within a transaction, and call
/// finish_works() before the commit.
bool add_source_copy(Store& store, const SourceCopy& copy);

/// Returns true if an import has read all of a source with this content.
bool has_source(const Store& store, std::string_view content_hash);

/// Returns the sources for which conditions chose games of this content.
std::vector<std::int64_t> sources_chosen_from(const Store& store, std::string_view content_hash);

/// Returns the games of a source: the first and last id of each run, ascending.
std::vector<std::pair<std::int64_t, std::int64_t>> games_of_source(const Store& store, std::int64_t source);

/// Looks up the origin of games: files, and citations, which are their bibliographic sources.
class Citations {
public:
    /// Keeps a reference to the store.
    explicit Citations(const Store& store) : store_(store), row_(store.connection(), Sql::read_source_of_game) {}
    /// Returns the citations of a game: of its source and of other files with the same content, "A, 1931; B, p. 4".
    /// Empty if none is known.
    std::string of(std::int64_t game);
    /// Returns the databases that the source of a game was merged from; empty: none.
    std::string databases_of(std::int64_t game);
    /// Returns the path of the source of a game.
    std::string path_of(std::int64_t game);
    /// Returns the other files with the content of a game's source, in the order of their imports.
    const std::vector<SourceCopy>& copies_of(std::int64_t game);

private:
    const std::vector<SourceCopy>& copies_of_row();

    const Store& store_;
    Statement row_;
    std::int64_t source_ = 0;  ///< source of last_copies_; 0: none
    std::vector<SourceCopy> last_copies_;
};

// Collections: sets of games, or questions that are asked again each time, with names that users give.

struct Collection {
    std::string name;
    std::int64_t games = 0;
    std::optional<std::string> question = {};  ///< as typed; nullopt: it holds games
};

/// Returns all collections, by name.
std::vector<Collection> collections(const Store& store);

/// Returns the question that a collection holds; nullopt: it holds games, or there is none of this name.
std::optional<std::string> question_of(const Store& store, std::string_view name);

/// Keeps a question as a collection, in place of the one that it held. Returns false if the collection holds games.
bool save_question(Store& store, std::string_view name, std::string_view question);

/// Removes a collection that holds a question. Returns false if there is none of this name.
bool remove_question(Store& store, std::string_view name);

/// Adds the games of a filter to a collection, which is created if it does not exist. Returns the number of games
/// added.
std::int64_t add_to_collection(Store& store, std::string_view name, const HeaderFilter& filter);

/// Removes the games of a filter from a collection, which is deleted when empty. Returns the number of games removed.
std::int64_t remove_from_collection(Store& store, std::string_view name, const HeaderFilter& filter);

/// Writes collections. Use within a transaction, and call finish_works() before the commit.
class Collections {
public:
    explicit Collections(Store& store)
        : make_(store.connection(), Sql::insert_collection),
          join_(store.connection(), Sql::join_collection),
          save_(store.connection(), Sql::save_question) {}

    /// Creates a collection if it does not exist.
    void make(std::string_view name) { make_.with(name).run(); }
    /// Adds a game to an existing collection, unless that holds a question.
    void add(std::string_view name, std::int64_t game) { join_.with(name, game).run(); }
    /// Keeps a question as a collection, unless that holds games.
    void save(std::string_view name, std::string_view question) { save_.with(name, question).run(); }

private:
    Statement make_, join_, save_;
};

/// Returns the names of the collections that a game is in.
std::vector<std::string> collections_of(const Store& store, std::int64_t game);

}  // namespace cofnod::store
