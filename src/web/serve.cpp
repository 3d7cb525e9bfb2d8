#include "web/serve.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <optional>
#include <ostream>
#include <streambuf>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "base/error.hpp"
#include "base/messages/catalogues.hpp"
#include "base/printable.hpp"
#include "base/tr.hpp"
#include "operations/corrections.hpp"
#include "operations/notation_choice.hpp"
#include "store/interruption.hpp"
#include "store/store.hpp"
#include "store/transaction.hpp"
#include "web/guard.hpp"
#include "web/http.hpp"
#include "web/listener.hpp"
#include "web/pages.hpp"
#include "web/route.hpp"
#include "web/site.hpp"

namespace cofnod::web {

/// The body of a response that is sent as it is written. The head is sent together with the first bytes, so that an
/// error before them can still be answered. Fails, as streams do, when the client has disconnected.
class ReplyStream : private std::streambuf, public std::ostream {
public:
    ReplyStream(Reply& reply, Response head)
        : std::ostream(static_cast<std::streambuf*>(this)), reply_(reply), head_(std::move(head)) {}

    [[nodiscard]] bool has_begun() const { return has_begun_; }
    /// Sends the remaining data and the end.
    void end() {
        if (send()) reply_.end();
    }

private:
    static constexpr std::size_t enough_to_send = std::size_t{32} << 10;

    std::streambuf::int_type overflow(std::streambuf::int_type byte) override {
        using Traits = std::streambuf::traits_type;
        if (Traits::eq_int_type(byte, Traits::eof())) return Traits::not_eof(byte);
        const char one = Traits::to_char_type(byte);
        return xsputn(&one, 1) == 1 ? byte : Traits::eof();
    }
    std::streamsize xsputn(const char* text, std::streamsize size) override {
        text_.append(text, static_cast<std::size_t>(size));
        return text_.size() < enough_to_send || send() ? size : 0;
    }
    int sync() override { return send() ? 0 : -1; }

    bool send() {
        if (!std::exchange(has_begun_, true)) reply_.begin(std::move(head_));
        const bool is_taken = text_.empty() || reply_.write(text_);
        text_.clear();
        return is_taken;
    }

    Reply& reply_;
    Response head_;
    std::string text_;
    bool has_begun_ = false;
};

/// Takes requests from the listener, runs them on a lane, and sends the answers.
class Server {
public:
    /// Throws an Error if the database cannot be opened or the port is taken.
    explicit Server(const ServeOptions& options);

    /// Returns the address of the first page, with a new code if the token is required.
    [[nodiscard]] std::string address(const std::function<void()>& on_void = {}) {
        const std::string code = token_.is_asked_for() ? "#code=" + token_.new_code(on_void) : std::string();
        return fmt::format("http://127.0.0.1:{}/{}", listener_.port(), code);
    }
    [[nodiscard]] std::uint16_t port() const { return listener_.port(); }
    [[nodiscard]] const std::string& token() const { return token_.text(); }

    /// Makes SIGINT and SIGTERM end run().
    void end_on_signals() { listener_.end_on_signals(); }
    /// Serves until stop().
    void run() {
        Lanes lanes;  // destroyed before the listener, to which it posts
        listener_.run(
            [&](Request request, const std::shared_ptr<Reply>& reply) { take(std::move(request), reply, lanes); },
            [&] {
                lanes.give_up_late();
                token_.drop_late();
            });
        stops_ = true;
    }
    /// Thread-safe.
    void stop() { listener_.stop(); }

private:
    using Clock = Lanes::Clock;

    void take(Request request, const std::shared_ptr<Reply>& reply, Lanes& lanes);
    [[nodiscard]] std::unique_ptr<StoreHandle> hold(bool has_snapshot) {
        if (open_servers_) return std::make_unique<ServersHandle>(open_servers_());
        return std::make_unique<FileHandle>(stores_, has_snapshot);
    }
    /// Answers a request on a thread of its lane.
    void answer(const Match& match, const Request& request, const Target& target, Reply& reply,
                Clock::time_point asked);

