#include "web/server.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>
#include <optional>
#include <utility>

#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/isolates.hpp"
#include "base/say.hpp"
#include "jobs/notation_choice.hpp"
#include "jobs/overtaken.hpp"
#include "speech/catalogues.hpp"
#include "store/busy.hpp"
#include "store/change_watch.hpp"
#include "store/interruption.hpp"
#include "store/transaction.hpp"
#include "web/body.hpp"
#include "web/pages.hpp"
#include "web/stream.hpp"

namespace cofnod::web {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t longest_target = std::size_t{8} << 10;
constexpr std::chrono::seconds time_to_answer[] = {2s, 60s, 60s};  ///< by lane
constexpr std::size_t most_body = std::size_t{64} << 10;           ///< of a change

Response with_common_headers(Response response) {
    const auto& own = response.headers;
    for (const auto& header : common_headers())
        if (std::none_of(own.begin(), own.end(), [&](const auto& each) { return each.first == header.first; }))
            response.headers.push_back(header);
    return response;
}

void send(Reply& reply, Response response) { reply.send(with_common_headers(std::move(response))); }

/// Sends a stream while its body is written. An error that comes too late to be answered ends the connection, so that
/// nobody takes what has come for all.
void send_stream(Reply& reply, Response response, bool wants_body) {
    const auto write_body = std::exchange(response.write_body, {});
    ReplyStream out(reply, with_common_headers(std::move(response)));
    try {
        if (wants_body) write_body(out);
        out.end();
    } catch (...) {
        if (!out.has_begun()) throw;
        reply.break_off();
    }
}

Response busy(std::string_view detail, std::string_view remedy) {
    Response response = problem(503, detail, remedy);
    response.headers.emplace_back("Retry-After", "2");
    return response;
}

/// Answers a change that is stored, but that something went wrong after.
Response stored_but(std::string_view fault) {
    return problem(500, say("the change is stored, but the answer failed: {}", fault), say("load the page again"));
}

Response wrong_method(bool is_posted) {
    const char* const methods = is_posted ? "POST" : "GET, HEAD";
    Response response = problem(405, say("this address answers {}", methods));
    response.headers.emplace_back("Allow", methods);
    return response;
}

/// What a request is refused with is said in the language it asks for, as RFC 9457 has it; answers are in English.
class SpeakingTo {
public:
    explicit SpeakingTo(const Request& request) : words_(speech::catalogue_of(request.accepted_language())) {}

private:
    Speaking words_;
    KeepingIsolates marks_;
};

/// Throws an Error if the database cannot be written to; brings one of an earlier release up to date.
void try_writing(const std::string& database) { (void)store::Store::open(database, store::Access::read_write); }

}  // namespace

Server::Server(const ServeOptions& options)
    : token_(options.asks_for_token || options.writes),
      site_{.database = options.database,
            .languages = jobs::known_languages({}),
            .token = token_,
            .writes = options.writes,
            .made_by = options.made_by},
      stores_(options.database),
      open_servers_(options.open_servers),
      listener_(options.port, token_.is_asked_for() ? most_body : 0),
      guard_(listener_.port(), token_, options.writes ? Guard::Takes::corrections : Guard::Takes::questions) {
    if (options.writes) try_writing(options.database);
    (void)hold(false);  // a database that cannot be opened is reported before anything is served
}

std::unique_ptr<Holder> Server::hold(bool has_snapshot) {
    if (open_servers_) return std::make_unique<ServersHolder>(open_servers_());
    return std::make_unique<FileHolder>(stores_, has_snapshot);
}

std::string Server::address(const std::function<void()>& on_void) {
    const std::string code = token_.is_asked_for() ? "#code=" + token_.new_code(on_void) : std::string();
    return fmt::format("http://127.0.0.1:{}/{}", listener_.port(), code);
}

void Server::run() {
    Lanes lanes;  // ended before the listener, to which they post
    listener_.run([&](Request request, const std::shared_ptr<Reply>& reply) { take(std::move(request), reply, lanes); },
                  [&] {
                      lanes.give_up_late();
                      token_.drop_late();
                  });
    stops_ = true;
}

