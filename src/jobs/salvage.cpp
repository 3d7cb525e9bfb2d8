#include "jobs/salvage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/say.hpp"
#include "base/system_message.hpp"
#include "jobs/database_copy.hpp"
#include "jobs/version.hpp"
#include "store/aliases.hpp"
#include "store/corrections.hpp"
#include "store/damaged_store.hpp"
#include "store/game_writer.hpp"
#include "store/transaction.hpp"
#include "store/works.hpp"

namespace cofnod::jobs {

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
        lose(say("{}: where they came from cannot be read", counted_games(copied.games)));
    }

    void lose(const std::string& what) override {
        ++report_.losses;
        host_.reporter.finding(options_.damaged, what);
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
            lose(say("the alias “{}” of “{}”: {}", alias.name, alias.known_as, error.what()));
        }
    }

    void copy_correction(store::SavedCorrection&& saved) override {
        store::add_correction(to_, saved.correction, saved.packed_record);
    }

    const SalvageOptions& options_;
    std::int64_t expected_;
    SalvageReport report_;
};

void remove_database(const std::string& path) {
    std::error_code ignored;
    for (const std::string& file : database_files(path)) std::filesystem::remove(file, ignored);
}

}  // namespace

void require_new(const std::string& path) {
    std::error_code error;
    const auto type = std::filesystem::symlink_status(path, error).type();
    if (type == std::filesystem::file_type::not_found) return;
    if (error)
        throw UsageError(fmt::format("{}: {}", path, system_message(error)),
                         say("choose another name for the new database"));
    throw UsageError(say("{}: already exists", path), say("recover writes to a new database: choose another name"));
}

std::array<std::string, 4> database_files(const std::string& path) {
    return {path, path + "-wal", path + "-shm", path + "-journal"};
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

}  // namespace cofnod::jobs
