#include "operations/retry.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "importers/formats/sheet/sheet.hpp"
#include "importers/text/charset.hpp"
#include "operations/corrections.hpp"
#include "operations/host.hpp"
#include "operations/reading.hpp"
#include "operations/trace.hpp"
#include "store/corrections.hpp"
#include "store/game_cursor.hpp"
#include "store/game_reader.hpp"
#include "store/game_writer.hpp"
#include "store/header_filter.hpp"
#include "store/transaction.hpp"

namespace cofnod::operations {

namespace {

/// Collects the games found in one text, except those quoted in comments.
struct Found : importers::Sink {
    std::vector<GameRecord> games;

    void add_game(GameRecord&& game) override {
        if (!game.span.is_empty()) games.push_back(std::move(game));
    }
    void add_separator(const importers::Separator&) override {}
    void reached(std::uint64_t) override {}
};

}  // namespace

std::vector<GameRecord> read_alone(const store::GameHeader& header, const GameRecord& game, const std::string& text,
                                   const importers::Charset& charset, const ReadingSetup& reading,
                                   const std::string& above) {
    importers::Options how = reading.how;
    how.keep_source = true;
    how.keep_san = true;
    how.charset = &charset;
    const std::uint64_t lines_above = static_cast<std::uint64_t>(std::ranges::count(above, '\n'));
    how.first_byte = game.span.begin - std::min<std::uint64_t>(game.span.begin, above.size());
    how.first_line = game.span.line - std::min(game.span.line, lines_above);
    Found found;
    importers::Source source = importers::Source::of_text(header.source, above + text);
    importers::import_source(source, reading.languages, how, found);
    for (GameRecord& each : found.games)
        if (!above.empty() && each.source_text.starts_with(above)) each.source_text.erase(0, above.size());
    return std::move(found.games);
}

bool gives_game(const std::vector<GameRecord>& read, const GameRecord& game) {
    return read.size() == 1 && read.front().state == game.state && read.front().moves == game.moves;
}

std::optional<std::string> rows_above(store::Store& store, std::int64_t game, const ReadingSetup& reading) {
    const auto first = store::first_game_of_source(store, game, importers::name_of(importers::Format::sheet));
    if (!first) return std::nullopt;
    store::GameReader reader(store);
    std::optional<GameRecord> record = reader.read(*first);
    const auto last = record ? std::nullopt : store::last_correction(store, *first);
    if (last) record = store::game_before(store, last->id).record;  // the game was deleted
    if (*first == game || !record || record->source_text.empty()) return "";
    const std::string charset = record->charset.empty() ? store::source_charset(store, *first) : record->charset;
    std::string text = kept_text(*record, charset);
    const auto head = importers::sheet::read_header(text, reading.languages, reading.how.columns);
    text.resize(head ? head->size : 0);
    return text;
}

namespace {

bool reads_further(const GameRecord& now, const GameRecord& before) {
    if (now.state == GameState::complete) return true;
    return now.state == GameState::incomplete && now.ply_count > before.ply_count;
}

class Retry {
public:
    Retry(const RetryOptions& options, const ReadingSetup& reading) : options_(options), reading_(reading) {}

    RetryReport run() {
        read_all_again();
        if (!options_.dry_run && !report_.gains.empty()) replace();
        return std::move(report_);
    }

private:
    void read_all_again() {
        store::Store store = store::Store::open(options_.database, store::Access::read_only);
        const store::Snapshot snapshot(store.connection());
        for (const std::int64_t id : faulty_games(store, options_.id)) read_again(store, id);
    }

    void read_again(store::Store& store, std::int64_t id) {
        ++report_.tried;
        store::GameReader reader(store);
        GameRecord before = store::found_game(reader.read(id), id);
        if (before.source_text.empty()) {
            ++report_.without_text;
            return;
        }
        store::GameHeader header = store::found_game(reader.header(id), id);
        const importers::Charset* const charset = importers::Charset::find(header.charset);
        std::vector<GameRecord> games =
            read_alone(header, before, before.source_text, charset ? *charset : *reading_.how.charset, reading_);
        if (!gives_game(games, before))
            if (const auto above = rows_above(store, id, reading_); above && !above->empty())
                games = read_alone(header, before, kept_text(before, header.charset), importers::Charset::utf8(),
                                   reading_, *above);
        if (games.size() != 1) {
            report_.several += games.size() > 1;
            return;
        }
        GameRecord& now = games.front();
        if (!reads_further(now, before)) return;
        now.span = before.span;
        now.source_text = before.source_text;
        if (now.charset.empty()) now.charset = before.charset;
        keep_set_tags(store, id, now);
        report_.gains.push_back({std::move(header), std::move(before), std::move(now)});
    }

    /// Replaces games, except those that other programs changed while the texts were read.
    void replace() {
        store::Store store = store::Store::open(options_.database, store::Access::read_write);
        store::GameWriter writer(store, {.keep_san = store::keeps_san(store)});
        writer.begin_batch(std::string(program_version()), "rejects --retry " + reading_.text);
        report_.changed = std::erase_if(
            report_.gains, [&](const Gain& gain) { return !writer.replace(gain.header.id, gain.before, gain.now); });
        writer.end_batch();
        keep_index(store);
    }

    const RetryOptions& options_;
    const ReadingSetup& reading_;
    RetryReport report_;
};

}  // namespace

std::vector<std::int64_t> faulty_games(store::Store& store, std::optional<std::int64_t> id) {
    std::vector<std::int64_t> ids;
    store::GameReader reader(store);
    reader.for_each_header({.first_id = id, .last_id = id}, {}, [&](const store::GameHeader& game) {
        if (game.state != GameState::complete) ids.push_back(game.id);
        return true;
    });
    if (id && ids.empty()) throw UsageError(tr("game {} is complete, or does not exist", *id));
    return ids;
}

RetryReport retry_rejects(const RetryOptions& options, const ReadingSetup& reading) {
    return Retry(options, reading).run();
}

}  // namespace cofnod::operations
