#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "cluster/address.hpp"

namespace cofnod::cluster {

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
