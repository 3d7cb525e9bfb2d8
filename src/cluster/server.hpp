#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cofnod::cluster {

/// Servers and the database on them:
/// `clickhouse://[USER@]HOST[:PORT][,HOST[:PORT]...]/DATABASE[?timeout=60&pull=1000000]`; the scheme `clickhouses` uses
/// TLS.
struct Address {
    struct Host {
        std::string name;
        std::uint16_t port;
    };

    bool has_tls = false;
    std::string user;         ///< empty for the user in the password file, or the server's default
    std::vector<Host> hosts;  ///< one per shard for loading; queries go to the first
    std::string database;
    std::int64_t timeout = 60;      ///< in seconds without data from the server
    std::int64_t pull = 1'000'000;  ///< maximum number of games that may be fetched for local evaluation

    /// Parses an address. Throws UsageError, also for a password, because other users can see command lines.
    static Address parse(const std::string& text);
    /// Returns the address as typed, without options, for messages.
    [[nodiscard]] std::string text() const;
};

/// Returns true if a text has the form of an address, not of a path.
bool is_address(std::string_view text);

/// User name and password.
struct Credentials {
    std::string user, password;
};

/// Returns the credentials for a host, from COFNOD_PASSWORD or the file COFNOD_NETRC (default: ~/.netrc) with lines
/// `machine HOST login USER password PASSWORD`. Throws StoreError if anyone but the owner may read the file.
Credentials credentials(const Address& address, const std::string& host);

/// HTTP connection to a ClickHouse server. Every failure throws StoreError with the server's name: no response, a
/// truncated or endless response, or an error from the server.
class Server {
public:
    /// Keeps a reference to the address.
    Server(const Address& address, const Address::Host& host);
    ~Server();
    Server(Server&&) noexcept;

    /// Returns the complete response to a statement, of at most `most_bytes`.
    std::string ask(const std::string& sql, std::size_t most_bytes = usual_answer);
    /// Runs a statement that returns no rows.
    void run(const std::string& sql) { (void)ask(sql, 1 << 16); }
    /// Sends rows for the INSERT statement `sql`.
    void insert(const std::string& sql, std::string_view rows);

    /// Returns "HOST:PORT".
    [[nodiscard]] const std::string& name() const;

    static constexpr std::size_t usual_answer = std::size_t{1} << 30;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace cofnod::cluster
