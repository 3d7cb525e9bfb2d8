#include <memory>

#include "answers/json.hpp"
#include "answers/notations.hpp"
#include "answers/overview.hpp"
#include "jobs/version.hpp"
#include "store/busy.hpp"
#include "web/api/api.hpp"
#include "web/api/openapi.hpp"

namespace cofnod::web::api {

namespace {

struct Health : NoParameters {
    static Response answer(const Question& question) {
        return document(table(), {question.games().count({}, {}, 1).hits, question.site});
    }
    static answers::Shapes shape() { return answers::document_shape(table()); }

private:
    struct Now {
        std::int64_t games;
        const Site& site;
    };
    static answers::Answer<Now> table() {
        using answers::Type, answers::Value;
        return {.list = {},
                .fields = {
                    {"version", Type::text, [](const Now&) -> Value { return jobs::program_version(); }},
                    {"database", Type::text, [](const Now& now) -> Value { return now.site.database; }},
                    {"games", Type::integer, [](const Now& now) -> Value { return now.games; }},
                    {"writes", Type::boolean, [](const Now& now) -> Value { return now.site.writes; }},
                    {"waits", Type::boolean, [](const Now&) -> Value { return store::is_writer_waiting(); }},
                    {"made_by", Type::text, [](const Now& now) { return answers::known(now.site.made_by); }},
                }};
    }
};

struct Database : NoParameters {
    static Response answer(const Question& question) {
        return document(answers::overview_document(), answers::overview(question.games(), question.site.database));
    }
    static answers::Shapes shape() { return answers::document_shape(answers::overview_document()); }
};

struct Notations : NoParameters {
    static Response answer(const Question& question) {
        return written([&](std::ostream& out) {
            answers::write_notations(question.site.languages, nullptr, answers::Format::json, {out});
        });
    }
    static answers::Shapes shape() { return answers::document_shape(answers::notation_list()); }
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

}  // namespace cofnod::web::api
