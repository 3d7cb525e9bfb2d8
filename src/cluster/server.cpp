#include "cluster/server.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <new>
#include <vector>

#include "base/ascii.hpp"
#include "base/error.hpp"
#include "cluster/curl.hpp"

namespace cofnod::cluster {

namespace {

using Clock = std::chrono::steady_clock;

/// Settings of each statement, whatever the profile of the user on the server says: an answer is whole or an error.
/// The server sends it when it is whole (wait_end_of_query); headers on the way show that it is alive.
constexpr const char* settings =
    "wait_end_of_query=1&send_progress_in_http_headers=1&http_headers_progress_interval_ms=1000"
    "&skip_unavailable_shards=0&fallback_to_stale_replicas_for_distributed_queries=0&max_parallel_replicas=1"
    "&result_overflow_mode=throw&read_overflow_mode=throw&timeout_overflow_mode=throw&join_overflow_mode=throw"
    "&set_overflow_mode=throw&group_by_overflow_mode=throw&sort_overflow_mode=throw&distinct_overflow_mode=throw"
    "&transfer_overflow_mode=throw&join_use_nulls=0&extremes=0&max_result_rows=0&max_result_bytes=0";

constexpr long connect_timeout = 10;  // seconds
constexpr std::size_t most_error = 2000;
constexpr int most_tries = 20;
constexpr int no_shard = 279;  // ALL_CONNECTION_TRIES_FAILED

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

std::string escaped(CURL* handle, std::string_view text) {
    char* const bytes = curl().easy_escape(handle, text.data(), static_cast<int>(text.size()));
    if (!bytes) throw std::bad_alloc();
    std::string copy = bytes;
    curl().free(bytes);
    return copy;
}

/// Returns "no answer of the shard at HOST:PORT": the log of attempts names each in parentheses.
std::string missing_shards(std::string_view text) {
    std::vector<std::string_view> names;
    for (std::size_t at = 0; (at = text.find('(', at)) != text.npos; ++at) {
        const std::string_view name = text.substr(at + 1, text.find(')', at) - at - 1);
        const std::size_t colon = name.rfind(':');
        const bool has_port = colon != name.npos && colon + 1 < name.size() &&
                              std::ranges::all_of(name.substr(colon + 1), is_digit) && name.find(' ') == name.npos;
        if (has_port && std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
    return names.empty() ? "no answer of a shard" : fmt::format("no answer of the shard at {}", fmt::join(names, ", "));
}

/// Returns the sentence of an error text: "Code: 60, e.displayText() = DB::Exception: Table t doesn't exist., e.what()
/// = ..." or "Code: 60. DB::Exception: ... (UNKNOWN_TABLE) (version 26.7)".
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

/// Returns true for an error of a server that finds a connection to another closed: that one was started again, or is
/// not there, which an attempt with a new connection tells. A server keeps several.
bool is_lost_connection(int code) { return code == 32 || code == 209 || code == 210; }

WayOut remedy(int code, const Address& address) {
    switch (code) {
        case 60:  // UNKNOWN_TABLE
        case 81:  // UNKNOWN_DATABASE
        case 47:  // UNKNOWN_IDENTIFIER
            return fmt::format("make its tables: cofnod schema clickhouse {}", address.database);
        case 164:  // READONLY
        case 452:  // SETTING_CONSTRAINT_VIOLATION
            return "questions come with settings: the user's profile needs readonly=2, or 0 to load";
        case 192:  // UNKNOWN_USER
        case 193:  // WRONG_PASSWORD
        case 194:  // REQUIRED_PASSWORD
        case 516:  // AUTHENTICATION_FAILED
            return "set COFNOD_PASSWORD, or write it into ~/.netrc: machine HOST login USER password PASSWORD";
        case 32:   // ATTEMPT_TO_READ_AFTER_EOF
        case 209:  // SOCKET_TIMEOUT
        case 210:  // NETWORK_ERROR
        case no_shard: return "a shard is missing, and the answer would be too small: start it, then ask again";
        case 241:  // MEMORY_LIMIT_EXCEEDED
            return "ask for less, or let the user have more memory (max_memory_usage)";
        default: return {};
    }
}

}  // namespace

struct Server::State {
    const Address& address;
    Address::Host host;
    std::string name, url;
    std::unique_ptr<CURL, CurlFree> handle{new_handle()};
    std::unique_ptr<curl_slist, ListFree> headers{};
    std::string answer{};
    std::size_t most_bytes = 0;
    bool is_too_long = false, is_framed = false;
    int error = 0;  ///< that the server answered with
    Clock::time_point last_byte{};

    static std::size_t take(char* bytes, std::size_t, std::size_t count, void* state) {
        auto& self = *static_cast<State*>(state);
        self.last_byte = Clock::now();
        self.is_too_long = self.answer.size() + count > self.most_bytes;
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
        return Clock::now() - self.last_byte > std::chrono::seconds(self.address.timeout) ? 1 : 0;
    }
    curl_off_t sent = 0;

    template <typename Value>
    void set(CURLoption option, Value value) {
        if (curl().easy_setopt(handle.get(), option, value) != CURLE_OK) throw std::bad_alloc();
    }

    [[noreturn]] void fail(const std::string& why, WayOut way_out = {}) const {
        throw StoreError(fmt::format("{}: {}", name, why), std::move(way_out));
    }

    void send(const std::string& to, std::string_view body) {
        answer.clear();
        error = 0;
        is_too_long = is_framed = false;
        sent = 0;
        last_byte = Clock::now();
        set(CURLOPT_URL, to.c_str());
        set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
        set(CURLOPT_POSTFIELDS, body.data());
        const CURLcode code = curl().easy_perform(handle.get());
        long status = 0;
        curl().easy_getinfo(handle.get(), CURLINFO_RESPONSE_CODE, &status);
        if (is_too_long) fail("the answer is longer than what was asked for can be");
        if (code == CURLE_ABORTED_BY_CALLBACK)
            fail(fmt::format("no answer for {} seconds", address.timeout),
                 "ask for less, or allow more time: ?timeout=SECONDS behind the address");
        if (code == CURLE_PEER_FAILED_VERIFICATION)
            fail("its certificate is not one that this machine trusts",
                 "name a file with the certificate of its authority: COFNOD_CA_FILE");
        if (code != CURLE_OK) fail(to_lower_first(curl().easy_strerror(code)), "is the server running?");
        if (status != 200) {
            error = code_of(answer);
            if (error == 0 && (status == 401 || status == 403)) fail("this user is not let in", remedy(516, address));
            fail(answer.empty() ? fmt::format("HTTP status {}", status) : sentence_of(answer, error),
                 remedy(error, address));
        }
        if (!is_framed) fail("this is not an answer of ClickHouse: it has no end that can be recognised");
    }

    static std::string to_lower_first(std::string text) {
        if (!text.empty()) text.front() = to_lower(text.front());
        return text;
    }
};

Server::Server(const Address& address, const Address::Host& host)
    : state_(new State{.address = address,
                       .host = host,
                       .name = fmt::format("{}:{}", host.name, host.port),
                       .url = address.url(host) + '?' + settings}) {
    State& state = *state_;
    state.headers.reset(curl().slist_append(nullptr, "Expect:"));
    state.headers.reset(curl().slist_append(state.headers.release(), "Content-Type: application/octet-stream"));
    state.set(CURLOPT_HTTPHEADER, state.headers.get());
    state.set(CURLOPT_POST, 1L);
    state.set(CURLOPT_NOSIGNAL, 1L);
    state.set(CURLOPT_PROTOCOLS_STR, "http,https");
    state.set(CURLOPT_CONNECTTIMEOUT, connect_timeout);
    state.set(CURLOPT_WRITEFUNCTION, &State::take);
    state.set(CURLOPT_WRITEDATA, static_cast<void*>(&state));
    state.set(CURLOPT_HEADERFUNCTION, &State::take_header);
    state.set(CURLOPT_HEADERDATA, static_cast<void*>(&state));
    state.set(CURLOPT_XFERINFOFUNCTION, &State::look_at_clock);
    state.set(CURLOPT_XFERINFODATA, static_cast<void*>(&state));
    state.set(CURLOPT_NOPROGRESS, 0L);
    if (const char* certificates = std::getenv("COFNOD_CA_FILE")) state.set(CURLOPT_CAINFO, certificates);
    const Credentials who = credentials(address, host.name);
    if (!who.user.empty() || !who.password.empty()) {
        state.set(CURLOPT_HTTPAUTH, static_cast<long>(CURLAUTH_BASIC));
        state.set(CURLOPT_USERNAME, who.user.c_str());
        state.set(CURLOPT_PASSWORD, who.password.c_str());
    }
}
Server::~Server() = default;
Server::Server(Server&&) noexcept = default;

const std::string& Server::name() const { return state_->name; }

std::string Server::ask(const std::string& sql, std::size_t most_bytes) {
    state_->most_bytes = most_bytes;
    for (int tries = 1;; ++tries) {
        try {
            state_->send(state_->url, sql);
            return std::move(state_->answer);
        } catch (const StoreError&) {
            if (!is_lost_connection(state_->error) || tries == most_tries) throw;
        }
    }
}

void Server::insert(const std::string& sql, std::string_view rows) {
    state_->most_bytes = 1 << 16;
    state_->send(state_->url + "&query=" + escaped(state_->handle.get(), sql), rows);
}

}  // namespace cofnod::cluster
