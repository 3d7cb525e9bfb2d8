#include "cluster/transport.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <new>
#include <utility>

#include "base/ascii.hpp"
#include "base/error.hpp"
#include "base/say.hpp"
#include "cluster/curl.hpp"
#include "store/interruption.hpp"

namespace cofnod::cluster {

namespace {

using Clock = std::chrono::steady_clock;

constexpr long connect_timeout = 10;  // seconds

struct CurlFree {
    void operator()(CURL* handle) const { curl().easy_cleanup(handle); }
};
struct ListFree {
    void operator()(curl_slist* list) const { curl().slist_free_all(list); }
};

CURL* new_handle() {
    CURL* const handle = curl().easy_init();
    if (!handle) throw std::bad_alloc();
    return handle;
}

std::string with_lower_first(std::string text) {
    const bool is_word = text.size() > 1 && to_lower(text[1]) == text[1];  // not SSL
    if (is_word) text.front() = to_lower(text.front());
    return text;
}

}  // namespace

void Peer::fail(const std::string& why, WayOut way_out) const {
    throw StoreError(fmt::format("{}: {}", name, why), std::move(way_out));
}

struct Transport::State {
    explicit State(Peer server)
        : peer(std::move(server)),
          scheme(peer.address.has_tls ? "https" : "http"),
          url(fmt::format("{}://{}", scheme, peer.name)) {
        add_header("Expect:");
        add_header("Content-Type: application/octet-stream");
        if (!peer.who.user.empty() || !peer.who.password.empty()) {
            add_header("X-ClickHouse-User: " + peer.who.user);
            add_header("X-ClickHouse-Key: " + peer.who.password);
        }
        set(CURLOPT_HTTPHEADER, headers.get());
        set(CURLOPT_POST, 1L);
        set(CURLOPT_NOSIGNAL, 1L);
        set(CURLOPT_PROTOCOLS_STR, scheme);
        set(CURLOPT_CONNECTTIMEOUT, connect_timeout);
        set(CURLOPT_WRITEFUNCTION, &State::take);
        set(CURLOPT_WRITEDATA, static_cast<void*>(this));
        set(CURLOPT_HEADERFUNCTION, &State::take_header);
        set(CURLOPT_HEADERDATA, static_cast<void*>(this));
        set(CURLOPT_XFERINFOFUNCTION, &State::look_at_clock);
        set(CURLOPT_XFERINFODATA, static_cast<void*>(this));
        set(CURLOPT_NOPROGRESS, 0L);
        if (const char* certificates = std::getenv("COFNOD_CA_FILE")) set(CURLOPT_CAINFO, certificates);
    }

    static std::size_t take(char* bytes, std::size_t, std::size_t count, void* state) {
        auto& self = *static_cast<State*>(state);
        self.last_byte = Clock::now();
        self.is_too_long = count > self.most_bytes - self.reply.body.size();
        if (self.is_too_long) return 0;
        self.reply.body.append(bytes, count);
        return count;
    }
    static std::size_t take_header(char* bytes, std::size_t, std::size_t count, void* state) {
        auto& self = *static_cast<State*>(state);
        self.last_byte = Clock::now();
        const std::string line = to_lower(std::string_view(bytes, count));
        if (line.starts_with("http/")) self.is_framed = false;
        self.is_framed |= line.starts_with("content-length:") || line.starts_with("transfer-encoding: chunked");
        return count;
    }
    static int look_at_clock(void* state, curl_off_t, curl_off_t, curl_off_t, curl_off_t sent) {
        auto& self = *static_cast<State*>(state);
        if (sent != self.sent) self.last_byte = Clock::now();
        self.sent = sent;
        return store::is_interrupted() || Clock::now() - self.last_byte > self.timeout ? 1 : 0;
    }

    /// Whether the last question ended while the server was connected, but did not yet speak TLS. One without TLS may
    /// wait without a word for the end of what it takes for a request.
    bool is_without_tls() const {
        long connections = 0;      // new ones
        curl_off_t spoke_tls = 0;  // after so many microseconds
        curl().easy_getinfo(handle.get(), CURLINFO_NUM_CONNECTS, &connections);
        curl().easy_getinfo(handle.get(), CURLINFO_APPCONNECT_TIME_T, &spoke_tls);
        return peer.address.has_tls && connections > 0 && spoke_tls == 0;
    }

    template <typename Value>
    void set(CURLoption option, Value value) {
        if (curl().easy_setopt(handle.get(), option, value) != CURLE_OK) throw std::bad_alloc();
    }
    void add_header(const std::string& header) {
        curl_slist* const longer = curl().slist_append(headers.get(), header.c_str());
        if (!longer) throw std::bad_alloc();
        (void)headers.release();
        headers.reset(longer);
    }

    Peer peer;
    const char* scheme;
    std::string url;  ///< "http://HOST:PORT"
    std::unique_ptr<CURL, CurlFree> handle{new_handle()};
    std::unique_ptr<curl_slist, ListFree> headers{};
    std::chrono::seconds timeout{std::min<std::int64_t>(peer.address.timeout, 1'000'000'000)};
    Reply reply{};
    std::size_t most_bytes = 0;
    bool is_too_long = false, is_framed = false;
    curl_off_t sent = 0;
    Clock::time_point last_byte{};
};

Transport::Transport(Peer peer) : state_(new State(std::move(peer))) {}
Transport::~Transport() = default;

Reply Transport::post(const std::string& target, std::string_view body, std::size_t most_bytes) {
    State& state = *state_;
    const Peer& peer = state.peer;
    state.reply = {};
    state.most_bytes = most_bytes;
    state.is_too_long = state.is_framed = false;
    state.sent = 0;
    state.last_byte = Clock::now();
    state.set(CURLOPT_URL, (state.url + target).c_str());
    state.set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
    state.set(CURLOPT_POSTFIELDS, body.data());
    const CURLcode code = curl().easy_perform(state.handle.get());
    curl().easy_getinfo(state.handle.get(), CURLINFO_RESPONSE_CODE, &state.reply.status);
    store::check_interruption();
    if (state.is_too_long) peer.fail(say("the answer is longer than what was asked for can be"));
    if (code == CURLE_SSL_CACERT_BADFILE)
        peer.fail(say("no certificate can be read from the file of COFNOD_CA_FILE"),
                  say("name a file with the certificate of its authority: COFNOD_CA_FILE"));
    const bool is_out_of_time = code == CURLE_ABORTED_BY_CALLBACK || code == CURLE_OPERATION_TIMEDOUT;
    if (code == CURLE_SSL_CONNECT_ERROR || (is_out_of_time && state.is_without_tls()))
        peer.fail(curl().easy_strerror(CURLE_SSL_CONNECT_ERROR),
                  say("does it speak TLS at this port? without TLS, write clickhouse://"));
    if (code == CURLE_ABORTED_BY_CALLBACK)
        peer.fail(say("no answer for {} seconds", peer.address.timeout),
                  say("ask for less, or allow more time: ?timeout=SECONDS behind the address"));
    if (code == CURLE_PEER_FAILED_VERIFICATION)
        peer.fail(say("its certificate is not one that this machine trusts"),
                  say("name a file with the certificate of its authority: COFNOD_CA_FILE"));
    if (code != CURLE_OK) peer.fail(with_lower_first(curl().easy_strerror(code)), say("is the server running?"));
    if (state.reply.status == 200 && !state.is_framed)
        peer.fail(say("this is not an answer of ClickHouse: it has no end that can be recognised"));
    return std::move(state.reply);
}

}  // namespace cofnod::cluster
