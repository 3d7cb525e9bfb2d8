#include "operations/salvage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

#include "base/error.hpp"
#include "base/problem_kinds.hpp"
#include "base/system.hpp"
#include "base/tr.hpp"
#include "games/record/record.hpp"
#include "games/record/with_game.hpp"
#include "operations/host.hpp"
#include "store/aliases.hpp"
#include "store/corrections.hpp"
#include "store/damaged_store.hpp"
#include "store/game_writer.hpp"
#include "store/transaction.hpp"
#include "store/works.hpp"

namespace cofnod::operations {

namespace {

/// The playable part of a main line.
struct Played {
    std::string moves;  ///< packed
    std::uint32_t plies = 0;
    std::uint16_t final_check = 0;
    bool has_start = false;
    bool is_damaged = false;
};

template <RecordedGame G>
Played play(const GameRecord& record) {
    Played played;
    const auto start = G::read_start(record.start);
    if (!start) return played;
    played.has_start = true;
    typename G::Unpacker game(*start, record.moves);
    typename G::Packer packer(*start);
    while (const auto ply = game.read()) {
        packer.push(game.position(), *ply);
        game.play(*ply);
        ++played.plies;
    }
    played.moves = packer.bytes();
    played.is_damaged = game.is_damaged();
    played.final_check = final_check_of(game.position().key());
    return played;
}

Played play(GameKind kind, const GameRecord& record) {
    return with_game(kind, [&](auto game) { return play<decltype(game)>(record); });
}

bool is_sound(const Played& played, const GameRecord& record) {
    return played.has_start && !played.is_damaged && played.plies == record.ply_count &&
           (played.final_check == record.final_check || !record.has_final_check());
}

void end_at(GameRecord& record, const Played& played) {
    record.problems.push_back({.reason = {ProblemKind::moves_were_damaged},
                               .place = {},
                               .ply = played.plies,
                               .line = {},
                               .advice = {Remedy::import_again}});
    record.state = played.plies == 0 ? GameState::rejected : GameState::incomplete;
    record.san.clear();
}

/// Drops comments and variations after the last move. Returns true if there were any.
bool end_annotations(GameRecord& record) {
    std::size_t size = record.annotations.size();
    while (size > 0 && record.annotations[size - 1].ply > record.ply_count) --size;
    const bool is_longer = size < record.annotations.size();
    record.annotations.truncate(size);
    return is_longer;
}

}  // namespace

std::vector<std::string> salvage_record(GameRecord& record, bool kind_is_known) {
    if (!kind_is_known)
        each_game([&, is_found = false](auto game) mutable {
            if (is_found) return;
            record.kind = game.kind;
            is_found = is_sound(play<decltype(game)>(record), record);
        });
    Played played = play(record.kind, record);
    std::vector<std::string> losses;
    if (is_sound(played, record)) {
        if (end_annotations(record)) losses.push_back(tr("the text after its last move"));
        return losses;
    }
    if (!played.has_start) {
        losses.push_back(tr("the position it starts from, and its moves"));
        record.start.clear();
        record.moves.clear();
        played = play(record.kind, record);
        end_at(record, played);
    } else if (played.is_damaged || played.plies < record.ply_count) {
        losses.push_back(tr("its moves from ply {} on", played.plies + 1));
        end_at(record, played);
    } else {
        losses.push_back(tr("the check of its moves"));
    }
    record.moves = played.moves;
    record.ply_count = played.plies;
    record.final_check = played.final_check;
    end_annotations(record);
    return losses;
}

namespace {

class Salvage : private DatabaseCopy {
public:
    Salvage(store::DamagedStore& damaged, store::Store& store, const SalvageOptions& options, const Host& host)
        : DatabaseCopy(damaged, store, host), options_(options), expected_(damaged.expected_games()) {}

    SalvageReport run() {
        find_deleted_games();
        copy_games();
        store::Transaction transaction(to_.connection(), store::Makes::part);
        copy_curation();
        store::finish_works(to_);
        transaction.commit();
        index::update(to_, options_.resources, [&](std::int64_t done, std::int64_t all) {
            host_.cancel.check();
            host_.progress.update_index(done, all);
        });
        return std::move(report_);
    }

private:
    void copy_games() {
        store::GameWriter writer(to_, {.keep_source = true, .keep_san = true});
        writer.begin_batch(std::string(program_version()), "recover " + options_.damaged);
        for (const store::SavedSource& source : read_sources())
            if (!copy_source(source, writer)) report_.incomplete.push_back(source.row.path);
        copy_strays(writer);
        writer.end_batch();
    }

    /// Copies the games whose source is unknown because its row, or the row that lists its games, is lost.
    void copy_strays(store::GameWriter& writer) {
        bool is_open = false;
        const Copied copied = read_games(std::nullopt, [&](const store::SavedGame& game) {
            if (!is_open) writer.begin_source({.path = options_.damaged, .format = "cofnod", .charset = "UTF-8"});
            is_open = true;
            writer.add_as(game.id, game.number, game.record);
            copied_game(game);
        });
        if (!is_open) return;
        writer.end_source_as("", false, copied.counts.game_bytes, copied.counts);
        lose(tr("{}: where they came from cannot be read", counted_games(copied.games)));
    }

    void lose(const std::string& what) override {
        ++report_.losses;
        host_.reporter.finding(options_.damaged, what);
    }
    void leave_collection(const store::SavedCollection& collection) override {
        lose(tr("collection {} cannot be read", collection.id));
    }

    std::int64_t new_id(std::int64_t game) override { return game; }
    std::optional<std::int64_t> id_of(std::int64_t game) override { return game; }

    void copied_game(const store::SavedGame& game) override {
        if (!game.losses.empty()) ++report_.games_with_losses;
        ++report_.games;
        host_.progress.update_part(phrase("recovering"), "games", std::min(report_.games, expected_), expected_);
    }

    void link_spellings(const store::SavedAlias& alias) override {
        try {
            store::add_spelling(to_, alias.name);
            store::add_spelling(to_, alias.known_as);
            store::add_alias(to_, alias.name, alias.known_as);
        } catch (const UsageError& error) {
            lose(tr("the alias “{}” of “{}”: {}", alias.name, alias.known_as, error.what()));
        }
    }

    void copy_correction(store::SavedCorrection&& saved) override {
        store::add_correction(to_, saved.correction, saved.packed_record);
    }

    const SalvageOptions& options_;
    std::int64_t expected_;
    SalvageReport report_;
};

}  // namespace

void require_new(const std::string& path) {
    std::error_code error;
    const auto type = std::filesystem::symlink_status(path, error).type();
    if (type == std::filesystem::file_type::not_found) return;
    if (error)
        throw UsageError(fmt::format("{}: {}", path, system_message(error)),
                         tr("choose another name for the new database"));
    throw UsageError(tr("{}: already exists", path), tr("recover writes to a new database: choose another name"));
}

std::array<std::string, 4> database_files(const std::string& path) {
    return {path, path + "-wal", path + "-shm", path + "-journal"};
}

void remove_database(const std::string& path) {
    std::error_code ignored;
    for (const std::string& file : database_files(path)) std::filesystem::remove(file, ignored);
}

SalvageReport salvage(const SalvageOptions& options, const Host& host) {
    require_new(options.database);
    try {
        store::DamagedStore damaged(options.damaged);
        store::Store store = store::Store::open(options.database, store::Access::create);
        return Salvage(damaged, store, options, host).run();
    } catch (...) {  // an unfinished database would look like a complete recovery
        remove_database(options.database);
        throw;
    }
}

}  // namespace cofnod::operations
