#include "web/listener.hpp"

#include <arpa/inet.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <event2/listener.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <deque>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/error.hpp"
#include "base/tr.hpp"

namespace cofnod::web {

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr std::size_t most_connections = 64;  ///< for preferred clients, and as many for others
constexpr std::size_t most_at_once = 4096;    ///< for others in their first second, if the system permits it
constexpr auto time_to_ask = 1s;              ///< minimum age of a connection before it may be closed for another
constexpr int most_not_accepted = 1024;
constexpr int longest_head = 16 << 10;
constexpr auto time_for_head = 3s;     ///< time for the first request of a connection
constexpr auto time_for_next = 15s;    ///< time for the next request after an answer
constexpr auto time_to_end = 2s;       ///< time for pending questions at shutdown
constexpr auto time_for_reading = 20;  ///< seconds in which a client must read part of its answer

template <typename T, void (*free)(T*)>
struct Free {
    void operator()(T* object) const { free(object); }
};
template <typename T, void (*free)(T*)>
using Owned = std::unique_ptr<T, Free<T, free>>;

/// Maximum bytes of a stream that wait for the loop; the same amount may wait in the socket.
constexpr std::size_t most_waiting = std::size_t{128} << 10;

/// A request that is being answered. The worker's share outlives the request if the client disconnects.
struct Pending {
    evhttp_request* request;  ///< nullptr once the connection is closed; only for the loop's thread
    int descriptor;
    bool is_sending = false;  ///< the socket still has data of the last part; only for the loop's thread

