#include "cli/game_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <vector>

#include "cli/csv.hpp"
#include "cli/json.hpp"
#include "cli/move_text.hpp"
#include "cli/report.hpp"
#include "game/games.hpp"
#include "search/variations.hpp"

namespace cofnod::cli {

namespace {

std::string date_text(const store::GameHeader& header) { return header.date ? header.date->to_text() : std::string(); }

template <typename T>
std::string text_of(const std::optional<T>& number) {
    return number ? std::to_string(*number) : std::string();
}

/// "½-½": a table has no room to spare.
std::string short_result(Result result) { return result == Result::draw ? "½-½" : std::string(to_text(result)); }

/// "2 3 4 5 6 7 … 31 more": a table has no room for all.
std::string few_of(const std::vector<std::int32_t>& plies) {
    constexpr std::size_t most = 6;
    std::string text;
    for (std::size_t i = 0; i < std::min(plies.size(), most); ++i)
        text += (i > 0 ? " " : "") + std::to_string(plies[i]);
    if (plies.size() > most) text += fmt::format(" … {} more", plies.size() - most);
    return text;
}

std::string all_of(const std::vector<std::int32_t>& plies) {
    std::string text;
    for (const std::int32_t ply : plies) text += (text.empty() ? "" : " ") + std::to_string(ply);
    return text;
}

class TableList : public GameList {
public:
    TableList(ListShape shape, Streams& io) : shape_(std::move(shape)), io_(io), table_(columns(shape_)) {}

    void add(const ListedGame& game) override {
        const store::GameHeader& header = game.header;
        std::vector<std::string> cells = {std::to_string(header.id),   header.white,      header.black,
                                          short_result(header.result), date_text(header), header.event};
        if (shape_.with_database) cells.push_back(game.database);
        if (shape_.with_source) cells.push_back(header.source);
        for (const std::string& sort : game.sorts) cells.push_back(sort.substr(0, most_of_sort));
        if (shape_.with_ply) cells.push_back(game.move);
        if (shape_.with_plies) cells.push_back(few_of(game.plies));
        table_.add(std::move(cells));
    }

    void finish() override {
        if (!table_.empty()) table_.print(io_.out, io_.out_terminal);
    }

private:
    static constexpr std::size_t most_of_sort = 1000;  ///< bytes, in a cell

    static std::vector<Table::Column> columns(const ListShape& shape) {
        std::vector<Table::Column> list = {{"id", Table::right, Table::fixed, Style::dim},
                                           {"White", Table::left, Table::flexible},
                                           {"Black", Table::left, Table::flexible},
                                           {"result"},
                                           {"date"},
                                           {"event", Table::left, Table::flexible}};
        if (shape.with_database) list.push_back({"database", Table::left, Table::flexible});
        if (shape.with_source) list.push_back({"file", Table::left, Table::flexible});
        for (const std::string& title : shape.sort_titles) list.push_back({title, Table::right});
        if (shape.with_ply) list.push_back({"found at", Table::left, Table::fixed, Style::bold});
        if (shape.with_plies) list.push_back({"plies", Table::left, Table::flexible});
        return list;
    }

