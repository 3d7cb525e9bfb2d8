#include "reports/comparison.hpp"

#include "base/error.hpp"
#include "base/tr.hpp"
#include "base/ways_out.hpp"
#include "games/record/move_text.hpp"
#include "games/record/replay.hpp"
#include "games/record/with_game.hpp"
#include "reports/games.hpp"
#include "store/works.hpp"

namespace cofnod::reports {

namespace {

using duplicates::Likeness;
using Row = operations::FoundDuplicate;

const store::GameHeader& header_of(const Row& row) { return row.header; }

Value done(const Row& row) {
    switch (row.deed) {
        case Row::Deed::none: return {};
        case Row::Deed::linked: return "linked";
        case Row::Deed::deleted: return "deleted";
    }
    return {};
}

/// Returns "2 other readings, 8 plies fewer".
std::string likeness_text(const Row& row) {
    const duplicates::Duplicate& duplicate = row.duplicate;
    std::string text(translated(duplicates::name_of(duplicate.likeness)));
    if (duplicate.likeness == Likeness::reading)
        text = counted(duplicate.readings, "{} other reading", "{} other readings");
    if (duplicate.likeness != Likeness::fullest && duplicate.fewer_plies > 0)
        text += ", " + counted(duplicate.fewer_plies, "{} ply fewer", "{} plies fewer");
    if (duplicate.adds_annotations) text += ", " + tr("has comments of its own");
    if (row.deed == Row::Deed::deleted) text += "; " + tr("deleted");
    return text;
}

template <RecordedGame G>
void add_moves(Witness& witness, const notation::Language& language) {
    const auto start = start_position<G>(witness.record);
    const MoveNumbers numbers = MoveNumbers::from<G>(start);
    auto position = start;
    for (std::uint32_t played = 0; const auto& ply : main_line<G>(witness.record)) {
        witness.moves.push_back({numbers.at(played++), move_text<G>(position, ply, language), uci_text<G>(start, ply)});
        witness.line.push_back(G::number_in_line(position, ply));
        position.play(G::effect_of(position, ply));
    }
}

Witness read_witness(store::Store& store, std::int64_t id, const ChooseLanguage& choose_language) {
    store::GameReader reader(store);
    auto header = reader.header(id);
    auto record = reader.read(id);
    if (!header || !record)
        throw Error(ExitCode::nothing_found, tr("{}: there is no game {}", store.path().string(), id),
                    WayOut(WayOut::Kind::list_games, {store.path().string()}));
    const notation::Language& language = choose_language(record->notation.code);

    Witness witness{std::move(*header), std::move(*record), store::Citations(store).of(id), {}, {}};
    with_game(witness.record.kind, [&](auto game) { add_moves<decltype(game)>(witness, language); });
    return witness;
}

/// Returns the value of a tag; for the result, falls back on the one after the moves.
std::optional<std::string> value_of(const Witness& witness, std::string_view tag) {
    if (tag == "Result" && witness.record.result != Result::unknown) return std::string(to_text(witness.record.result));
    const auto value = witness.record.tags.find(tag);
    return value ? std::optional<std::string>(*value) : std::nullopt;
}

std::vector<TagRow> tag_rows(const std::vector<Witness>& witnesses) {
    std::vector<TagRow> rows;
    for (const Witness& from : witnesses)
        for (std::size_t i = 0; i < from.record.tags.size(); ++i) {
            const std::string_view name = from.record.tags[i].name;
            if (std::ranges::find(rows, name, &TagRow::name) != rows.end()) continue;
            TagRow row{std::string(name), {}};
            for (const Witness& witness : witnesses) row.values.push_back(value_of(witness, name));
            rows.push_back(std::move(row));
        }
    const auto result_of = [](const Witness& witness) { return witness.record.result; };
    const bool has_results =
        std::ranges::adjacent_find(witnesses, std::ranges::not_equal_to(), result_of) != witnesses.end();
    if (has_results && std::ranges::find(rows, "Result", &TagRow::name) == rows.end()) {
        TagRow row{"Result", {}};
        for (const Witness& witness : witnesses) row.values.emplace_back(to_text(witness.record.result));
        rows.push_back(std::move(row));
    }
    return rows;
}

const store::GameHeader& header_of(const Witness& witness) { return witness.header; }

const Fields<Witness>& witness_fields() {
    static const Fields<Witness> fields = [] {
        Fields<Witness> list;
        add_fields(list, header_fields(), {"id", "source", "line"}, header_of);
        list.push_back({"citation", Type::text, [](const Witness& witness) { return known(witness.citation); }});
        add_fields(list, header_fields(), {"notation"}, header_of);
        list.push_back({"plies", Type::integer, [](const Witness& witness) -> Value { return witness.moves.size(); }});
        return list;
    }();
    return fields;
}

Value tag_values(const TagRow& tag) {
    Value::List list;
    for (const auto& value : tag.values) list.push_back(value ? known(*value) : Value());
    return list;
}

const Fields<TagRow>& tag_fields() {
    static const Fields<TagRow> fields = {
        {"name", Type::text, [](const TagRow& tag) -> Value { return tag.name; }},
        {"same", Type::boolean, [](const TagRow& tag) -> Value { return tag.is_same(); }},
        {"values", Type::list, tag_values},
    };
    return fields;
}

struct MoveInRecord {
    std::int64_t id;
    std::size_t ply;  ///< from 1
    const WitnessMove& move;
};

const Fields<MoveInRecord>& move_in_record_fields() {
    static const Fields<MoveInRecord> fields = {
        {"id", Type::integer, [](const MoveInRecord& row) -> Value { return row.id; }},
        {"ply", Type::integer, [](const MoveInRecord& row) -> Value { return row.ply; }},
        {"move", Type::text, [](const MoveInRecord& row) -> Value { return row.move.text; }},
        {"uci", Type::text, [](const MoveInRecord& row) { return known(row.move.uci); }},
    };
    return fields;
}

/// Returns one object per record, null for a record without the move.
Value readings(const ComparedRow& row) {
    Value::List list;
    for (std::size_t i = 0; i < row.row.size(); ++i) {
        const WitnessMove* move = row.comparison.move(row.row, i);
        list.push_back(move ? Value(object(MoveInRecord{row.comparison.witnesses[i].header.id, *row.row[i] + 1, *move},
                                           move_in_record_fields()))
                            : Value());
    }
    return list;
}

const Fields<Comparison>& head_fields() {
    static const Fields<Comparison> fields = {
        {"differing_moves", Type::integer, [](const Comparison& all) -> Value { return all.differing_moves(); }},
        {"differing_tags", Type::integer, [](const Comparison& all) -> Value { return all.differing_tags(); }},
        nested<Comparison>("witnesses", Type::list, witness_fields(),
                           [](const Comparison& all) { return objects(all.witnesses, witness_fields()); }),
        nested<Comparison>("tags", Type::list, tag_fields(),
                           [](const Comparison& all) { return objects(all.tags, tag_fields()); })};
    return fields;
}

}  // namespace

Answer<operations::FoundDuplicate> duplicate_list() {
    Answer<Row> answer{.list = "games", .fields = {}};
    auto& fields = answer.fields;
    fields.push_back({"group", Type::integer, [](const Row& row) -> Value { return row.group; },
                      Table::Column{phrase("group"), Table::right, Table::fixed, Style::dim},
                      [](const Row& row) { return row.is_first ? std::to_string(row.group) : std::string(); }});
    add_fields(fields, header_fields(), {"id"}, header_of);
    show_last(fields, Table::Column{phrase("id"), Table::right});
    fields.push_back(
        {"likeness", Type::text, [](const Row& row) -> Value { return duplicates::name_of(row.duplicate.likeness); }});
    fields.push_back({"fewer_plies", Type::integer, [](const Row& row) -> Value { return row.duplicate.fewer_plies; }});
    fields.push_back({"readings", Type::integer, [](const Row& row) -> Value { return row.duplicate.readings; }});
    fields.push_back(
        {"adds_annotations", Type::boolean, [](const Row& row) -> Value { return row.duplicate.adds_annotations; }});
    fields.push_back({"done", Type::text, done});
    add_fields(fields, header_fields(), {"white", "black", "date", "plies"}, header_of);
    show_last(fields, Table::Column{phrase("plies"), Table::right});
    fields.push_back(Field<Row>::shown_as({phrase("from"), Table::left, Table::path},
                                          [](const Row& row) { return place_text(row.header); }));
    add_fields(fields, header_fields(), {"source", "line"}, header_of);
    fields.push_back(
        Field<Row>::shown_as({phrase("what it is"), Table::left, Table::flexible, Style::bold}, likeness_text));
    return answer;
}

Comparison compare(store::Store& store, const std::vector<std::int64_t>& ids, const ChooseLanguage& choose_language) {
    Comparison comparison;
    for (const std::int64_t id : ids) comparison.witnesses.push_back(read_witness(store, id, choose_language));
    std::vector<duplicates::Line> lines;
    for (const Witness& witness : comparison.witnesses) {
        if (witness.record.kind != comparison.witnesses.front().record.kind)
            throw Error(ExitCode::nothing_found,
                        tr("games {} and {} have different rules", ids.front(), witness.header.id));
        if (witness.record.start != comparison.witnesses.front().record.start)
            throw Error(ExitCode::nothing_found,
                        tr("games {} and {} start from different positions", ids.front(), witness.header.id));
        lines.push_back(witness.line);
    }
    comparison.tags = tag_rows(comparison.witnesses);
    comparison.rows = duplicates::align(lines);
    return comparison;
}

Answer<ComparedRow> comparison_rows() {
    return {.list = "moves",
            .fields = {{"row", Type::integer, [](const ComparedRow& row) -> Value { return row.number; }},
                       {"same", Type::boolean,
                        [](const ComparedRow& row) -> Value { return row.comparison.is_same(row.row); }},
                       unfolded<ComparedRow>("readings", "reading_", move_in_record_fields(), readings)}};
}

Value::Object comparison_head(const Comparison& comparison) { return object(comparison, head_fields()); }

Shapes comparison_shape() { return document_shape(comparison_rows(), shapes_of(head_fields())); }

}  // namespace cofnod::reports
