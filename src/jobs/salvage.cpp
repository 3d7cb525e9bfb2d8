#include "jobs/salvage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <vector>

#include "base/counted.hpp"
#include "base/error.hpp"
#include "jobs/salvage_record.hpp"
#include "jobs/version.hpp"
#include "store/aliases.hpp"
#include "store/collections.hpp"
#include "store/damaged_store.hpp"
#include "store/game_reader.hpp"
#include "store/game_writer.hpp"
#include "store/transaction.hpp"
#include "store/works.hpp"

namespace cofnod::jobs {

namespace {

void count(const GameRecord& record, store::Counts& counts) {
    switch (record.state) {
        case GameState::complete: ++counts.complete; break;
        case GameState::incomplete: ++counts.incomplete; break;
        case GameState::rejected: ++counts.rejected; break;
    }
    counts.game_bytes += record.span.end - record.span.begin;
}

class Salvage {
public:
    Salvage(const SalvageOptions& options, const Host& host)
        : options_(options),
          host_(host),
          damaged_(options.damaged),
          store_(store::Store::open(options.database, store::Access::create)),
          expected_(damaged_.expected_games()) {}

    SalvageReport run() {
        find_deleted_games();
        save_games();
        save_curation();
        index::update(store_, options_.resources, [&](std::int64_t done, std::int64_t all) {
            host_.cancel.check();
            host_.progress.update_index(done, all);
        });
        return std::move(report_);
    }

private:
    /// The outcome of a source.
    struct Saved {
        std::uint64_t games = 0;
        store::Counts counts;
        bool is_whole = true;
    };

    void lose(const std::string& what) {
        ++report_.losses;
        host_.reporter.finding(options_.damaged, what);
    }

    /// Reports lost rows of a table by the ids in them.
    auto lost_rows(std::string_view one, std::string_view several) {
        return [this, one, several](store::LostRows lost) {
            if (lost.first == lost.last)
                lose(fmt::format("{} {} cannot be read", one, lost.first));
            else
                lose(fmt::format("{} {} to {} cannot be read", several, lost.first, lost.last));
        };
    }

    void find_deleted_games() {
        damaged_.for_each_deleted_game(
            [&](store::DeletedGame game) {
                if (game.source) ++deleted_by_source_[*game.source];
                deleted_.push_back(std::move(game));
            },
            lost_rows("the tags of deleted game", "the tags of deleted games"));
    }

    void save_games() {
        store::GameWriter writer(store_, {.keep_source = true, .keep_san = true});
        writer.begin_batch(std::string(program_version()), "recover " + options_.damaged);
        std::vector<store::SavedSource> sources;
        damaged_.for_each_source([&](store::SavedSource source) { sources.push_back(std::move(source)); },
                                 lost_rows("source", "sources"));
        for (const store::SavedSource& source : sources) save_source(source, writer);
        save_strays(writer);
        writer.end_batch();
    }

    void save_source(const store::SavedSource& source, store::GameWriter& writer) {
        const store::SourceRow& was = source.row;
        writer.begin_source({.path = was.path,
                             .format = was.format,
                             .charset = was.charset,
                             .bytes = was.bytes,
                             .content_hash = {},
                             .citation = source.citation});
        const Saved saved = save_games_of(
            was.id, [&](const store::SavedGame& game) { writer.add_as(game.id, game.number, game.record); });
        const std::uint64_t found = was.counts.found(), there = saved.games + deleted_by_source_[was.id];
        if (there < found)
            lose(fmt::format("{}: of {}, {} cannot be found, or not be assigned to it", was.path,
                             counted(found, "game"), grouped(found - there)));
        else if (there > found || !was.adds_up())
            lose(fmt::format("{}: its own row is damaged: {}, but {} found", was.path, counted(found, "game"),
                             counted(there, "is", "are")));
        const bool is_whole = saved.is_whole && there == found && was.adds_up() &&
                              (was.content_hash.empty() || hashes_.insert(was.content_hash).second);
        // If bytes no longer add up, the hash is dropped, so that a repeated import reads the file again.
        new_source_[was.id] = is_whole ? writer.end_source_as(was.content_hash, was.done, was.bytes_done, was.counts)
                                       : writer.end_source_as("", false, saved.counts.game_bytes, saved.counts);
        if (!is_whole) report_.incomplete.push_back(was.path);
    }

    Saved save_games_of(std::optional<std::int64_t> source, const std::function<void(const store::SavedGame&)>& add) {
        Saved saved;
        damaged_.for_each_game(
            source,
            [&](store::SavedGame game) {
                host_.cancel.check();
                ++saved.games;
                if (!source) game.number = saved.games;
                for (std::string& what : salvage_record(game.record, game.kind_is_known))
                    game.losses.push_back(std::move(what));
                if (!game.losses.empty()) {
                    lose(fmt::format("game {}: {} cannot be read", game.id, fmt::join(game.losses, ", ")));
                    saved.is_whole = false;
                    ++report_.games_with_losses;
                }
                count(game.record, saved.counts);
                add(game);
                ++report_.games;
                host_.progress.update_part("recovering", "games", std::min(report_.games, expected_), expected_);
            },
            [&](store::LostRows lost) {
                lost_rows("game", "games")(lost);
                saved.is_whole = false;
            });
        return saved;
    }

