#include "cluster/server.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <iomanip>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/tr.hpp"

namespace cofnod::cluster {

namespace {

constexpr std::string_view plain_scheme = "clickhouse://", tls_scheme = "clickhouses://";
constexpr std::uint16_t plain_port = 8123, tls_port = 8443;

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
    throw UsageError(fmt::format("{}: {}", text, why),
                     tr("write clickhouse://HOST/DATABASE, or clickhouse://USER@HOST:8123/DATABASE"));
}

template <typename Number>
bool read_number(std::string_view text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() && number > 0;
}

/// Removes and returns the text before a character, removing the character too; the whole text if there is none.
std::string_view take_until(std::string_view& text, char end) {
    const std::size_t at = std::min(text.find(end), text.size());
    const std::string_view part = text.substr(0, at);
    text.remove_prefix(std::min(at + 1, text.size()));
    return part;
}

/// Returns true for names that need no quoting in SQL.
bool is_plain_name(std::string_view name) {
    return !name.empty() && !is_digit(name.front()) && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
    });
}

Credentials from_file(const std::string& path, const Address& address, const std::string& host) {
    Credentials found{address.user, ""};
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return found;
    if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        throw StoreError(tr("{}: others may read this file, which has passwords", path),
                         fmt::format("chmod 600 {}", path));
    std::ifstream file(path);
    std::string word, machine, login;
    while (file >> word) {
        if (word == "machine" || word == "default") {
            login.clear();
            machine = host;
            if (word == "machine") file >> machine;
        } else if (word == "login") {
            file >> std::quoted(login);
        } else if (word == "password") {
            std::string password;
            file >> std::quoted(password);
            if (machine == host && (address.user.empty() || login == address.user)) return {login, password};
        }
    }
    return found;
}

}  // namespace

bool is_address(std::string_view text) { return text.starts_with(plain_scheme) || text.starts_with(tls_scheme); }

Address Address::parse(const std::string& text) {
    Address address;
    address.has_tls = text.starts_with(tls_scheme);
    std::string_view rest = std::string_view(text).substr(address.has_tls ? tls_scheme.size() : plain_scheme.size());
    std::string_view before = take_until(rest, '?');
    std::swap(before, rest);  // `before` now holds the options
    std::string_view options = before, hosts = take_until(rest, '/');
    if (const std::size_t at = hosts.rfind('@'); at != hosts.npos) {
        address.user = hosts.substr(0, at);
        hosts.remove_prefix(at + 1);
        if (address.user.find(':') != std::string::npos)
            throw UsageError(
                tr("a password does not belong on the command line, where others can see it"),
                tr("set COFNOD_PASSWORD, or write it into ~/.netrc: machine HOST login USER password PASSWORD"));
    }
    while (!hosts.empty()) {
        std::string_view port = take_until(hosts, ',');
        const std::string_view name = take_until(port, ':');
        Host host{std::string(name), address.has_tls ? tls_port : plain_port};
        if (name.empty() || name.find_first_of(" \t\\'\"") != name.npos) refuse(text, tr("a server has no name"));
        if (!port.empty() && !read_number(port, host.port)) refuse(text, tr("'{}' is not a port", port));
        address.hosts.push_back(std::move(host));
    }
    if (address.hosts.empty()) refuse(text, tr("names no server"));
    address.database = rest;
    if (!is_plain_name(address.database)) refuse(text, tr("names no database: letters, digits and _"));
    while (!options.empty()) {
        std::string_view value = take_until(options, '&');
        const std::string_view name = take_until(value, '=');
        std::int64_t* const number = name == "timeout" ? &address.timeout : name == "pull" ? &address.pull : nullptr;
        if (!number || !read_number(value, *number))
            refuse(text, tr("'{}={}' is no option: timeout=SECONDS, pull=GAMES", name, value));
    }
    return address;
}

std::string Address::text() const {
    std::string text(has_tls ? tls_scheme : plain_scheme);
    if (!user.empty()) text += user + '@';
    for (std::size_t i = 0; i < hosts.size(); ++i)
        text += fmt::format("{}{}:{}", i > 0 ? "," : "", hosts[i].name, hosts[i].port);
    return text + '/' + database;
}

Credentials credentials(const Address& address, const std::string& host) {
    if (const char* password = std::getenv("COFNOD_PASSWORD"))
        return {address.user.empty() ? "default" : address.user, password};
    if (const char* path = std::getenv("COFNOD_NETRC")) return from_file(path, address, host);
    const char* home = std::getenv("HOME");
    return home ? from_file(std::string(home) + "/.netrc", address, host) : Credentials{address.user, ""};
}

}  // namespace cofnod::cluster
