#include "operations/corrections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/place.hpp"
#include "base/problem.hpp"
#include "base/tr.hpp"
#include "base/ways_out.hpp"
#include "importers/text/charset.hpp"
#include "index/upkeep.hpp"
#include "operations/notation_choice.hpp"
#include "operations/reading.hpp"
#include "operations/retry.hpp"
#include "operations/trace.hpp"
#include "search/local_answers.hpp"
#include "store/transaction.hpp"
#include "store/works.hpp"

namespace cofnod::operations {

void keep_index(store::Store& store) {
    try {
        index::repair(store);
    } catch (const Error& error) {
        store::ChangeWatch::leave_undone(error.what());
    } catch (const store::Interrupted&) {
        store::ChangeWatch::leave_undone(tr("interrupted"));
    } catch (const std::bad_alloc&) {
        store::ChangeWatch::leave_undone(tr("out of memory"));
    }
}

/// Byte range [begin, end) in a text.
struct PassagePlace {
    std::size_t begin = 0, end = 0;
};

namespace {

/// Returns true for letters and digits, including non-ASCII ones.
bool is_of_word(char c) { return !is_ascii(c) || is_alphanumeric(c); }

bool is_whole(const std::string& text, PassagePlace place) {
    const bool is_open = place.begin > 0 && is_of_word(text[place.begin - 1]) && is_of_word(text[place.begin]);
    const bool goes_on = place.end < text.size() && is_of_word(text[place.end]) && is_of_word(text[place.end - 1]);
    return !is_open && !goes_on;
}

std::size_t line_of(const std::string& text, std::size_t at) {
    return 1 + static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

}  // namespace

/// Finds a passage: as a whole word if possible, otherwise anywhere. Throws UsageError if it is missing, or if it
/// occurs several times and none is chosen. `where`: "game 5", for messages.
PassagePlace find_passage(const std::string& text, const Passage& passage, const std::string& where) {
    if (passage.was.empty()) throw UsageError(tr("the passage to replace is empty"), tr("name what stands there now"));
    if (passage.at) {
        const auto begin = static_cast<std::size_t>(*passage.at);
        if (*passage.at < 0 || begin > text.size() || text.compare(begin, passage.was.size(), passage.was) != 0)
            throw UsageError(tr("{}: '{}' does not stand at byte {} of its text", where, passage.was, begin),
                             WayOutKind::show_text_of_game);
        return {begin, begin + passage.was.size()};
    }
    std::vector<PassagePlace> all, whole;
    for (std::size_t at = 0; (at = text.find(passage.was, at)) != std::string::npos; ++at) {
        all.push_back({at, at + passage.was.size()});
        if (is_whole(text, all.back())) whole.push_back(all.back());
    }
    const std::vector<PassagePlace>& places = whole.empty() ? all : whole;
    if (places.empty())
        throw UsageError(tr("{}: '{}' does not stand in its text", where, passage.was), WayOutKind::show_text_of_game);
    if (passage.nth) {
        if (*passage.nth > static_cast<std::int64_t>(places.size()))
            throw UsageError(
                tr("{}: '{}' stands in its text {}", where, passage.was, counted(places.size(), "{} time", "{} times")),
                WayOutKind::choose_listed_occurrence);
        return places[static_cast<std::size_t>(*passage.nth - 1)];
    }
    if (places.size() > 1) {
        std::string lines;
        for (std::size_t i = 0; i < places.size() && i < 10; ++i)
            lines += fmt::format("{}{}", i == 0 ? "" : ", ", line_of(text, places[i].begin));
        throw UsageError(tr("{}: '{}' stands {} times in its text, in lines {}{}", where, passage.was, places.size(),
                            lines, places.size() > 10 ? ", ..." : ""),
                         WayOutKind::choose_occurrence);
    }
    return places.front();
}

/// Returns the line of the passage, and a line with carets.
std::string marked_passage(const std::string& text, PassagePlace place) {
    Problem problem;
    locate(problem, text, place.begin, place.end, Anchor{});
    return marked_line(problem);
}

namespace {

using store::CorrectionKind;

constexpr std::size_t longest_maker = 255;

[[noreturn]] void throw_no_game(const std::string& database, std::int64_t id) {
    throw UsageError(tr("{}: no game {}", database, id), {WayOutKind::find_game, {database}});
}

/// A database whose games are being corrected; locked for other writers before the first read.
class Correcting {
public:
    explicit Correcting(const CorrectionOptions& options)
        : options_(options),
          store_(store::Store::open(options.database,
                                    options.dry_run ? store::Access::read_only : store::Access::read_write)),
          writer_(store_, {.games_per_commit = 0}),
          change_(store_, options.made_by) {
        refuse_unless_one_line("--by", options.made_by, longest_maker);
        if (options.dry_run) {
            snapshot_.emplace(store_.connection());
        } else {
            change_of_games_.emplace(store_.connection());
            writer_.lock();
        }
    }

