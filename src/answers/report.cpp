#include "answers/report.hpp"

#include "answers/json.hpp"
#include "base/say.hpp"

namespace cofnod::answers {

namespace {

void add_members(JsonWriter& json, const Value::Object& object) {
    for (std::size_t i = 0; i < object.names.size(); ++i) json.member(object.names[i], object.values[i]);
}

void write_lines(const Section& section, const Output& out) {
    JsonWriter json(out.stream, JsonWriter::line);
    const Value rows = section.values();
    for (const Value& row : *rows.list()) {
        json.begin_document().member("section", section.name());
        add_members(json, *row.object());
        json.end_object();
    }
}

}  // namespace

void write_report(const Report& report, Format format, std::string_view only, const Output& out) {
    const Speaking words(format == Format::table ? spoken() : nullptr);  // English for programs
    const auto is_wanted = [&](const Section& section) { return only.empty() || section.name() == only; };
    if (format == Format::json) {
        JsonWriter json(out.stream, JsonWriter::indented);
        json.begin_document();
        add_members(json, report.head);
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

}  // namespace cofnod::answers
