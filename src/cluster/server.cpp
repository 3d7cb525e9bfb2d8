#include "cluster/server.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/ascii.hpp"
#include "base/error.hpp"
#include "base/say.hpp"
#include "cluster/transport.hpp"

namespace cofnod::cluster {

namespace {

/// Settings of each statement, whatever the profile of the user on the server says: an answer is whole or an error.
/// The server sends it when it is whole (wait_end_of_query); headers on the way show that it is alive. All parts of a
/// question go to the same replicas, those that the cluster names first, and a load waits until all have its rows.
constexpr const char* settings =
    "/?wait_end_of_query=1&send_progress_in_http_headers=1&http_headers_progress_interval_ms=1000"
    "&skip_unavailable_shards=0&fallback_to_stale_replicas_for_distributed_queries=0&max_parallel_replicas=1"
    "&load_balancing=in_order&replication_alter_partitions_sync=2"
    "&result_overflow_mode=throw&read_overflow_mode=throw&timeout_overflow_mode=throw&join_overflow_mode=throw"
    "&set_overflow_mode=throw&group_by_overflow_mode=throw&sort_overflow_mode=throw&distinct_overflow_mode=throw"
    "&transfer_overflow_mode=throw&join_use_nulls=0&extremes=0&max_result_rows=0&max_result_bytes=0";

/// Rows that are sent at once become one part of a table, not one for each million: questions look into each part.
constexpr const char* insert_settings = "&max_insert_block_size=16777216&min_insert_block_size_rows=16777216";

constexpr std::size_t most_error = 2000;
constexpr int most_tries = 20;
constexpr int no_shard = 279;               // ALL_CONNECTION_TRIES_FAILED
constexpr int authentication_failed = 516;  // AUTHENTICATION_FAILED

/// Returns a text as a value of an address.
std::string escaped(std::string_view text) {
    std::string value;
    for (const char c : text)
        value += is_alphanumeric(c) ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    return value;
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
    return names.empty() ? say("no answer of a shard") : say("no answer of the shard at {}", fmt::join(names, ", "));
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
            return say("make its tables: cofnod schema clickhouse {}", address.database);
        case 164:  // READONLY
        case 452:  // SETTING_CONSTRAINT_VIOLATION
            return say("questions come with settings: the user's profile needs readonly=2, or 0 to load");
        case 192:  // UNKNOWN_USER
        case 193:  // WRONG_PASSWORD
        case 194:  // REQUIRED_PASSWORD
        case authentication_failed:
            return say("set COFNOD_PASSWORD, or write it into ~/.netrc: machine HOST login USER password PASSWORD");
        case 32:   // ATTEMPT_TO_READ_AFTER_EOF
        case 209:  // SOCKET_TIMEOUT
        case 210:  // NETWORK_ERROR
        case no_shard: return say("a shard is missing, and the answer would be too small: start it, then ask again");
        case 369:  // ALL_REPLICAS_ARE_STALE
            return say("a replica has to catch up first: ask again later, or start another one of its shard");
        case 241:  // MEMORY_LIMIT_EXCEEDED
            return say("ask for less, or let the user have more memory (max_memory_usage)");
        default: return {};
    }
}

}  // namespace

struct Server::State {
    const Address& address;
    std::string name;
    Transport transport;
    int error = 0;  ///< that the server answered with

    std::string post(const std::string& target, std::string_view body, std::size_t most_bytes) {
        error = 0;
        Reply reply = transport.post(target, body, most_bytes);
        if (reply.status == 200) return std::move(reply.body);
        error = code_of(reply.body);
        if (error == 0 && (reply.status == 401 || reply.status == 403))
            fail(say("this user is not let in"), remedy(authentication_failed, address));
        fail(reply.body.empty() ? fmt::format("HTTP status {}", reply.status) : sentence_of(reply.body, error),
             remedy(error, address));
    }
    [[noreturn]] void fail(const std::string& why, WayOut way_out) const {
        throw StoreError(fmt::format("{}: {}", name, why), std::move(way_out));
    }
};

Server::Server(const Address& address, const Address::Host& host) {
    std::string name = fmt::format("{}:{}", host.name, host.port);
    Peer peer{address, host, name, credentials(address, host.name)};
    if (std::ranges::any_of(peer.who.user + peer.who.password, [](unsigned char c) { return c < ' '; }))
        peer.fail(say("a name of a user or a password has a line end or another control character"));
    // An aggregate that cannot be moved.  NOLINTNEXTLINE(modernize-make-unique)
    state_.reset(new State{address, std::move(name), Transport(std::move(peer))});
}
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
