#include "store/game_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <vector>

#include "base/error.hpp"
#include "notation/hijri_date.hpp"
#include "store/content.hpp"
#include "store/game_rows.hpp"
#include "store/interner.hpp"
#include "store/names.hpp"
#include "store/partial_date.hpp"
#include "store/statement.hpp"
#include "store/tag_column.hpp"
#include "store/text.hpp"
#include "store/transaction.hpp"

namespace cofnod::store {

namespace {

/// The largest number that SQLite keeps in two bytes.
constexpr std::int64_t most_in_run = 32767;

/// A transaction with more text than this is committed even before games_per_commit.
constexpr std::size_t most_bytes_per_commit = 32 << 20;

/// Forms beyond this are looked up again. Real archives have dozens.
constexpr std::size_t most_known_forms = 20'000;

/// "2750": the number whose plain decimal form the text is.
std::optional<std::int64_t> plain_number(std::string_view text) {
    constexpr std::size_t most_digits = 9;
    if (text.empty() || text.size() > most_digits || (text.front() == '0' && text.size() > 1)) return std::nullopt;
    std::int64_t value = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return std::nullopt;
        value = value * 10 + (c - '0');
    }
    return value;
}

/// The columns of a game that its tags fill.
struct TagColumns {
    std::optional<std::int64_t> event, site, date, white, black, white_elo, black_elo, round_number;
    std::string round, eco;

    void clear() {
        event = site = date = white = black = white_elo = black_elo = round_number = std::nullopt;
        round.clear();
        eco.clear();
    }
};

struct Form {
    std::int64_t id = 0;
    std::vector<TagColumn> columns;
};

struct Run {
    std::int64_t byte = 0, line = 0;
};

struct OpenSource {
    std::int64_t id = 0;
    std::uint64_t bytes = 0;
    std::uint64_t bytes_done = 0;
    std::uint64_t committed = 0;  ///< the bytes_done that the database has
    Counts counts;
};

std::int64_t to_signed(std::uint64_t value) { return static_cast<std::int64_t>(value); }

}  // namespace

bool keeps_san(Store& store) {
    Statement find(store.connection(), "has_movetext");
    return find.with().step() && find.integer(0) != 0;
}

Counts& Counts::operator+=(const Counts& other) {
    complete += other.complete;
    incomplete += other.incomplete;
    rejected += other.rejected;
    game_bytes += other.game_bytes;
    separators += other.separators;
    separator_bytes += other.separator_bytes;
    return *this;
}

/// Everything behind the writer.
struct GameWriter::State {
    State(Store& store, WriterOptions writer_options)
        : options(writer_options),
          connection(store.connection()),
          players(connection, "find_player", "insert_player"),
          events(connection, "find_event", "insert_event"),
          sites(connection, "find_site", "insert_site") {}

    void begin();
    void begin_batch_row();
    void cite(std::int64_t source_id, std::string_view citation);
    void commit();
    void write_source_row(std::string_view state);
    void write_counts();
    void count(std::string_view table, std::int64_t rows = 1);

    std::int64_t add(const GameRecord& record);
    void start_run(std::int64_t id, std::int64_t byte, std::int64_t line);
    const Form& form_of(const GameRecord& record);
    Form make_form(const GameRecord& record);
    void read_tags(std::int64_t id, const GameRecord& record, const Form& form);
    bool put_in_column(TagColumn column, std::string_view value, const GameRecord& record);
    void replace(std::int64_t id, const GameRecord& record);
    void write_row(Statement& row, std::int64_t id, const GameRecord& record, const Form& form);
    void write_texts(std::int64_t id, const GameRecord& record);
    void write_problems(std::int64_t id, const GameRecord& record);
    void count_game(const GameRecord& record);

    WriterOptions options;
    Connection& connection;
    Interner players, events, sites;
    TextMap<Form> forms;
    std::string form_key;
    std::string last_form_key;
    const Form* last_form = nullptr;
    ContentPacker packer;

