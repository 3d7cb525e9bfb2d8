#include "operations/check_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/in_order.hpp"
#include "base/tr.hpp"
#include "base/ways_out.hpp"
#include "games/record/replay.hpp"
#include "games/record/with_game.hpp"
#include "index/position_index.hpp"
#include "index/upkeep.hpp"
#include "store/corrections.hpp"
#include "store/game_cursor.hpp"
#include "store/game_reader.hpp"
#include "store/header_filter.hpp"
#include "store/segments.hpp"
#include "store/statement.hpp"
#include "store/statistics.hpp"
#include "store/transaction.hpp"

namespace cofnod::operations {

namespace {

/// Replays a game; returns its fault, or nullopt if it has none.
template <RecordedGame G>
std::optional<std::string> fault_of(const GameRecord& game) {
    const auto moves = main_line<G>(game);
    if (moves.size() != game.ply_count)
        return tr("{} stored, but its row says {}", counted_plies(moves.size()), game.ply_count);
    if (!game.has_final_check()) return std::nullopt;
    auto position = start_position<G>(game);
    for (const auto& ply : moves) position.play(G::effect_of(position, ply));
    if (const auto check = final_check_of(position.key()); check != game.final_check)
        return tr("the key of its last position begins with {:04x}, but its row says {:04x}", check, game.final_check);
    return std::nullopt;
}

std::optional<std::string> fault_of(const GameRecord& record) {
    const Annotations& around = record.annotations;
    if (const std::uint32_t last = around.empty() ? 0 : around[around.size() - 1].ply; last > record.ply_count)
        return tr("a comment or variation follows ply {}, but there are only {}", last, record.ply_count);
    return with_game(record.kind, [&](auto game) { return fault_of<decltype(game)>(record); });
}

/// A game as read from its row.
struct StoredGame {
    std::int64_t id;
    std::optional<GameRecord> record;  ///< nullopt: no such game, or unreadable
    std::string unreadable;            ///< reason why it could not be read
};

struct CheckedGames {
    std::uint64_t games = 0, plies = 0;
    std::vector<std::string> faults;
};

/// Returns the fault of a game; nullopt if it has none.
std::optional<std::string> fault_of(const StoredGame& game) {
    if (!game.unreadable.empty()) return tr("game {}: {}", game.id, game.unreadable);
    if (!game.record) return tr("game {}: missing", game.id);
    try {
        const auto wrong = fault_of(*game.record);
        return wrong ? std::optional<std::string>(tr("game {}: {}", game.id, *wrong)) : std::nullopt;
    } catch (const StoreError& error) {
        return tr("game {}: {}", game.id, error.what());
    }
}

CheckedGames checked(const std::vector<StoredGame>& games) {
    CheckedGames result{.games = games.size()};
    for (const StoredGame& game : games)
        if (auto fault = fault_of(game))
            result.faults.push_back(*std::move(fault));
        else
            result.plies += game.record->ply_count;
    return result;
}

/// Prefix of SQLite's findings about pages. After such a finding no rows are read: cyclic pages could make them
/// endless.
constexpr std::string_view pages_are_damaged = "*** in database";

std::uint64_t megabytes(std::uint64_t bytes) { return (bytes >> 20) + 1; }

class Check {
public:
    Check(const std::string& path, const DatabaseCheckOptions& options, const Host& host)
        : path_(path),
          options_(options),
          host_(host),
          store_(store::Store::open(path, store::Access::read_only)),
          snapshot_(store_.connection()) {}

    DatabaseCheck run() {
        check_file();
        check_sources();
        check_games();
        if (options_.deep) check_corrections();
        if (options_.deep) check_index();
        if (too_large_ > 0) result_.memory_needed = index::memory_for(too_large_);
        return result_;
    }

private:
    void fault(const std::string& what) {
        ++result_.faults;
        host_.reporter.finding(path_, what);
    }

    void check_file() {
        store::Statement integrity(store_.connection(), store::Sql::integrity_check);
        while (integrity.step()) {
            if (integrity.text(0) != "ok") fault(std::string(integrity.text(0)));
            if (integrity.text(0).starts_with(pages_are_damaged)) return;
        }
        store::Statement keys(store_.connection(), store::Sql::foreign_key_check);
        while (keys.step())
            fault(tr("table {}, row {}: refers to a row of {} that does not exist", keys.text(0), keys.integer(1),
                     keys.text(2)));
    }

    void check_sources() {
        for (const store::SourceRow& source : store::sources(store_)) {
            if (source.bytes_done != source.counts.bytes())
                fault(tr("source {}: {} of {} bytes belong to a game or separator", source.path, source.counts.bytes(),
                         source.bytes_done));
            else if (!source.adds_up())
                fault(tr("source {}: {} of {} bytes read", source.path, source.bytes_done, source.bytes));
            else if (!source.done)
                host_.reporter.note(source.path, source.content_hash.empty()
                                                     ? tr("incomplete; import it again")
                                                     : tr("its import was interrupted; run it again to continue"));
        }
    }

    /// Checks every game: reads them on this thread, in one snapshot, and replays them on all threads.
    void check_games() {
        store::GameReader reader(store_);
        store::GameCursor ids(store_, {});
        InOrder<std::vector<StoredGame>, CheckedGames> pipeline;
        pipeline.threads = options_.resources.threads;
        pipeline.most_weight = std::size_t{4} * options_.resources.threads;
        pipeline.asks_on_calling_thread = true;
        pipeline.weigh = [](const std::vector<StoredGame>&) { return std::size_t{1}; };
        bool is_at_end = false;
        pipeline.next = [&] { return next_games(reader, ids, is_at_end); };
        pipeline.work = [](std::vector<StoredGame>&& games) { return checked(games); };
        pipeline.take = [&](CheckedGames&& checked) {
            result_.games += checked.games;
            result_.plies += checked.plies;
            for (const std::string& what : checked.faults) fault(what);
        };
        pipeline.run();
    }