void Server::take(Request request, const std::shared_ptr<Reply>& reply, Lanes& lanes) {
    const SpeakingTo client(request);
    if (request.target.size() > longest_target) return send(*reply, problem(414, say("the address is too long")));
    auto target = read_target(request.target);
    if (!target) return send(*reply, problem(400, target.error(), say("see {}", "/api/v1/openapi.json")));
    if (auto refusal = guard_.refusal(request, *target)) return send(*reply, *std::move(refusal));
    const bool is_post = request.method == Request::Method::post;
    if (auto found = is_post ? std::nullopt : page(request, *target, token_.is_asked_for()))
        return send(*reply, *std::move(found));
    reply->prefer();
    Match match = find_route(target->path);
    if (!match.route) return send(*reply, problem(404, say("there is no such address"), say("begin at {}", "/")));
    if (match.route->is_posted() != is_post) return send(*reply, wrong_method(match.route->is_posted()));
    if (is_post) {
        auto parameters = read_body(request.body);
        if (!parameters) return send(*reply, problem(400, parameters.error(), say("see {}", "/api/v1/openapi.json")));
        target->parameters = *std::move(parameters);
    }
    const Lanes::Lane lane = match.route->lane;
    const auto refuse = [reply, language = spoken()] {
        const Speaking words(language);
        send(*reply, busy(say("too many questions are being answered"), say("ask again in a moment")));
    };
    const bool added = lanes.add(
        lane,
        [this, match = std::move(match), request = std::move(request), target = *target, reply, asked = Clock::now()] {
            answer(match, request, target, *reply, asked);
        },
        refuse);
    if (!added) refuse();
}

void Server::answer(const Match& match, const Request& request, const Target& target, Reply& reply,
                    Clock::time_point asked) {
    const SpeakingTo client(request);
    const auto limit = time_to_answer[static_cast<std::size_t>(match.route->lane)];
    bool is_stream = false;  // ended by its client, who must go on reading
    auto next_look = Clock::now();
    const bool writes = match.route->writes();
    const store::StopWhen stop_when([&] {
        if (writes) return false;  // is done or not done, whether its client waits or not
        const auto now = Clock::now();
        if (stops_ || (!is_stream && now > asked + limit)) return true;
        if (now < next_look) return false;
        next_look = now + 20ms;
        return reply.is_abandoned();
    });
    const store::ChangeWatch watch;
    try {
        store::check_interruption();
        const std::unique_ptr<Holder> holder = hold(!writes);
        Response response = match.route->answer(
            {.site = site_, .request = request, .target = target, .captures = match.captures, .holder = *holder});
        if (!response.write_body) return send(reply, std::move(response));
        is_stream = true;
        send_stream(reply, std::move(response), request.method == Request::Method::get);
    } catch (const store::Interrupted&) {
        send(reply, problem(503,
                            counted(static_cast<std::uint64_t>(limit.count()), "this took longer than {} second",
                                    "this took longer than {} seconds"),
                            say("ask for less: a filter, or a smaller limit")));
    } catch (const Refused& refused) {
        send(reply, problem(refused.status, refused.detail, refused.remedy));
    } catch (const jobs::Overtaken& overtaken) {
        send(reply, problem(409, overtaken.what(), overtaken.way_out().sentence()));
    } catch (const store::Busy& other) {
        send(reply, busy(other.what(), other.way_out().sentence()));
    } catch (const Error& error) {
        send(reply, watch.stored() == store::Stored::yes ? stored_but(error.what()) : problem(error));
    } catch (const std::bad_alloc&) {
        const std::string what = say("there is not enough memory for this answer");
        send(reply, watch.stored() == store::Stored::yes ? stored_but(what) : problem(413, what, say("ask for less")));
    } catch (const std::exception& fault) {
        send(reply, watch.stored() == store::Stored::yes ? stored_but(fault.what()) : problem(500, fault.what()));
    }
}

}  // namespace cofnod::web
