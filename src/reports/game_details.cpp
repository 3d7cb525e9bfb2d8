#include "reports/game_details.hpp"

#include <algorithm>

#include "base/tr.hpp"
#include "games/record/chess_game.hpp"
#include "games/record/openings.hpp"
#include "games/record/replay.hpp"
#include "notation/language.hpp"
#include "reports/games.hpp"
#include "reports/problems.hpp"
#include "reports/steps.hpp"

namespace cofnod::reports {

namespace {

const store::GameHeader& header_of(const GameDetails& details) { return details.header; }
const ExportedGame& game_of(const GameDetails& details) { return details.game; }

const store::GameHeader& header_of(const GameSource& source) { return source.header; }

std::string_view name_of(Trace::Kind kind) {
    switch (kind) {
        case Trace::Kind::ply: return "ply";
        case Trace::Kind::annotation: return "annotation";
        case Trace::Kind::header: return "header";
    }
    return {};
}

const Fields<Trace::Item>& trace_fields() {
    static const Fields<Trace::Item> fields = {
        {"kind", Type::text, [](const Trace::Item& item) -> Value { return name_of(item.kind); }},
        {"index", Type::integer, [](const Trace::Item& item) -> Value { return item.index; }},
        {"begin", Type::integer, [](const Trace::Item& item) -> Value { return item.begin; }},
        {"end", Type::integer, [](const Trace::Item& item) -> Value { return item.end; }},
    };
    return fields;
}

using store::Correction;

/// Joins the lines of a text into one.
std::string in_a_line(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    return text;
}

}  // namespace

GameDetails game_details(search::Answers& answers, const store::GameHeader& header, const GameRecord& record,
                         const notation::Language& language, const std::string& names_in) {
    GameDetails details{.header = header,
                        .game = exported(header.id, record,
                                         {.source = header.source, .citation = answers.citation(header.id)}, language),
                        .other_records = answers.witnesses(header.id)};
    details.is_right_to_left = record.kind == GameKind::chess && language.right_to_left();
    details.plies = plies_of(record, language);
    details.annotations = annotations_of(record, language);
    for (const store::SourceCopy& copy : answers.source_copies(header.id)) details.same_text.push_back(copy.path);
    std::erase(details.other_records, header.id);
    if (const Opening* opening = opening_of(record)) {
        details.opening_eco = opening->eco;
        details.opening = opening->name(names_in);
    }
    return details;
}

Answer<GameDetails> game_document() {
    Answer<GameDetails> answer{.list = {}, .fields = {}};
    auto& fields = answer.fields;
    add_fields(fields, header_fields(), header_of);
    fields.push_back({"opening_eco", Type::text, [](const GameDetails& all) { return known(all.opening_eco); }});
    fields.push_back({"opening", Type::text, [](const GameDetails& all) { return known(all.opening); }});
    add_fields(fields, game_export().fields, {"start", "moves", "uci", "final", "final_key", "tags", "citation"},
               game_of);
    fields.push_back({"same_text", Type::list, [](const GameDetails& all) { return list_of(all.same_text); }});
    fields.push_back({"other_records", Type::list, [](const GameDetails& all) { return list_of(all.other_records); }});
    fields.push_back(
        {"direction", Type::text, [](const GameDetails& all) { return Value(all.is_right_to_left ? "rtl" : "ltr"); }});
    fields.push_back(
        with_parts<GameDetails>({"steps", Type::list, [](const GameDetails& all) { return all.plies; }}, step_shape()));
    fields.push_back(with_parts<GameDetails>(
        {"annotations", Type::list, [](const GameDetails& all) { return all.annotations; }}, annotation_shape()));
    fields.push_back(nested<GameDetails>("problems", Type::list, problem_fields(), [](const GameDetails& all) {
        return objects(all.game.record.problems, problem_fields());
    }));
    return answer;
}

Answer<GameSource> game_source() {
    Answer<GameSource> answer{.list = {}, .fields = {}};
    auto& fields = answer.fields;
    add_fields(fields, header_fields(), {"id", "state", "source", "number", "line", "white", "black", "notation"},
               header_of);
    fields.push_back({"charset", Type::text, [](const GameSource& source) { return known(source.header.charset); }});
    fields.push_back({"byte", Type::integer, [](const GameSource& source) { return Value(source.record.span.begin); }});
    fields.push_back({"text", Type::text, [](const GameSource& source) { return Value(source.traced.text); }});
    fields.push_back(
        {"regenerated", Type::boolean, [](const GameSource& source) { return Value(source.traced.is_regenerated); }});
    fields.push_back(nested<GameSource>("trace", Type::list, trace_fields(), [](const GameSource& source) {
        return objects(source.traced.items, trace_fields());
    }));
    fields.push_back(nested<GameSource>("problems", Type::list, problem_fields(), [](const GameSource& source) {
        return objects(source.record.problems, problem_fields());
    }));
    return answer;
}

Answer<Correction> correction_list() {
    return {
        .list = "corrections",
        .fields = {{"id", Type::integer, [](const Correction& row) { return unless_zero(row.id); },
                    Table::Column{phrase("id"), Table::right}},
                   {"change", Type::integer, [](const Correction& row) { return unless_zero(row.change); }},
                   {"game", Type::integer, [](const Correction& row) -> Value { return row.game; },
                    Table::Column{phrase("game"), Table::right}},
                   {"kind", Type::text, [](const Correction& row) -> Value { return store::name_of(row.kind); },
                    Table::Column{phrase("what"), Table::left},
                    [](const Correction& row) { return in_words(store::name_of(row.kind)); }},
                   {"was", Type::text, [](const Correction& row) -> Value { return row.was; },
                    Table::Column{phrase("was"), Table::left, Table::flexible},
                    [](const Correction& row) { return in_a_line(row.was); }},
                   {"now", Type::text, [](const Correction& row) -> Value { return row.now; },
                    Table::Column{phrase("now"), Table::left, Table::flexible},
                    [](const Correction& row) { return in_a_line(row.now); }},
                   {"made_by", Type::text, [](const Correction& row) { return known(row.made_by); },
                    Table::Column{phrase("by"), Table::left}, [](const Correction& row) { return row.made_by; }},
                   {"made_at", Type::text, [](const Correction& row) { return known(row.made_at); },
                    Table::Column{phrase("when"), Table::left}, [](const Correction& row) { return row.made_at; }}}};
}

Answer<CorrectedGame> corrected_game() {
    static const Fields<store::Correction> correction = correction_list().fields;
    static const Fields<GameDetails> game = game_document().fields;
    static const Fields<GameSource> source = game_source().fields;
    return {.list = {},
            .fields = {nested<CorrectedGame>(
                           "correction", Type::object, correction,
                           [](const CorrectedGame& all) -> Value { return object(all.correction, correction); }),
                       nested<CorrectedGame>("game", Type::object, game,
                                             [](const CorrectedGame& all) -> Value { return object(all.game, game); }),
                       nested<CorrectedGame>("source", Type::object, source, [](const CorrectedGame& all) -> Value {
                           return object(all.source, source);
                       })}};
}

}  // namespace cofnod::reports
