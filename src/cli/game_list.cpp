#include "cli/game_list.hpp"

#include <ostream>
#include <vector>

#include "cli/csv.hpp"
#include "cli/json.hpp"
#include "cli/move_text.hpp"
#include "cli/report.hpp"
#include "game/games.hpp"

namespace cofnod::cli {

namespace {

std::string date_text(const store::GameHeader& header) { return header.date ? header.date->to_text() : std::string(); }

template <typename T>
std::string text_of(const std::optional<T>& number) {
    return number ? std::to_string(*number) : std::string();
}

/// "½-½": a table has no room to spare.
std::string short_result(Result result) { return result == Result::draw ? "½-½" : std::string(to_text(result)); }

class TableList : public GameList {
public:
    TableList(bool with_ply, Streams& io) : with_ply_(with_ply), io_(io), table_(columns(with_ply)) {}

    void add(const ListedGame& game) override {
        const store::GameHeader& header = game.header;
        std::vector<std::string> cells = {std::to_string(header.id),   header.white,      header.black,
                                          short_result(header.result), date_text(header), header.event};
        if (with_ply_) cells.push_back(game.move);
        table_.add(std::move(cells));
    }

    void finish() override {
        if (!table_.empty()) table_.print(io_.out, io_.out_terminal);
    }

private:
    static std::vector<Table::Column> columns(bool with_ply) {
        std::vector<Table::Column> list = {{"id", Table::right, Table::fixed, Style::dim},
                                           {"White", Table::left, Table::flexible},
                                           {"Black", Table::left, Table::flexible},
                                           {"result"},
                                           {"date"},
                                           {"event", Table::left, Table::flexible}};
        if (with_ply) list.push_back({"found at", Table::left, Table::fixed, Style::bold});
        return list;
    }

    bool with_ply_;
    Streams& io_;
    Table table_;
};

/// null in JSON for what is not known.
std::optional<std::string_view> unless_empty(const std::string& text) {
    return text.empty() ? std::nullopt : std::optional<std::string_view>(text);
}

void write_members(JsonWriter& json, const ListedGame& game) {
    const store::GameHeader& header = game.header;
    const auto date = header.date ? std::optional(header.date->to_text()) : std::nullopt;
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
}

/// {"schema_version":1,"games":[...]}
class JsonList : public GameList {
public:
    explicit JsonList(Streams& io) : json_(io.out, JsonWriter::indented) {
        json_.begin_document().key("games").begin_array();
    }
    void add(const ListedGame& game) override {
        json_.begin_object();
        write_members(json_, game);
        json_.end_object();
    }
    void finish() override { json_.end_array().end_object(); }

private:
    JsonWriter json_;
};

/// A document a line.
class NdjsonList : public GameList {
public:
    explicit NdjsonList(Streams& io) : io_(io) {}
    void add(const ListedGame& game) override {
        JsonWriter json(io_.out, JsonWriter::line);
        json.begin_document();
        write_members(json, game);
        json.end_object();
    }

private:
    Streams& io_;
};

class CsvList : public GameList {
public:
    CsvList(Streams& io, CsvWriter::Separator separator) : csv_(io.out, separator) {
        csv_.row({"id", "white", "black", "result", "date", "event", "site", "round", "white_elo", "black_elo", "eco",
                  "plies", "state", "notation", "source", "line", "ply", "move"});
    }
    void add(const ListedGame& game) override {
        const store::GameHeader& h = game.header;
        csv_.row({std::to_string(h.id), h.white, h.black, std::string(to_text(h.result)), date_text(h), h.event, h.site,
                  h.round, text_of(h.white_elo), text_of(h.black_elo), h.eco, std::to_string(h.ply_count),
                  std::string(name_of(h.state)), h.notation, h.source, std::to_string(h.line), text_of(game.ply),
                  game.move});
    }

private:
    CsvWriter csv_;
};

}  // namespace

std::unique_ptr<GameList> make_game_list(OutputFormat format, bool with_ply, Streams& io) {
    switch (format) {
        case OutputFormat::json: return std::make_unique<JsonList>(io);
        case OutputFormat::ndjson: return std::make_unique<NdjsonList>(io);
        case OutputFormat::csv: return std::make_unique<CsvList>(io, CsvWriter::comma);
        case OutputFormat::tsv: return std::make_unique<CsvList>(io, CsvWriter::tab);
        default: return std::make_unique<TableList>(with_ply, io);
    }
}

namespace {

/// The move that is number `ply` of a game; empty where there is none.
template <RecordedGame G>
std::string move_of(const store::GameMoves& game, std::uint32_t ply, const notation::Language& language) {
    const auto start = G::read_start(game.start);
    if (!start) return {};
    typename G::Unpacker moves(*start, game.moves);
    for (std::uint32_t played = 0; const auto next = moves.read(); ++played) {
        if (played + 1 == ply)
            return MoveNumbers(*start).at(played) + ' ' + move_text(moves.position(), *next, language);
        moves.play(*next);
    }
    return {};
}

}  // namespace

std::string move_of_hit(store::GameReader& reader, const search::Hit& hit, const notation::Language& language) {
    if (!hit.ply) return {};
    if (*hit.ply == 0) return "start";
    const auto game = reader.moves(hit.game);
    if (!game) return {};
    return with_game(game->kind, [&](auto rules) { return move_of<decltype(rules)>(*game, *hit.ply, language); });
}

}  // namespace cofnod::cli