    /// Saves the games whose source is unknown because its row, or the row that lists its games, is lost.
    void save_strays(store::GameWriter& writer) {
        bool is_open = false;
        const Saved saved = save_games_of(std::nullopt, [&](const store::SavedGame& game) {
            if (!is_open) writer.begin_source({.path = options_.damaged, .format = "cofnod", .charset = "UTF-8"});
            is_open = true;
            writer.add_as(game.id, game.number, game.record);
        });
        if (!is_open) return;
        writer.end_source_as("", false, saved.counts.game_bytes, saved.counts);
        lose(fmt::format("{}: where they came from cannot be read", counted(saved.games, "game")));
    }

    /// Saves the users' curation: aliases, linked duplicates, deleted games.
    void save_curation() {
        save_aliases();
        save_works();
        save_collections();
        store::Transaction transaction(store_.connection());
        for (store::DeletedGame& game : deleted_) {
            if (game.source) {
                const auto source = new_source_.find(*game.source);
                game.source = source == new_source_.end() ? std::nullopt : std::optional(source->second);
            }
            store::add_deleted_game(store_, game);
        }
        damaged_.for_each_correction(
            [&](const store::SavedCorrection& saved) {
                store::add_correction(store_, saved.correction, saved.packed_record);
            },
            lost_rows("correction", "corrections"));
        save_separators();
        store::finish_works(store_);
        transaction.commit();
    }

    void save_aliases() {
        damaged_.for_each_alias(
            [&](const store::SavedAlias& alias) {
                try {
                    store::add_spelling(store_, alias.name);
                    store::add_spelling(store_, alias.known_as);
                    store::add_alias(store_, alias.name, alias.known_as);
                } catch (const UsageError& error) {
                    lose(fmt::format("the alias “{}” of “{}”: {}", alias.name, alias.known_as, error.what()));
                }
            },
            lost_rows("the alias of player", "the aliases of players"));
    }

    void save_works() {
        std::map<std::int64_t, std::vector<std::int64_t>> works;
        store::GameReader reader(store_);
        damaged_.for_each_witness(
            [&](const store::SavedWitness& witness) {
                if (!reader.moves(witness.game)) return;
                auto& games = works[witness.work];
                games.insert(witness.game == witness.work ? games.begin() : games.end(), witness.game);
            },
            lost_rows("the work of game", "the works of games"));
        store::Transaction transaction(store_.connection());
        for (const auto& [work, games] : works)
            if (games.size() > 1) store::link_witnesses(store_, games);
        store::finish_works(store_);
        transaction.commit();
    }

    void save_collections() {
        std::map<std::int64_t, std::string> names;
        store::GameReader reader(store_);
        store::Collections collections(store_);
        store::Transaction transaction(store_.connection());
        damaged_.for_each_collection(
            [&](store::SavedCollection collection) {
                collections.make(collection.name);
                names.emplace(collection.id, std::move(collection.name));
            },
            lost_rows("collection", "collections"));
        damaged_.for_each_collected_game(
            [&](const store::SavedCollectedGame& row) {
                const auto name = names.find(row.collection);
                if (name != names.end() && reader.moves(row.game)) collections.add(name->second, row.game);
            },
            lost_rows("the game of collection entry", "the games of collection entries"));
        store::finish_works(store_);
        transaction.commit();
    }

    void save_separators() {
        damaged_.for_each_separator(
            [&](store::Separator separator) {
                const auto source = new_source_.find(separator.source);
                if (source == new_source_.end()) return lose("the source of a text between games cannot be read");
                separator.source = source->second;
                store::add_separator(store_, separator);
            },
            lost_rows("text between games", "texts between games"));
    }

    const SalvageOptions& options_;
    Host host_;
    store::DamagedStore damaged_;
    store::Store store_;
    std::int64_t expected_;
    SalvageReport report_;
    std::map<std::int64_t, std::int64_t> new_source_;  ///< by old id
    std::map<std::int64_t, std::uint64_t> deleted_by_source_;
    std::vector<store::DeletedGame> deleted_;
    std::set<std::string> hashes_;
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
        throw UsageError(fmt::format("{}: {}", path, error.message()), "choose another name for the new database");
    throw UsageError(fmt::format("{}: already exists", path), "recover writes to a new database: choose another name");
}

std::array<std::string, 4> database_files(const std::string& path) {
    return {path, path + "-wal", path + "-shm", path + "-journal"};
}

SalvageReport salvage(const SalvageOptions& options, const Host& host) {
    require_new(options.database);
    try {
        return Salvage(options, host).run();
    } catch (...) {  // an unfinished database would look like a complete recovery
        remove_database(options.database);
        throw;
    }
}

}  // namespace cofnod::jobs