    [[nodiscard]] store::Store& store() { return store_; }
    [[nodiscard]] store::GameWriter& writer() { return writer_; }
    [[nodiscard]] store::Change& change() { return change_; }

    [[nodiscard]] CorrectedGame game(std::int64_t id, CorrectionKind kind) {
        store::GameReader reader(store_);
        CorrectedGame game;
        auto record = reader.read(id);
        auto header = reader.header(id);
        if (!record || !header) throw_no_game(options_.database, id);
        refuse_if_overtaken(id);
        game.before = *std::move(record);
        game.header = *std::move(header);
        game.correction = {.game = id, .kind = kind, .made_at = {}, .made_by = options_.made_by};
        return game;
    }

    /// Throws EditConflict unless the last correction of the game is the one that the user has seen.
    void refuse_if_overtaken(std::int64_t game) {
        if (!options_.after) return;
        const auto last = store::last_correction(store_, game);
        if ((last ? last->id : 0) != *options_.after)
            throw EditConflict(tr("game {} was changed since it was shown", game),
                               tr("look at it again; nothing was stored"));
    }

    /// Stores a corrected game.
    void put(CorrectedGame& game) {
        game.now.span = game.before.span;
        if (game.before.san.empty()) game.now.san.clear();
        if (options_.dry_run) return;
        const std::int64_t id = game.correction.game;
        change_.add(id, game.correction.kind, {.record = game.before}, game.correction.was, game.correction.now);
        writer_.change(id, game.before.state, game.now);
        game.correction = store::last_correction(store_, id).value();
    }

    void commit() {
        if (options_.dry_run) return;
        store::finish_works(store_);
        writer_.commit();
        change_of_games_->commit();
        keep_index(store_);
    }

private:
    const CorrectionOptions& options_;
    store::Store store_;
    std::optional<store::Transaction> change_of_games_;
    store::GameWriter writer_;
    store::Change change_;
    std::optional<store::Snapshot> snapshot_;
};

/// Returns the only game of a text.
GameRecord only_game(std::vector<GameRecord> games, const std::string& where, const WayOut& way_out) {
    if (games.size() == 1) return std::move(games.front());
    throw UsageError(fmt::format("{}: {}", where,
                                 games.empty() ? tr("no game is found in that text")
                                               : tr("that text is several games, and there is room for one")),
                     way_out);
}

[[noreturn]] void throw_not_alone(const std::string& where) {
    throw UsageError(tr("{}: a row of a sheet, the columns of which nothing names", where),
                     WayOutKind::replace_game_of_sheet);
}

/// Records the character set of a record's text if it differs from that of its source.
void mark_charset(GameRecord& record, const importers::Charset& charset, const store::Store& store, std::int64_t id) {
    if (record.charset.empty() && !record.source_text.empty() && store::source_charset(store, id) != charset.name())
        record.charset = charset.name();
}

/// Collects the games of a file.
struct Games : SourcesSink {
    std::vector<GameRecord> games;
    const importers::Charset* charset = &importers::Charset::utf8();  ///< that of the last source