    ListShape shape_;
    Streams& io_;
    Table table_;
};

/// null in JSON for what is not known.
std::optional<std::string_view> unless_empty(const std::string& text) {
    return text.empty() ? std::nullopt : std::optional<std::string_view>(text);
}

void write_members(JsonWriter& json, const ListedGame& game, const ListShape& shape) {
    const store::GameHeader& header = game.header;
    const auto date = header.date ? std::optional(header.date->to_text()) : std::nullopt;
    if (shape.with_database) json.member("database", unless_empty(game.database));
    json.member("id", header.id)
        .member("white", unless_empty(header.white))
        .member("black", unless_empty(header.black))
        .member("result", to_text(header.result))
        .member("date", date)
        .member("event", unless_empty(header.event))
        .member("site", unless_empty(header.site))
        .member("round", unless_empty(header.round))
        .member("white_elo", header.white_elo)
        .member("black_elo", header.black_elo)
        .member("eco", unless_empty(header.eco))
        .member("plies", header.ply_count)
        .member("state", name_of(header.state))
        .member("notation", header.notation)
        .member("source", header.source)
        .member("line", header.line)
        .member("ply", game.ply)
        .member("move", unless_empty(game.move));
    if (game.in_variation) json.member("in_variation", true);
    if (!shape.with_plies) return;
    json.key("matching_plies").begin_array();
    for (const std::int32_t ply : game.plies) json.value(ply);
    json.end_array();
    if (game.sorts.empty()) return;
    json.key("sort").begin_object();
    for (std::size_t i = 0; i < game.sorts.size(); ++i) json.member(shape.sort_titles[i], unless_empty(game.sorts[i]));
    json.end_object();
}

/// {"schema_version":1,"games":[...]}
class JsonList : public GameList {
public:
    JsonList(ListShape shape, Streams& io) : shape_(std::move(shape)), json_(io.out, JsonWriter::indented) {
        json_.begin_document().key("games").begin_array();
    }
    void add(const ListedGame& game) override {
        json_.begin_object();
        write_members(json_, game, shape_);
        json_.end_object();
    }
    void finish() override { json_.end_array().end_object(); }

private:
    ListShape shape_;
    JsonWriter json_;
};

/// A document a line.
class NdjsonList : public GameList {
public:
    NdjsonList(ListShape shape, Streams& io) : shape_(std::move(shape)), io_(io) {}
    void add(const ListedGame& game) override {
        JsonWriter json(io_.out, JsonWriter::line);
        json.begin_document();
        write_members(json, game, shape_);
        json.end_object();
    }

private:
    ListShape shape_;
    Streams& io_;
};

class CsvList : public GameList {
public:
    CsvList(ListShape shape, Streams& io, CsvWriter::Separator separator)
        : shape_(std::move(shape)), csv_(io.out, separator) {
        std::vector<std::string> names = {"id",    "white",    "black",     "result",    "date", "event",
                                          "site",  "round",    "white_elo", "black_elo", "eco",  "plies",
                                          "state", "notation", "source",    "line",      "ply",  "move"};
        if (shape_.with_plies) names.emplace_back("matching_plies");
        names.insert(names.end(), shape_.sort_titles.begin(), shape_.sort_titles.end());
        if (shape_.with_database) names.emplace_back("database");
        csv_.row(names);
    }
    void add(const ListedGame& game) override {
        const store::GameHeader& h = game.header;
        std::vector<std::string> cells = {std::to_string(h.id),
                                          h.white,
                                          h.black,
                                          std::string(to_text(h.result)),
                                          date_text(h),
                                          h.event,
                                          h.site,
                                          h.round,
                                          text_of(h.white_elo),
                                          text_of(h.black_elo),
                                          h.eco,
                                          std::to_string(h.ply_count),
                                          std::string(name_of(h.state)),
                                          h.notation,
                                          h.source,
                                          std::to_string(h.line),
                                          text_of(game.ply),
                                          game.move};
        if (shape_.with_plies) cells.push_back(all_of(game.plies));
        cells.insert(cells.end(), game.sorts.begin(), game.sorts.end());
        if (shape_.with_database) cells.push_back(game.database);
        csv_.row(cells);
    }

private:
    ListShape shape_;
    CsvWriter csv_;
};

}  // namespace

std::unique_ptr<GameList> make_game_list(OutputFormat format, ListShape shape, Streams& io) {
    switch (format) {
        case OutputFormat::json: return std::make_unique<JsonList>(std::move(shape), io);
        case OutputFormat::ndjson: return std::make_unique<NdjsonList>(std::move(shape), io);
        case OutputFormat::csv: return std::make_unique<CsvList>(std::move(shape), io, CsvWriter::comma);
        case OutputFormat::tsv: return std::make_unique<CsvList>(std::move(shape), io, CsvWriter::tab);
        default: return std::make_unique<TableList>(std::move(shape), io);
    }
}

namespace {

/// The move that is number `ply` of a line; empty where there is none. The line is the game, or begins after `first` of
/// its plies.
template <RecordedGame G>
std::string move_of(const store::GameMoves& game, const store::GameMoves& line, std::uint32_t first, std::uint32_t ply,
                    const notation::Language& language) {
    const auto start = G::read_start(game.start), line_start = G::read_start(line.start);
    if (!start || !line_start) return {};
    typename G::Unpacker moves(*line_start, line.moves);
    for (std::uint32_t played = 0; const auto next = moves.read(); ++played) {
        if (played + 1 == ply)
            return MoveNumbers(*start).at(first + played) + ' ' + move_text(moves.position(), *next, language);
        moves.play(*next);
    }
    return {};
}

}  // namespace

std::string move_at(const store::GameMoves& game, std::uint32_t ply, const notation::Language& language) {
    if (ply == 0) return "start";
    return with_game(game.kind, [&](auto rules) { return move_of<decltype(rules)>(game, game, 0, ply, language); });
}

std::string move_of_hit(store::GameReader& reader, const search::Hit& hit, const notation::Language& language) {
    if (!hit.ply) return {};
    if (*hit.ply == 0) return "start";
    const auto game = reader.moves(hit.game);
    if (!game) return {};
    if (!hit.variation) return move_at(*game, *hit.ply, language);
    const search::VariationLine& line = *hit.variation;
    return '(' +
           with_game(game->kind,
                     [&](auto rules) {
                         return move_of<decltype(rules)>(*game, line.as_game(game->id, game->kind), line.first,
                                                         hit.variation_ply, language);
                     }) +
           ')';
}

}  // namespace cofnod::cli
