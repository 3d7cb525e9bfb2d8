#include "reports/reference.hpp"

#include <array>
#include <string_view>
#include <utility>

#include "notation/language.hpp"
#include "notation/written_move.hpp"

namespace cofnod::reports {

namespace {

using notation::Role;

Value pieces(const ListedNotation& row) {
    static constexpr std::array<std::pair<Role, std::string_view>, 5> names = {{{Role::king, "king"},
                                                                                {Role::queen, "queen"},
                                                                                {Role::rook, "rook"},
                                                                                {Role::bishop, "bishop"},
                                                                                {Role::knight, "knight"}}};
    Value::Object object;
    for (const auto& [role, name] : names) object.add(name, row.language.piece_letter(role));
    return object;
}

}  // namespace

std::string example_square(const notation::Language& language) {
    std::string text;
    notation::write_square(language, notation::File::e, notation::Rank::r4, text);
    return text;
}

Answer<ListedNotation> notation_list() {
    using Row = ListedNotation;
    // clang-format off
    return {.list = "notations", .fields = {
        {"code",       Type::text,    [](const Row& row) -> Value { return row.language.code(); }},
        {"name",       Type::text,    [](const Row& row) -> Value { return row.language.name(); }},
        {"own_name",   Type::text,    [](const Row& row) { return known(row.language.own_name()); }},
        {"written",    Type::boolean, [](const Row& row) -> Value { return row.is_written; }},
        {"direction",  Type::text,    [](const Row& row) -> Value { return row.language.right_to_left() ? "rtl" : "ltr"; }},
        {"rank_first", Type::boolean, [](const Row& row) -> Value { return row.language.rank_first(); }},
        with_parts<Row>({"pieces", Type::object, pieces}, {{.name = "king"}, {.name = "queen"}, {.name = "rook"}, {.name = "bishop"}, {.name = "knight"}}),
        {"files",      Type::list,    [](const Row& row) { return list_of(row.language.data().files); }},
        {"ranks",      Type::list,    [](const Row& row) { return list_of(row.language.data().ranks); }},
        {"captures",   Type::list,    [](const Row& row) { return list_of(row.language.data().captures); }},
        {"promotion",  Type::text,    [](const Row& row) -> Value { return row.language.data().promotion; }},
        {"e4",         Type::text,    [](const Row& row) -> Value { return example_square(row.language); }},
    }};
    // clang-format on
}

void write_notations(const notation::Languages& languages, const notation::Language* chosen, Format format,
                     const Output& out) {
    List list(notation_list(), format, out);
    for (const notation::Language& language : languages)
        if (!chosen || chosen == &language) list.add({language, true});
    for (const notation::Language* language : languages.others())
        if (!chosen || chosen == language) list.add({*language, false});
    list.finish();
}

const Answer<ListedFilter>& filter_list() {
    using Row = ListedFilter;
    // clang-format off
    static const Answer<Row> answer{.list = "filters", .fields = {
        {"usage",   Type::text, [](const Row& row) -> Value { return row.filter.usage; }},
        {"type",    Type::text, [](const Row& row) -> Value { return row.filter.type; }},
        {"section", Type::text, [](const Row& row) -> Value { return row.section.title; }},
        {"help",    Type::text, [](const Row& row) -> Value { return row.filter.help; }},
    }};
    // clang-format on
    return answer;
}

Answer<ListedSetting> setting_list() {
    using Row = ListedSetting;
    // clang-format off
    return {.list = "settings", .fields = {
        {"key",    Type::text, [](const Row& row) -> Value { return row.key; }},
        {"value",  Type::text, [](const Row& row) -> Value { return row.value; }},
        {"origin", Type::text, [](const Row& row) -> Value { return row.origin; }},
        {"place",  Type::text, [](const Row& row) { return known(row.place); }},
    }};
    // clang-format on
}

void write_settings(const std::vector<ListedSetting>& settings, const SettingFiles& files, Format format,
                    const Output& out) {
    Value::Object head;
    head.add("user_file", files.user);
    head.add("project_file", files.project);
    write_all(setting_list(), settings, format, out, std::move(head));
}

}  // namespace cofnod::reports