    Statement last_game{connection, "last_game"};
    Statement source_bytes_done{connection, "source_bytes_done"};
    Statement update_source{connection, "update_source"};
    Statement insert_run{connection, "insert_run"};
    Statement insert_game{connection, "insert_game"};
    Statement insert_tag{connection, "insert_tag"};
    Statement insert_movetext{connection, "insert_movetext"};
    Statement insert_unread{connection, "insert_unread"};
    Statement insert_annotation{connection, "insert_annotation"};
    Statement insert_game_source{connection, "insert_game_source"};
    Statement insert_game_charset{connection, "insert_game_charset"};
    Statement insert_problem{connection, "insert_problem"};
    Statement add_to_count{connection, "add_to_count"};

    std::string program_version, batch_options;
    std::optional<std::int64_t> batch;
    BatchSummary summary;
    std::optional<OpenSource> source;
    std::optional<Run> run;
    TagColumns columns;
    std::string buffer;

    std::int64_t next_id = 1;
    std::optional<std::uint64_t> next_number;  ///< where it is not that of the next game of the source
    std::size_t pending_games = 0;
    std::size_t pending_bytes = 0;
    std::vector<std::pair<std::string_view, std::int64_t>> new_rows;  ///< per table, since the last commit

    std::optional<Transaction> transaction;  // last: gone first
};

GameWriter::GameWriter(Store& store, WriterOptions options) : state_(std::make_unique<State>(store, options)) {}
GameWriter::~GameWriter() = default;

void GameWriter::begin_batch(std::string program_version, std::string options) {
    state_->program_version = std::move(program_version);
    state_->batch_options = std::move(options);
    state_->batch.reset();
    state_->summary = {};
}

SourceStart GameWriter::begin_source(const SourceInfo& info) {
    State& state = *state_;
    state.begin();
    ++state.summary.sources;

    Statement find(state.connection, "find_source");
    if (find.with(info.content_hash).step()) {
        const auto number = [&](int column) { return static_cast<std::uint64_t>(find.integer(column)); };
        const Counts earlier = {.complete = number(7),
                                .incomplete = number(8),
                                .rejected = number(9),
                                .game_bytes = number(3),
                                .separators = number(4),
                                .separator_bytes = number(5)};
        const std::uint64_t bytes_done = number(2);
        const bool known = find.text(1) == "done";
        const std::int64_t id = find.integer(0);
        find.reset();
        state.cite(id, info.citation);
        if (known) {
            ++state.summary.sources_known;
            return {SourceStart::Kind::known, bytes_done, earlier};
        }
        state.begin_batch_row();
        state.source = OpenSource{id, info.bytes, bytes_done, bytes_done, earlier};
        return {SourceStart::Kind::resumed, bytes_done, earlier};
    }

    state.begin_batch_row();
    std::array<std::string, 4> buffers;
    Statement(state.connection, "insert_source")
        .with(*state.batch, clean(info.path, buffers[0]), clean(info.format, buffers[1]),
              clean(info.charset, buffers[2]), info.bytes, clean(info.content_hash, buffers[3]))
        .run();
    state.count("source");
    state.source = OpenSource{state.connection.last_insert_id(), info.bytes, 0, 0, {}};
    state.cite(state.source->id, info.citation);
    return {};
}

std::int64_t GameWriter::add(const GameRecord& record) { return state_->add(record); }

void GameWriter::add_as(std::int64_t id, std::uint64_t number, const GameRecord& record) {
    state_->begin();
    if (id != state_->next_id || number != state_->next_number) state_->run.reset();
    state_->next_id = id;
    state_->next_number = number;
    state_->add(record);
    state_->next_number = number + 1;
}

void GameWriter::replace(std::int64_t id, const GameRecord& record) { state_->replace(id, record); }