    void begin_source(const std::string& /*name*/, const importers::Charset& of_source) override {
        charset = &of_source;
    }
    void add_game(GameRecord&& game) override {
        if (games.size() < 2) games.push_back(std::move(game));
    }
};

std::vector<std::int64_t> ids_of(store::Store& store, const QueryOptions& options) {
    const notation::Languages languages = known_languages(options.notation_files);
    search::LocalAnswers games(store);
    const auto ignore = [](const Remark&) {};
    return games_of(make_query(options, languages, ignore, games), games);
}

/// Replaces a passage in the text of `game.before`, and reads the text again as `game.now`.
void correct_passage(Correcting& correcting, CorrectedGame& game, const Passage& passage, const ReadingSetup& reading) {
    const std::int64_t id = game.correction.game;
    const std::string where = tr("game {}", id);
    if (passage.was == passage.now)
        throw UsageError(tr("{}: both texts are the same", where), tr("nothing was changed"));
    const std::string text = kept_text(game.before, game.header.charset);
    const PassagePlace place = find_passage(text, passage, where);
    std::string corrected = text;
    corrected.replace(place.begin, place.end - place.begin, passage.now);
    game.line_before = marked_passage(text, place);
    game.line_now = marked_passage(corrected, {place.begin, place.begin + passage.now.size()});

    const importers::Charset& utf8 = importers::Charset::utf8();
    std::string above;
    std::vector<GameRecord> alone = read_alone(game.header, game.before, text, utf8, reading);
    if (!gives_game(alone, game.before)) {
        const auto rows = rows_above(correcting.store(), id, reading);
        above = rows.value_or("");
        if (rows) alone = read_alone(game.header, game.before, text, utf8, reading, above);
        if (rows && !gives_game(alone, game.before)) throw_not_alone(where);
    }
    game.now = only_game(read_alone(game.header, game.before, corrected, utf8, reading, above), where,
                         WayOutKind::replace_game_of_sheet);
    if (alone.size() == 1) keep_other_tags(game.before, alone.front(), game.now);
    mark_charset(game.now, utf8, correcting.store(), id);
    game.correction.was = passage.was;
    game.correction.now = passage.now;
}

bool contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

/// Returns true if a text has what a correction of another one made.
bool is_made_in(const std::string& text, const store::Correction& made) {
    if (made.now.empty()) return !contains(text, made.was);
    return contains(text, made.now) && (contains(made.now, made.was) || !contains(text, made.was));
}

/// Makes a correction of the former text in the new one, and returns true if the new one has it now. The passage must
/// be in it once, the correction in no other place, and the game must be read no less far.
bool is_made_again(Correcting& correcting, CorrectedGame& game, const store::Correction& made,
                   const ReadingSetup& reading) {
    CorrectedGame again{.correction = {.game = game.correction.game},
                        .header = header_in_place_of(game.header, game.now),
                        .before = game.now};
    const std::string text = kept_text(again.before, again.header.charset);
    if (is_made_in(text, made)) return true;
    if (!made.now.empty() && contains(text, made.now)) return false;
    try {
        correct_passage(correcting, again, {.was = made.was, .now = made.now}, reading);
    } catch (const UsageError&) {
        return false;
    }
    if (again.now.state > game.now.state || again.now.ply_count < game.now.ply_count) return false;
    game.now = std::move(again.now);
    return true;
}

/// Replaces the text of a game. `has_correction`: called with the game and each correction of its former text.
template <typename HasCorrection>
CorrectedGame with_text(Correcting& correcting, std::int64_t id, GameRecord record, const importers::Charset& charset,
                        const std::string& file, HasCorrection has_correction) {
    CorrectedGame game = correcting.game(id, CorrectionKind::replace);
    game.now = std::move(record);
    mark_charset(game.now, charset, correcting.store(), id);
    for (store::Correction& made : store::corrections(correcting.store(), id))
        if (made.kind == CorrectionKind::correct && !has_correction(game, made))
            game.not_made_again.push_back(std::move(made));
    game.correction.now = file;
    return game;
}

}  // namespace

CorrectedGame correct_text(const CorrectionOptions& options, std::int64_t id, const Passage& passage,
                           const ReadingSetup& reading) {
    Correcting correcting(options);
    CorrectedGame game = correcting.game(id, CorrectionKind::correct);
    correct_passage(correcting, game, passage, reading);
    keep_set_tags(correcting.store(), id, game.now);
    correcting.put(game);
    correcting.commit();
    return game;
}

CorrectedGame correct_tags(const CorrectionOptions& options, std::int64_t id, const std::vector<TagValue>& tags) {
    for (auto tag = tags.begin(); tag != tags.end(); ++tag)
        if (std::ranges::find(tags.begin(), tag, tag->name, &TagValue::name) != tag)
            throw UsageError(tr("{} may be given only once", tag->name), tr("remove the others"));
    Correcting correcting(options);
    CorrectedGame game = correcting.game(id, CorrectionKind::set);
    game.now = game.before;
    set_tags(game.now, tags);
    std::vector<TagValue> before, now;
    for (const TagValue& tag : tags) {
        const std::string was(game.before.tags.find(tag.name).value_or(""));
        if (was == tag.value && game.before.result == game.now.result) continue;
        before.push_back({tag.name, was});
        now.push_back(tag);
    }
    if (now.empty()) throw UsageError(tr("game {} has these tags already", id), tr("nothing was changed"));
    game.correction.was = to_lines(before);
    game.correction.now = to_lines(now);
    correcting.put(game);
    correcting.commit();
    return game;
}

CorrectedGame replace_game(const CorrectionOptions& options, std::int64_t id, const std::string& file,
                           const ReadingSetup& reading, const Host& host) {
    Games found;
    Tally total;
    importers::Container container = importers::Container::open(file, reading.how.limits.archive);
    read_sources(container, reading, found, total, false, host);
    Correcting correcting(options);
    CorrectedGame game = with_text(
        correcting, id, only_game(std::move(found.games), file, tr("give a file with that game alone")), *found.charset,
        file, [](const CorrectedGame& replaced, const store::Correction& made) {
            return is_made_in(kept_text(replaced.now, header_in_place_of(replaced.header, replaced.now).charset), made);
        });
    correcting.put(game);
    correcting.commit();
    return game;
}

CorrectedGame replace_grown_game(const std::string& database, std::int64_t id, GameRecord record,
                                 const importers::Charset& charset, const std::string& file,
                                 const ReadingSetup& reading) {
    const CorrectionOptions options{.database = database};
    Correcting correcting(options);
    CorrectedGame game = with_text(correcting, id, std::move(record), charset, file,
                                   [&](CorrectedGame& grown, const store::Correction& made) {
                                       return is_made_again(correcting, grown, made, reading);
                                   });
    keep_set_tags(correcting.store(), id, game.now, KeptTags::unless_text_has_changed);
    correcting.put(game);
    correcting.commit();
    return game;
}

std::vector<store::GameHeader> delete_games(const CorrectionOptions& options, const GamesToDelete& games) {
    Correcting correcting(options);
    store::GameReader reader(correcting.store());
    std::vector<std::int64_t> ids = games.ids;
    if (ids.empty() && games.query) ids = ids_of(correcting.store(), *games.query);
    std::ranges::sort(ids);
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    std::vector<store::GameHeader> deleted;
    for (const std::int64_t id : ids) {
        auto header = reader.header(id);
        if (!header) throw_no_game(options.database, id);
        correcting.refuse_if_overtaken(id);
        deleted.push_back(*std::move(header));
        if (!options.dry_run) correcting.change().remove(id, std::nullopt);
    }
    if (!deleted.empty()) correcting.commit();
    return deleted;
}

std::vector<store::Correction> undo_corrections(const CorrectionOptions& options,
                                                const std::vector<std::int64_t>& games) {
    Correcting correcting(options);
    std::vector<store::Correction> undone;
    for (const std::int64_t game : games) {
        correcting.refuse_if_overtaken(game);
        auto last = store::last_correction(correcting.store(), game);
        if (!last)
            throw UsageError(tr("game {} has no correction to undo", game),
                             {WayOutKind::list_corrections, {options.database}});
        undone.push_back(*std::move(last));
    }
    if (games.empty()) undone = store::last_change(correcting.store());
    if (!options.dry_run)
        for (const store::Correction& correction : undone)
            store::take_back(correcting.store(), correcting.writer(), correction);
    if (!undone.empty()) correcting.commit();
    return undone;
}

}  // namespace cofnod::operations