    std::optional<std::vector<StoredGame>> next_games(store::GameReader& reader, store::GameCursor& ids,
                                                      bool& is_at_end) {
        constexpr std::size_t most_games = 128, most_bytes = std::size_t{1} << 20;
        std::vector<StoredGame> games;
        for (std::size_t bytes = 0; !is_at_end && games.size() < most_games && bytes < most_bytes;) {
            host_.cancel.check();
            const auto id = ids.next();
            is_at_end = !id;
            if (is_at_end) break;
            StoredGame& game = games.emplace_back(StoredGame{*id, {}, {}});
            try {
                game.record = reader.read(*id);
                if (game.record) bytes += game.record->moves.size() + game.record->annotations.size();
            } catch (const StoreError& error) {
                game.unreadable = error.what();
            }
        }
        return games.empty() ? std::nullopt : std::optional(std::move(games));
    }

    /// Checks that the record before each correction can be read and replayed, and that a game is missing exactly if
    /// its last correction deleted it.
    void check_corrections() {
        store::GameReader reader(store_);
        std::map<std::int64_t, store::CorrectionKind> last;
        for (const store::Correction& correction : store::corrections(store_)) {
            host_.cancel.check();
            last[correction.game] = correction.kind;
            try {
                if (const auto wrong = fault_of(store::game_before(store_, correction.id).record))
                    fault(tr("correction {}, the game before: {}", correction.id, *wrong));
            } catch (const StoreError& error) {
                fault(tr("correction {}: {}", correction.id, error.what()));
            }
        }
        for (const auto& [game, kind] : last)
            if (reader.moves(game).has_value() == (kind == store::CorrectionKind::remove))
                fault(kind == store::CorrectionKind::remove ? tr("game {}: deleted, but still there", game)
                                                            : tr("game {}: corrected, but missing", game));
    }

    void note(const std::string& what, const WayOut& way_out = {}) { host_.reporter.note(path_, what, way_out); }

    void check_index() {
        const auto segments = store::segments(store_);
        if (!segments.empty() && !index::is_readable(store_))
            return note(tr("its index was made by another version and is not used"), WayOut::Kind::rebuild_index);
        const auto runs = index::whole_runs(store_);
        const store::ChangedGames changed = store::changed_games(store_);
        std::int64_t done = 0, all = 0;
        for (const auto& run : runs)
            if (run.segment) all += run.games();
        for (const store::SegmentRow& row : segments) {
            if (store::is_promised(row)) continue;
            const bool is_used = std::ranges::any_of(
                runs, [&](const index::Run& run) { return run.segment && run.segment->id == row.id; });
            if (row.stale)
                note(tr("{}: stale: its games are searched one by one", name_of(row)), WayOut::Kind::rebuild_index);
            else if (const std::size_t games = store::changed_in(changed, row).size(); is_used && games > 0)
                note(tr("{}: not checked: {} changed since, and searched one by one", name_of(row),
                        counted_games(games)),
                     WayOut::Kind::rebuild_index);
            else if (is_used)
                check_segment(row, done, all);
            else
                index_fault(row, tr("does not fit between the games and the other segments, and is not used"));
            if (is_used) done += row.last_game - row.first_game + 1;
        }
    }

    void check_segment(const store::SegmentRow& row, std::int64_t done, std::int64_t all) {
        try {
            const std::int64_t positions = index::positions_of(store_, row.first_game, row.last_game);
            if (positions > index::most_positions(options_.resources.memory)) {
                note(tr("{}: not checked: rebuilding it takes {} MB", name_of(row),
                        megabytes(index::memory_for(positions))));
                too_large_ = std::max(too_large_, positions);
                return;
            }
            const auto games = static_cast<double>(row.last_game - row.first_game + 1);
            const auto report = [&](double part) {
                host_.cancel.check();
                host_.progress.update_part(phrase("checking the index"), "games",
                                           done + static_cast<std::int64_t>(part * games), all);
            };
            index::verify_segment(store_, row, options_.resources.threads, report,
                                  [&](const std::string& what) { index_fault(row, what); });
            ++result_.segments;
        } catch (const StoreError& error) {
            index_fault(row, error.what());
        }
    }

    void index_fault(const store::SegmentRow& row, std::string_view what) {
        ++result_.index_faults;
        fault(fmt::format("{}: {}", name_of(row), what));
    }

    static std::string name_of(const store::SegmentRow& row) {
        return tr("segment {} (games {} to {})", row.id, row.first_game, row.last_game);
    }

    std::string path_;
    const DatabaseCheckOptions& options_;
    Host host_;
    store::Store store_;
    store::Snapshot snapshot_;
    DatabaseCheck result_;
    std::int64_t too_large_ = 0;  ///< positions of the largest segment that does not fit into memory
};

}  // namespace

DatabaseCheck check_database(const std::string& path, const DatabaseCheckOptions& options, const Host& host) {
    return Check(path, options, host).run();
}

void throw_too_large(const std::string& path, const DatabaseCheck& check) {
    throw LimitError(tr("{}: not all of its index was checked", path),
                     WayOut(WayOut::Kind::allow_memory, {std::to_string(megabytes(check.memory_needed))}));
}

}  // namespace cofnod::operations
