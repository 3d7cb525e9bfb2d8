#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "columns/chunk.hpp"
#include "notation/languages.hpp"
#include "store/game_reader.hpp"
#include "store/statistics.hpp"
#include "store/works.hpp"

namespace cofnod::columns {

/// Reads games of a database with all that their rows need.
class SourceReader {
public:
    /// Keeps references to store and choice. `base` is added to all ids.
    SourceReader(store::Store& store, const Choice& choice, std::int64_t base = 0);

    /// Returns the game with an id of the database, valid until the next call; nullopt if there is none.
    std::optional<SourceGame> read(std::int64_t id);

    using TakeRecord = std::function<void(std::int64_t id, const GameRecord& record)>;
    /// Reads the whole record of each game too, and passes it on.
    void take_records(TakeRecord take) { take_record_ = std::move(take); }

private:
    struct Person {
        std::string name;  ///< that the player is known by
        std::string keys;  ///< search keys of all spellings, a line each
    };
    const Person& person(const std::string& name);
    void read_record(std::int64_t id);

    const Choice& choice_;
    std::int64_t base_;
    notation::Languages languages_ = notation::Languages::built_in();
    store::GameReader reader_;
    store::Citations citations_;
    std::unordered_map<std::string, std::string> known_as_;              ///< of aliases
    std::unordered_map<std::string, std::vector<std::string>> aliases_;  ///< of the names that players are known by
    std::unordered_map<std::string, Person> persons_;                    ///< by spelling
    std::unordered_map<std::int64_t, std::int64_t> works_;               ///< the fullest record, by record
    std::unordered_map<std::int64_t, store::OpeningRow> openings_;       ///< by id; 0: none
    TakeRecord take_record_;
    store::GameHeader header_;
    Extras extras_;
};

}  // namespace cofnod::columns