    std::mutex mutex;  ///< protects the members below
    bool gone = false;
    std::condition_variable changed;  ///< members below: for a stream
    std::string waiting;
    bool has_ended = false;
};

struct Connection {
    bool is_preferred = false;
    Clock::time_point waits_since = Clock::now();
    Clock::duration patience = time_for_head;
    std::shared_ptr<Pending> pending;  ///< nullptr: waiting for a request
};

/// Raises the limit of open files, and returns how many connections of other clients fit into half of it.
std::size_t room_for_others() {
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return most_connections;
    files.rlim_cur = std::max(files.rlim_cur, std::min<rlim_t>(files.rlim_max, 4 * most_at_once));
    ::setrlimit(RLIMIT_NOFILE, &files);
    return std::clamp<std::size_t>(files.rlim_cur / 2, most_connections, most_at_once);
}

bool has_hung_up(int descriptor) {
    pollfd state{.fd = descriptor, .events = POLLRDHUP, .revents = 0};
    return ::poll(&state, 1, 0) > 0 && (state.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

Request request_of(evhttp_request& http) {
    Request request;
    const evhttp_cmd_type method = evhttp_request_get_command(&http);
    request.method = method == EVHTTP_REQ_GET    ? Request::Method::get
                     : method == EVHTTP_REQ_HEAD ? Request::Method::head
                     : method == EVHTTP_REQ_POST ? Request::Method::post
                                                 : Request::Method::other;
    request.target = evhttp_request_get_uri(&http);
    const evkeyvalq* headers = evhttp_request_get_input_headers(&http);
    for (const evkeyval* each = headers->tqh_first; each; each = each->next.tqe_next)
        request.headers.emplace_back(each->key, each->value);
    evbuffer* const body = evhttp_request_get_input_buffer(&http);
    request.body.resize(evbuffer_get_length(body));
    evbuffer_copyout(body, request.body.data(), request.body.size());
    return request;
}

}  // namespace

class Listener::Loop {
public:
    Loop(std::uint16_t port, std::size_t most_body) : base_(event_base_new()), http_(evhttp_new(base_.get())) {
        evhttp_set_max_headers_size(http_.get(), longest_head);
        evhttp_set_max_body_size(http_.get(), static_cast<ev_ssize_t>(most_body));
        evhttp_set_timeout(http_.get(), time_for_reading);
        evhttp_set_allowed_methods(http_.get(), EVHTTP_REQ_GET | EVHTTP_REQ_HEAD | EVHTTP_REQ_POST | EVHTTP_REQ_PUT |
                                                    EVHTTP_REQ_DELETE | EVHTTP_REQ_OPTIONS | EVHTTP_REQ_PATCH);
        evhttp_set_default_content_type(http_.get(), nullptr);
        evhttp_set_gencb(
            http_.get(), [](evhttp_request* request, void* self) { static_cast<Loop*>(self)->take(*request); }, this);
        evhttp_set_bevcb(
            http_.get(), [](event_base*, void* self) { return static_cast<Loop*>(self)->accept(); }, this);
        listen(port);
        wake_ = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
        add_event(wake_, EV_READ | EV_PERSIST,
                  [](evutil_socket_t, short, void* self) { static_cast<Loop*>(self)->do_tasks(); });
        add_event(
            -1, EV_PERSIST, [](evutil_socket_t, short, void* self) { static_cast<Loop*>(self)->sweep(); }, 100ms);
    }
    ~Loop() {
        for (auto& [connection, state] : connections_) {
            evhttp_connection_set_closecb(connection, nullptr, nullptr);
            abandon(state);
        }
        events_.clear();
        http_.reset();  // frees the connections
        ::close(wake_);
    }
    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;

    [[nodiscard]] std::uint16_t port() const { return port_; }

    void run(Answer answer, std::function<void()> on_tick) {
        answer_ = std::move(answer);
        on_tick_ = std::move(on_tick);
        event_base_dispatch(base_.get());
        for (auto& [connection, state] : connections_) abandon(state);  // the remaining output can no longer be sent
    }

    void end_on_signals() {
        for (const int signal : {SIGINT, SIGTERM})
            add_event(signal, EV_SIGNAL | EV_PERSIST,
                      [](evutil_socket_t, short, void* self) { static_cast<Loop*>(self)->end(); });
    }

    void stop() {
        stops_ = true;
        wake();
    }

    /// Runs the task on the loop's thread.
    void post(std::function<void()> task) {
        {
            const std::lock_guard lock(mutex_);
            tasks_.push_back(std::move(task));
        }
        wake();
    }

private:
    template <typename Callback>
    void add_event(int subject, short what, Callback callback, std::chrono::milliseconds every = {}) {
        events_.emplace_back(event_new(base_.get(), subject, what, callback, this));
        const timeval interval{.tv_sec = 0, .tv_usec = static_cast<suseconds_t>(every.count() * 1000)};
        event_add(events_.back().get(), every.count() > 0 ? &interval : nullptr);
    }

    void wake() const {
        const std::uint64_t one = 1;
        [[maybe_unused]] const auto written = ::write(wake_, &one, sizeof one);
    }

    void listen(std::uint16_t port) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        if (!bind(reinterpret_cast<sockaddr*>(&address), sizeof address))
            throw InputError(tr("port {} cannot be listened on: another program has it", port),
                             tr("choose another, or none: then a free one is taken"));
        sockaddr_in got{};
        socklen_t size = sizeof got;
        ::getsockname(evconnlistener_get_fd(listeners_.front()), reinterpret_cast<sockaddr*>(&got), &size);
        port_ = ntohs(got.sin_port);

        sockaddr_in6 also{};
        also.sin6_family = AF_INET6;
        also.sin6_port = htons(port_);
        also.sin6_addr = in6addr_loopback;
        bind(reinterpret_cast<sockaddr*>(&also), sizeof also);
    }

    bool bind(const sockaddr* address, std::size_t size) {
        constexpr unsigned flags = LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC | LEV_OPT_REUSEABLE;
        evconnlistener* const listener = evconnlistener_new_bind(base_.get(), nullptr, nullptr, flags,
                                                                 most_not_accepted, address, static_cast<int>(size));
        if (!listener) return false;
        evhttp_bind_listener(http_.get(), listener);
        listeners_.push_back(listener);
        return true;
    }

    /// Called for a new connection; its evhttp_connection is set later in this pass of the loop.
    bufferevent* accept() {
        bufferevent* const stream = bufferevent_socket_new(base_.get(), -1, BEV_OPT_CLOSE_ON_FREE);
        accepted_.push_back(stream);
        event_base_once(
            base_.get(), -1, EV_TIMEOUT,
            [](evutil_socket_t, short, void* self) { static_cast<Loop*>(self)->note_accepted(); }, this, nullptr);
        return stream;
    }

    void note_accepted() {
        for (bufferevent* const stream : std::exchange(accepted_, {})) {
            void* argument = nullptr;
            bufferevent_getcb(stream, nullptr, nullptr, nullptr, &argument);
            auto* const connection = static_cast<evhttp_connection*>(argument);
            if (!connection) continue;
            const int on = 1;
            ::setsockopt(bufferevent_getfd(stream), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
            connections_.try_emplace(connection);
            evhttp_connection_set_closecb(
                connection, [](evhttp_connection* closed, void* self) { static_cast<Loop*>(self)->forget(closed); },
                this);
        }
        close_surplus(true, most_connections, {});
        close_surplus(false, most_of_others_, {});
    }

    /// Closes connections in excess of `most`: those that have waited longest, and at least `least_age`. Keeps those
    /// with unread data, which may contain the token.
    void close_surplus(bool are_preferred, std::size_t most, Clock::duration least_age) {
        struct Candidate {
            bool is_served;
            Clock::time_point waits_since;
            evhttp_connection* connection;
            auto operator<=>(const Candidate&) const = default;
        };
        std::vector<Candidate> all;
        for (const auto& [connection, state] : connections_)
            if (state.is_preferred == are_preferred)
                all.push_back({state.pending || has_unsent(*connection), state.waits_since, connection});
        if (all.size() <= most) return;
        const auto kept = all.begin() + static_cast<std::ptrdiff_t>(all.size() - most);
        std::nth_element(all.begin(), kept, all.end());
        std::for_each(all.begin(), kept, [least_age](const Candidate& each) {
            const bool is_old = Clock::now() - each.waits_since >= least_age;
            if (is_old && !has_unread(*each.connection)) evhttp_connection_free(each.connection);
        });
    }

    static bool has_unsent(evhttp_connection& connection) {
        return evbuffer_get_length(bufferevent_get_output(evhttp_connection_get_bufferevent(&connection))) > 0;
    }

    static bool has_unread(evhttp_connection& connection) {
        int bytes = 0;
        const int descriptor = bufferevent_getfd(evhttp_connection_get_bufferevent(&connection));
        return ::ioctl(descriptor, FIONREAD, &bytes) == 0 && bytes > 0;
    }

    void prefer(evhttp_connection* connection) { connections_[connection].is_preferred = true; }

    void forget(evhttp_connection* connection) {
        const auto found = connections_.find(connection);
        if (found == connections_.end()) return;
        abandon(found->second);
        connections_.erase(found);
    }

    static void abandon(Connection& connection) {
        if (!connection.pending) return;
        evhttp_request* const request = std::exchange(connection.pending->request, nullptr);
        // When the client has disconnected, libevent detaches the request and leaves it to us to free.
        if (!evhttp_request_get_connection(request)) evhttp_request_free(request);
        {
            const std::lock_guard lock(connection.pending->mutex);
            connection.pending->gone = true;
        }
        connection.pending->changed.notify_all();
        connection.pending.reset();
    }

    /// Stops accepting connections, and ends the loop once pending questions are answered or time is up; at once if
    /// called again.
    void end() {
        if (ends_at_) {
            event_base_loopbreak(base_.get());
            return;
        }
        ends_at_ = Clock::now() + time_to_end;
        for (evconnlistener* const listener : listeners_) evconnlistener_disable(listener);
        drain();
    }

    void drain() {
        std::vector<evhttp_connection*> idle;
        for (const auto& [connection, state] : connections_)
            if (!state.pending && !has_unsent(*connection)) idle.push_back(connection);
        for (evhttp_connection* const connection : idle) evhttp_connection_free(connection);
        if (connections_.empty() || Clock::now() > *ends_at_) event_base_loopbreak(base_.get());
    }

    /// Closes connections that have waited too long for a request, and those in excess of the limit.
    void sweep() {
        on_tick_();
        if (ends_at_) return drain();
        close_surplus(false, most_connections, time_to_ask);
        std::vector<evhttp_connection*> late;
        for (const auto& [connection, state] : connections_)
            if (!state.pending && Clock::now() - state.waits_since > state.patience) late.push_back(connection);
        for (evhttp_connection* const connection : late) evhttp_connection_free(connection);
    }

    class ReplyOf final : public Reply {
    public:
        ReplyOf(Loop& loop, std::shared_ptr<Pending> pending) : loop_(loop), pending_(std::move(pending)) {}
        void send(Response response) override {
            loop_.post([&loop = loop_, pending = pending_, response = std::move(response)] {
                if (pending->request) loop.send(*pending->request, response);
            });
        }
        void begin(Response head) override {
            loop_.post([pending = pending_, head = std::move(head)] {
                if (pending->request) begin_stream(*pending->request, head);
            });
        }
        bool write(std::string_view text) override {
            std::unique_lock lock(pending_->mutex);
            const auto has_room = [&] { return pending_->gone || pending_->waiting.size() < most_waiting; };
            if (!pending_->changed.wait_for(lock, std::chrono::seconds(time_for_reading), has_room)) {
                lock.unlock();
                break_off();
                return false;
            }
            if (pending_->gone) return false;
            pending_->waiting += text;
            lock.unlock();
            post_pump();
            return true;
        }
        void end() override {
            {
                const std::lock_guard lock(pending_->mutex);
                pending_->has_ended = true;
            }
            post_pump();
        }
        void break_off() override {
            loop_.post([pending = pending_] {
                if (pending->request) evhttp_connection_free(evhttp_request_get_connection(pending->request));
            });
        }
        void prefer() override { loop_.prefer(evhttp_request_get_connection(pending_->request)); }
        [[nodiscard]] bool is_abandoned() const override {
            const std::lock_guard lock(pending_->mutex);  // the descriptor is closed, and reused, after `gone` is set
            return pending_->gone || has_hung_up(pending_->descriptor);
        }

    private:
        void post_pump() {
            loop_.post([&loop = loop_, pending = pending_] { loop.pump(*pending); });
        }

        Loop& loop_;
        std::shared_ptr<Pending> pending_;
    };

    void take(evhttp_request& http) {
        evhttp_connection* const connection = evhttp_request_get_connection(&http);
        auto pending = std::make_shared<Pending>();
        pending->request = &http;
        pending->descriptor = bufferevent_getfd(evhttp_connection_get_bufferevent(connection));
        connections_[connection].pending = pending;
        answer_(request_of(http), std::make_shared<ReplyOf>(*this, std::move(pending)));
    }

    void do_tasks() {
        std::uint64_t count = 0;
        [[maybe_unused]] const auto read = ::read(wake_, &count, sizeof count);
        if (stops_.exchange(false)) end();
        std::deque<std::function<void()>> tasks;
        {
            const std::lock_guard lock(mutex_);
            tasks.swap(tasks_);
        }
        for (const auto& task : tasks) task();
    }

    /// Makes the connection wait for its next request.
    void release(evhttp_request& http) {
        Connection& connection = connections_[evhttp_request_get_connection(&http)];
        connection.pending.reset();
        connection.waits_since = Clock::now();
        connection.patience = time_for_next;
    }

    static void add_headers(evhttp_request& http, const Response& response) {
        evkeyvalq* const headers = evhttp_request_get_output_headers(&http);
        evhttp_add_header(headers, "Content-Type", response.type.c_str());
        for (const auto& [name, value] : response.headers) evhttp_add_header(headers, name.c_str(), value.c_str());
    }

    static void begin_stream(evhttp_request& http, const Response& head) {
        add_headers(http, head);
        // A stream may pause for longer than the time allowed for requests, so only writing has a timeout.
        constexpr timeval patience{.tv_sec = time_for_reading, .tv_usec = 0};
        bufferevent_set_timeouts(evhttp_connection_get_bufferevent(evhttp_request_get_connection(&http)), nullptr,
                                 &patience);
        evhttp_send_reply_start(&http, head.status, nullptr);
    }

    /// Passes newly written data to the socket once it has sent the last part.
    void pump(Pending& pending) {
        if (!pending.request || pending.is_sending) return;
        std::string part;
        bool has_ended = false;
        {
            const std::lock_guard lock(pending.mutex);
            part.swap(pending.waiting);
            has_ended = pending.has_ended;
        }
        if (!part.empty()) {
            pending.changed.notify_all();
            pending.is_sending = true;
            const Owned<evbuffer, evbuffer_free> buffer(evbuffer_new());
            evbuffer_add(buffer.get(), part.data(), part.size());
            evhttp_send_reply_chunk_with_cb(
                pending.request, buffer.get(),
                [](evhttp_connection* connection, void* self) { static_cast<Loop*>(self)->go_on(connection); }, this);
        } else if (has_ended) {
            evhttp_request* const request = std::exchange(pending.request, nullptr);
            release(*request);
            evhttp_send_reply_end(request);
        }
    }

    void go_on(evhttp_connection* connection) {
        const auto found = connections_.find(connection);
        if (found == connections_.end() || !found->second.pending) return;
        const std::shared_ptr<Pending> pending = found->second.pending;
        pending->is_sending = false;
        pump(*pending);
    }

    void send(evhttp_request& http, const Response& response) {
        release(http);
        add_headers(http, response);
        evkeyvalq* const headers = evhttp_request_get_output_headers(&http);
        evbuffer* const body = evhttp_request_get_output_buffer(&http);
        evbuffer_add(body, response.body.data(), response.body.size());
        if (response.status == 413) evhttp_add_header(headers, "Connection", "close");  // unread body data may follow
        evhttp_send_reply(&http, response.status, nullptr, nullptr);
    }

    struct FreeEvent {
        void operator()(event* each) const { event_free(each); }
    };

    Owned<event_base, event_base_free> base_;
    Owned<evhttp, evhttp_free> http_;
    std::vector<evconnlistener*> listeners_;  ///< owned by http_
    std::vector<std::unique_ptr<event, FreeEvent>> events_;
    std::unordered_map<evhttp_connection*, Connection> connections_;
    std::vector<bufferevent*> accepted_;
    Answer answer_;
    std::function<void()> on_tick_;
    std::uint16_t port_ = 0;
    int wake_ = -1;
    std::atomic<bool> stops_ = false;
    const std::size_t most_of_others_ = room_for_others();
    std::optional<Clock::time_point> ends_at_;
    std::mutex mutex_;
    std::deque<std::function<void()>> tasks_;
};

Listener::Listener(std::uint16_t port, std::size_t most_body) : loop_(std::make_unique<Loop>(port, most_body)) {}
Listener::~Listener() = default;
std::uint16_t Listener::port() const { return loop_->port(); }
void Listener::run(Answer answer, std::function<void()> on_tick) { loop_->run(std::move(answer), std::move(on_tick)); }
void Listener::end_on_signals() { loop_->end_on_signals(); }
void Listener::stop() { loop_->stop(); }

}  // namespace cofnod::web
