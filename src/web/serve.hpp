#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "search/answers.hpp"

namespace cofnod::web {

struct ServeOptions {
    std::string database;
    std::uint16_t port = 0;  ///< 0: a free one
    bool asks_for_token = false;
    bool writes = false;       ///< answers requests that change the database; always asks for the token
    std::string made_by = {};  ///< who makes corrections that name nobody
    /// Opens the servers that hold the games, once for each question; none: `database` is a file.
    std::function<std::unique_ptr<search::Answers>()> open_servers = {};
};

/// How a server is reached that listens.
struct Entrance {
    std::string token;  ///< for the header of programs; empty: none is asked for
    /// Returns the address of the first page, with a code that is good once, for five minutes, if the token is asked
    /// for. `on_void` is called when it no longer is.
    std::function<std::string(const std::function<void()>& on_void)> address;
};

/// Serves a database until SIGINT or SIGTERM. `on_listening` is called when it can be asked.
void serve(const ServeOptions& options, const std::function<void(const Entrance&)>& on_listening);

/// Serves the database to itself, asks for one thing after the other, and reports each to `on_answer`: an address, and
/// what is wrong with the answer, empty if nothing is. Returns true if nothing was.
bool check(const ServeOptions& options,
           const std::function<void(const std::string& address, const std::string& fault)>& on_answer);

}  // namespace cofnod::web
