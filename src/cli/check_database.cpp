#include "cli/check_database.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ostream>

#include "base/error.hpp"
#include "cli/interrupt.hpp"
#include "cli/memory_limit.hpp"
#include "cli/report.hpp"
#include "game/replay.hpp"
#include "index/position_index.hpp"
#include "index/verify.hpp"
#include "store/game_reader.hpp"
#include "store/header_filter.hpp"
#include "store/segments.hpp"
#include "store/statement.hpp"
#include "store/statistics.hpp"
#include "store/transaction.hpp"

namespace cofnod::cli {

namespace {

/// What a replay finds wrong with a game; nullopt: nothing.
template <RecordedGame G>
std::optional<std::string> fault_of(const GameRecord& game) {
    const auto moves = main_line<G>(game);
    if (moves.size() != game.ply_count)
        return fmt::format("{} stored, but {} said", counted(moves.size(), "ply", "plies"), game.ply_count);
    if (!game.has_final_check()) return std::nullopt;
    auto position = start_position<G>(game);
    for (const auto& ply : moves) position.play(G::effect_of(position, ply));
    if (const auto check = final_check_of(position.key()); check != game.final_check)
        return fmt::format("the key of its last position begins with {:04x}, but {:04x} is said", check,
                           game.final_check);
    return std::nullopt;
}

std::optional<std::string> fault_of(const GameRecord& record) {
    const Annotations& around = record.annotations;
    if (const std::uint32_t last = around.empty() ? 0 : around[around.size() - 1].ply; last > record.ply_count)
        return fmt::format("a comment or variation stands behind ply {}, and there are {}", last, record.ply_count);
    return with_game(record.kind, [&](auto game) { return fault_of<decltype(game)>(record); });
}

/// So begins what SQLite says of the pages of a file, before it looks at rows: where pages lead to one another, the
/// rows may have no end.
constexpr std::string_view pages_are_damaged = "*** in database";

class DatabaseCheck {
public:
    DatabaseCheck(const std::string& path, const DatabaseCheckOptions& options, Progress& progress, Streams& io)
        : path_(path),
          options_(options),
          progress_(progress),
          io_(io),
          store_(store::Store::open(path, store::Access::read_only)),
          snapshot_(store_.connection()) {}

    std::uint64_t run() {
        check_file();
        check_sources();
        check_games();
        if (options_.deep) check_index();
        progress_.clear();
        if (!io_.quiet) print_summary();
        if (too_large_ > 0) throw_too_large();
        return faults_;
    }

private:
    void fault(const std::string& what) {
        ++faults_;
        progress_.clear();
        io_.out << shown(path_, io_.out_terminal) << ": " << printable(what) << '\n';
    }

    void check_file() {
        store::Statement integrity(store_.connection(), "integrity_check");
        while (integrity.step()) {
            if (integrity.text(0) != "ok") fault(std::string(integrity.text(0)));
            if (integrity.text(0).starts_with(pages_are_damaged)) return;
        }
        store::Statement keys(store_.connection(), "foreign_key_check");
        while (keys.step())
            fault(fmt::format("table {}, row {}: names a row of {} that is not there", keys.text(0), keys.integer(1),
                              keys.text(2)));
    }

    void check_sources() {
        for (const store::SourceRow& source : store::sources(store_)) {
            if (source.bytes_done != source.counts.bytes())
                fault(fmt::format("source {}: {} of {} bytes belong to a game or separator", source.path,
                                  source.counts.bytes(), source.bytes_done));
            else if (!source.adds_up())
                fault(fmt::format("source {}: {} bytes are read of {}", source.path, source.bytes_done, source.bytes));
            else if (!source.done && !io_.quiet)
                io_.err << fmt::format("{}: {}\n", shown(source.path, io_.err_terminal),
                                       source.content_hash.empty()
                                           ? "not all of it is here; import it again"
                                           : "its import was interrupted; the same import goes on");
        }
    }

    void check_games() {
        store::GameReader reader(store_);
        store::GameCursor games(store_, {});
        while (const auto id = games.next()) {
            ++games_;
            if (InterruptGuard::interrupted()) throw Interrupted{};
            try {
                const auto game = reader.read(*id);
                if (!game)
                    fault(fmt::format("game {}: not there", *id));
                else if (const auto wrong = fault_of(*game))
                    fault(fmt::format("game {}: {}", *id, *wrong));
                else
                    plies_ += game->ply_count;
            } catch (const StoreError& error) {
                fault(fmt::format("game {}: {}", *id, error.what()));
            }
        }
    }

