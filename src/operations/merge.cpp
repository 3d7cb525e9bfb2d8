#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "base/ways_out.hpp"
#include "operations/host.hpp"
#include "operations/import_target.hpp"
#include "operations/salvage.hpp"
#include "store/aliases.hpp"
#include "store/connection.hpp"
#include "store/corrections.hpp"
#include "store/game_cursor.hpp"
#include "store/record_bytes.hpp"
#include "store/works.hpp"

namespace cofnod::operations {

/// Maps game ids from one database to another, as runs of consecutive ids since most games keep their order.
class IdMap {
public:
    void add(std::int64_t id, std::int64_t new_id) {
        if (!runs_.empty() && runs_.back().first + runs_.back().count == id &&
            runs_.back().new_first + runs_.back().count == new_id) {
            ++runs_.back().count;
            return;
        }
        is_sorted_ = is_sorted_ && (runs_.empty() || runs_.back().first < id);
        runs_.push_back({id, new_id, 1});
    }

    [[nodiscard]] std::optional<std::int64_t> find(std::int64_t id) {
        if (!is_sorted_) std::ranges::sort(runs_, {}, &Run::first);
        is_sorted_ = true;
        const auto next = std::ranges::upper_bound(runs_, id, {}, &Run::first);
        if (next == runs_.begin() || id - std::prev(next)->first >= std::prev(next)->count) return std::nullopt;
        return std::prev(next)->new_first + (id - std::prev(next)->first);
    }

private:
    struct Run {
        std::int64_t first = 0, new_first = 0, count = 0;
    };

    std::vector<Run> runs_;
    bool is_sorted_ = true;
};

/// A new database under a temporary name: `all.db.merge-0a1b2c3d`. Removed unless published under its final name; if
/// the program is killed, it remains.
class UnnamedDatabase {
public:
    explicit UnnamedDatabase(std::string wanted);
    ~UnnamedDatabase() { remove_database(name_); }
    UnnamedDatabase(const UnnamedDatabase&) = delete;
    UnnamedDatabase& operator=(const UnnamedDatabase&) = delete;

    [[nodiscard]] const std::string& name() const { return name_; }

    /// Gives the database its final name; call it when the database is closed. Returns false if a file of that name
    /// exists by now.
    [[nodiscard]] bool publish() const;

private:
    std::string wanted_, name_;
};

UnnamedDatabase::UnnamedDatabase(std::string wanted)
    : wanted_(std::move(wanted)), name_(fmt::format("{}.merge-{:08x}", wanted_, std::random_device()())) {}

bool UnnamedDatabase::publish() const {
    std::error_code error;
    std::filesystem::create_hard_link(name_, wanted_, error);
    if (!error) return true;
    if (std::filesystem::exists(wanted_, error)) return false;
    std::filesystem::rename(name_, wanted_, error);  // for file systems without hard links
    return !error;
}

namespace {

using Outcome = FileReport::Outcome;

/// Identity of a source: the hash of its content or, without one, the fields that do not depend on its games.
using SourceKey = std::tuple<std::string, std::string, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>;

SourceKey key_of(const store::SourceRow& source) {
    if (!source.content_hash.empty()) return {source.content_hash, "", 0, 0, 0, 0};
    return {"", source.path, source.bytes, source.bytes_done, source.counts.game_bytes, source.counts.found()};
}

/// Identity of a correction, independent of ids.
using CorrectionKey = std::tuple<store::CorrectionKind, std::string, std::string, std::string, std::string>;

CorrectionKey key_of(const store::Correction& correction) {
    return {correction.kind, correction.made_at, correction.made_by, correction.was, correction.now};
}

using KnownSources = std::map<SourceKey, store::SourceRow>;

KnownSources known_sources(const store::Store& store) {
    KnownSources known;
    for (store::SourceRow& source : store::sources(store)) known.emplace(key_of(source), std::move(source));
    return known;
}

/// Returns the report on a source before its games are counted; `known`: the existing source, if any.
FileReport report_on(const std::string& path, const store::SourceRow& source, const store::SourceRow* known) {
    FileReport file{.name = source.path,
                    .through = path,
                    .format = source.format,
                    .charset = source.charset,
                    .bytes = source.bytes};
    if (known) {
        file.outcome = Outcome::known;
        file.games_before = known->counts.found();
        file.faulty_before = known->counts.incomplete + known->counts.rejected;
    } else {
        file.tally.separators = source.counts.separators;
        file.tally.passages = source.counts.separators;  // the database counts no others
        file.tally.separator_bytes = source.counts.separator_bytes;
    }
    return file;
}

[[noreturn]] void throw_damaged(const std::string& path, const std::string& database, std::string_view what) {
    throw InputError(tr("{}: the database is damaged: {}; nothing of it is imported", path, what),
                     WayOut(WayOut::Kind::import_recovered, {database, path}));
}

/// Reports progress in bytes, by an equal share of the database for each game.
class MergeProgress {
public:
    MergeProgress(const std::string& path, std::int64_t expected, const Tally& before, Progress& progress)
        : progress_(progress),
          expected_(static_cast<std::uint64_t>(std::max<std::int64_t>(expected, 1))),
          found_(before.found()),
          faulty_(before.faulty()) {
        std::error_code error;
        bytes_ = std::filesystem::file_size(path, error);
        if (error) bytes_ = 0;
        progress_.begin_file(path, bytes_, 0);
    }
    ~MergeProgress() { progress_.end_file(); }
    MergeProgress(const MergeProgress&) = delete;
    MergeProgress& operator=(const MergeProgress&) = delete;

