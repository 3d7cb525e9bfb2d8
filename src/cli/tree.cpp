#include "cli/tree.hpp"

#include <fmt/format.h>

#include <concepts>
#include <ostream>

#include "answers/csv.hpp"
#include "answers/json.hpp"
#include "answers/move_text.hpp"
#include "base/error.hpp"
#include "chess/fen.hpp"
#include "cli/notation_choice.hpp"
#include "cli/report.hpp"
#include "search/openings.hpp"
#include "search/read_position.hpp"
#include "search/tree.hpp"
#include "store/statistics.hpp"
#include "store/transaction.hpp"

namespace cofnod::cli {

namespace {

using answers::move_number;
using answers::move_text;
using answers::uci_text;

using answers::CsvWriter;
using answers::JsonWriter;

using index::Totals;

double percent(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

/// Points of the side that moved, in percent of the games with a result; nullopt: there are none.
std::optional<double> score(const Totals& totals, bool white) {
    const std::uint64_t decided = totals.white_wins + totals.draws + totals.black_wins;
    if (decided == 0) return std::nullopt;
    const std::uint64_t won = white ? totals.white_wins : totals.black_wins;
    return 100.0 * (static_cast<double>(won) + static_cast<double>(totals.draws) / 2) / static_cast<double>(decided);
}

std::optional<std::uint64_t> average_elo(const Totals& totals) {
    if (totals.elo_count == 0) return std::nullopt;
    return (totals.elo_sum + totals.elo_count / 2) / totals.elo_count;
}

std::optional<std::uint16_t> unless_zero(std::uint16_t number) {
    return number == 0 ? std::nullopt : std::optional(number);
}

template <typename T>
std::string text_of(const std::optional<T>& number) {
    return number ? std::to_string(*number) : std::string();
}

/// "54.2"
std::string text_of(const std::optional<double>& share) {
    return share ? fmt::format("{:.1f}", *share) : std::string();
}

/// The position that a tree begins from.
template <RecordedGame G>
typename G::Position start_of(const QueryOptions& query, const notation::Languages& languages, const Streams& io);

template <>
chess::Position start_of<ChessGame>(const QueryOptions& query, const notation::Languages& languages,
                                    const Streams& io) {
    if (query.fen) {
        const auto read = search::read_position(*query.fen);
        if (!read) throw_fault("--fen", *query.fen, read.error());
        if (!read->wanted.is_exact())
            throw UsageError("--fen: a tree needs a whole position", "write at least the first four fields");
        return chess::read_fen(*query.fen)->position;
    }
    if (!query.after) return chess::Position::initial();
    return read_moves("--after", *query.after, query, languages, io).after;
}

template <>
camelot::Position start_of<CamelotGame>(const QueryOptions& query, const notation::Languages&, const Streams&) {
    if (query.after) return read_camelot_moves("--after", *query.after, query).after;
    if (!query.fen) return camelot::Position::initial(query.board ? *query.board : camelot::boards::camelot);
    const auto wanted = read_camelot_position(*query.fen, query);
    if (!wanted.is_exact())
        throw UsageError("--fen: a tree needs a whole position", "write the side to move and the castle moves, too");
    return wanted.position();
}

template <RecordedGame G>
class TreeView {
public:
    TreeView(const TreeOptions& options, store::Store& store, Streams& io)
        : options_(options),
          io_(io),
          languages_(known_languages(options.query.notation_files)),
          language_(language_to_write(languages_, options.notation)),
          store_(store),
          position_(start_of<G>(options.query, languages_, io)) {}

    int run() {
        store::HeaderFilter filter = header_filter(options_.query, languages_);
        filter.kind.reset();  // a position is one of one game
        search::OpeningTree opening(store_, filter);
        tree_ = opening.template at<G>(position_);
        if (options_.limit && tree_.moves.size() > static_cast<std::size_t>(*options_.limit))
            tree_.moves.resize(static_cast<std::size_t>(*options_.limit));
        opening.count_reached(position_, tree_);
        print();
        return static_cast<int>(tree_.totals.games > 0 ? ExitCode::ok : ExitCode::nothing_found);
    }

private:
    static constexpr bool has_openings = std::same_as<G, ChessGame>;
    using Move = search::TreeMove<G>;

    void print() {
        switch (options_.format) {
            case OutputFormat::json: return print_json();
            case OutputFormat::csv: return print_rows(CsvWriter::comma);
            case OutputFormat::tsv: return print_rows(CsvWriter::tab);
            default: return print_table();
        }
    }

    [[nodiscard]] bool white() const { return G::is_white_to_move(position_); }
    [[nodiscard]] std::string text(const Move& move) const {
        const auto ply = G::ply_of(position_, move.move);
        return move_text(position_, ply, language_);
    }
    [[nodiscard]] std::string uci(const Move& move) const {
        const auto ply = G::ply_of(position_, move.move);
        return uci_text(position_, ply);
    }
    [[nodiscard]] static const search::Opening* opening_of([[maybe_unused]] const typename G::Position& position) {
        if constexpr (has_openings) return search::find_opening(position.key());
        return nullptr;
    }

    void print_table() {
        if (tree_.totals.games == 0) {
            if (!io_.quiet) io_.err << "no game came to this position\n";
            return;
        }
        Table table({{"move", Table::left, Table::fixed, Style::bold},
                     {"games", Table::right},
                     {"share", Table::left},
                     {"1-0", Table::right},
                     {"½-½", Table::right},
                     {"0-1", Table::right},
                     {"score", Table::right, Table::fixed, Style::bold},
                     {"Elo", Table::right},
                     {"top", Table::right},
                     {"last", Table::right},
                     {"reached", Table::right, Table::fixed, Style::dim},
                     {has_openings ? "opening" : "", Table::left, Table::flexible}});
        if (const search::Opening* opening = opening_of(position_))
            io_.out << styled(opening->eco, Style::bold, io_.out_terminal) << ' '
                    << shown(opening->name(language_.code()), io_.out_terminal) << "\n\n";
        for (const Move& move : tree_.moves) add_row(table, numbered(text(move)), move.totals, &move);
        add_row(table, "all", tree_.totals, nullptr);
        table.print(io_.out, io_.out_terminal);
        if (tree_.ended > 0 && !io_.quiet) io_.err << fmt::format("{} ended here\n", counted(tree_.ended, "game"));
    }

    /// A position of Camelot does not know how many moves were played.
    [[nodiscard]] std::string numbered(const std::string& move) const {
        if constexpr (std::same_as<G, ChessGame>) return move_number(position_) + ' ' + move;
        return white() ? move : "... " + move;
    }

    void add_row(Table& table, std::string name, const Totals& totals, const Move* move) const {
        constexpr std::size_t bar_width = 10;
        const auto share = [&](std::uint64_t part) { return fmt::format("{:.0f}%", percent(part, totals.games)); };
        const auto points = score(totals, white());
        table.add({std::move(name), grouped(totals.games), bar(totals.games, tree_.totals.games, bar_width),
                   share(totals.white_wins), share(totals.draws), share(totals.black_wins),
                   points ? fmt::format("{:.1f}%", *points) : "", text_of(average_elo(totals)),
                   text_of(unless_zero(totals.top_elo)), text_of(unless_zero(totals.last_year)),
                   move ? grouped(static_cast<std::uint64_t>(move->reached)) : "", move ? opening_after(*move) : ""});
    }

    /// "C40 King's Knight Opening": of a position that the move leads to.
    [[nodiscard]] std::string opening_after(const Move& move) const {
        const search::Opening* opening = opening_of(after(move));
        return opening ? fmt::format("{} {}", opening->eco, opening->name(language_.code())) : std::string();
    }

    void print_json() {
        JsonWriter json(io_.out, JsonWriter::indented);
        json.begin_document().member("fen", G::write_position(position_)).member_hex("key", position_.key());
        write_opening(json, position_);
        write_totals(json, tree_.totals);
        json.member("ended", tree_.ended).key("moves").begin_array();
        for (const Move& move : tree_.moves) {
            json.begin_object().member("move", text(move));
            if constexpr (std::same_as<G, ChessGame>) json.member("uci", uci(move));
            write_opening(json, after(move));
            write_totals(json, move.totals);
            json.member("reached", move.reached).end_object();
        }
        json.end_array().end_object();
    }

    [[nodiscard]] typename G::Position after(const Move& move) const {
        typename G::Position position = position_;
        position.play(move.move);
        return position;
    }

    void write_opening(JsonWriter& json, const typename G::Position& position) const {
        const search::Opening* opening = opening_of(position);
        if (opening) json.member("eco", opening->eco).member("opening", opening->name(language_.code()));
    }

    void write_totals(JsonWriter& json, const Totals& totals) const {
        json.member("games", totals.games)
            .member("white_wins", totals.white_wins)
            .member("draws", totals.draws)
            .member("black_wins", totals.black_wins)
            .member("score", score(totals, white()))
            .member("average_elo", average_elo(totals))
            .member("top_elo", unless_zero(totals.top_elo))
            .member("last_year", unless_zero(totals.last_year));
    }

    void print_rows(CsvWriter::Separator separator) {
        CsvWriter csv(io_.out, separator);
        csv.row({"move", "uci", "games", "white_wins", "draws", "black_wins", "score", "average_elo", "top_elo",
                 "last_year", "reached"});
        for (const Move& move : tree_.moves) {
            const Totals& totals = move.totals;
            csv.row({text(move), uci(move), std::to_string(totals.games), std::to_string(totals.white_wins),
                     std::to_string(totals.draws), std::to_string(totals.black_wins), text_of(score(totals, white())),
                     text_of(average_elo(totals)), text_of(unless_zero(totals.top_elo)),
                     text_of(unless_zero(totals.last_year)), std::to_string(move.reached)});
        }
    }

    const TreeOptions& options_;
    Streams& io_;
    notation::Languages languages_;
    const notation::Language& language_;
    store::Store& store_;
    typename G::Position position_;
    search::Tree<G> tree_;
};

}  // namespace

int run_tree(const TreeOptions& options, Streams& io) {
    store::Store store = store::Store::open(options.database, store::Access::read_only);
    const store::Snapshot snapshot(store.connection());
    return with_game(game_to_look_at(options.query, store),
                     [&](auto game) { return TreeView<decltype(game)>(options, store, io).run(); });
}

}  // namespace cofnod::cli
