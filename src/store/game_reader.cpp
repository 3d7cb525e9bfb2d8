#include "store/game_reader.hpp"

#include <vector>

#include "base/error.hpp"
#include "base/say.hpp"
#include "base/ways_out.hpp"
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
    span_begin,
    span_bytes,
    span_line,
    san,
    unread,
    annotations,
    source_text,
    charset,
    has_tags,
    has_problems,
};

std::string date_text(const Statement& row) {
    if (row.is_null(Column::date)) return {};
    return PartialDate::from_number(static_cast<std::int32_t>(row.integer(Column::date))).to_text();
}

/// Returns the tag value stored in a column.
std::string value_in(const Statement& row, TagColumn column) {
    switch (column) {
        case TagColumn::none: return {};
        case TagColumn::event: return std::string(row.text(Column::event));
        case TagColumn::site: return std::string(row.text(Column::site));
        case TagColumn::date: return date_text(row);
        case TagColumn::round: return std::string(row.text(Column::round));
        case TagColumn::white: return std::string(row.text(Column::white));
        case TagColumn::black: return std::string(row.text(Column::black));
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

/// Prepares read_game or read_header for one game.
Statement one_game(const Store& store, Sql head) {
    return Statement::of_text(store.connection(), std::string(sql_text(head)).append(sql_text(Sql::one_game)));
}

}  // namespace

struct GameReader::State {
    explicit State(Store& opened) : store(opened) {}

    const Form& form_of(std::int64_t id);
    GameRecord record_in(const Statement& row);
    GameHeader header_in(const Statement& row);
    GameMoves moves_in(const Statement& row);
    void read_tags(GameRecord& record, const Statement& row, const Form& form);
    void read_problems(GameRecord& record, const Statement& row);

    Store& store;
    ContentPacker packer;
    Forms forms{store.connection()};
    Statement read_game = one_game(store, Sql::read_game);
    Statement read_header = one_game(store, Sql::read_header);
    Statement read_moves{store.connection(), Sql::read_moves};
    Statement read_game_tags{store.connection(), Sql::read_tags};
    Statement read_game_problems{store.connection(), Sql::read_problems};
};

GameReader::GameReader(Store& store) : state_(std::make_unique<State>(store)) {}
GameReader::~GameReader() = default;

const Form& GameReader::State::form_of(std::int64_t id) {
    if (const Form* const form = forms.find(id)) return *form;
    throw StoreError(say("{}: a game has no form {}: the database is damaged", store.path().string(), id),
                     say("restore it from a copy"));
}

void GameReader::State::read_tags(GameRecord& record, const Statement& row, const Form& form) {
    const bool others = row.integer(Column::has_tags) != 0;
    const ResetAtEnd reset(read_game_tags);
    bool more = others && read_game_tags.with(row.integer(Column::id)).step();
    for (std::size_t i = 0; i < form.columns.size(); ++i) {
        if (more && read_game_tags.integer(0) == static_cast<std::int64_t>(i)) {
            record.tags.add(form.tag_names[i], read_game_tags.text(1));
            more = read_game_tags.step();
        } else {
            record.tags.add(form.tag_names[i], value_in(row, form.columns[i]));
        }
    }
}

void GameReader::State::read_problems(GameRecord& record, const Statement& row) {
    if (row.integer(Column::has_problems) == 0) return;
    const ResetAtEnd reset(read_game_problems);
    for_each_row(read_game_problems.with(row.integer(Column::id)), problem_columns,
                 [&] { record.problems.push_back(problem_in(read_game_problems, 0)); });
}

GameRecord GameReader::State::record_in(const Statement& row) {
    const auto number = [&](Column column) { return static_cast<std::uint64_t>(row.integer(column)); };
    const Form& form = form_of(row.integer(Column::form));
    GameRecord record;
    record.kind = form.kind;
    record.state = state_of(row.integer(Column::state));
    record.result = result_of(row.integer(Column::result));
    record.start = row.text(Column::start);
    record.moves = row.blob(Column::moves);
    record.ply_count = static_cast<std::uint32_t>(number(Column::ply_count));
    record.final_check = static_cast<std::uint16_t>(number(Column::final_check));
    record.san = row.long_text(Column::san);
    record.unread = row.long_text(Column::unread);
    record.notation = form.notation;
    record.span.begin = number(Column::span_begin);
    record.span.end = record.span.begin + number(Column::span_bytes);
    record.span.line = number(Column::span_line);
    record.source_text = packer.unpack(row.blob(Column::source_text));
    record.charset = row.text(Column::charset);
    auto annotations = Annotations::from_bytes(packer.unpack(row.blob(Column::annotations)));
    if (!annotations)
        throw StoreError(say("{}: the comments of game {} are damaged", store.path().string(), row.integer(Column::id)),
                         WayOut::Kind::restore_database);
    record.annotations = std::move(*annotations);
    read_tags(record, row, form);
    read_problems(record, row);
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
    for (IdOrder order; row.step();) {
        order.check(row, row.integer(Column::id));
        if (!each(row.integer(Column::id), state_->record_in(row))) return;
    }
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
