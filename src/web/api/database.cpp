#include <memory>

#include "answers/json.hpp"
#include "answers/notations.hpp"
#include "answers/overview.hpp"
#include "jobs/version.hpp"
#include "store/statistics.hpp"
#include "web/api/api.hpp"
#include "web/api/openapi.hpp"

namespace cofnod::web::api {

namespace {

struct Health : NoParameters {
    static Response answer(const Question& question) {
        return object([&](answers::JsonWriter& json) {
            json.member("version", jobs::program_version())
                .member("database", question.site.database)
                .member("games", store::totals(question.store).games)
                .member("writes", question.site.writes)
                .member("made_by", answers::known(question.site.made_by));
        });
    }
};

struct Database : NoParameters {
    static Response answer(const Question& question) {
        return document(answers::overview_document(), answers::overview(question.store, question.site.database));
    }
};

struct Notations : NoParameters {
    static Response answer(const Question& question) {
        return written([&](std::ostream& out) {
            answers::write_notations(question.site.languages, nullptr, answers::Format::json, {out});
        });
    }
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
