#include "cli/check_database.hpp"

#include <fmt/format.h>

#include <array>
#include <fstream>
#include <optional>
#include <ostream>

#include "base/error.hpp"
#include "cli/interrupt.hpp"
#include "cli/report.hpp"
#include "game/replay.hpp"
#include "store/game_reader.hpp"
#include "store/header_filter.hpp"
#include "store/statement.hpp"
#include "store/statistics.hpp"

namespace cofnod::cli {

namespace {

/// What a replay finds wrong with a game; nullopt: nothing.
template <RecordedGame G>
std::optional<std::string> fault_of(const GameRecord& game) {
    const auto moves = main_line<G>(game);
    if (moves.size() != game.ply_count)
        return fmt::format("{} stored, but {} said", counted(moves.size(), "ply", "plies"), game.ply_count);
    auto position = start_position<G>(game);
    for (const auto& ply : moves) position.play(G::effect_of(position, ply));
    if (const auto check = final_check_of(position.key()); check != game.final_check)
        return fmt::format("the key of its last position begins with {:04x}, but {:04x} is said", check,
                           game.final_check);
    return std::nullopt;
}

std::optional<std::string> fault_of(const GameRecord& record) {
    return with_game(record.kind, [&](auto game) { return fault_of<decltype(game)>(record); });
}

class DatabaseCheck {
public:
    DatabaseCheck(const std::string& path, Streams& io)
        : path_(path), io_(io), store_(store::Store::open(path, store::Access::read_only)) {}

    std::uint64_t run() {
        check_file();
        check_sources();
        check_games();
        if (!io_.quiet) print_summary();
        return faults_;
    }

private:
    void fault(const std::string& what) {
        ++faults_;
        io_.out << shown(path_, io_.out_terminal) << ": " << printable(what) << '\n';
    }

    void check_file() {
        store::Statement integrity(store_.connection(), "integrity_check");
        while (integrity.step())
            if (integrity.text(0) != "ok") fault(std::string(integrity.text(0)));
        store::Statement keys(store_.connection(), "foreign_key_check");
        while (keys.step())
            fault(fmt::format("table {}, row {}: names a row of {} that is not there", keys.text(0), keys.integer(1),
                              keys.text(2)));
    }

    void check_sources() {
        for (const store::SourceRow& source : store::sources(store_)) {
            const std::uint64_t accounted = source.counts.game_bytes + source.counts.separator_bytes;
            if (source.bytes_done != accounted)
                fault(fmt::format("source {}: {} of {} bytes belong to a game or separator", source.path, accounted,
                                  source.bytes_done));
            if (!source.done && !io_.quiet)
                io_.err << fmt::format("{}: its import was interrupted; the same import goes on\n",
                                       shown(source.path, io_.err_terminal));
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

    void print_summary() {
        const std::string read =
            fmt::format("{} and {} replayed", counted(games_, "game"), counted(plies_, "ply", "plies"));
        io_.err << fmt::format("{}  {}: {}\n", shown(path_, io_.err_terminal), read,
                               faults_ ? counted(faults_, "fault") : "sound");
        if (faults_) io_.err << "  restore it from a copy, or import its sources into a new database\n";
    }

    std::string path_;
    Streams& io_;
    store::Store store_;
    std::uint64_t games_ = 0, plies_ = 0, faults_ = 0;
};

}  // namespace

bool is_database(const std::string& path) {
    constexpr std::string_view magic{"SQLite format 3\0", 16};
    std::array<char, 16> bytes{};
    std::ifstream file(path, std::ios::binary);
    file.read(bytes.data(), bytes.size());
    return file.gcount() == 16 && std::string_view(bytes.data(), bytes.size()) == magic;
}

std::uint64_t check_database(const std::string& path, Streams& io) { return DatabaseCheck(path, io).run(); }

}  // namespace cofnod::cli
