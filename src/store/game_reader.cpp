#include "store/game_reader.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "base/ways_out.hpp"
#include "store/connection.hpp"
#include "store/game_cursor.hpp"
#include "store/record_bytes.hpp"
#include "store/rows.hpp"
#include "store/statement.hpp"
#include "store/stored_values.hpp"

/// Data of games in other tables, read alongside the games, mostly in the order of their ids. Joins would seek each row
/// from the root of its table, and most tables have no rows for most games. Everything cached here belongs to one state
/// of the database: call forget() before reading another.
namespace cofnod::store {

/// Rows of one table, looked up by game.
class RowsOfGames {
public:
    /// `rows`: query for the rows from game ?1 on, ordered by game, which is the first column.
    RowsOfGames(const Connection& connection, Sql rows) : rows_(connection, rows) {}

    /// Goes to the first row of a game; returns false if it has none.
    bool find(std::int64_t game);
    /// Goes to the next row of that game; returns false after the last one.
    bool next();
    [[nodiscard]] const Statement& row() const { return rows_; }
    /// Suspends reading: an open row would pin a snapshot of the database.
    void pause();
    void forget();

private:
    void step();

    Statement rows_;
    std::optional<std::int64_t> asked_;  ///< last game looked up; nullopt: none
    std::optional<std::int64_t> at_;     ///< game of the current row; nullopt: no more rows
    bool is_open_ = false;               ///< the statement is at a row
};

/// Cached names of players, events or sites; a few names are requested again and again.
class NamesById {
public:
    /// `name`: query for the name with id ?1.
    NamesById(const Connection& connection, Sql name) : name_(connection, name) {}

    /// Returns the name, empty if there is none; valid until the next call.
    std::string_view of(std::int64_t id);
    void forget() { known_.clear(); }

private:
    static constexpr std::size_t most = 65'536;

    Statement name_;
    std::unordered_map<std::int64_t, std::string> known_;
};

/// Runs of consecutive games of a source.
class SourceRuns {
public:
    explicit SourceRuns(const Connection& connection) : run_(connection, Sql::run_around_game) {}

    /// Origin of the relative byte offsets and lines of a run's games.
    struct Place {
        std::int64_t byte = 0, line = 0;
    };
    /// Returns nullptr if the game is in no run.
    const Place* of(std::int64_t game);
    void forget() { end_ = 0; }

private:
    Statement run_;
    std::int64_t first_ = 0, end_ = 0;  ///< ids of the run's games; end_ == 0: none
    Place place_;
};

/// All of these tables, read from one state of the database.
struct BesideGames {
    explicit BesideGames(const Connection& opened) : connection(opened) {}

    /// Scope of reading. Must begin after the first row of a statement, which keeps the database unchanged. Clears the
    /// caches unless the database is unchanged since they were filled.
    class Reading {
    public:
        explicit Reading(BesideGames& beside);
        ~Reading() {
            for (RowsOfGames* rows : beside_.tables()) rows->pause();
        }
        Reading(const Reading&) = delete;
        Reading& operator=(const Reading&) = delete;

    private:
        BesideGames& beside_;
    };

    const Connection& connection;
    NamesById players{connection, Sql::player_name};
    NamesById events{connection, Sql::event_name};
    NamesById sites{connection, Sql::site_name};
    SourceRuns runs{connection};
    RowsOfGames movetexts{connection, Sql::movetexts_from};
    RowsOfGames unread_texts{connection, Sql::unread_texts_from};
    RowsOfGames annotations{connection, Sql::annotations_from};
    RowsOfGames source_texts{connection, Sql::source_texts_from};
    RowsOfGames charsets{connection, Sql::charsets_from};
    RowsOfGames tags{connection, Sql::tags_from};
    RowsOfGames problems{connection, Sql::problems_from};

private:
    [[nodiscard]] std::array<RowsOfGames*, 7> tables() {
        return {&movetexts, &unread_texts, &annotations, &source_texts, &charsets, &tags, &problems};
    }