    void add(bool is_faulty) {
        ++games_;
        faulty_ += is_faulty ? 1 : 0;
        const double share = std::min(1.0, static_cast<double>(games_) / static_cast<double>(expected_));
        progress_.update(static_cast<std::uint64_t>(share * static_cast<double>(bytes_)), found_ + games_, faulty_);
    }

private:
    Progress& progress_;
    std::uint64_t bytes_ = 0, expected_, games_ = 0, found_, faulty_;
};

class Merge : private DatabaseCopy {
public:
    Merge(const std::string& path, store::DamagedStore& from, store::Store& to, const ImportOptions& options,
          const Tally& before, const Host& host)
        : DatabaseCopy(from, to, host),
          path_(path),
          database_(options.database),
          progress_(path, from.expected_games(), before, host.progress),
          writer_(to, {.keep_source = options.keep_source,
                       .keep_san = true,
                       .index_text = options.text_index,
                       .games_per_commit = 0}) {}

    std::vector<FileReport> run() {
        writer_.begin_batch(std::string(program_version()), "merge " + path_);
        writer_.lock();
        const std::int64_t changes = to_.connection().total_changes();
        there_ = known_sources(to_);
        for (const store::Correction& correction : store::corrections(to_)) {
            corrections_there_.insert(key_of(correction));
            last_correction_ = std::max(last_correction_, correction.id);
        }
        next_id_ = writer_.last_id() + 1;
        find_deleted_games();
        for (store::SavedSource& source : read_sources()) merge_source(source);
        read_games(std::nullopt,
                   [&](const store::SavedGame& game) { lose(tr("where game {} came from cannot be read", game.id)); });
        copy_curation();
        if (to_.connection().total_changes() != changes) store::finish_works(to_);
        writer_.end_batch();
        report_what_stays();
        return std::move(files_);
    }

private:
    void merge_source(store::SavedSource& source) {
        const auto known = there_.find(key_of(source.row));
        FileReport file = report_on(path_, source.row, known == there_.end() ? nullptr : &known->second);
        if (known != there_.end()) {
            leave_out(source.row.id, known->second.id);
            if (store::add_source_copy(to_, {known->second.id, source.row.path, source.citation}))
                file.copy_of = known->second.path;
            if (!known->second.done && source.row.bytes_done > known->second.bytes_done)
                host_.reporter.error(
                    InputError(tr("{}: {}: the import of this file into {} was interrupted, and is not continued "
                                  "with the games of a database",
                                  path_, file.name, database_),
                               WayOut(WayOut::Kind::continue_import, {database_, source.row.path})));
        } else {
            std::string& through = source.row.through;
            through = through.empty() ? path_ : fmt::format("{} > {}", through, path_);
            deleted_ = deleted_games_of(source.row.id);
            file_ = &file;
            copy_source(source, writer_);
            while (!deleted_.empty()) take_deleted();
            file_ = nullptr;
        }
        files_.push_back(std::move(file));
    }

    [[noreturn]] void lose(const std::string& what) override { throw_damaged(path_, database_, what); }

    void leave_collection(const store::SavedCollection& collection) override {
        host_.reporter.note(
            path_, tr("collection {} is not taken over: {} has another one of this name", collection.name, database_));
    }

    /// Deleted games keep their places among the others, so that they can be restored.
    std::int64_t new_id(std::int64_t game) override {
        while (!deleted_.empty() && *deleted_.begin() < game) take_deleted();
        ids_.add(game, next_id_);
        return next_id_++;
    }

    void take_deleted() { ids_.add(deleted_.extract(deleted_.begin()).value(), next_id_++); }

    /// A game of a source that already existed maps to the game at the same place.
    std::optional<std::int64_t> id_of(std::int64_t game) override {
        if (const auto id = ids_.find(game)) return id;
        const auto place = from_.place_of(game);
        const auto twin = place ? twin_of(place->source) : std::nullopt;
        return twin ? store::game_at(to_, *twin, place->byte) : std::nullopt;
    }

    void copied_game(const store::SavedGame& game) override {
        file_->tally.add(game.record);
        progress_.add(game.record.state != GameState::complete);
    }

    void link_spellings(const store::SavedAlias& alias) override {
        const std::string person = store::known_as(to_, alias.name), other = store::known_as(to_, alias.known_as);
        if (person == other) return;
        if (person == alias.name) {
            store::add_spelling(to_, alias.name);
            store::add_spelling(to_, alias.known_as);
            return store::add_alias(to_, alias.name, alias.known_as);
        }
        host_.reporter.note(path_,
                            tr("“{}” stays an alias of “{}”, and is not made one of “{}”", alias.name, person, other));
    }

