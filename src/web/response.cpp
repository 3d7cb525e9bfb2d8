#include "web/response.hpp"

#include <algorithm>
#include <sstream>

#include "answers/json.hpp"
#include "base/error.hpp"
#include "base/message.hpp"
#include "base/say.hpp"
#include "base/ways_out.hpp"

namespace cofnod::web {

namespace {

std::string_view title_of(int status) {
    switch (status) {
        case 400: return phrase("The question cannot be answered as it stands");
        case 401: return phrase("The token is missing");
        case 403: return phrase("Not from here");
        case 404: return phrase("There is nothing here");
        case 405: return phrase("This address is only read");
        case 409: return phrase("Overtaken");
        case 413:
        case 414: return phrase("Too large");
        case 415: return phrase("Not JSON");
        case 421: return phrase("This is not the host that was asked for");
        case 501: return phrase("Not on the servers");
        case 503: return phrase("Busy");
        default: return phrase("Something went wrong");
    }
}

/// The parameter in "cql:2:6", and the place of the fault in its text.
answers::Value place_of(std::string_view about, const Error::Spot& spot) {
    if (about.empty()) return {};
    answers::Value::Object place;
    std::string parameter(about.substr(0, about.find(':')));
    for (char& c : parameter)
        if (c == '-') c = '_';
    place.add("parameter", std::move(parameter));
    if (spot.line > 0) {
        place.add("line", spot.line);
        place.add("column", spot.column);
        place.add("width", spot.width);
    }
    return place;
}

int status_of(const Error& error) {
    switch (error.code()) {
        case ExitCode::usage:
        case ExitCode::input: return 400;
        case ExitCode::nothing_found: return 404;
        case ExitCode::limit: return 413;
        default: return 500;
    }
}

/// An error as `--name: text` or `name: text` of a parameter; the name says what it is about. In a sentence from right
/// to left it stands in isolates, alone or with what follows.
void split_off_option(std::string& text, std::string& about) {
    constexpr std::string_view sentence = "\u2067", isolate = "\u2068", end = "\u2069";
    const bool is_isolated = text.starts_with(std::string(sentence).append(isolate));
    const std::size_t begin = is_isolated ? sentence.size() + isolate.size() : 0;
    if (!about.empty() || text.compare(begin, 2, "--") != 0) return;
    const std::size_t colon = text.find(": ");
    if (colon == text.npos || text.find(' ') < colon) return;
    about = text.substr(begin + 2, std::min(colon, text.find(end)) - begin - 2);
    const bool stays_open = is_isolated && text.find(end) > colon;
    const std::size_t kept = stays_open ? begin : is_isolated ? sentence.size() : 0;
    text.erase(kept, colon + 2 - kept);
}

Response problem_of(int status, std::string_view detail, std::string_view remedy, const answers::Value& place) {
    std::ostringstream out;
    answers::JsonWriter json(out, answers::JsonWriter::indented);
    json.begin_document()
        .member("title", translated(title_of(status)))
        .member("status", status)
        .member("detail", printable_message(detail, true))
        .member("remedy", remedy.empty() ? answers::Value() : answers::Value(printable_message(remedy, true)))
        .member("at", place)
        .end_object();
    return {.status = status, .type = "application/problem+json", .body = std::move(out).str()};
}

}  // namespace

Response problem(int status, std::string_view detail, std::string_view remedy, std::string_view about) {
    return problem_of(status, detail, remedy, place_of(about, {}));
}

Response problem(const Error& error) {
    std::string text = error.what(), about = error.about();
    split_off_option(text, about);
    const bool has_sentence = error.way_out().kind() == WayOutKind::sentence;
    return problem_of(status_of(error), text, has_sentence ? error.way_out().sentence() : std::string(),
                      place_of(about, error.spot()));
}

}  // namespace cofnod::web
