#include "export/references.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "base/printable.hpp"
#include "export/booklet/movetext.hpp"
#include "games/record/with_game.hpp"
#include "store/partial_date.hpp"

namespace cofnod::references {

namespace {

using booklet::known;

/// Returns 1858-11-02, 1858-11 or 1858, as ISO 8601 writes dates of less precision; empty if the year is unknown.
std::string iso_date(const GameRecord& record) {
    const auto date = store::date_of_tag(record.tags.find("Date").value_or(""));
    if (!date || date->year() == 0) return {};
    if (date->month() == 0) return fmt::format("{:04}", date->year());
    if (date->day() == 0) return fmt::format("{:04}-{:02}", date->year(), date->month());
    return fmt::format("{:04}-{:02}-{:02}", date->year(), date->month(), date->day());
}

std::string title_of(const GameRecord& record) {
    const std::string white = known(record.tags, "White"), black = known(record.tags, "Black");
    return fmt::format("{} – {}", white.empty() ? "?" : white, black.empty() ? "?" : black);
}

std::string name_of_game(const GameRecord& record) {
    return with_game(record.kind, [](auto game) { return std::string(decltype(game)::name); });
}

std::string for_bibtex(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '\\')
            escaped += "\\textbackslash{}";
        else if (c == '~' || c == '^')
            escaped += fmt::format("\\{}{{}}", c);
        else if (std::string_view("{}%&#$_").find(c) != std::string_view::npos)
            escaped += fmt::format("\\{}", c);
        else
            escaped += c;
    }
    return escaped;
}

}  // namespace

void append_bibtex(const Reference& reference, std::string& out) {
    const GameRecord& record = reference.record;
    out += fmt::format("@misc{{cofnod-{},\n", reference.id);
    const auto field = [&](std::string_view name, std::string_view value) {
        if (!value.empty()) out += fmt::format("  {} = {{{}}},\n", name, for_bibtex(value));
    };
    const std::string date = iso_date(record);
    field("title", title_of(record));
    field("date", date);
    field("year", std::string_view(date).substr(0, 4));
    field("howpublished", reference.citation);
    field("eventtitle", known(record.tags, "Event"));
    field("venue", known(record.tags, "Site"));
    field("annotator", known(record.tags, "Annotator"));
    field("type", name_of_game(record));
    field("note", to_text(record.result));
    field("file", reference.source);
    out += "}\n\n";
}

void append_jsonld(const Reference& reference, std::string& out) {
    const GameRecord& record = reference.record;
    out += fmt::format("{{\"@type\":\"CreativeWork\",\"@id\":\"#game-{}\"", reference.id);
    const auto member = [&](std::string_view name, std::string_view value) {
        if (value.empty()) return;
        out += fmt::format("{}\"{}\":", out.ends_with('{') ? "" : ",", name);
        append_quoted(out, value);
    };
    const std::string date = iso_date(record), event = known(record.tags, "Event"), site = known(record.tags, "Site");
    member("name", title_of(record));
    member("genre", name_of_game(record));
    member("dateCreated", date);
    member("citation", reference.citation);
    member("isBasedOn", reference.source);
    member("text", reference.moves);
    out += ",\"about\":{\"@type\":\"SportsEvent\"";
    member("name", event);
    member("sport", name_of_game(record));
    member("startDate", date);
    if (!site.empty()) {
        out += ",\"location\":{\"@type\":\"Place\"";
        member("name", site);
        out += '}';
    }
    out += ",\"competitor\":[";
    bool is_first = true;
    for (const std::string_view side : {"White", "Black"}) {
        const std::string name = known(record.tags, side);
        if (name.empty()) continue;
        out += std::exchange(is_first, false) ? "{\"@type\":\"Person\"" : ",{\"@type\":\"Person\"";
        member("name", name);
        member("identifier", known(record.tags, std::string(side) + "FideId"));
        out += '}';
    }
    out += "]}}";
}

}  // namespace cofnod::references
