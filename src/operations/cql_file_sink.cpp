#include <algorithm>
#include <exception>
#include <memory>
#include <mutex>
#include <vector>

#include "base/parallel.hpp"
#include "base/tr.hpp"
#include "importers/text/archive.hpp"
#include "operations/cql_search.hpp"
#include "operations/input_files.hpp"
#include "operations/placed.hpp"
#include "operations/reading.hpp"

namespace cofnod::operations {

namespace {

constexpr std::size_t games_a_piece = 64;
constexpr std::size_t pieces_a_thread = 4;
constexpr std::size_t most_bytes = std::size_t{32} << 20;  ///< total bytes of waiting games

/// Games of a file; matches keep their whole record.
class FileInput : public CqlInput {
public:
    explicit FileInput(std::string path) : path_(std::move(path)) {}

    std::optional<store::GameHeader> header(const MatchedGame& game) override {
        const GameRecord& record = *game.record;
        store::GameHeader header = header_of(record);
        header.id = game.found.game;
        header.source = path_;
        header.number = static_cast<std::uint64_t>(game.found.game);
        header.line = record.span.line;
        return header;
    }
    std::optional<store::GameMoves> moves(const MatchedGame& game) override {
        return store::GameMoves{game.found.game, game.record->kind, game.record->start, game.record->moves};
    }
    std::optional<GameRecord> record(const MatchedGame& game) override { return game.record; }

private:
    std::string path_;
};

class NumberSink final : public SourcesSink {
public:
    void add_game(GameRecord&&) override { ++games; }
    std::int64_t games = 0;
};

}  // namespace

/// Searches games with a script while an importer reads them, several hundred at a time on all threads.
class CqlFileSink final : public SourcesSink {
public:
    CqlFileSink(CqlSearch& search, cql::FindOptions options)
        : search_(search),
          options_(std::move(options)),
          threads_(search.query_.is_sequential() ? 1 : search.options_.threads) {}

    void add_game(GameRecord&& game) override {
        search_.begun_ = true;
        waiting_bytes_ += memory_of(game);
        waiting_.push_back(std::move(game));
        if (waiting_.size() >= games_a_piece * pieces_a_thread * threads_ || waiting_bytes_ > most_bytes) flush();
    }

    /// Searches the waiting games.
    void flush() {
        std::vector<Result> results((waiting_.size() + games_a_piece - 1) / games_a_piece);
        parallel_for(results.size(), threads_, [&](std::size_t i) {
            results[i] = look_at(i * games_a_piece, std::min(waiting_.size(), (i + 1) * games_a_piece));
        });
        for (auto& [findings, fault] : results) {
            const bool goes_on = search_.take(std::move(findings), [&](MatchedGame& game) {
                game.record = std::move(waiting_[static_cast<std::size_t>(game.found.game - next_number_)]);
            });
            if (!goes_on) throw Enough{};
            if (fault) std::rethrow_exception(fault);
        }
        next_number_ += static_cast<std::int64_t>(waiting_.size());
        waiting_.clear();
        waiting_bytes_ = 0;
    }

    [[nodiscard]] std::int64_t next_number() const { return next_number_; }

    /// Thrown to stop the importer when no more games are wanted.
    struct Enough {};

private:
    struct Result {
        cql::ChunkMatches findings;
        std::exception_ptr fault;  ///< thrown after the findings have been taken
    };

    Result look_at(std::size_t first, std::size_t last) {
        std::unique_ptr<cql::Finder> finder;
        {
            const std::lock_guard held(lock_);
            if (!idle_.empty()) {
                finder = std::move(idle_.back());
                idle_.pop_back();
            }
        }
        if (!finder) finder = std::make_unique<cql::Finder>(search_.query_, options_);
        Result result;
        try {
            search_.check_time();
            for (std::size_t i = first; i < last; ++i)
                if (waiting_[i].kind == GameKind::chess)
                    finder->look_at(cql::Game::of(waiting_[i], next_number_ + static_cast<std::int64_t>(i)));
        } catch (...) {
            result.fault = std::current_exception();
        }
        result.findings = finder->take();
        const std::lock_guard held(lock_);
        idle_.push_back(std::move(finder));
        return result;
    }

    CqlSearch& search_;
    cql::FindOptions options_;
    unsigned threads_;
    std::int64_t next_number_ = 1;
    std::vector<GameRecord> waiting_;
    std::size_t waiting_bytes_ = 0;
    std::mutex lock_;
    std::vector<std::unique_ptr<cql::Finder>> idle_;
};

void CqlSearch::search_file(const std::string& path, const ReadingSetup& reading) {
    if (order_.is_full()) return;
    const auto begin = std::chrono::steady_clock::now();
    const std::int64_t looked_at_before = looked_at_, games_before = games_;
    auto options = find_options();
    if (query_.needs_last_game_number()) {
        if (path == "-") throw UsageError(tr("lastgamenumber: standard input cannot be read twice"), tr("name a file"));
        NumberSink games;
        import_into(games, path, reading, host_);
        options.last_game_number = games.games;
    }
    add_input(std::make_unique<FileInput>(input_name(path)));
    CqlFileSink sink(*this, options);
    std::exception_ptr cut_short;
    try {
        try {
            if (const auto unread = import_into(sink, path, reading, host_))
                cut_short = std::make_exception_ptr(*unread);
        } catch (const InputError&) {
            cut_short = std::current_exception();
        } catch (const importers::ArchiveLimitError&) {
            cut_short = std::current_exception();
        }
        sink.flush();
    } catch (const CqlFileSink::Enough&) {
        cut_short = nullptr;
    }
    if (cut_short) std::rethrow_exception(cut_short);
    const cql::Survey survey{.in_range = sink.next_number() - 1,
                             .candidates = sink.next_number() - 1,
                             .looked_at = looked_at_ - looked_at_before,
                             .games = games_ - games_before};
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
    listener_.searched(survey, {}, time.count());
}

}  // namespace cofnod::operations
