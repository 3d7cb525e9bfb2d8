#include "cli/rejects_retry.hpp"

#include <fmt/format.h>

#include <ostream>
#include <utility>

#include "answers/problems.hpp"
#include "base/error.hpp"
#include "cli/notation_choice.hpp"
#include "cli/report.hpp"
#include "cli/upkeep.hpp"
#include "cli/version.hpp"
#include "importers/charset.hpp"
#include "store/found_game.hpp"
#include "store/game_reader.hpp"
#include "store/game_writer.hpp"
#include "store/transaction.hpp"

namespace cofnod::cli {

namespace {

/// What one text was read as.
struct Found : importers::Sink {
    std::vector<GameRecord> games;

    void add_game(GameRecord&& game) override { games.push_back(std::move(game)); }
    void add_separator(const SourceSpan&) override {}
    void reached(std::uint64_t) override {}
};

/// A text that can be read further than before.
struct Gain {
    store::GameHeader header;
    GameRecord before, now;
};

bool reads_further(const GameRecord& now, const GameRecord& before) {
    if (now.state == GameState::complete) return true;
    return now.state == GameState::incomplete && now.ply_count > before.ply_count;
}

/// Places count from the start of the source, not of the text; and the character set of the text need not be that of
/// the source.
void put_in_place(GameRecord& game, const GameRecord& before) {
    for (Problem& problem : game.problems) {
        problem.place.byte += before.span.begin;
        if (problem.place.line > 0) problem.place.line += before.span.line - 1;
    }
    game.span = before.span;
    if (game.charset.empty()) game.charset = before.charset;
}

class Retry {
public:
    Retry(const RejectsOptions& options, Streams& io)
        : options_(options), io_(io), languages_(known_languages(options.notation_files)) {
        how_.format = options.from;
        if (!options.from_notation.empty()) how_.notation = &language_named(languages_, options.from_notation);
        if (!options.prefer_notation.empty()) how_.preferred = &language_named(languages_, options.prefer_notation);
    }

    int run() {
        read_all_again();
        if (!options_.dry_run && !gains_.empty()) replace();
        print();
        if (!io_.quiet) print_summary();
        return static_cast<int>(gains_.empty() ? ExitCode::nothing_found : ExitCode::ok);
    }

private:
    void read_all_again() {
        store::Store store = store::Store::open(options_.database, store::Access::read_only);
        const store::Snapshot snapshot(store.connection());
        for (const std::int64_t id : faulty_games(store, options_.id)) read_again(store, id);
    }

    void read_again(store::Store& store, std::int64_t id) {
        ++tried_;
        store::GameReader reader(store);
        GameRecord before = store::found_game(reader.read(id), id);
        if (before.source_text.empty()) {
            ++without_text_;
            return;
        }
        store::GameHeader header = store::found_game(reader.header(id), id);
        importers::Options how = how_;
        if (const importers::Charset* charset = importers::Charset::find(header.charset)) how.charset = charset;
        Found found;
        importers::Source source = importers::Source::of_text(header.source, before.source_text);
        importers::import_source(source, languages_, how, found);
        if (found.games.size() != 1) {
            several_ += found.games.size() > 1;
            return;
        }
        GameRecord& now = found.games.front();
        if (!reads_further(now, before)) return;
        put_in_place(now, before);
        gains_.push_back({std::move(header), std::move(before), std::move(now)});
    }

    /// Reading takes its time, and nobody was kept from writing: what has changed meanwhile is no longer a gain.
    void replace() {
        store::Store store = store::Store::open(options_.database, store::Access::read_write);
        store::GameWriter writer(store, {.keep_san = store::keeps_san(store)});
        std::string how = fmt::format("rejects --retry --from {}", importers::name_of(options_.from));
        if (!options_.from_notation.empty()) how += " --from-notation " + options_.from_notation;
        if (!options_.prefer_notation.empty()) how += " --prefer-notation " + options_.prefer_notation;
        for (const std::string& file : options_.notation_files) how += " --notation-file " + file;
        writer.begin_batch(std::string(program_version), how);
        changed_ = std::erase_if(
            gains_, [&](const Gain& gain) { return !writer.replace(gain.header.id, gain.before, gain.now); });
        writer.end_batch();
        keep_index(store);
    }

    void print() const {
        answers::Value::Object head;
        head.add("dry_run", options_.dry_run);
        answers::List list(answers::games_read_further(), answer_format(options_.format), io_.data(), std::move(head));
        for (const Gain& gain : gains_)
            list.add({gain.header, gain.now, notation_title(languages_, gain.now.notation.code)});
        list.finish();
    }

    void print_summary() const {
        io_.err << fmt::format("{} of {} can be read further{}\n", gains_.size(), counted(tried_, "game"),
                               options_.dry_run ? "; nothing has been written" : "");
        if (several_ > 0)
            io_.err << fmt::format("{} would be several games now: 'cofnod rejects {} ID' gives the text to import\n",
                                   counted(several_, "text"), options_.database);
        if (without_text_ > 0) io_.err << no_text_left(without_text_);
        if (changed_ > 0)
            io_.err << fmt::format("{} changed by another program meanwhile: try again\n",
                                   counted(changed_, "game was", "games were"));
    }

    const RejectsOptions& options_;
    Streams& io_;
    notation::Languages languages_;
    importers::Options how_;
    std::vector<Gain> gains_;
    std::uint64_t tried_ = 0, several_ = 0, without_text_ = 0;
    std::uint64_t changed_ = 0;  ///< by others, since they were read
};

}  // namespace

std::vector<std::int64_t> faulty_games(store::Store& store, std::optional<std::int64_t> id) {
    std::vector<std::int64_t> ids;
    store::GameReader reader(store);
    reader.for_each_header({.first_id = id, .last_id = id}, {}, [&](const store::GameHeader& game) {
        if (game.state != GameState::complete) ids.push_back(game.id);
        return true;
    });
    if (id && ids.empty()) throw UsageError(fmt::format("game {} is whole, or there is none", *id));
    return ids;
}

std::string no_text_left(std::uint64_t games) {
    return fmt::format(
        "the text of {} was not kept (import --no-source)\n  to read it again, import the file into a new database: "
        "cofnod import NEW.db FILE\n",
        counted(games, "game"));
}

int retry_rejects(const RejectsOptions& options, Streams& io) { return Retry(options, io).run(); }

}  // namespace cofnod::cli
