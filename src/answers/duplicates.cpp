#include "answers/duplicates.hpp"

#include "answers/headers.hpp"
#include "base/say.hpp"

namespace cofnod::answers {

namespace {

using curation::Likeness;
using Row = jobs::FoundDuplicate;

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
    const curation::Duplicate& duplicate = row.duplicate;
    std::string text(translated(curation::name_of(duplicate.likeness)));
    if (duplicate.likeness == Likeness::reading)
        text = counted(duplicate.readings, "{} other reading", "{} other readings");
    if (duplicate.likeness != Likeness::fullest && duplicate.fewer_plies > 0)
        text += ", " + counted(duplicate.fewer_plies, "{} ply fewer", "{} plies fewer");
    if (duplicate.adds_annotations) text += ", " + say("has comments of its own");
    if (row.deed == Row::Deed::deleted) text += "; " + say("deleted");
    return text;
}

}  // namespace

Answer<jobs::FoundDuplicate> duplicate_list() {
    Answer<Row> answer{.list = "games", .fields = {}};
    auto& fields = answer.fields;
    fields.push_back({"group", Type::integer, [](const Row& row) -> Value { return row.group; },
                      Table::Column{phrase("group"), Table::right, Table::fixed, Style::dim},
                      [](const Row& row) { return row.is_first ? std::to_string(row.group) : std::string(); }});
    add_fields(fields, header_fields(), {"id"}, header_of);
    show_last(fields, Table::Column{phrase("id"), Table::right});
    fields.push_back(
        {"likeness", Type::text, [](const Row& row) -> Value { return curation::name_of(row.duplicate.likeness); }});
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

}  // namespace cofnod::answers
