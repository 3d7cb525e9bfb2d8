#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "game/kind.hpp"
#include "store/partial_date.hpp"
#include "store/statement.hpp"
#include "store/store.hpp"

/// Works: several records of one game, its witnesses.
namespace cofnod::store {

/// What can tell that two games are records of one. Views stay valid until the next game.
struct GameFacts {
    std::int64_t id = 0;
    GameKind kind = GameKind::chess;
    std::string_view start;  ///< FEN; empty: the usual position
    std::string_view moves;
    std::uint32_t ply_count = 0;
    Result result = Result::unknown;
    std::int64_t white = 0, black = 0;  ///< the players as they are known (Spelling::person); 0: none
    std::optional<PartialDate> date;
    std::uint64_t annotation_bytes = 0;
    std::uint64_t tag_count = 0;
};

/// All games with at least one move, in the order of ids.
void for_each_facts(const Store& store, const std::function<void(const GameFacts&)>& each);

/// The witnesses of the work that the game is one of, the fullest first; empty: it stands alone.
std::vector<std::int64_t> witnesses_of(const Store& store, std::int64_t game);

/// Makes the games witnesses of one work, and the first of them its fullest; who was linked to one of them before
/// comes along. The number of games that were not in that work before. To be called in a transaction; finish_works()
/// before the commit.
std::int64_t link_witnesses(Store& store, const std::vector<std::int64_t>& games);

/// Takes a game out of the database. Its tags stay in deleted_game, with `kept`: the game that has all its moves.
/// To be called in a transaction; finish_works() before the commit.
void delete_game(Store& store, std::int64_t game, std::int64_t kept);

/// Once, after all that was linked and deleted: works of one witness are dissolved, and the rows are counted.
void finish_works(Store& store);

/// A row of table deleted_game.
struct DeletedGame {
    std::int64_t game = 0, kept = 0;
    std::optional<std::int64_t> source, line;
    std::int64_t ply_count = 0;
    std::string tags, deleted_at;
};

/// Of another database. To be called in a transaction; finish_works() before the commit.
void add_deleted_game(Store& store, const DeletedGame& game);

/// Reads citations: where the source of a game was taken from, in words.
class Citations {
public:
    explicit Citations(const Store& store) : row_(store.connection(), Sql::read_citation) {}
    /// Empty where nobody said.
    std::string of(std::int64_t game);

private:
    Statement row_;
};

}  // namespace cofnod::store
