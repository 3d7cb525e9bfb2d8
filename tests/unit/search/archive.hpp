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
    /// `most_variations`: of a game, some of them in others.
    explicit Archive(unsigned most_variations = 0)
        : path_(std::filesystem::temp_directory_path() / ("cofnod-search-" + std::to_string(getpid()) + ".db")),
          most_variations_(most_variations),
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
        std::vector<RandomGame> variations = {};
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
            if (i % 3 != 0) vary(random, entry, record.annotations);
            writer.add(record);
            games_.push_back(std::move(entry));
        }
        writer.end_source();
        writer.end_batch();
        return store;
    }

    /// Adds variations of the main line to a record, each with one that leaves it after its first move.
    void vary(std::mt19937& random, Entry& entry, Annotations& annotations) const {
        using Kind = Annotations::Kind;
        const RandomGame& game = entry.game;
        const std::size_t count = most_variations_ == 0 ? 0 : random() % most_variations_;
        for (std::size_t i = 1; i <= std::min(count, game.moves.size()); ++i) {
            const auto ply = static_cast<std::uint32_t>(i);
            const auto line_from = [&](const chess::Position& position) {
                return random_game(random, chess::write_fen(position), 1 + static_cast<int>(random() % 6));
            };
            const RandomGame outer = line_from(game.positions[i - 1]), inner = line_from(game.positions[i - 1]);
            annotations.add(Kind::begin_variation, ply);
            for (std::size_t move = 0; move < outer.moves.size(); ++move) {
                annotations.add(Kind::move, ply, outer.moves[move].raw());
                if (move > 0) continue;
                annotations.add(Kind::begin_variation, ply);
                for (const chess::Move played : inner.moves) annotations.add(Kind::move, ply, played.raw());
                annotations.add(Kind::end_variation, ply);
            }
            annotations.add(Kind::end_variation, ply);
            entry.variations.push_back(outer);
            entry.variations.push_back(inner);
        }
    }

    std::filesystem::path path_;
    unsigned most_variations_;
    std::vector<Entry> games_;
    store::Store store_;
};

}  // namespace cofnod::search::test