void GameWriter::add_separator(std::uint64_t bytes) {
    if (bytes == 0) return;
    state_->begin();
    OpenSource& source = state_->source.value();
    source.bytes_done += bytes;
    for (Counts* counts : {&source.counts, &state_->summary.counts}) {
        ++counts->separators;
        counts->separator_bytes += bytes;
    }
}

void GameWriter::commit() { state_->commit(); }

SourceSummary GameWriter::end_source() {
    state_->begin();
    state_->write_source_row("done");
    const OpenSource source = state_->source.value();
    state_->source.reset();
    state_->run.reset();
    const auto accounted = source.counts.game_bytes + source.counts.separator_bytes;
    return {source.id, source.counts, to_signed(source.bytes) - to_signed(accounted)};
}

std::int64_t GameWriter::end_source_as(const std::string& content_hash, bool done, std::uint64_t bytes_done,
                                       const Counts& counts) {
    state_->begin();
    const std::int64_t id = state_->source.value().id;
    std::string buffer;
    Statement(state_->connection, "restore_source")
        .with(id, done ? "done" : "partial", bytes_done, counts.game_bytes, counts.separators, counts.separator_bytes,
              counts.found(), counts.complete, counts.incomplete, counts.rejected, clean(content_hash, buffer))
        .run();
    state_->source.reset();
    state_->run.reset();
    state_->next_number.reset();
    return id;
}

BatchSummary GameWriter::end_batch() {
    if (state_->batch) {
        state_->begin();
        Statement(state_->connection, "finish_batch").with(*state_->batch).run();
    }
    state_->commit();
    return state_->summary;
}

void GameWriter::State::begin() {
    if (transaction) return;
    transaction.emplace(connection);
    // Another import may have written since the last commit.
    last_game.with().step();
    next_id = last_game.integer(0) + 1;
    last_game.reset();
    run.reset();

    if (!source) return;
    const ResetAtEnd reset(source_bytes_done);
    const bool there = source_bytes_done.with(source->id).step();
    if (!there || source_bytes_done.integer(0) != to_signed(source->committed))
        throw StoreError("another import is reading the same file into this database",
                         "let it finish; what it has imported is not imported twice");
}

void GameWriter::State::begin_batch_row() {
    if (batch) return;
    std::string version_buffer, options_buffer;
    Statement(connection, "insert_batch")
        .with(clean(program_version, version_buffer), clean(batch_options, options_buffer))
        .run();
    batch = connection.last_insert_id();
    count("import_batch");
}

void GameWriter::State::cite(std::int64_t source_id, std::string_view citation) {
    if (citation.empty()) return;
    std::string citation_buffer;
    Statement(connection, "set_citation").with(source_id, clean(citation, citation_buffer)).run();
}

void GameWriter::State::commit() {
    if (!transaction) return;
    if (source) write_source_row("partial");
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
    count("event", events.take_new_count());
    count("site", sites.take_new_count());
    for (auto& [table, rows] : new_rows) {
        if (rows) add_to_count.with(table, rows).run();
        rows = 0;
    }
}

std::int64_t GameWriter::State::add(const GameRecord& record) {
    begin();
    const std::int64_t id = next_id++;
    const auto byte = to_signed(record.span.begin);
    const auto line = to_signed(record.span.line);
    const bool fits = run && byte >= run->byte && byte - run->byte <= most_in_run && line >= run->line &&
                      line - run->line <= most_in_run;
    if (!fits) start_run(id, byte, line);

    const Form& form = form_of(record);
    read_tags(id, record, form);
    write_row(insert_game, id, record, form);
    write_texts(id, record);
    if (!record.problems.empty()) write_problems(id, record);
    count_game(record);

    pending_bytes += record.moves.size() + record.san.size() + record.source_text.size() + record.unread.size();
    ++pending_games;
    const bool enough = pending_games == options.games_per_commit || pending_bytes > most_bytes_per_commit;
    if (options.games_per_commit && enough) commit();
    return id;
}

