#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "search/answers.hpp"

namespace cofnod::web {

struct ServeOptions {
    std::string database;
    std::uint16_t port = 0;  ///< 0: any free port
    bool asks_for_token = false;
    bool writes = false;       ///< accept requests that change the database; implies the token
    std::string made_by = {};  ///< author of corrections that do not name one
    /// Opens the servers that hold the games, once per question; empty if `database` is a file.
    std::function<std::unique_ptr<search::Answers>()> open_servers = {};
};

/// Access to a running server.
struct Entrance {
    std::string token;  ///< for the header sent by programs; empty: none required
    /// Returns the address of the first page, with a code that is valid once, for five minutes, if the token is
    /// required. Calls `on_void` when the code becomes invalid.
    std::function<std::string(const std::function<void()>& on_void)> address;
};

/// Serves a database until SIGINT or SIGTERM. Calls `on_listening` when the server is ready.
void serve(const ServeOptions& options, const std::function<void(const Entrance&)>& on_listening);

/// Starts a server for the database, requests one address after another, and reports each with its fault to
/// `on_answer`; an empty fault means success. Returns true if there were no faults. Throws store::Interrupted if a
/// signal stops it.
bool check(const ServeOptions& options,
           const std::function<void(const std::string& address, const std::string& fault)>& on_answer);

}  // namespace cofnod::web
