#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include "games/record/record.hpp"
#include "store/duplicates/groups.hpp"
#include "store/duplicates/lines.hpp"
#include "store/game_reader.hpp"
#include "store/store.hpp"

namespace cofnod::duplicates {

/// Players of a database as compared for duplicates; an alias counts as the person it stands for.
class People {
public:
    explicit People(const store::Store& store);

    /// Returns an unknown person for 0. May be called on several threads.
    [[nodiscard]] Person of(std::int64_t player) const;
    /// Returns the rank of each family name in the order of the names, by family number.
    [[nodiscard]] std::vector<std::uint32_t> ranks_of_families() const;

private:
    std::vector<std::string> families_;
    std::unordered_map<std::int64_t, Person> people_;
};

/// Reads one store on several threads: the thread that created this uses the store itself, every other thread a
/// connection of its own, which sees one snapshot from its first use on.
class Readers {
public:
    explicit Readers(store::Store& store);
    ~Readers();

    /// Calls `use` with a store and a reader that are reserved for the calling thread until the call returns.
    void with(const std::function<void(store::Store& store, store::GameReader& games)>& use);

private:
    struct Own;

    store::Store& store_;
    store::GameReader games_;
    std::thread::id owner_ = std::this_thread::get_id();
    std::mutex lock_;
    std::vector<std::unique_ptr<Own>> idle_;
};

/// Data kept in memory for every game: 96 bytes.
struct Record {
    std::int64_t id = 0;
    std::uint64_t moves_hash = 0;  ///< hash of kind, start and moves
    std::uint64_t start_hash = 0;
    std::uint64_t beginning = 0;  ///< first bytes of moves_to_compare
    std::uint64_t annotation_bytes = 0;
    std::uint32_t ply_count = 0, tag_count = 0;
    Facts facts;
    GameKind kind = GameKind::chess;
    bool is_beginning_alone = false;  ///< `beginning` is all of moves_to_compare
};

/// Returns all games with at least one move, ordered by id.
std::vector<Record> read_records(Readers& readers, const People& people, unsigned threads);

/// Returns bytes that are equal for equal moves, and a prefix for a prefix of the moves: the packed moves, or the move
/// numbers where packed plies distinguish paths with the same effect (Camelot).
std::string moves_to_compare(GameKind kind, std::string_view start, std::string_view packed);

/// The moves of a game, as stored and as compared.
struct Moves {
    GameKind kind = GameKind::chess;
    std::string start, packed;
    std::string compared;  ///< moves_to_compare
};

/// Returns the moves of a game; empty if the game no longer exists.
Moves moves_of(store::GameReader& games, std::int64_t id);

Line line_of(const Moves& game);

}  // namespace cofnod::duplicates
