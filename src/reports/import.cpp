#include "reports/problems.hpp"

#include <array>
#include <string_view>

namespace cofnod::reports {

namespace {

using operations::FileReport;
using operations::Tally;

std::string_view name_of(FileReport::Outcome outcome) {
    static constexpr std::array<std::string_view, 6> names = {"imported", "resumed", "known",
                                                              "empty",    "failed",  "interrupted"};
    return names[static_cast<std::size_t>(outcome)];
}

Value games_by_notation(const Tally& tally) {
    Value::Object object;
    for (const auto& [code, count] : tally.notations) object.add(code, count);
    return object;
}

const Fields<Tally>& tally_fields() {
    // clang-format off
    static const Fields<Tally> fields = {
        {"games",           Type::integer, [](const Tally& tally) -> Value { return tally.found(); }},
        {"complete",        Type::integer, [](const Tally& tally) -> Value { return tally.complete; }},
        {"incomplete",      Type::integer, [](const Tally& tally) -> Value { return tally.incomplete; }},
        {"rejected",        Type::integer, [](const Tally& tally) -> Value { return tally.rejected; }},
        {"plies",           Type::integer, [](const Tally& tally) -> Value { return tally.plies; }},
        {"faults",          Type::integer, [](const Tally& tally) -> Value { return tally.faults; }},
        {"notes",           Type::integer, [](const Tally& tally) -> Value { return tally.notes; }},
        {"game_bytes",      Type::integer, [](const Tally& tally) -> Value { return tally.game_bytes; }},
        {"separators",      Type::integer, [](const Tally& tally) -> Value { return tally.separators; }},
        {"separator_bytes", Type::integer, [](const Tally& tally) -> Value { return tally.separator_bytes; }},
        {"notations",       Type::object,  games_by_notation},
    };
    // clang-format on
    return fields;
}

}  // namespace

const Answer<FileReport>& import_list() {
    static const Answer<FileReport> answer = [] {
        // clang-format off
        Fields<FileReport> fields = {
            {"source",            Type::text,    [](const FileReport& file) -> Value { return file.name; }},
            {"through",           Type::text,    [](const FileReport& file) { return known(file.through); }},
            {"outcome",           Type::text,    [](const FileReport& file) -> Value { return name_of(file.outcome); }},
            {"error",             Type::text,    [](const FileReport& file) { return known(file.error); }},
            {"format",            Type::text,    [](const FileReport& file) { return known(file.format); }},
            {"charset",           Type::text,    [](const FileReport& file) { return known(file.charset); }},
            {"bytes",             Type::integer, [](const FileReport& file) -> Value { return file.bytes; }},
            {"games_before",      Type::integer, [](const FileReport& file) -> Value { return file.games_before; }},
            {"copy_of",           Type::text,    [](const FileReport& file) { return known(file.copy_of); }},
            {"games_of_name",     Type::integer, [](const FileReport& file) -> Value { return file.games_of_name; }},
            {"left_out",          Type::integer, [](const FileReport& file) -> Value { return file.tally.left_out; }},
            {"known_games",       Type::integer, [](const FileReport& file) -> Value { return file.known_games; }},
            {"grown",             Type::integer, [](const FileReport& file) -> Value { return file.grown; }},
            {"bytes_unaccounted", Type::integer, [](const FileReport& file) -> Value { return file.bytes_unaccounted; }},
        };
        // clang-format on
        add_fields<FileReport, Tally>(fields, tally_fields(),
                                      [](const FileReport& file) -> const Tally& { return file.tally; });
        return Answer<FileReport>{.list = "files", .fields = std::move(fields)};
    }();
    return answer;
}

void write_import(const operations::ImportReport& report, Format format, const Output& out) {
    Value::Object head;
    head.add("database", report.database);
    head.add("dry_run", report.dry_run);
    head.add("interrupted", report.has(FileReport::Outcome::interrupted));
    head.add("files_not_listed", report.unlisted().files);
    Value::Object total = object(report.total(), tally_fields());
    total.add("left_out", report.total().left_out);
    head.add("total", std::move(total));
    Value::Object index;
    if (report.index) {
        index.add("games_indexed", report.index->games);
        index.add("segments", report.index->segments);
    }
    head.add("index", report.index ? Value(std::move(index)) : Value());
    write_all(import_list(), report.files, format, out, std::move(head));
}

}  // namespace cofnod::reports
