#include "store/game_reader.hpp"

#include <vector>

#include "base/error.hpp"
#include "base/say.hpp"
#include "base/ways_out.hpp"
#include "store/beside_games.hpp"
#include "store/content.hpp"
#include "store/form.hpp"
#include "store/id_order.hpp"
#include "store/names.hpp"
#include "store/problem_row.hpp"
#include "store/query.hpp"
#include "store/search_statement.hpp"
#include "store/statement.hpp"
#include "store/text.hpp"

namespace cofnod::store {

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
    byte,  ///< in its run, as line
    bytes,
    line,
};

std::string date_text(const Statement& row) {
    if (row.is_null(Column::date)) return {};
    return PartialDate::from_number(static_cast<std::int32_t>(row.integer(Column::date))).to_text();
}

/// Prepares read_game or read_header for one game.
Statement one_game(const Store& store, Sql head) {
    return Statement::of_text(store.connection(), std::string(sql_text(head)).append(sql_text(Sql::one_game)));
}

}  // namespace

struct GameReader::State {
    explicit State(Store& opened) : store(opened) {}

    BesideGames& beside() { return beside_games ? *beside_games : beside_games.emplace(store.connection()); }
    const Form& form_of(std::int64_t id);
    GameRecord record_in(const Statement& row);
    GameHeader header_in(const Statement& row);
    GameMoves moves_in(const Statement& row);
    static std::string name_in(const Statement& row, Column column, NamesById& names);
    std::string value_in(const Statement& row, TagColumn column);
    void read_tags(GameRecord& record, const Statement& row, const Form& form);
    void read_problems(GameRecord& record, std::int64_t id);

    Store& store;
    ContentPacker packer;
    Forms forms{store.connection()};
    Statement read_game = one_game(store, Sql::read_game);
    Statement read_header = one_game(store, Sql::read_header);
    Statement read_moves{store.connection(), Sql::read_moves};
    std::optional<BesideGames> beside_games;  ///< prepared for the first record
};

GameReader::GameReader(Store& store) : state_(std::make_unique<State>(store)) {}
GameReader::~GameReader() = default;

const Form& GameReader::State::form_of(std::int64_t id) {
    if (const Form* const form = forms.find(id)) return *form;
    throw StoreError(say("{}: a game has no form {}: the database is damaged", store.path().string(), id),
                     say("restore it from a copy"));
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
        case TagColumn::date: return date_text(row);
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
            throw StoreError(say("{}: the comments of game {} are damaged", store.path().string(), id),
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
    if (!row.is_null(7)) header.date = PartialDate::from_number(static_cast<std::int32_t>(row.integer(7)));
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
    if (!row_.with(id).step() || row_.is_null(0)) return std::nullopt;
    return PartialDate::from_number(static_cast<std::int32_t>(row_.integer(0)));
}

std::vector<std::int64_t> annotated_games(const Store& store, std::int64_t first, std::int64_t last) {
    Statement games(store.connection(), Sql::annotated_games);
    std::vector<std::int64_t> ids;
    for_each_row(games.with(first, last), 0, [&] { ids.push_back(games.integer(0)); }, {first, last});
    return ids;
}

}  // namespace cofnod::store
