#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cofnod::cluster {

/// Servers, and the database on them:
/// `clickhouse://[USER@]HOST[:PORT][,HOST[:PORT]...]/DATABASE[?timeout=60&pull=1000000]`; `clickhouses://` speaks TLS.
struct Address {
    struct Host {
        std::string name;
        std::uint16_t port;
    };

    bool has_tls = false;
    std::string user;         ///< empty: that of the password file, or the server's default
    std::vector<Host> hosts;  ///< one of each shard to load; the first one is asked
    std::string database;
    std::int64_t timeout = 60;      ///< seconds without a byte from the server
    std::int64_t pull = 1'000'000;  ///< games that may be fetched to be looked at here

    /// Throws UsageError. A password has no place in an address, which others can see.
    static Address parse(const std::string& text);
    /// Returns the address as typed, for messages: without options.
    [[nodiscard]] std::string text() const;
};

/// Returns true if a text has the form of an address rather than that of a path.
bool is_address(std::string_view text);

/// A user's name and password.
struct Credentials {
    std::string user, password;
};

/// Returns the credentials for a host: of COFNOD_PASSWORD, or of the file COFNOD_NETRC (default: ~/.netrc), whose lines
/// are `machine HOST login USER password PASSWORD`. Throws StoreError if others than its owner may read the file.
Credentials credentials(const Address& address, const std::string& host);

/// A connection to a ClickHouse server, over HTTP. Everything that goes wrong is a StoreError with the server's name:
/// no answer, half an answer, an answer that does not end, an error of the server.
class Server {
public:
    /// Keeps a reference to the address.
    Server(const Address& address, const Address::Host& host);
    ~Server();
    Server(Server&&) noexcept;

    /// Returns the answer to a statement, of at most `most_bytes`. It is whole: the server sends it when it has all.
    std::string ask(const std::string& sql, std::size_t most_bytes = usual_answer);
    /// Runs a statement that has no answer.
    void run(const std::string& sql) { (void)ask(sql, 1 << 16); }
    /// Sends rows to the statement `sql`, which inserts them.
    void insert(const std::string& sql, std::string_view rows);

    /// Returns "HOST:PORT".
    [[nodiscard]] const std::string& name() const;

    static constexpr std::size_t usual_answer = std::size_t{1} << 30;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace cofnod::cluster
