#include <array>
#include <sstream>
#include <string>
#include <utility>

#include "operations/host.hpp"
#include "reports/overview.hpp"
#include "reports/reference.hpp"
#include "reports/value.hpp"
#include "store/interruption.hpp"
#include "web/api/api.hpp"
#include "web/guard.hpp"
#include "web/route.hpp"

namespace cofnod::web::api {

namespace {

using options::Option;
using reports::JsonWriter;

/// Returns an example as a plain value, without shell quotes.
std::string_view unquoted(std::string_view example) {
    const bool is_quoted = example.size() > 1 && example.front() == '\'' && example.back() == '\'';
    return is_quoted ? example.substr(1, example.size() - 2) : example;
}

/// Writes the members of a schema.
void write_type(JsonWriter& json, const Option& option) {
    if (option.is_flag()) {
        json.member("type", "boolean");
    } else if (option.repeats) {
        json.member("type", "array").key("items").begin_object().member("type", "string").end_object();
    } else {
        json.member("type", "string");
        if (!option.choices.empty()) json.member("enum", reports::list_of(option.choices));
    }
}

void write_parameter(JsonWriter& json, const std::string& name, std::string_view where, const Option* option) {
    json.begin_object().member("name", name).member("in", where);
    json.member("required", where == "path" || (option && option->required));
    if (option) {
        json.member("description", option->help);
        json.key("schema").begin_object();
        write_type(json, *option);
        json.end_object();
        if (!option->example.empty()) json.member("example", unquoted(option->example));
    } else {
        json.key("schema").begin_object().member("type", "integer").end_object();
    }
    json.end_object();
}

/// Returns "id" for "api/v1/games/{id}".
std::string name_in_path(std::string_view pattern) {
    const std::size_t open = pattern.find('{');
    return open == pattern.npos ? std::string() : std::string(pattern.substr(open + 1, pattern.find('}') - open - 1));
}

std::string_view json_type(reports::Type type) {
    switch (type) {
        case reports::Type::text: return "string";
        case reports::Type::integer: return "integer";
        case reports::Type::number: return "number";
        case reports::Type::boolean: return "boolean";
        case reports::Type::list: return "array";
        case reports::Type::object: break;
    }
    return "object";
}

void write_members(JsonWriter& json, const reports::Shapes& shapes);

/// Writes the schema of a member. Any may be null.
void write_member(JsonWriter& json, const reports::FieldShape& shape) {
    const std::array types = {json_type(shape.type), std::string_view("null")};
    json.key(shape.name).begin_object().member("type", reports::list_of(types));
    if (shape.type == reports::Type::list) {
        json.key("items").begin_object();
        if (!shape.parts.empty()) {
            json.member("type", reports::list_of(std::array{json_type(reports::Type::object), types[1]}));
            write_members(json, shape.parts);
        }
        json.end_object();
    } else if (!shape.parts.empty()) {
        write_members(json, shape.parts);
    }
    json.end_object();
}

/// Writes `properties`; members of one group become an object.
void write_members(JsonWriter& json, const reports::Shapes& shapes) {
    json.key("properties").begin_object();
    std::string group;
    const auto change_group = [&](const std::string& next) {
        if (next == group) return;
        if (!group.empty()) json.end_object().end_object();
        if (!next.empty()) json.key(next).begin_object().member("type", "object").key("properties").begin_object();
        group = next;
    };
    for (const reports::FieldShape& shape : shapes) {
        if (shape.name.empty()) continue;
        change_group(shape.group);
        write_member(json, shape);
    }
    change_group({});
    json.end_object();
}

/// Writes the schema of a document, or of a line of NDJSON.
void write_schema(JsonWriter& json, reports::Shapes shapes) {
    shapes.insert(shapes.begin(), {.name = "schema_version", .type = reports::Type::integer});
    json.key("schema").begin_object().member("type", "object");
    write_members(json, shapes);
    json.end_object();
}

/// Writes the description of a status; `shapes`: those of its document.
void write_response(JsonWriter& json, const char* status, std::string_view what, std::string_view type,
                    reports::Shapes shapes) {
    json.key(status).begin_object().member("description", what);
    json.key("content").begin_object().key(type).begin_object();
    if (!shapes.empty()) write_schema(json, std::move(shapes));
    json.end_object().end_object().end_object();
}

/// Writes the body of a change: an object whose members are the parameters.
void write_body(JsonWriter& json, const options::Arguments& table) {
    json.key("requestBody").begin_object().member("required", true).key("content").begin_object();
    json.key("application/json").begin_object().key("schema").begin_object().member("type", "object");
    options::Words required;
    json.key("properties").begin_object();
    for (const Option& option : table.options()) {
        const std::string name = parameter_name(option.name());
        if (option.required) required.push_back(name);
        json.key(name).begin_object().member("description", option.help);
        write_type(json, option);
        json.end_object();
    }
    json.end_object().member("required", reports::list_of(required)).member("additionalProperties", false);
    json.end_object().end_object().end_object().end_object();
}

void write_route(JsonWriter& json, const Route& route) {
    json.key('/' + std::string(route.text.pattern)).begin_object();
    json.key(route.is_posted() ? "post" : "get").begin_object().member("summary", route.text.summary);
    if (route.writes()) json.member("description", "Answered by a server that was started with --write.");
    if (route.opens_session)
        json.member("description",
                    "Answered by a server that was started with --token or --write. The header is 'Authorization: "
                    "Bearer TOKEN', or 'Code CODE' with the code of the address that the server has printed. Each code "
                    "is good once, for five minutes; in the address of any other question it is the parameter "
                    "'code'.");
    json.key("parameters").begin_array();
    if (const std::string name = name_in_path(route.text.pattern); !name.empty())
        write_parameter(json, name, "path", nullptr);
    route.describe([&](const options::Arguments& table) {
        if (!route.is_posted())
            for (const Option& option : table.options())
                if (!option.names_file()) write_parameter(json, parameter_name(option.name()), "query", &option);
        json.end_array();
        if (route.is_posted()) write_body(json, table);
    });
    json.key("responses").begin_object();
    write_response(json, "200", route.text.summary, route.text.type, route.shape());
    write_response(json, "default", "RFC 9457: title, status, detail, remedy, and the parameter that it is about",
                   "application/problem+json", {});
    json.end_object().end_object().end_object();
}

}  // namespace

/// Returns the description of all routes as an OpenAPI 3.1 document, generated from their tables.
const std::string& openapi_document() {
    static const std::string document = [] {
        std::ostringstream out;
        JsonWriter json(out, JsonWriter::indented);
        json.begin_object().member("openapi", "3.1.0").key("info").begin_object();
        json.member("title", "cofnod")
            .member("version", operations::program_version())
            .member(
                "description",
                "Answers of a database of games. Those that a command of cofnod gives too are the same bytes as its "
                "--json, and their members are described where the commands are. Members are added, never changed "
                "or removed.");
        json.end_object().key("paths").begin_object();
        for (const Route& route : routes()) write_route(json, route);
        json.end_object().end_object();
        return std::move(out).str();
    }();
    return document;
}

namespace {

struct Health : NoParameters {
    static Response answer(const Question& question) {
        return document(table(), {question.games().count({}, {}, 1).hits, question.site});
    }
    static reports::Shapes shape() { return reports::document_shape(table()); }

private:
    struct Now {
        std::int64_t games;
        const Site& site;
    };
    static reports::Answer<Now> table() {
        using reports::Type, reports::Value;
        return {.list = {},
                .fields = {
                    {"version", Type::text, [](const Now&) -> Value { return operations::program_version(); }},
                    {"database", Type::text, [](const Now& now) -> Value { return now.site.database; }},
                    {"games", Type::integer, [](const Now& now) -> Value { return now.games; }},
                    {"writes", Type::boolean, [](const Now& now) -> Value { return now.site.writes; }},
                    {"waits", Type::boolean, [](const Now&) -> Value { return store::is_writer_waiting(); }},
                    {"made_by", Type::text, [](const Now& now) { return reports::known(now.site.made_by); }},
                }};
    }
};

struct Database : NoParameters {
    static Response answer(const Question& question) {
        return document(reports::overview_document(), reports::overview(question.games(), question.site.database));
    }
    static reports::Shapes shape() { return reports::document_shape(reports::overview_document()); }
};

struct Notations : NoParameters {
    static Response answer(const Question& question) {
        return written([&](std::ostream& out) {
            reports::write_notations(question.site.languages, nullptr, reports::Format::json, {out});
        });
    }
    static reports::Shapes shape() { return reports::document_shape(reports::notation_list()); }
};

struct OpenApi : NoParameters {
    static Response answer(const Question&) { return {.body = openapi_document()}; }
};

}  // namespace

std::vector<Route> database_routes() {
    return {
        route_of<Health>({"api/v1/health", "version and size, for programs that watch", "/api/v1/health"}),
        route_of<Database>({"api/v1/database", "the database at a glance", "/api/v1/database"}, Lanes::Lane::slow),
        route_of<Notations>({"api/v1/notations", "all notations, their letters and direction", "/api/v1/notations"}),
        route_of<OpenApi>({"api/v1/openapi.json", "this description, OpenAPI 3.1", "/api/v1/openapi.json"}),
    };
}

namespace {

/// Returns the token and a new code; the guard has checked the code or token of the request.
struct Session : NoParameters {
    static Response answer(const Question& question) {
        Token& token = question.site.token;
        Response response = document(table(), {token.text(), token.new_code()});
        response.headers.emplace_back("Cache-Control", "no-store");
        return response;
    }
    static reports::Shapes shape() { return reports::document_shape(table()); }

private:
    struct Secrets {
        std::string token, code;
    };
    static reports::Answer<Secrets> table() {
        using reports::Type, reports::Value;
        return {.list = {},
                .fields = {
                    {"token", Type::text, [](const Secrets& all) -> Value { return all.token; }},
                    {"code", Type::text, [](const Secrets& all) -> Value { return all.code; }},
                }};
    }
};

}  // namespace

std::vector<Route> session_routes() {
    Route session = route_of<Session>({Guard::session, "the token, and a code that replaces it in one address", ""});
    session.opens_session = true;
    return {std::move(session)};
}

}  // namespace cofnod::web::api
