#include <utility>

#include "web/api/api.hpp"
#include "web/guard.hpp"

namespace cofnod::web::api {

namespace {

/// Exchanges a code for the token, and the token for a code: the guard has taken either.
struct Session : NoParameters {
    static Response answer(const Question& question) {
        Token& token = question.site.token;
        Response response = document(table(), {token.text(), token.new_code()});
        response.headers.emplace_back("Cache-Control", "no-store");
        return response;
    }
    static answers::Shapes shape() { return answers::document_shape(table()); }

private:
    struct Secrets {
        std::string token, code;
    };
    static answers::Answer<Secrets> table() {
        using answers::Type, answers::Value;
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
