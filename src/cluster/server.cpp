#include "cluster/server.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/tr.hpp"
#include "cluster/curl.hpp"
#include "store/interruption.hpp"

namespace cofnod::cluster {

namespace {

constexpr const char* library_name = "libcurl.so.4";

template <typename Function>
void find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    if (!function) throw StoreError(tr("{} has no {}", library_name, name), tr("install Debian's libcurl4"));
}

Curl load() {
    void* const library = dlopen(library_name, RTLD_LAZY | RTLD_LOCAL);
    if (!library)
        throw StoreError(tr("servers are asked by libcurl, which cannot be loaded: {}", dlerror()),
                         tr("install it: apt-get install libcurl4"));
    Curl curl{};
    find(library, "curl_global_init", curl.global_init);
    find(library, "curl_easy_init", curl.easy_init);
    find(library, "curl_easy_cleanup", curl.easy_cleanup);
    find(library, "curl_easy_setopt", curl.easy_setopt);
    find(library, "curl_easy_perform", curl.easy_perform);
    find(library, "curl_easy_getinfo", curl.easy_getinfo);
    find(library, "curl_easy_strerror", curl.easy_strerror);
    find(library, "curl_slist_append", curl.slist_append);
    find(library, "curl_slist_free_all", curl.slist_free_all);
    if (curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) throw StoreError(tr("libcurl cannot be used"));
    return curl;
}

}  // namespace

const Curl& curl() {
    static const Curl library = load();
    return library;
}

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
    const bool is_word = text.size() > 1 && to_lower(text[1]) == text[1];  // a word, unlike "SSL"
    if (is_word) text.front() = to_lower(text.front());
    return text;
}

}  // namespace