void GameWriter::State::replace(std::int64_t id, const GameRecord& record) {
    begin();
    begin_batch_row();
    Statement before(connection, "state_of_game");
    if (!before.with(id).step()) throw StoreError(fmt::format("there is no game {}", id), "");
    Statement(connection, "recount_source").with(id, before.integer(0), static_cast<int>(record.state)).run();
    delete_rows_of_game(connection, id, [&](std::string_view table, std::int64_t rows) { count(table, -rows); });

    run = Run{};
    const Form& form = form_of(record);
    read_tags(id, record, form);
    Statement row(connection, "replace_game");
    write_row(row, id, record, form);
    write_texts(id, record);
    if (!record.problems.empty()) write_problems(id, record);
    run.reset();
}

void GameWriter::State::start_run(std::int64_t id, std::int64_t byte, std::int64_t line) {
    insert_run.with(id, source.value().id, next_number.value_or(source->counts.found() + 1), byte, line).run();
    count("source_run");
    run = Run{byte, line};
}

const Form& GameWriter::State::form_of(const GameRecord& record) {
    form_key = record.notation.code;
    form_key += '\0';
    form_key += static_cast<char>(record.kind);
    form_key += static_cast<char>(record.notation.how);
    for (const std::string& code : record.notation.also) (form_key += code) += ' ';
    for (std::size_t i = 0; i < record.tags.size(); ++i) (form_key += '\0') += record.tags[i].name;
    if (last_form && form_key == last_form_key) return *last_form;

    auto found = forms.find(form_key);
    if (found == forms.end()) {
        if (forms.size() >= most_known_forms) forms.clear();
        found = forms.emplace(form_key, make_form(record)).first;
    }
    last_form_key = form_key;
    last_form = &found->second;
    return *last_form;
}

Form GameWriter::State::make_form(const GameRecord& record) {
    std::vector<std::string> kept(record.tags.size());
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < record.tags.size(); ++i) names.push_back(clean(record.tags[i].name, kept[i]));
    std::string also;
    for (const std::string& code : record.notation.also) (also += also.empty() ? "" : " ") += code;
    std::string code_buffer, also_buffer;
    const std::string json = to_json_array(names);
    const std::string_view code = clean(record.notation.code, code_buffer);
    const std::string_view how = name_of(record.notation.how);
    const std::string_view others = clean(also, also_buffer);
    const auto kind = static_cast<int>(record.kind);

    Form form;
    form.columns = columns_of(names);
    Statement find(connection, "find_form");
    if (find.with(json, code, how, others, kind).step()) {
        form.id = find.integer(0);
    } else {
        Statement(connection, "insert_form").with(json, code, how, others, kind).run();
        form.id = connection.last_insert_id();
        count("form");
    }
    return form;
}

void GameWriter::State::read_tags(std::int64_t id, const GameRecord& record, const Form& form) {
    columns.clear();
    for (std::size_t i = 0; i < record.tags.size(); ++i) {
        const std::string_view value = clean(record.tags[i].value, buffer);
        if (put_in_column(form.columns[i], value, record)) continue;
        insert_tag.with(id, i, value).run();
        count("game_tag");
    }
}

/// False where the column cannot give the value back exactly.
bool GameWriter::State::put_in_column(TagColumn column, std::string_view value, const GameRecord& record) {
    const auto intern = [&](std::optional<std::int64_t>& id, Interner& names) {
        if (!value.empty()) id = names.id_of(value);
        return true;
    };
    const auto elo = [&](std::optional<std::int64_t>& number) {
        number = plain_number(value);
        return number || value.empty();
    };
    switch (column) {
        case TagColumn::none: return false;
        case TagColumn::event: return intern(columns.event, events);
        case TagColumn::site: return intern(columns.site, sites);
        case TagColumn::white: return intern(columns.white, players);
        case TagColumn::black: return intern(columns.black, players);
        case TagColumn::white_elo: return elo(columns.white_elo);
        case TagColumn::black_elo: return elo(columns.black_elo);
        case TagColumn::eco: columns.eco = value; return true;
        case TagColumn::round:
            columns.round_number = plain_number(value);
            columns.round = value;
            return true;
        case TagColumn::date: {
            const auto date = PartialDate::parse(value);
            if (date)
                columns.date = date->number();
            else if (const auto converted = notation::read_hijri_date(value))  // the tag keeps its words
                columns.date = PartialDate::parse(*converted).value().number();
            return date ? date->to_text() == value : value.empty();
        }
        case TagColumn::result: return value == to_text(record.result);
        case TagColumn::start: return value == record.start;
        case TagColumn::set_up: return value == "1";
        case TagColumn::ply_count: return value == std::to_string(record.ply_count);
    }
    return false;
}

