#include "store/game_writer.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "base/ways_out.hpp"
#include "games/record/record.hpp"
#include "store/connection.hpp"
#include "store/full_text.hpp"
#include "store/game_writer_state.hpp"
#include "store/interruption.hpp"
#include "store/works.hpp"

namespace cofnod::store {

namespace {

/// Largest number that SQLite stores in two bytes.
constexpr std::int64_t most_in_run = 32767;

/// Text size in bytes above which a transaction is committed before games_per_commit.
constexpr std::size_t most_bytes_per_commit = 32 << 20;

/// Time after which a transaction of games is committed before games_per_commit, so that other programs can write.
constexpr std::chrono::milliseconds longest_transaction{250};

}  // namespace

void throw_damaged_source(const std::string& database, std::string_view path) {
    throw StoreError(
        tr("{}: what it says of source {} is damaged: how much of it is done does not add up", database, path),
        WayOut(WayOut::Kind::recover_database, {database}));
}

Counts counts_in(const Statement& row, int first) {
    const auto number = [&](int column) { return static_cast<std::uint64_t>(row.integer(first + column)); };
    return {.complete = number(4),
            .incomplete = number(5),
            .rejected = number(6),
            .game_bytes = number(0),
            .separators = number(1),
            .separator_bytes = number(2)};
}

bool keeps_san(Store& store) {
    return Statement(store.connection(), Sql::has_movetext).first_integer().value_or(0) != 0;
}

GameWriter::GameWriter(Store& store, WriterOptions options) : state_(std::make_unique<State>(store, options)) {}
GameWriter::~GameWriter() = default;

void GameWriter::begin_batch(std::string program_version, std::string options) {
    state_->program_version = std::move(program_version);
    state_->batch_options = std::move(options);
    state_->batch.reset();
}

SourceStart GameWriter::begin_source(const SourceInfo& info) {
    State& state = *state_;
    state.begin();

    Statement find(state.connection, Sql::find_source);
    if (find.with(info.content_hash).step()) {
        const Counts earlier = counts_in(find, 3);
        const auto bytes_done = static_cast<std::uint64_t>(find.integer(2));
        const bool known = find.text(1) == "done";
        const std::int64_t id = find.integer(0);
        if (bytes_done > info.bytes || bytes_done != earlier.bytes())
            throw_damaged_source(state.store.path().string(), info.path);
        // An earlier import in another format that found no games does not prevent an import in this one.
        const bool is_misread = known && earlier.found() == 0 && find.text(10) != info.format;
        std::string first(find.text(11));
        find.reset();
        const bool is_copy = !is_same_path(first, info.path);
        if (!is_copy) state.cite(id, info.citation);
        if (is_copy && add_source_copy(state.store, {id, info.path, info.citation}))
            state.count("source_copy");
        else
            first.clear();
        if (is_misread) {
            state.read_again(id, info);
            return {};
        }
        if (known) return {SourceStart::Kind::known, bytes_done, earlier, 0, std::move(first)};
        state.begin_batch_row();
        state.source = State::OpenSource{id, info.bytes, bytes_done, bytes_done, earlier};
        state.continue_run();
        return {SourceStart::Kind::resumed, bytes_done, earlier};
    }

    state.begin_batch_row();
    const std::uint64_t games_of_path = state.games_of_path(info.path);
    std::array<std::string, 5> buffers;
    Statement(state.connection, Sql::insert_source)
        .with(info.batch ? info.batch : *state.batch, clean(info.path, buffers[0]), clean(info.format, buffers[1]),
              clean(info.charset, buffers[2]), info.bytes, clean(info.content_hash, buffers[3]),
              clean(info.through, buffers[4]))
        .run();
    state.count("source");
    state.source = State::OpenSource{state.connection.last_insert_id(), info.bytes, 0, 0, {}};
    state.cite(state.source->id, info.citation);
    return {.games_of_path = games_of_path};
}

std::uint64_t GameWriter::State::games_of_path(std::string_view path) {
    const std::hash<std::string_view> hash;
    if (!games_of_paths) {
        games_of_paths.emplace();
        for (Statement row(connection, Sql::games_of_paths); row.step();)
            (*games_of_paths)[hash(row.text(0))] += static_cast<std::uint64_t>(row.integer(1));
    }
    const auto found = games_of_paths->find(hash(path));
    return found == games_of_paths->end() ? 0 : found->second;
}

/// Deletes the separators found by an earlier import of a source and reopens it at its first byte.
void GameWriter::State::read_again(std::int64_t id, const SourceInfo& info) {
    begin_batch_row();
    Statement(connection, Sql::delete_separators).with(id).run();
    count("separator", -connection.changed_rows());
    std::array<std::string, 2> buffers;
    Statement(connection, Sql::read_source_again)
        .with(id, info.batch ? info.batch : *batch, clean(info.format, buffers[0]), clean(info.charset, buffers[1]))
        .run();
    source = OpenSource{id, info.bytes, 0, 0, {}};
}

std::int64_t GameWriter::copy_batch(const SavedBatch& batch) {
    state_->begin();
    std::array<std::string, 4> buffers;
    Statement(state_->connection, Sql::copy_batch)
        .with(clean(batch.started_at, buffers[0]), clean(batch.finished_at, buffers[1]),
              clean(batch.program_version, buffers[2]), clean(batch.options, buffers[3]))
        .run();
    state_->count("import_batch");
    return state_->connection.last_insert_id();
}

std::int64_t GameWriter::add(const GameRecord& record, std::span<const std::uint64_t> keys) {
    return state_->add(record, keys);
}

void GameWriter::add_as(std::int64_t id, std::uint64_t number, const GameRecord& record) {
    state_->begin();
    if (id - 1 != state_->last_id || number != state_->next_number) state_->run.reset();
    state_->last_id = id - 1;
    state_->next_number = number;
    state_->add(record);
    state_->next_number = number + 1;
}

bool GameWriter::replace(std::int64_t id, const GameRecord& before, const GameRecord& now) {
    state_->begin();
    if (!state_->is_still(id, before)) return false;
    state_->begin_batch_row();
    change(id, before.state, now);
    return true;
}

void GameWriter::lock() { state_->begin(); }

std::int64_t GameWriter::last_id() const { return state_->last_id; }

void GameWriter::change(std::int64_t id, GameState before, const GameRecord& now) {
    Statement(state_->connection, Sql::recount_source)
        .with(id, static_cast<int>(before), static_cast<int>(now.state))
        .run();
    delete_rows_of_game(state_->connection, id,
                        [&](std::string_view table, std::int64_t rows) { state_->count(table, -rows); });

    state_->run = State::Run{};
    Statement row(state_->connection, Sql::replace_game);
    state_->write_rows(row, id, now);
    state_->run.reset();
}

void GameWriter::add_again(std::int64_t id, const GameRecord& record) {
    Statement(state_->connection, Sql::note_changed_game).with(id).run();
    state_->run = state_->place_again(id, to_signed(record.span.begin), to_signed(record.span.line));
    state_->write_rows(state_->insert_game, id, record);
    state_->run.reset();
    ++state_->pending_games;
}

void GameWriter::add_separator(std::uint64_t bytes, std::span<const Separator> texts) {
    if (bytes == 0) return;
    state_->begin();
    State::OpenSource& source = state_->source.value();
    source.bytes_done += bytes;
    ++source.counts.separators;
    source.counts.separator_bytes += bytes;
    for (const Separator& text : texts) state_->add_text(text);
}

void GameWriter::commit() { state_->commit(); }

std::int64_t GameWriter::end_source() {
    state_->begin();
    state_->write_source_row("done");
    const State::OpenSource& source = state_->source.value();
    const std::int64_t unaccounted = to_signed(source.bytes) - to_signed(source.counts.bytes());
    state_->source.reset();
    state_->run.reset();
    return unaccounted;
}

std::int64_t GameWriter::end_changed_source() {
    state_->begin();
    State::OpenSource& source = state_->source.value();
    Statement(state_->connection, Sql::source_has_changed).with(source.id, source.bytes_done).run();
    source.bytes = source.bytes_done;
    return end_source();
}

std::int64_t GameWriter::end_source_as(const std::string& content_hash, bool done, std::uint64_t bytes_done,
                                       const Counts& counts) {
    state_->begin();
    const std::int64_t id = state_->source.value().id;
    std::string buffer;
    Statement(state_->connection, Sql::restore_source)
        .with(id, done ? "done" : "partial", bytes_done, counts.game_bytes, counts.separators, counts.separator_bytes,
              counts.found(), counts.complete, counts.incomplete, counts.rejected, clean(content_hash, buffer))
        .run();
    state_->source.reset();
    state_->run.reset();
    state_->next_number.reset();
    return id;
}

void GameWriter::end_batch() {
    if (state_->batch) {
        state_->begin();
        Statement(state_->connection, Sql::finish_batch).with(*state_->batch).run();
    }
    state_->commit();
}

void GameWriter::State::begin() {
    if (transaction) return;
    transaction.emplace(connection, Makes::part);
    begin_of_transaction = std::chrono::steady_clock::now();
    // Another import may have written since the last commit.
    const std::int64_t last = last_game.first_integer().value_or(0);
    if (last != std::exchange(last_id, last)) run.reset();
    has_text_index = store::has_text_index(connection);
    if (options.index_text && last_id == 0 && !has_text_index) {
        make_text_index(connection);
        has_text_index = true;
    }

    if (!source) return;
    if (source_bytes_done.with(source->id).first_integer() != to_signed(source->committed))
        throw StoreError(tr("another import is reading the same file into this database"),
                         tr("let it finish; what it has imported is not imported twice"));
}

void GameWriter::State::begin_batch_row() {
    if (batch) return;
    std::string version_buffer, options_buffer;
    Statement(connection, Sql::insert_batch)
        .with(clean(program_version, version_buffer), clean(batch_options, options_buffer))
        .run();
    batch = connection.last_insert_id();
    count("import_batch");
}

void GameWriter::State::cite(std::int64_t source_id, std::string_view citation) {
    if (citation.empty()) return;
    std::string citation_buffer;
    Statement(connection, Sql::set_citation).with(source_id, clean(citation, citation_buffer)).run();
}

void GameWriter::State::commit() {
    if (!transaction) return;
    if (source) write_source_row("partial");
    pending_separators.flush(connection);
    write_counts();
    transaction->commit();
    transaction.reset();
    if (source) source->committed = source->bytes_done;
    pending_games = pending_bytes = 0;
}

void GameWriter::State::write_source_row(std::string_view state) {
    const Counts& counts = source.value().counts;
    update_source
        .with(source->id, state, source->bytes_done, counts.game_bytes, counts.separators, counts.separator_bytes,
              counts.found(), counts.complete, counts.incomplete, counts.rejected)
        .run();
}

void GameWriter::State::count(std::string_view table, std::int64_t rows) {
    const auto found = std::ranges::find(new_rows, table, &std::pair<std::string_view, std::int64_t>::first);
    if (found == new_rows.end())
        new_rows.emplace_back(table, rows);
    else
        found->second += rows;
}

void GameWriter::State::write_counts() {
    count("game", static_cast<std::int64_t>(pending_games));
    count("player", players.take_new_count());
    count("player_id", player_ids.take_new_ids());
    count("player_alias", player_ids.take_new_aliases());
    count("event", events.take_new_count());
    count("site", sites.take_new_count());
    for (auto& [table, rows] : new_rows) {
        if (rows) add_to_count.with(table, rows).run();
        rows = 0;
    }
}

std::int64_t GameWriter::State::take_id() {
    if (last_id == std::numeric_limits<std::int64_t>::max())
        throw StoreError(tr("{}: game {} has the largest id there is, which cofnod did not give it: none is "
                            "left for another game",
                            store.path().string(), last_id),
                         tr("export its games, and import them into a new database"));
    return ++last_id;
}

std::int64_t GameWriter::State::add(const GameRecord& record, std::span<const std::uint64_t> keys) {
    begin();
    const std::int64_t id = take_id();
    const auto byte = to_signed(record.span.begin);
    const auto line = to_signed(record.span.line);
    const bool fits = run && byte >= run->byte && byte - run->byte <= most_in_run && line >= run->line &&
                      line - run->line <= most_in_run;
    if (!fits) start_run(id, byte, line);

    write_rows(insert_game, id, record, keys);
    count_game(record);

    pending_bytes += record.moves.size() + record.san.size() + record.source_text.size() + record.unread.size();
    ++pending_games;
    // A game without bytes is quoted by the next game and committed with it, so that an import resumes after whole
    // games.
    if (options.games_per_commit && is_time_to_commit() && !record.span.is_empty()) {
        commit();
        if (BusyWait* const wait = connection.busy_wait()) wait->let_others_write();
    }
    return id;
}

bool GameWriter::State::is_time_to_commit() const {
    if (pending_games >= options.games_per_commit || pending_bytes > most_bytes_per_commit) return true;
    return std::chrono::steady_clock::now() - begin_of_transaction > longest_transaction;
}

bool GameWriter::State::is_still(std::int64_t id, const GameRecord& before) {
    Statement row(connection, Sql::reading_of_game);
    return row.with(id).step() && row.integer(0) == static_cast<int>(before.state) && row.blob(1) == before.moves &&
           packer.unpack(row.blob(2)) == before.source_text;
}

/// Returns the run of a deleted game. A database recovered without the first games of a source has no run for them: one
/// is created that begins here, and the run of the previous source continues after the game.
GameWriter::State::Run GameWriter::State::place_again(std::int64_t id, std::int64_t byte, std::int64_t line) {
    Statement before(connection, Sql::run_of_game), place(connection, Sql::place_of_deleted_game);
    const bool has_run = before.with(id).step(), has_place = place.with(id).step();
    if (!has_place || (has_run && before.integer(1) == place.integer(0)))
        return has_run ? Run{before.integer(3), before.integer(4)} : Run{};

    Statement goes_on(connection, Sql::run_goes_on), replace_run(connection, Sql::replace_run);
    const bool starts = !has_run || before.integer(0) != id;
    if (has_run && goes_on.with(id).first_integer().value_or(0) != 0) {
        const std::int64_t number = before.integer(2) + (id + 1 - before.integer(0));
        replace_run.with(id + 1, before.integer(1), number, before.integer(3), before.integer(4)).run();
        count("source_run");
    }
    replace_run.with(id, place.integer(0), place.integer(1), byte, line).run();
    if (starts) count("source_run");
    return Run{byte, line};
}

void GameWriter::State::write_rows(Statement& row, std::int64_t id, const GameRecord& record,
                                   std::span<const std::uint64_t> keys) {
    const Form& form = form_of(record);
    read_tags(id, record, form);
    write_row(row, id, record, form, opening_of(record, keys));
    write_texts(id, record);
    if (!record.problems.empty()) write_problems(id, record);
}

void GameWriter::State::start_run(std::int64_t id, std::int64_t byte, std::int64_t line) {
    insert_run.with(id, source.value().id, next_number.value_or(source->counts.found() + 1), byte, line).run();
    count("source_run");
    run = Run{byte, line};
}

/// Continues the last run of an interrupted import, as that import would have done.
void GameWriter::State::continue_run() {
    Statement last(connection, Sql::run_of_game);
    if (!last.with(last_id).step() || last.integer(1) != source->id) return;
    const std::int64_t number = last.integer(2) + (last_id - last.integer(0));
    if (number == to_signed(source->counts.found())) run = Run{last.integer(3), last.integer(4)};
}

void GameWriter::State::count_game(const GameRecord& record) {
    source->bytes_done = std::max(source->bytes_done, record.span.end);
    source->counts.game_bytes += record.span.end - record.span.begin;
    switch (record.state) {
        case GameState::complete: ++source->counts.complete; break;
        case GameState::incomplete: ++source->counts.incomplete; break;
        case GameState::rejected: ++source->counts.rejected; break;
    }
}

}  // namespace cofnod::store