    std::optional<std::uint32_t> state_;  ///< number of the cached state; nullopt: none
};

void RowsOfGames::step() {
    at_.reset();
    is_open_ = rows_.step();
    if (is_open_) at_ = rows_.integer(0);
}

bool RowsOfGames::find(std::int64_t game) {
    const bool is_ahead = asked_ && *asked_ < game;
    if (is_ahead && is_open_ && *at_ < game) step();  // the wanted row if most games have one
    const bool is_known = is_ahead && (!at_ || *at_ > game || (*at_ == game && is_open_));
    if (!is_known) {
        rows_.with(game);
        step();
    }
    asked_ = game;
    return at_ == game;
}

bool RowsOfGames::next() {
    step();
    return at_ == asked_;
}

void RowsOfGames::pause() {
    if (is_open_) rows_.reset();
    is_open_ = false;
}

void RowsOfGames::forget() {
    pause();
    asked_.reset();
    at_.reset();
}

std::string_view NamesById::of(std::int64_t id) {
    const auto known = known_.find(id);
    if (known != known_.end()) return known->second;
    if (known_.size() == most) known_.clear();
    const ResetAtEnd reset(name_);
    const bool is_there = name_.with(id).step();
    return known_.emplace(id, is_there ? name_.text(0) : std::string_view()).first->second;
}

const SourceRuns::Place* SourceRuns::of(std::int64_t game) {
    if (end_ == 0 || game < first_ || game >= end_) {
        const ResetAtEnd reset(run_);
        if (!run_.with(game).step()) {
            end_ = 0;
            return nullptr;
        }
        first_ = run_.integer(0);
        place_ = {run_.integer(1), run_.integer(2)};
        end_ = run_.is_null(3) ? std::numeric_limits<std::int64_t>::max() : run_.integer(3);
    }
    return &place_;
}

BesideGames::Reading::Reading(BesideGames& beside) : beside_(beside) {
    const auto state = beside.connection.state_number();
    if (state && state == beside.state_) return;
    beside.state_ = state;
    for (NamesById* names : {&beside.players, &beside.events, &beside.sites}) names->forget();
    beside.runs.forget();
    for (RowsOfGames* rows : beside.tables()) rows->forget();
}

namespace {

/// Columns of query read_game.
enum Column : int {
    form,
    id,
    state,
    result,
    start,
    moves,
    ply_count,
    final_check,
    event,
    site,
    date,
    round,
    white,
    black,
    white_elo,
    black_elo,
    eco,
    byte,  ///< relative to the run, like line
    bytes,
    line,
};

/// Prepares read_game or read_header for one game.
Statement one_game(const Store& store, Sql head) {
    return Statement::of_text(store.connection(), std::string(sql_text(head)).append(sql_text(Sql::one_game)));
}

}  // namespace

struct GameReader::State {
    explicit State(const Store& opened) : store(opened) {}

    BesideGames& beside() { return beside_games ? *beside_games : beside_games.emplace(store.connection()); }
    const Form& form_of(std::int64_t id);
    GameRecord record_in(const Statement& row);
    GameHeader header_in(const Statement& row);
    GameMoves moves_in(const Statement& row);
    static std::string name_in(const Statement& row, Column column, NamesById& names);
    std::string value_in(const Statement& row, TagColumn column);
    void read_tags(GameRecord& record, const Statement& row, const Form& form);
    void read_problems(GameRecord& record, std::int64_t id);

