#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/game_writer.hpp"
#include "store/header_filter.hpp"
#include "store/record_bytes.hpp"
#include "store/store.hpp"

/// Corrections: the history of changes to games. The rows of the games hold the current state.
namespace cofnod::store {

enum class CorrectionKind : std::uint8_t {
    correct,  ///< a passage of the text
    set,      ///< tags
    replace,  ///< the whole text
    remove,
};

/// Returns the name of the command: "correct", "set", "replace", "delete".
std::string_view name_of(CorrectionKind kind);

/// Throws StoreError for any other name.
CorrectionKind correction_kind(std::string_view name);

struct Correction {
    std::int64_t id = 0;      ///< 0: not stored
    std::int64_t change = 0;  ///< id of the first correction of the same command
    std::int64_t game = 0;
    CorrectionKind kind = CorrectionKind::correct;
    std::string made_at, made_by;  ///< UTC; free text, may be empty
    std::string was = {}, now = {};
};

/// Returns all corrections, or those of one game, in the order they were made.
std::vector<Correction> corrections(const Store& store, std::optional<std::int64_t> game = {}, Page page = {});

/// Returns the last correction of a game.
std::optional<Correction> last_correction(const Store& store, std::int64_t game);

/// Returns the corrections of the last command, newest first.
std::vector<Correction> last_change(const Store& store);

/// Returns a game as it was before a correction. Throws StoreError if the stored record is damaged.
FormerGame game_before(const Store& store, std::int64_t correction);

/// Returns the character set of a game's source, which may differ from that of its text after a correction.
std::string source_charset(const Store& store, std::int64_t game);

/// Copies a row from another database. Call within a transaction, and call finish_works() before the commit.
void add_correction(Store& store, const Correction& correction, std::string_view packed_record);

/// The corrections of one command. Use within a transaction, and call finish_works() before the commit.
class Change {
public:
    Change(Store& store, std::string made_by) : store_(store), made_by_(std::move(made_by)) {}

    void add(std::int64_t game, CorrectionKind kind, const FormerGame& before, std::string_view was,
             std::string_view now);
    /// Deletes a game. Its tags are kept in deleted_game, with `kept`: the game that has all its moves, if any.
    void remove(std::int64_t game, std::optional<std::int64_t> kept);

private:
    Store& store_;
    std::string made_by_;
    std::optional<std::int64_t> number_;
};

/// Undoes a correction, which must be the last of its game, and restores the game. Call within the writer's
/// transaction, and call finish_works() before the commit.
void take_back(Store& store, GameWriter& writer, const Correction& correction);

}  // namespace cofnod::store