    void copy_correction(store::SavedCorrection&& saved) override {
        store::Correction& correction = saved.correction;
        const auto game = ids_.find(correction.game);
        if (!game) {
            if (!corrections_there_.contains(key_of(correction))) ++corrections_left_;
            return;
        }
        correction.id = ++last_correction_;
        correction.change = changes_.try_emplace(correction.change, correction.id).first->second;
        correction.game = *game;
        store::FormerGame before = store::former_game_from(packer_.unpack(saved.packed_record));
        std::vector<std::int64_t> witnesses;
        for (const std::int64_t witness : before.witnesses)
            if (const auto id = id_of(witness)) witnesses.push_back(*id);
        before.witnesses = std::move(witnesses);
        store::add_correction(to_, correction, packer_.pack(to_bytes(before)));
    }

    void report_what_stays() {
        if (corrections_left_ > 0)
            host_.reporter.note(
                path_,
                counted(corrections_left_, "{} correction of a game that was there already is not taken over",
                        "{} corrections of games that were there already are not taken over"),
                WayOut(WayOut::Kind::list_corrections, {path_}));
    }

    const std::string &path_, &database_;
    MergeProgress progress_;
    store::GameWriter writer_;
    KnownSources there_;
    std::int64_t next_id_ = 0, last_correction_ = 0;
    IdMap ids_;
    std::set<std::int64_t> deleted_;  ///< deleted games of the current source that need ids
    std::set<CorrectionKey> corrections_there_;
    std::uint64_t corrections_left_ = 0;
    std::map<std::int64_t, std::int64_t> changes_;  ///< number of a change here, by that in the source
    store::ContentPacker packer_;
    FileReport* file_ = nullptr;  ///< report on the current source
    std::vector<FileReport> files_;
};

/// Returns the reports of a merge into a database with the sources `there`, without merging.
std::vector<FileReport> count_only(const std::string& path, store::DamagedStore& from, const KnownSources& there,
                                   const std::string& database, const Host& host) {
    std::vector<store::SavedSource> sources;
    const auto lost = [&](store::LostRows rows) {
        throw_damaged(path, database, tr("row {} cannot be read", rows.first));
    };
    from.for_each_source([&](store::SavedSource source) { sources.push_back(std::move(source)); }, lost);
    std::vector<FileReport> files;
    for (const store::SavedSource& source : sources) {
        const auto known = there.find(key_of(source.row));
        files.push_back(report_on(path, source.row, known == there.end() ? nullptr : &known->second));
        if (known != there.end()) continue;
        from.for_each_game(
            source.row.id,
            [&](const store::SavedGame& game) {
                host.cancel.check();
                files.back().tally.add(game.record);
            },
            lost);
    }
    return files;
}

/// Merges into a database that does not exist yet. Returns nullopt if another program has created it meanwhile.
std::optional<std::vector<FileReport>> merge_into_new(const std::string& path, store::DamagedStore& from,
                                                      const ImportOptions& options, const Tally& before,
                                                      const Host& host) {
    const UnnamedDatabase made(options.database);
    std::vector<FileReport> files;
    {
        store::Store store = store::Store::open(made.name(), store::Access::create);
        files = Merge(path, from, store, options, before, host).run();
    }
    return made.publish() ? std::optional(std::move(files)) : std::nullopt;
}

std::vector<FileReport> merge(const std::string& path, store::DamagedStore& from, const ImportOptions& options,
                              ImportTarget& target, const Tally& before, const Host& host) {
    std::error_code error;
    const bool is_there = target.is_open() || std::filesystem::exists(options.database, error);
    if (!options.dry_run && !is_there)
        if (auto files = merge_into_new(path, from, options, before, host)) {
            target.store();  // for indexing
            return *std::move(files);
        }
    if (!options.dry_run) return Merge(path, from, target.store(), options, before, host).run();
    KnownSources there;
    if (is_there) there = known_sources(store::Store::open(options.database, store::Access::read_only));
    return count_only(path, from, there, options.database, host);
}

/// Opens the database for reading; its errors are reported as input errors.
std::unique_ptr<store::DamagedStore> open_to_read(const std::string& path, const std::string& database) {
    try {
        auto opened = std::make_unique<store::DamagedStore>(path, store::DamagedStore::Condition::sound);
        if (const auto fault = opened->first_fault()) throw_damaged(path, database, *fault);
        return opened;
    } catch (const StoreError& error) {
        throw InputError(error.what(), error.way_out());
    }
}

}  // namespace

void merge_database(const std::string& path, const ImportOptions& options, ImportTarget& target, const Host& host,
                    ImportReport& report) {
    std::error_code error;
    if (std::filesystem::equivalent(path, options.database, error))
        throw InputError(tr("{}: the database itself", path), tr("name another database to import its games"));
    const auto from = open_to_read(path, options.database);
    std::vector<FileReport> files = merge(path, *from, options, target, report.total(), host);
    if (files.empty()) files.push_back({.name = path, .outcome = Outcome::empty});
    for (FileReport& file : files) report.add(std::move(file));
}

}  // namespace cofnod::operations