    const Store& store;
    ContentPacker packer;
    Forms forms{store.connection()};
    Statement read_game = one_game(store, Sql::read_game);
    Statement read_header = one_game(store, Sql::read_header);
    Statement read_moves{store.connection(), Sql::read_moves};
    std::optional<BesideGames> beside_games;  ///< prepared for the first record
};

GameReader::GameReader(const Store& store) : state_(std::make_unique<State>(store)) {}
GameReader::~GameReader() = default;

const Form& GameReader::State::form_of(std::int64_t id) {
    if (const Form* const form = forms.find(id)) return *form;
    throw StoreError(tr("{}: a game has no form {}: the database is damaged", store.path().string(), id),
                     tr("restore it from a copy"));
}

std::string GameReader::State::name_in(const Statement& row, Column column, NamesById& names) {
    return row.is_null(column) ? std::string() : std::string(names.of(row.integer(column)));
}

/// Returns the tag value stored in a column.
std::string GameReader::State::value_in(const Statement& row, TagColumn column) {
    switch (column) {
        case TagColumn::none: return {};
        case TagColumn::event: return name_in(row, Column::event, beside().events);
        case TagColumn::site: return name_in(row, Column::site, beside().sites);
        case TagColumn::date: {
            const auto date = stored_date(row, Column::date);
            return date ? date->to_text() : std::string();
        }
        case TagColumn::round: return std::string(row.text(Column::round));
        case TagColumn::white: return name_in(row, Column::white, beside().players);
        case TagColumn::black: return name_in(row, Column::black, beside().players);
        case TagColumn::result: return std::string(to_text(result_of(row.integer(Column::result))));
        case TagColumn::white_elo: return std::string(row.text(Column::white_elo));
        case TagColumn::black_elo: return std::string(row.text(Column::black_elo));
        case TagColumn::eco: return std::string(row.text(Column::eco));
        case TagColumn::start: return std::string(row.text(Column::start));
        case TagColumn::set_up: return "1";
        case TagColumn::ply_count: return std::string(row.text(Column::ply_count));
    }
    return {};
}

void GameReader::State::read_tags(GameRecord& record, const Statement& row, const Form& form) {
    bool more = beside().tags.find(row.integer(Column::id));
    for (std::size_t i = 0; i < form.columns.size(); ++i) {
        if (more && beside().tags.row().integer(1) == static_cast<std::int64_t>(i)) {
            record.tags.add(form.tag_names[i], beside().tags.row().text(2));
            more = beside().tags.next();
        } else {
            record.tags.add(form.tag_names[i], value_in(row, form.columns[i]));
        }
    }
}

void GameReader::State::read_problems(GameRecord& record, std::int64_t id) {
    IdOrder order;
    for (bool more = beside().problems.find(id); more; more = beside().problems.next()) {
        order.check(beside().problems.row(), beside().problems.row().integer(1 + problem_columns));
        record.problems.push_back(problem_in(beside().problems.row(), 1));
    }
}

GameRecord GameReader::State::record_in(const Statement& row) {
    const auto number = [&](Column column) { return static_cast<std::uint64_t>(row.integer(column)); };
    const std::int64_t id = row.integer(Column::id);
    const Form& form = form_of(row.integer(Column::form));
    GameRecord record;
    record.kind = form.kind;
    record.state = state_of(row.integer(Column::state));
    record.result = result_of(row.integer(Column::result));
    record.start = row.text(Column::start);
    record.moves = row.blob(Column::moves);
    record.ply_count = static_cast<std::uint32_t>(number(Column::ply_count));
    record.final_check = static_cast<std::uint16_t>(number(Column::final_check));
    if (beside().movetexts.find(id)) record.san = beside().movetexts.row().long_text(1);
    if (beside().unread_texts.find(id)) record.unread = beside().unread_texts.row().long_text(1);
    record.notation = form.notation;
    if (const auto* const run = beside().runs.of(id)) {
        record.span.begin = number(Column::byte) + static_cast<std::uint64_t>(run->byte);
        record.span.line = number(Column::line) + static_cast<std::uint64_t>(run->line);
    }
    record.span.end = record.span.begin + number(Column::bytes);
    if (beside().source_texts.find(id)) record.source_text = packer.unpack(beside().source_texts.row().blob(1));
    if (beside().charsets.find(id)) record.charset = beside().charsets.row().text(1);
    if (beside().annotations.find(id)) {
        auto read = Annotations::from_bytes(packer.unpack(beside().annotations.row().blob(1)));
        if (!read)
            throw StoreError(tr("{}: the comments of game {} are damaged", store.path().string(), id),
                             WayOut::Kind::restore_database);
        record.annotations = std::move(*read);
    }
    read_tags(record, row, form);
    read_problems(record, id);
    return record;
}

GameHeader GameReader::State::header_in(const Statement& row) {
    const auto text = [&](int column) { return std::string(row.text(column)); };
    const Form& form = form_of(row.integer(13));
    GameHeader header;
    header.id = row.integer(0);
    header.kind = form.kind;
    header.state = state_of(row.integer(1));
    header.result = result_of(row.integer(2));
    header.white = text(3);
    header.black = text(4);
    header.event = text(5);
    header.site = text(6);
    header.date = stored_date(row, 7);
    header.round = text(8);
    header.white_elo = row.optional_integer(9);
    header.black_elo = row.optional_integer(10);
    header.eco = text(11);
    header.ply_count = static_cast<std::uint32_t>(row.integer(12));
    header.notation = form.notation.code;
    header.source = text(14);
    header.charset = text(17);
    header.number = static_cast<std::uint64_t>(row.integer(15));
    header.line = static_cast<std::uint64_t>(row.integer(16));
    header.opening = row.optional_integer(18);
    return header;
}

GameMoves GameReader::State::moves_in(const Statement& row) {
    return {row.integer(0), form_of(row.integer(1)).kind, row.text(2), row.blob(3), result_of(row.integer(4))};
}

std::optional<GameRecord> GameReader::read(std::int64_t id) {
    const ResetAtEnd reset(state_->read_game);
    if (!state_->read_game.with(id).step()) return std::nullopt;
    const BesideGames::Reading reading(state_->beside());
    return state_->record_in(state_->read_game);
}

std::optional<GameHeader> GameReader::header(std::int64_t id) {
    const ResetAtEnd reset(state_->read_header);
    if (!state_->read_header.with(id).step()) return std::nullopt;
    return state_->header_in(state_->read_header);
}

std::optional<GameMoves> GameReader::moves(std::int64_t id) {
    if (!state_->read_moves.with(id).step()) return std::nullopt;
    return state_->moves_in(state_->read_moves);
}

void GameReader::for_each(const HeaderFilter& filter, Page page,
                          const std::function<bool(std::int64_t, const GameRecord&)>& each) {
    Statement row = search_statement(state_->store, Sql::read_game, filter, page);
    if (!row.step()) return;
    const BesideGames::Reading reading(state_->beside());
    IdOrder order;
    do {
        order.check(row, row.integer(Column::id));
        if (!each(row.integer(Column::id), state_->record_in(row))) return;
    } while (row.step());
}

void GameReader::for_each_header(const HeaderFilter& filter, Page page,
                                 const std::function<bool(const GameHeader&)>& each) {
    Statement row = search_statement(state_->store, Sql::read_header, filter, page);
    for (IdOrder order; row.step();) {
        order.check(row, row.integer(0));
        if (!each(state_->header_in(row))) return;
    }
}

void GameReader::scan_moves(std::int64_t first, std::int64_t last, const std::function<bool(const GameMoves&)>& each) {
    Statement scan(state_->store.connection(), Sql::scan_moves);
    scan.with(first, last);
    for (IdOrder order(first, last); scan.step();) {
        order.check(scan, scan.integer(0));
        if (!each(state_->moves_in(scan))) return;
    }
}

void GameReader::scan_moves(std::span<const std::int64_t> ids, const std::function<bool(const GameMoves&)>& each) {
    if (ids.empty()) return;
    Statement scan(state_->store.connection(), Sql::scan_moves);
    scan.with(ids.front(), ids.back());
    auto next = ids.begin();
    for (IdOrder order(ids.front(), ids.back()); scan.step();) {
        const std::int64_t id = scan.integer(0);
        order.check(scan, id);
        while (next != ids.end() && *next < id) ++next;
        if (next == ids.end()) return;
        if (*next == id && !each(state_->moves_in(scan))) return;
    }
}

DateReader::DateReader(const Store& store) : row_(store.connection(), Sql::read_date) {}

std::optional<PartialDate> DateReader::of(std::int64_t id) {
    const ResetAtEnd reset(row_);
    return row_.with(id).step() ? stored_date(row_, 0) : std::nullopt;
}

std::vector<VariationCount> games_with_variations(const Store& store, std::int64_t first, std::int64_t last) {
    const auto count_in = [](const Statement& row) {
        return VariationCount{row.integer(0), static_cast<std::uint32_t>(row.integer(1))};
    };
    Statement games(store.connection(), Sql::games_with_variations);
    return all_rows_by_id(games.with(first, last), count_in, {first, last});
}

std::vector<std::int64_t> annotated_games(const Store& store, std::int64_t first, std::int64_t last) {
    return all_ids(Statement(store.connection(), Sql::annotated_games).with(first, last), {first, last});
}

}  // namespace cofnod::store