    Token token_;
    const Site site_;
    Stores stores_;  ///< unused for servers
    const std::function<std::unique_ptr<search::Answers>()> open_servers_;
    Listener listener_;
    const Guard guard_;
    std::atomic<bool> stops_ = false;
};

namespace {

using namespace std::chrono_literals;

constexpr std::size_t longest_target = std::size_t{8} << 10;
constexpr std::chrono::seconds time_to_answer[] = {2s, 60s, 60s};  ///< by lane
constexpr std::size_t most_body = std::size_t{64} << 10;           ///< for a change

Response with_common_headers(Response response) {
    const auto& own = response.headers;
    for (const auto& header : common_headers())
        if (std::none_of(own.begin(), own.end(), [&](const auto& each) { return each.first == header.first; }))
            response.headers.push_back(header);
    return response;
}

void send(Reply& reply, Response response) { reply.send(with_common_headers(std::move(response))); }

/// Sends a stream while its body is written. An error after its start closes the connection, so that the client does
/// not mistake the partial body for a complete one.
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

/// Returns the answer to a change that is stored although a later step failed.
Response stored_but(std::string_view fault) {
    return problem(500, tr("the change is stored, but the answer failed: {}", fault), tr("load the page again"));
}

Response wrong_method(bool is_posted) {
    const char* const methods = is_posted ? "POST" : "GET, HEAD";
    Response response = problem(405, tr("this address answers {}", methods));
    response.headers.emplace_back("Allow", methods);
    return response;
}

/// Selects the client's language for error messages (RFC 9457); answers are in English.
class SpeakingTo {
public:
    explicit SpeakingTo(const Request& request) : words_(messages::catalogue_of(request.accepted_language())) {}

private:
    Speaking words_;
    KeepingIsolates marks_;
};

/// Throws an Error if the database is not writable; upgrades one of an earlier release.
void try_writing(const std::string& database) { (void)store::Store::open(database, store::Access::read_write); }

}  // namespace

Server::Server(const ServeOptions& options)
    : token_(options.asks_for_token || options.writes),
      site_{.database = options.database,
            .languages = operations::known_languages({}),
            .token = token_,
            .writes = options.writes,
            .made_by = options.made_by},
      stores_(options.database),
      open_servers_(options.open_servers),
      listener_(options.port, token_.is_asked_for() ? most_body : 0),
      guard_(listener_.port(), token_, options.writes ? Guard::Takes::corrections : Guard::Takes::questions) {
    if (options.writes) try_writing(options.database);
    (void)hold(false);  // reports a database that cannot be opened before serving begins
}

void Server::take(Request request, const std::shared_ptr<Reply>& reply, Lanes& lanes) {
    const SpeakingTo client(request);
    if (request.target.size() > longest_target) return send(*reply, problem(414, tr("the address is too long")));
    auto target = read_target(request.target);
    if (!target) return send(*reply, problem(400, target.error(), tr("see {}", "/api/v1/openapi.json")));
    if (auto refusal = guard_.refusal(request, *target)) return send(*reply, *std::move(refusal));
    const bool is_post = request.method == Request::Method::post;
    if (auto found = is_post ? std::nullopt : page(request, *target, token_.is_asked_for()))
        return send(*reply, *std::move(found));
    reply->prefer();
    Match match = find_route(target->path);
    if (!match.route) return send(*reply, problem(404, tr("there is no such address"), tr("begin at {}", "/")));
    if (match.route->is_posted() != is_post) return send(*reply, wrong_method(match.route->is_posted()));
    if (is_post) {
        auto parameters = read_body(request.body);
        if (!parameters) return send(*reply, problem(400, parameters.error(), tr("see {}", "/api/v1/openapi.json")));
        target->parameters = *std::move(parameters);
    }
    const Lanes::Lane lane = match.route->lane;
    const auto refuse = [reply, language = spoken()] {
        const Speaking words(language);
        send(*reply, busy(tr("too many questions are being answered"), tr("ask again in a moment")));
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
    bool is_stream = false;  // no time limit: the client ends it, and must continue reading
    auto next_look = Clock::now();
    const bool writes = match.route->writes();
    const store::StopWhen stop_when([&] {
        if (writes) return false;  // a change is completed even if its client disconnects
        const auto now = Clock::now();
        if (stops_ || (!is_stream && now > asked + limit)) return true;
        if (now < next_look) return false;
        next_look = now + 20ms;
        return reply.is_abandoned();
    });
    const store::ChangeWatch watch;
    try {
        store::check_interruption();
        const std::unique_ptr<StoreHandle> holder = hold(!writes);
        Response response = match.route->answer(
            {.site = site_, .request = request, .target = target, .captures = match.captures, .holder = *holder});
        if (!response.write_body) return send(reply, std::move(response));
        is_stream = true;
        send_stream(reply, std::move(response), request.method == Request::Method::get);
    } catch (const store::Interrupted&) {
        send(reply, problem(503,
                            counted(static_cast<std::uint64_t>(limit.count()), "this took longer than {} second",
                                    "this took longer than {} seconds"),
                            tr("ask for less: a filter, or a smaller limit")));
    } catch (const Refused& refused) {
        send(reply, problem(refused.status, refused.detail, refused.remedy));
    } catch (const operations::EditConflict& overtaken) {
        send(reply, problem(409, overtaken.what(), overtaken.way_out().sentence()));
    } catch (const store::Busy& other) {
        send(reply, busy(other.what(), other.way_out().sentence()));
    } catch (const Error& error) {
        send(reply, watch.stored() == store::Stored::yes ? stored_but(error.what()) : problem(error));
    } catch (const std::bad_alloc&) {
        const std::string what = tr("there is not enough memory for this answer");
        send(reply, watch.stored() == store::Stored::yes ? stored_but(what) : problem(413, what, tr("ask for less")));
    } catch (const std::exception& fault) {
        send(reply, watch.stored() == store::Stored::yes ? stored_but(fault.what()) : problem(500, fault.what()));
    }
}

namespace {

/// Moves the write-ahead log into the database, so that a copy of this one file is complete: readers, which close it
/// last, leave the log in place.
void put_log_into(const std::string& database) {
    std::error_code none;
    if (std::filesystem::file_size(database + "-wal", none) == 0 || none) return;
    try {
        (void)store::Store::open(database, store::Access::read_write);
    } catch (const Error&) {  // open in another program, or not writable
    }
}

}  // namespace

void serve(const ServeOptions& options, const std::function<void(const Entrance&)>& on_listening) {
    {
        Server server(options);
        server.end_on_signals();
        on_listening({.token = server.token(),
                      .address = [&](const std::function<void()>& on_void) { return server.address(on_void); }});
        server.run();
    }
    put_log_into(options.database);
}

namespace {

/// Runs a server on a thread until it is destroyed.
class RunningServer {
public:
    explicit RunningServer(Server& server) : server_(server), thread_([&server] { server.run(); }) {}
    ~RunningServer() {
        server_.stop();
        thread_.join();
    }
    RunningServer(const RunningServer&) = delete;
    RunningServer& operator=(const RunningServer&) = delete;

private:
    Server& server_;
    std::thread thread_;
};

/// Requests an address from this machine and returns the head and body of the answer; empty if there was none.
std::string ask(std::uint16_t port, const std::string& target, const std::string& token) {
    const int connection = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    std::string answer;
    const std::string request =
        fmt::format("GET {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\nAuthorization: Bearer {}\r\n\r\n",
                    target, port, token);
    if (::connect(connection, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 &&
        ::send(connection, request.data(), request.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(request.size())) {
        std::string part(1 << 16, '\0');
        while (true) {
            const ssize_t got = ::recv(connection, part.data(), part.size(), 0);
            if (got <= 0) break;
            answer.append(part, 0, static_cast<std::size_t>(got));
        }
    }
    ::close(connection);
    return answer;
}

/// Returns the fault of an answer, if any. `has_file` false: servers may answer 501, since they lack some data of the
/// file.
std::string fault_of(std::string_view answer, std::string_view type, bool has_file) {
    if (answer.empty()) return tr("no answer");
    const std::string_view head = answer.substr(0, answer.find("\r\n\r\n"));
    if (!has_file && head.starts_with("HTTP/1.1 501 ")) return "";
    if (!head.starts_with("HTTP/1.1 200 ")) return std::string(head.substr(0, head.find("\r\n")));
    if (head.find(fmt::format("Content-Type: {}\r\n", type)) == head.npos) return tr("not {}", type);
    return answer.size() < head.size() + 6 ? tr("an empty answer") : std::string();
}

}  // namespace

bool check(const ServeOptions& options, const std::function<void(const std::string&, const std::string&)>& on_answer) {
    Server server(options);
    const RunningServer running(server);
    bool is_sound = true;
    const auto look = [&](const std::string& target, std::string_view type) {
        const std::string fault = fault_of(ask(server.port(), target, server.token()), type, !options.open_servers);
        store::check_interruption();  // a signal has stopped the answer
        on_answer(target, fault);
        is_sound = is_sound && fault.empty();
    };
    look("/", "text/html; charset=utf-8");
    look("/assets/main.js", "text/javascript; charset=utf-8");
    for (const Route& route : routes())
        if (!route.text.example.empty()) look(std::string(route.text.example), route.text.type);
    return is_sound;
}

}  // namespace cofnod::web