    void note(const std::string& what) {
        progress_.clear();
        if (!io_.quiet) io_.err << shown(path_, io_.err_terminal) << ": " << printable(what) << '\n';
    }

    void check_index() {
        const auto segments = store::segments(store_);
        if (!segments.empty() && !index::is_readable(store_))
            return note("its index was made by another version and is not used; 'cofnod optimize' makes it again");
        const auto runs = index::runs(store_);
        std::int64_t done = 0, all = 0;
        for (const auto& run : runs)
            if (run.segment) all += run.games();
        for (const store::SegmentRow& row : segments) {
            const bool is_used = std::ranges::any_of(
                runs, [&](const index::Run& run) { return run.segment && run.segment->id == row.id; });
            if (row.stale)
                note(fmt::format("{}: stale: its games are looked through one by one; 'cofnod optimize' makes it again",
                                 name_of(row)));
            else if (is_used)
                check_segment(row, done, all);
            else
                index_fault(row, "does not lie among the games and the other segments, and is not used");
            if (is_used) done += row.last_game - row.first_game + 1;
        }
    }

    void check_segment(const store::SegmentRow& row, std::int64_t done, std::int64_t all) {
        try {
            const std::int64_t positions = index::positions_of(store_, row.first_game, row.last_game);
            if (positions > index::most_positions(options_.resources.memory)) {
                note(fmt::format("{}: not checked: it takes {} MB to make it", name_of(row), megabytes_for(positions)));
                too_large_ = std::max(too_large_, positions);
                return;
            }
            const auto games = static_cast<double>(row.last_game - row.first_game + 1);
            const auto tell = [&](double part) {
                if (InterruptGuard::interrupted()) throw Interrupted{};
                progress_.update_part("checking the index", "games", done + static_cast<std::int64_t>(part * games),
                                      all);
            };
            index::verify_segment(store_, row, options_.resources.threads, tell,
                                  [&](const std::string& what) { index_fault(row, what); });
            ++segments_;
        } catch (const StoreError& error) {
            index_fault(row, error.what());
        }
    }

    void index_fault(const store::SegmentRow& row, std::string_view what) {
        ++index_faults_;
        fault(fmt::format("{}: {}", name_of(row), what));
    }

    static std::string name_of(const store::SegmentRow& row) {
        return fmt::format("segment {} (games {} to {})", row.id, row.first_game, row.last_game);
    }

    static std::uint64_t megabytes_for(std::int64_t positions) { return (index::memory_for(positions) >> 20) + 1; }

    [[noreturn]] void throw_too_large() const {
        throw LimitError(fmt::format("{}: not all of its index was checked", path_),
                         fmt::format("give it the memory: --memory {}M", megabytes_for(too_large_)));
    }

    void print_summary() {
        std::string read = fmt::format("{} and {} replayed", counted(games_, "game"), counted(plies_, "ply", "plies"));
        if (options_.deep) read += fmt::format(", {} of the index compared", counted(segments_, "segment"));
        io_.err << fmt::format("{}  {}: {}\n", shown(path_, io_.err_terminal), read,
                               faults_ ? counted(faults_, "fault") : "sound");
        if (index_faults_ > 0)
            io_.err << fmt::format("  make the index again from the games: cofnod optimize {}\n",
                                   shown(path_, io_.err_terminal));
        if (faults_ > index_faults_)
            io_.err << fmt::format("  restore it from a copy, or save what can be read: cofnod recover {} NEW.db\n",
                                   shown(path_, io_.err_terminal));
    }

    std::string path_;
    const DatabaseCheckOptions& options_;
    Progress& progress_;
    Streams& io_;
    store::Store store_;
    store::Snapshot snapshot_;
    std::uint64_t games_ = 0, plies_ = 0, segments_ = 0;
    std::uint64_t faults_ = 0, index_faults_ = 0;
    std::int64_t too_large_ = 0;  ///< positions of the largest segment that there is no memory for
};

}  // namespace

std::uint64_t check_database(const std::string& path, const DatabaseCheckOptions& options, Progress& progress,
                             Streams& io) {
    std::optional<MemoryLimit> limit;
    if (!options.deep) limit.emplace();  // rebuilding the index takes what --memory allows
    return DatabaseCheck(path, options, progress, io).run();
}

}  // namespace cofnod::cli