/// HTTP or HTTPS connection, kept open between statements.
struct Server::State {
    State(const Address& of_servers, const Address::Host& host)
        : address(of_servers), name(fmt::format("{}:{}", host.name, host.port)), who(checked(host.name)) {
        add_header("Expect:");
        add_header("Content-Type: application/octet-stream");
        if (!who.user.empty() || !who.password.empty()) {
            add_header("X-ClickHouse-User: " + who.user);
            add_header("X-ClickHouse-Key: " + who.password);
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
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    /// Posts a body to "/?..." and returns the answer, of at most `most_bytes`. Throws StoreError with the server's
    /// name for an incomplete answer or an error, and store::Interrupted.
    std::string post(const std::string& target, std::string_view body, std::size_t most_bytes_of_answer);
    /// Does the same for an answer with any HTTP status, which it returns.
    long send(const std::string& target, std::string_view body);

    [[noreturn]] void fail(const std::string& why, WayOut way_out = {}) const {
        throw StoreError(fmt::format("{}: {}", name, why), std::move(way_out));
    }

    [[nodiscard]] Credentials checked(const std::string& host) const {
        Credentials found = credentials(address, host);
        if (std::ranges::any_of(found.user + found.password, [](unsigned char c) { return c < ' '; }))
            fail(tr("a name of a user or a password has a line end or another control character"));
        return found;
    }

    static std::size_t take(char* bytes, std::size_t, std::size_t count, void* state) {
        auto& self = *static_cast<State*>(state);
        self.last_byte = Clock::now();
        self.is_too_long = count > self.most_bytes - self.answer.size();
        if (self.is_too_long) return 0;
        self.answer.append(bytes, count);
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

    /// Returns true if the last request ended with the server connected but without a TLS handshake. A server without
    /// TLS may silently wait for the end of the handshake, which it takes as an unfinished request.
    bool is_without_tls() const {
        long connections = 0;      // number of new connections
        curl_off_t spoke_tls = 0;  // microseconds until the handshake was complete
        curl().easy_getinfo(handle.get(), CURLINFO_NUM_CONNECTS, &connections);
        curl().easy_getinfo(handle.get(), CURLINFO_APPCONNECT_TIME_T, &spoke_tls);
        return address.has_tls && connections > 0 && spoke_tls == 0;
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

    const Address& address;  ///< outlives the connection
    const std::string name;  ///< "HOST:PORT"
    const Credentials who;
    const char* const scheme = address.has_tls ? "https" : "http";
    const std::unique_ptr<CURL, CurlFree> handle{new_handle()};
    std::unique_ptr<curl_slist, ListFree> headers{};
    const std::chrono::seconds timeout{std::min<std::int64_t>(address.timeout, 1'000'000'000)};
    std::string answer{};
    int error = 0;  ///< error code in the answer
    std::size_t most_bytes = 0;
    bool is_too_long = false, is_framed = false;
    curl_off_t sent = 0;
    Clock::time_point last_byte{};
};

long Server::State::send(const std::string& target, std::string_view body) {
    answer.clear();
    is_too_long = is_framed = false;
    sent = 0;
    last_byte = Clock::now();
    set(CURLOPT_URL, fmt::format("{}://{}{}", scheme, name, target).c_str());
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
    set(CURLOPT_POSTFIELDS, body.data());
    const CURLcode code = curl().easy_perform(handle.get());
    long status = 0;
    curl().easy_getinfo(handle.get(), CURLINFO_RESPONSE_CODE, &status);
    store::check_interruption();
    if (is_too_long) fail(tr("the answer is longer than what was asked for can be"));
    if (code == CURLE_SSL_CACERT_BADFILE)
        fail(tr("no certificate can be read from the file of COFNOD_CA_FILE"),
             tr("name a file with the certificate of its authority: COFNOD_CA_FILE"));
    const bool is_out_of_time = code == CURLE_ABORTED_BY_CALLBACK || code == CURLE_OPERATION_TIMEDOUT;
    if (code == CURLE_SSL_CONNECT_ERROR || (is_out_of_time && is_without_tls()))
        fail(curl().easy_strerror(CURLE_SSL_CONNECT_ERROR),
             tr("does it speak TLS at this port? without TLS, write clickhouse://"));
    if (code == CURLE_ABORTED_BY_CALLBACK)
        fail(tr("no answer for {} seconds", address.timeout),
             tr("ask for less, or allow more time: ?timeout=SECONDS behind the address"));
    if (code == CURLE_PEER_FAILED_VERIFICATION)
        fail(tr("its certificate is not one that this machine trusts"),
             tr("name a file with the certificate of its authority: COFNOD_CA_FILE"));
    if (code != CURLE_OK) fail(with_lower_first(curl().easy_strerror(code)), tr("is the server running?"));
    if (status == 200 && !is_framed)
        fail(tr("this is not an answer of ClickHouse: it has no end that can be recognised"));
    return status;
}

namespace {

/// Settings of each statement, overriding those of the user's profile on the server, so that a response is either
/// complete or an error. The server sends it once it is complete (wait_end_of_query); progress headers show that the
/// server is alive. All parts of a statement go to the same replicas, the first in the cluster's configuration, and a
/// load waits until all replicas have its rows.
constexpr const char* settings =
    "/?wait_end_of_query=1&send_progress_in_http_headers=1&http_headers_progress_interval_ms=1000"
    "&skip_unavailable_shards=0&fallback_to_stale_replicas_for_distributed_queries=0&max_parallel_replicas=1"
    "&load_balancing=in_order&replication_alter_partitions_sync=2"
    "&result_overflow_mode=throw&read_overflow_mode=throw&timeout_overflow_mode=throw&join_overflow_mode=throw"
    "&set_overflow_mode=throw&group_by_overflow_mode=throw&sort_overflow_mode=throw&distinct_overflow_mode=throw"
    "&transfer_overflow_mode=throw&join_use_nulls=0&extremes=0&max_result_rows=0&max_result_bytes=0";

/// Rows sent in one request become one part of a table, not one part per million rows, because queries read every part.
constexpr const char* insert_settings = "&max_insert_block_size=16777216&min_insert_block_size_rows=16777216";

constexpr std::size_t most_error = 2000;
constexpr int most_tries = 20;
constexpr int no_shard = 279;               // ALL_CONNECTION_TRIES_FAILED
constexpr int authentication_failed = 516;  // AUTHENTICATION_FAILED

/// Percent-encodes a text as a value in a URL.
std::string escaped(std::string_view text) {
    std::string value;
    for (const char c : text)
        value += is_alphanumeric(c) ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    return value;
}

/// Returns "no answer of the shard at HOST:PORT". The log of connection attempts contains each address in parentheses.
std::string missing_shards(std::string_view text) {
    std::vector<std::string_view> names;
    for (std::size_t at = 0; (at = text.find('(', at)) != text.npos; ++at) {
        const std::string_view name = text.substr(at + 1, text.find(')', at) - at - 1);
        const std::size_t colon = name.rfind(':');
        const bool has_port = colon != name.npos && colon + 1 < name.size() &&
                              std::ranges::all_of(name.substr(colon + 1), is_digit) && name.find(' ') == name.npos;
        if (has_port && std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
    return names.empty() ? tr("no answer of a shard") : tr("no answer of the shard at {}", fmt::join(names, ", "));
}

/// Extracts the message from an error text: "Code: 60, e.displayText() = DB::Exception: Table t doesn't exist.,
/// e.what() = ..." or "Code: 60. DB::Exception: ... (UNKNOWN_TABLE) (version 26.7)".
std::string sentence_of(std::string_view text, int code) {
    if (code == no_shard) return missing_shards(text);
    constexpr std::string_view mark = "Exception: ";
    if (const std::size_t at = text.find(mark); at != text.npos) text.remove_prefix(at + mark.size());
    for (const std::string_view end : {", e.what()", " (version", "Stack trace:", "\n"})
        text = text.substr(0, text.find(end));
    while (!text.empty() && (text.back() == '.' || text.back() == ' ')) text.remove_suffix(1);
    return std::string(text.substr(0, most_error));
}

int code_of(std::string_view text) {
    constexpr std::string_view mark = "Code: ";
    int code = 0;
    if (const std::size_t at = text.find(mark); at != text.npos)
        for (const char c : text.substr(at + mark.size())) {
            if (!is_digit(c) || code > 100'000) break;
            code = code * 10 + (c - '0');
        }
    return code;
}

/// Returns true for an error of a server whose connection to another server was closed. That server was restarted or is
/// down; a retry makes a new connection and shows which. A server pools several connections.
bool is_lost_connection(int code) { return code == 32 || code == 209 || code == 210; }

WayOut remedy(int code, const Address& address) {
    switch (code) {
        case 60:  // UNKNOWN_TABLE
        case 81:  // UNKNOWN_DATABASE
        case 47:  // UNKNOWN_IDENTIFIER
            return tr("make its tables: cofnod schema clickhouse {}", address.database);
        case 164:  // READONLY
        case 452:  // SETTING_CONSTRAINT_VIOLATION
            return tr("questions come with settings: the user's profile needs readonly=2, or 0 to load");
        case 192:  // UNKNOWN_USER
        case 193:  // WRONG_PASSWORD
        case 194:  // REQUIRED_PASSWORD
        case authentication_failed:
            return tr("set COFNOD_PASSWORD, or write it into ~/.netrc: machine HOST login USER password PASSWORD");
        case 32:   // ATTEMPT_TO_READ_AFTER_EOF
        case 209:  // SOCKET_TIMEOUT
        case 210:  // NETWORK_ERROR
        case no_shard: return tr("a shard is missing, and the answer would be too small: start it, then ask again");
        case 369:  // ALL_REPLICAS_ARE_STALE
            return tr("a replica has to catch up first: ask again later, or start another one of its shard");
        case 241:  // MEMORY_LIMIT_EXCEEDED
            return tr("ask for less, or let the user have more memory (max_memory_usage)");
        default: return {};
    }
}

}  // namespace

std::string Server::State::post(const std::string& target, std::string_view body, std::size_t most_bytes_of_answer) {
    error = 0;
    most_bytes = most_bytes_of_answer;
    const long status = send(target, body);
    if (status == 200) return std::move(answer);
    error = code_of(answer);
    if (error == 0 && (status == 401 || status == 403))
        fail(tr("this user is not let in"), remedy(authentication_failed, address));
    fail(answer.empty() ? fmt::format("HTTP status {}", status) : sentence_of(answer, error), remedy(error, address));
}

Server::Server(const Address& address, const Address::Host& host) : state_(std::make_unique<State>(address, host)) {}
Server::~Server() = default;
Server::Server(Server&&) noexcept = default;

const std::string& Server::name() const { return state_->name; }

std::string Server::ask(const std::string& sql, std::size_t most_bytes) {
    for (int tries = 1;; ++tries) {
        try {
            return state_->post(settings, sql, most_bytes);
        } catch (const StoreError&) {
            if (!is_lost_connection(state_->error) || tries == most_tries) throw;
        }
    }
}

void Server::insert(const std::string& sql, std::string_view rows) {
    (void)state_->post(fmt::format("{}{}&query={}", settings, insert_settings, escaped(sql)), rows, 1 << 16);
}

}  // namespace cofnod::cluster
