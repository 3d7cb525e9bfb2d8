#include "cli/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ostream>

#include "answers/json.hpp"
#include "answers/move_text.hpp"
#include "base/error.hpp"
#include "cli/notation_choice.hpp"
#include "cli/report.hpp"
#include "curation/alignment.hpp"
#include "curation/line.hpp"
#include "game/replay.hpp"
#include "store/game_reader.hpp"
#include "store/transaction.hpp"
#include "store/works.hpp"

namespace cofnod::cli {

namespace {

using answers::move_text;
using answers::MoveNumbers;
using answers::uci_text;

using answers::JsonWriter;

using std::size_t;

struct WitnessMove {
    std::string number;  ///< "12." or "12..."
    std::string text;    ///< in the notation of the witness
    std::string uci;     ///< of chess
};

/// One record of the game.
struct Witness {
    store::GameHeader header;
    GameRecord record;
    std::string citation;
    std::vector<WitnessMove> moves;
    curation::Line line;
};

/// A tag that any of the records has.
struct TagRow {
    std::string name;
    std::vector<std::optional<std::string>> values;

    [[nodiscard]] bool is_same() const {
        return std::ranges::all_of(values, [&](const auto& value) { return value == values.front(); });
    }
};

struct Comparison {
    std::vector<Witness> witnesses;
    std::vector<TagRow> tags;
    std::vector<curation::AlignedRow> rows;

    [[nodiscard]] const WitnessMove* move(const curation::AlignedRow& row, size_t witness) const {
        return row[witness] ? &witnesses[witness].moves[*row[witness]] : nullptr;
    }
    /// Whether all play the same move there.
    [[nodiscard]] bool is_same(const curation::AlignedRow& row) const {
        return do_agree(row) && std::ranges::all_of(row, [](const auto& move) { return move.has_value(); });
    }
    /// Whether those that have a move there have the same.
    [[nodiscard]] bool do_agree(const curation::AlignedRow& row) const {
        std::optional<std::uint32_t> played;
        for (size_t i = 0; i < row.size(); ++i) {
            if (!row[i]) continue;
            const std::uint32_t move = witnesses[i].line[*row[i]];
            if (played.value_or(move) != move) return false;
            played = move;
        }
        return true;
    }
    [[nodiscard]] size_t differing_moves() const {
        return static_cast<size_t>(std::ranges::count_if(rows, [&](const auto& row) { return !is_same(row); }));
    }
    [[nodiscard]] size_t differing_tags() const {
        return static_cast<size_t>(std::ranges::count_if(tags, [](const auto& tag) { return !tag.is_same(); }));
    }
};

template <RecordedGame G>
void add_moves(Witness& witness, const notation::Language& language) {
    const auto start = start_position<G>(witness.record);
    const MoveNumbers numbers(start);
    auto position = start;
    for (std::uint32_t played = 0; const auto& ply : main_line<G>(witness.record)) {
        witness.moves.push_back({numbers.at(played++), move_text(position, ply, language), uci_text(start, ply)});
        witness.line.push_back(curation::number_in_line(position, ply));
        position.play(G::effect_of(position, ply));
    }
}

Witness read_witness(store::Store& store, std::int64_t id, const CompareOptions& options,
                     const notation::Languages& languages) {
    store::GameReader reader(store);
    auto header = reader.header(id);
    auto record = reader.read(id);
    if (!header || !record)
        throw Error(ExitCode::nothing_found, fmt::format("{}: there is no game {}", options.database, id),
                    fmt::format("'cofnod search {}' lists the games", options.database));
    const notation::Language& language = options.notation.empty() ? language_to_show(languages, record->notation.code)
                                                                  : language_to_write(languages, options.notation);

    Witness witness{std::move(*header), std::move(*record), store::Citations(store).of(id), {}, {}};
    with_game(witness.record.kind, [&](auto game) { add_moves<decltype(game)>(witness, language); });
    return witness;
}

std::vector<TagRow> tag_rows(const std::vector<Witness>& witnesses) {
    std::vector<TagRow> rows;
    for (const Witness& from : witnesses)
        for (size_t i = 0; i < from.record.tags.size(); ++i) {
            const std::string_view name = from.record.tags[i].name;
            if (std::ranges::find(rows, name, &TagRow::name) != rows.end()) continue;
            TagRow row{std::string(name), {}};
            for (const Witness& witness : witnesses) {
                const auto value = witness.record.tags.find(name);
                row.values.push_back(value ? std::optional<std::string>(*value) : std::nullopt);
            }
            rows.push_back(std::move(row));
        }
    return rows;
}

Comparison compare(store::Store& store, const std::vector<std::int64_t>& ids, const CompareOptions& options) {
    const notation::Languages languages = known_languages(options.notation_files);
    Comparison comparison;
    for (const std::int64_t id : ids) comparison.witnesses.push_back(read_witness(store, id, options, languages));
    std::vector<curation::Line> lines;
    for (const Witness& witness : comparison.witnesses) {
        if (witness.record.kind != comparison.witnesses.front().record.kind)
            throw Error(ExitCode::nothing_found,
                        fmt::format("games {} and {} have different rules", ids.front(), witness.header.id));
        if (witness.record.start != comparison.witnesses.front().record.start)
            throw Error(ExitCode::nothing_found,
                        fmt::format("games {} and {} start from different positions", ids.front(), witness.header.id));
        lines.push_back(witness.line);
    }
    comparison.tags = tag_rows(comparison.witnesses);
    comparison.rows = curation::align(lines);
    return comparison;
}

class Printer {
public:
    Printer(const Comparison& comparison, const CompareOptions& options, Streams& io)
        : comparison_(comparison), options_(options), io_(io), table_(columns(comparison)) {}

