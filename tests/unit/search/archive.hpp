#pragma once

#include <unistd.h>

#include <filesystem>

#include "games/record/record.hpp"
#include "random_game.hpp"
#include "store/game_writer.hpp"

namespace cofnod::search::test {

/// A database of random games, with the games themselves.
class Archive {
public:
    Archive()
        : path_(std::filesystem::temp_directory_path() / ("cofnod-search-" + std::to_string(getpid()) + ".db")),
          store_(filled()) {}
    ~Archive() {
        for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(path_.string() + end);
    }

    store::Store& store() { return store_; }
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

    struct Entry {
        RandomGame game;
        std::string white;
        Result result;
    };
    /// Returns the games; the game at index 0 has id 1.
    [[nodiscard]] const std::vector<Entry>& games() const { return games_; }

private:
    store::Store filled() {
        std::mt19937 random(30);
        auto store = store::Store::open(path_, store::Access::create);
        store::GameWriter writer(store);
        writer.begin_batch("test", "");
        writer.begin_source({"random.pgn", "pgn", "UTF-8", 300, ""});
        for (std::uint64_t i = 0; i < 300; ++i) {
            const char* whites[] = {"Hughes, Siân", "Owen, Tomos", "Pritchard, Ann", "Rees, Huw"};
            Entry entry{random_game(random, "", static_cast<int>(random() % 60)), whites[random() % (i < 200 ? 4 : 2)],
                        static_cast<Result>(random() % 4)};
            GameRecord record;
            record.tags.add("White", entry.white);
            record.tags.add("Date", std::to_string(1900 + i % 50));
            record.tags.add("WhiteElo", std::to_string(1500 + i));
            record.result = entry.result;
            record.moves = entry.game.bytes;
            record.ply_count = static_cast<std::uint32_t>(entry.game.moves.size());
            record.final_check = final_check_of(entry.game.positions.back().key());
            record.span = {i, i + 1, i + 1};
            writer.add(record);
            games_.push_back(std::move(entry));
        }
        writer.end_source();
        writer.end_batch();
        return store;
    }

    std::filesystem::path path_;
    std::vector<Entry> games_;
    store::Store store_;
};

}  // namespace cofnod::search::test
