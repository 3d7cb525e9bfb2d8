#include "answers/game_details.hpp"

#include <algorithm>

#include "answers/headers.hpp"
#include "answers/problems.hpp"
#include "answers/steps.hpp"
#include "game/chess_game.hpp"
#include "game/openings.hpp"
#include "game/replay.hpp"
#include "notation/language.hpp"

namespace cofnod::answers {

namespace {

const store::GameHeader& header_of(const GameDetails& details) { return details.header; }
const ExportedGame& game_of(const GameDetails& details) { return details.game; }

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
    if (record.kind != GameKind::chess) return details;
    if (const Opening* opening = opening_of(start_position<ChessGame>(record), record.moves)) {
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

}  // namespace cofnod::answers