    void print() {
        add_sources();
        add_tags();
        add_moves();
        table_.print(io_.out, io_.out_terminal);
    }

private:
    using Rows = std::vector<curation::AlignedRow>;

    static std::vector<Table::Column> columns(const Comparison& comparison) {
        std::vector<Table::Column> list = {{"", Table::left, Table::fixed, Style::dim}};
        for (const Witness& witness : comparison.witnesses)
            list.push_back({fmt::format("game {}", witness.header.id), Table::left, Table::flexible});
        list.push_back({"", Table::left, Table::fixed, Style::warning});
        return list;
    }

    void add(const std::string& title, std::vector<std::string> cells, std::string note) {
        cells.insert(cells.begin(), title);
        cells.push_back(std::move(note));
        table_.add(std::move(cells));
    }

    void add_sources() {
        std::vector<std::string> places, citations;
        bool cited = false;
        for (const Witness& witness : comparison_.witnesses) {
            places.push_back(fmt::format("{}:{}", witness.header.source, witness.header.line));
            citations.push_back(witness.citation);
            cited = cited || !witness.citation.empty();
        }
        add("from", places, "");
        if (cited) add("cited", citations, "");
    }

    void add_tags() {
        size_t same = 0;
        for (const TagRow& tag : comparison_.tags) {
            same += tag.is_same();
            if (tag.is_same() && !options_.all) continue;
            std::vector<std::string> cells;
            for (const auto& value : tag.values) cells.push_back(value.value_or("–"));
            add(tag.name, cells, tag.is_same() ? "" : "≠");
        }
        if (same > 0 && !options_.all)
            add("tags", std::vector<std::string>(comparison_.witnesses.size()), counted(same, "tag") + " alike");
    }

    /// Where the records that have a move agree on it, and the same records have the next, is told in one row.
    void add_moves() {
        const Rows& rows = comparison_.rows;
        for (auto at = rows.begin(); at != rows.end();) {
            auto end = at + 1;
            if (comparison_.do_agree(*at))
                while (end != rows.end() && comparison_.do_agree(*end) && same_records(*at, *end)) ++end;
            if (end - at > 2 && !options_.all) {
                add_stretch(*at, *(end - 1), static_cast<size_t>(end - at));
                at = end;
            } else {
                for (; at != end; ++at) add_row(*at, comparison_.is_same(*at) ? "" : "≠");
            }
        }
    }

    static bool same_records(const curation::AlignedRow& a, const curation::AlignedRow& b) {
        return std::ranges::equal(
            a, b, {}, [](const auto& move) { return move.has_value(); },
            [](const auto& move) { return move.has_value(); });
    }