void GameWriter::State::write_row(Statement& row, std::int64_t id, const GameRecord& record, const Form& form) {
    row.with(id, form.id, static_cast<int>(record.state), columns.event, columns.site, columns.date);
    constexpr int round = 7, eco = 13, start = 16;
    if (columns.round_number)
        row.bind(round, *columns.round_number);
    else if (!columns.round.empty())
        row.bind(round, std::string_view(columns.round));
    else
        row.bind(round, nullptr);
    row.bind(8, columns.white);
    row.bind(9, columns.black);
    row.bind(10, static_cast<int>(record.result));
    row.bind(11, columns.white_elo);
    row.bind(12, columns.black_elo);
    if (columns.eco.empty())
        row.bind(eco, nullptr);
    else
        row.bind(eco, std::string_view(columns.eco));
    row.bind(14, record.ply_count);
    row.bind(15, static_cast<std::int16_t>(record.final_check));
    if (record.start.empty())
        row.bind(start, nullptr);
    else
        row.bind(start, clean(record.start, buffer));
    row.bind(17, to_signed(record.span.begin) - run->byte);
    row.bind(18, record.span.end - record.span.begin);
    row.bind(19, to_signed(record.span.line) - run->line);
    row.bind(20, Blob{record.moves});
    row.run();
}

void GameWriter::State::write_texts(std::int64_t id, const GameRecord& record) {
    if (options.keep_san && !record.san.empty()) {
        insert_movetext.with(id, clean(record.san, buffer)).run();
        count("game_movetext");
    }
    if (!record.unread.empty()) {
        insert_unread.with(id, clean(record.unread, buffer)).run();
        count("game_unread");
    }
    if (!record.annotations.empty()) {
        insert_annotation.with(id, Blob{packer.pack(record.annotations.to_bytes())}).run();
        count("game_annotation");
    }
    const bool keep_source = options.keep_source || record.state == GameState::rejected;
    if (keep_source && !record.source_text.empty()) {
        insert_game_source.with(id, Blob{packer.pack(record.source_text)}).run();
        count("game_source");
    }
    if (!record.charset.empty()) {
        insert_game_charset.with(id, record.charset).run();
        count("game_charset");
    }
}

void GameWriter::State::write_problems(std::int64_t id, const GameRecord& record) {
    std::string message, line, remedy;
    std::int64_t ordinal = 0;
    for (const Problem& problem : record.problems) {
        insert_problem
            .with(id, ordinal++, name_of(problem.kind), name_of(problem.severity), problem.place.line,
                  problem.place.column, problem.place.byte, problem.ply, clean(problem.message, message),
                  clean(problem.line, line), problem.caret, problem.width, clean(problem.remedy, remedy))
            .run();
    }
    count("problem", ordinal);
}

void GameWriter::State::count_game(const GameRecord& record) {
    source->bytes_done = std::max(source->bytes_done, record.span.end);
    summary.plies += record.ply_count;
    for (Counts* counts : {&source->counts, &summary.counts}) {
        counts->game_bytes += record.span.end - record.span.begin;
        switch (record.state) {
            case GameState::complete: ++counts->complete; break;
            case GameState::incomplete: ++counts->incomplete; break;
            case GameState::rejected: ++counts->rejected; break;
        }
    }
}

}  // namespace cofnod::store
