#include "reports/report.hpp"

#include <fmt/format.h>

#include "base/tr.hpp"
#include "reports/value.hpp"

namespace cofnod::reports {

namespace {

void write_lines(const Section& section, const Output& out) {
    JsonWriter json(out.stream, JsonWriter::line);
    const Value rows = section.values();
    for (const Value& row : *rows.list())
        json.begin_document().member("section", section.name()).members(*row.object()).end_object();
}

std::string count_text(std::int64_t count) { return grouped(unsigned_count(count)); }

}  // namespace

Value Section::values() const {
    Value::List list;
    for (std::size_t i = 0; i < size_; ++i) list.push_back(object_at(row(i), fields_));
    return list;
}

void Section::write(Format format, const Output& out) const {
    const auto writer = make_writer(format, name_, shapes_of(fields_), {}, out);
    for (std::size_t i = 0; i < size_; ++i) writer->add({fields_, below_, row(i)});
    writer->finish();
}

void write_report(const Report& report, Format format, std::string_view only, const Output& out) {
    const Speaking words(format == Format::table ? spoken() : nullptr);  // English in machine-readable formats
    const auto is_wanted = [&](const Section& section) { return only.empty() || section.name() == only; };
    if (format == Format::json) {
        JsonWriter json(out.stream, JsonWriter::indented);
        json.begin_document().members(report.head);
        for (const Section& section : report.sections)
            if (is_wanted(section)) json.member(section.name(), section.values());
        json.end_object();
        return;
    }
    for (const Section& section : report.sections) {
        if (!is_wanted(section)) continue;
        if (format == Format::ndjson) {
            write_lines(section, out);
            continue;
        }
        section.write(format, out);
        return;
    }
}

void Score::add(Result result, bool as_white) {
    ++games;
    const auto points = cofnod::half_points(result, as_white);
    won += points == 2;
    drawn += points == 1;
    lost += points == 0;
}

std::optional<double> Score::percent() const {
    if (decided() == 0) return std::nullopt;
    return 50.0 * static_cast<double>(half_points()) / static_cast<double>(decided());
}

const Fields<Score>& score_fields() {
    // clang-format off
    static const Fields<Score> fields = {
        {"games", Type::integer, [](const Score& score) -> Value { return score.games; }, right(phrase("games")),
                                 [](const Score& score) { return count_text(score.games); }},
        {"won",   Type::integer, [](const Score& score) -> Value { return score.won; }, right("+"),
                                 [](const Score& score) { return count_text(score.won); }},
        {"drawn", Type::integer, [](const Score& score) -> Value { return score.drawn; }, right("="),
                                 [](const Score& score) { return count_text(score.drawn); }},
        {"lost",  Type::integer, [](const Score& score) -> Value { return score.lost; }, right("−"),
                                 [](const Score& score) { return count_text(score.lost); }},
        {"score", Type::number,  [](const Score& score) -> Value { return score.percent(); }, right(phrase("score"), Style::bold),
                                 [](const Score& score) { return percent_text(score.percent()); }},
    };
    // clang-format on
    return fields;
}

std::string percent_text(const std::optional<double>& percent) {
    return percent ? fmt::format("{:.1f}%", *percent) : std::string();
}

std::string points_text(std::int64_t half_points) {
    const std::int64_t whole = half_points / 2;
    const std::string half = half_points % 2 != 0 ? "½" : "";
    return whole == 0 && !half.empty() ? half : std::to_string(whole) + half;
}

}  // namespace cofnod::reports
