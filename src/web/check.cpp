#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <charconv>
#include <string>
#include <thread>

#include "base/say.hpp"
#include "web/router.hpp"
#include "web/serve.hpp"
#include "web/server.hpp"

namespace cofnod::web {

namespace {

/// Asks for one address of this machine and returns head and body of the answer; empty: none came.
std::string ask(std::uint16_t port, const std::string& target, const std::string& token) {
    const int connection = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    std::string answer;
    const std::string request =
        fmt::format("GET {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\nAuthorization: Bearer {}\r\n\r\n",
                    target, port, token);
    if (::connect(connection, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 &&
        ::send(connection, request.data(), request.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(request.size())) {
        std::string part(1 << 16, '\0');
        while (true) {
            const ssize_t got = ::recv(connection, part.data(), part.size(), 0);
            if (got <= 0) break;
            answer.append(part, 0, static_cast<std::size_t>(got));
        }
    }
    ::close(connection);
    return answer;
}

/// Returns what is wrong with an answer. `has_file`: servers do not know all that a file does, and say so.
std::string fault_of(std::string_view answer, std::string_view type, bool has_file) {
    if (answer.empty()) return say("no answer");
    const std::string_view head = answer.substr(0, answer.find("\r\n\r\n"));
    if (!has_file && head.starts_with("HTTP/1.1 501 ")) return "";
    if (!head.starts_with("HTTP/1.1 200 ")) return std::string(head.substr(0, head.find("\r\n")));
    if (head.find(fmt::format("Content-Type: {}\r\n", type)) == head.npos) return say("not {}", type);
    return answer.size() < head.size() + 6 ? say("an empty answer") : std::string();
}

}  // namespace

bool check(const ServeOptions& options, const std::function<void(const std::string&, const std::string&)>& on_answer) {
    Server server(options);
    std::thread thread([&] { server.run(); });
    bool is_sound = true;
    const auto look = [&](const std::string& target, std::string_view type) {
        const std::string fault = fault_of(ask(server.port(), target, server.token()), type, !options.open_servers);
        on_answer(target, fault);
        is_sound = is_sound && fault.empty();
    };
    look("/", "text/html; charset=utf-8");
    look("/assets/main.js", "text/javascript; charset=utf-8");
    for (const Route& route : routes())
        if (!route.text.example.empty()) look(std::string(route.text.example), route.text.type);
    server.stop();
    thread.join();
    return is_sound;
}

}  // namespace cofnod::web