    /// The number as the first record that has the move counts; that of another where it counts otherwise.
    void add_row(const curation::AlignedRow& row, const std::string& note) {
        std::string number;
        std::vector<std::string> cells;
        for (size_t i = 0; i < row.size(); ++i) {
            const WitnessMove* move = comparison_.move(row, i);
            if (move && number.empty()) number = move->number;
            const bool counts_otherwise = move && move->number != number;
            cells.push_back(!move ? "–" : counts_otherwise ? move->number + ' ' + move->text : move->text);
        }
        add(number, cells, note);
    }

    void add_stretch(const curation::AlignedRow& first, const curation::AlignedRow& last, size_t count) {
        std::vector<std::string> cells;
        std::string begin, end;  // as the first record that has the moves counts
        for (size_t i = 0; i < first.size(); ++i) {
            const WitnessMove *from = comparison_.move(first, i), *to = comparison_.move(last, i);
            cells.push_back(from ? fmt::format("{} … {}", from->text, to->text) : "–");
            if (from && begin.empty()) begin = from->number, end = to->number;
        }
        const std::string plies = counted(count, "ply", "plies");
        add(begin, cells,
            comparison_.is_same(first) ? fmt::format("{} alike, to {}", plies, end)
                                       : fmt::format("≠ {}, to {}", plies, end));
    }

    const Comparison& comparison_;
    const CompareOptions& options_;
    Streams& io_;
    Table table_;
};

void write_reading(JsonWriter& json, std::uint32_t ply, const WitnessMove& move) {
    json.begin_object().member("ply", ply).member("move", move.text);
    if (!move.uci.empty()) json.member("uci", move.uci);
    json.end_object();
}

void print_json(const Comparison& comparison, Streams& io) {
    JsonWriter json(io.out, JsonWriter::indented);
    json.begin_document()
        .member("differing_moves", comparison.differing_moves())
        .member("differing_tags", comparison.differing_tags());
    json.key("witnesses").begin_array();
    for (const Witness& witness : comparison.witnesses)
        json.begin_object()
            .member("id", witness.header.id)
            .member("file", witness.header.source)
            .member("line", witness.header.line)
            .member("citation", witness.citation.empty() ? std::nullopt : std::optional(witness.citation))
            .member("notation", witness.header.notation)
            .member("plies", witness.moves.size())
            .end_object();
    json.end_array().key("tags").begin_array();
    for (const TagRow& tag : comparison.tags) {
        json.begin_object().member("name", tag.name).member("same", tag.is_same()).key("values").begin_array();
        for (const auto& value : tag.values) json.value(value);
        json.end_array().end_object();
    }
    json.end_array().key("moves").begin_array();
    for (const curation::AlignedRow& row : comparison.rows) {
        json.begin_object().member("same", comparison.is_same(row)).key("readings").begin_array();
        for (size_t i = 0; i < row.size(); ++i) {
            const WitnessMove* move = comparison.move(row, i);
            if (!move)
                json.value(nullptr);
            else
                write_reading(json, *row[i] + 1, *move);
        }
        json.end_array().end_object();
    }
    json.end_array().end_object();
}

std::vector<std::int64_t> games_meant(const store::Store& store, const CompareOptions& options) {
    if (options.ids.size() > 1) return options.ids;
    std::vector<std::int64_t> ids = store::witnesses_of(store, options.ids.front());
    if (ids.empty())
        throw UsageError(
            fmt::format("game {} is linked with no other", options.ids.front()),
            fmt::format("name two games, or link records of one: cofnod dedupe {} --apply", options.database));
    return ids;
}

}  // namespace

int run_compare(const CompareOptions& options, Streams& io) {
    store::Store store = store::Store::open(options.database, store::Access::read_only);
    const store::Snapshot snapshot(store.connection());
    const Comparison comparison = compare(store, games_meant(store, options), options);
    if (options.format == OutputFormat::json)
        print_json(comparison, io);
    else
        Printer(comparison, options, io).print();
    const size_t moves = comparison.differing_moves(), tags = comparison.differing_tags();
    if (!io.quiet && options.format != OutputFormat::json)
        io.err << fmt::format("{} and {} differ\n", counted(moves, "ply", "plies"), counted(tags, "tag"));
    return static_cast<int>(moves + tags > 0 ? ExitCode::nothing_found : ExitCode::ok);
}

}  // namespace cofnod::cli
