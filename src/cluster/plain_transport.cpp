#include <fcntl.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <optional>
#include <utility>

#include "base/ascii.hpp"
#include "base/error.hpp"
#include "cluster/transport.hpp"
#include "store/interruption.hpp"

namespace cofnod::cluster {

namespace {

constexpr std::chrono::seconds connect_timeout{10};
constexpr int look_every = 20;  // milliseconds, whether the question was given up
constexpr std::size_t most_head = std::size_t{1} << 16;
constexpr const char* is_it_running = "is the server running?";

/// A socket that does not block.
class Socket {
public:
    Socket() = default;
    explicit Socket(int descriptor) : descriptor_(descriptor) {}
    ~Socket() { close(); }
    Socket(Socket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    Socket& operator=(Socket&& other) noexcept {
        std::swap(descriptor_, other.descriptor_);
        return *this;
    }

    void close() {
        if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
    }
    [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }
    [[nodiscard]] int descriptor() const { return descriptor_; }
    /// Waits for an event; returns those that came, 0 after the time. Throws store::Interrupted.
    [[nodiscard]] short wait(short events, std::chrono::milliseconds time) const {
        const auto end = std::chrono::steady_clock::now() + time;
        do {
            store::check_interruption();
            pollfd waited{descriptor_, events, 0};
            if (::poll(&waited, 1, look_every) > 0) return waited.revents;
        } while (std::chrono::steady_clock::now() < end);
        return 0;
    }

private:
    int descriptor_ = -1;
};

struct AddressesFree {
    void operator()(addrinfo* addresses) const { ::freeaddrinfo(addresses); }
};

Socket connected_to(const addrinfo& address) {
    Socket socket(::socket(address.ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, address.ai_protocol));
    if (!socket.is_open()) return {};
    const int on = 1;
    ::setsockopt(socket.descriptor(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (::connect(socket.descriptor(), address.ai_addr, address.ai_addrlen) == 0) return socket;
    if (errno != EINPROGRESS || socket.wait(POLLOUT, connect_timeout) == 0) return {};
    int error = 0;
    socklen_t size = sizeof error;
    if (::getsockopt(socket.descriptor(), SOL_SOCKET, SO_ERROR, &error, &size) != 0 || error != 0) return {};
    return socket;
}

/// The head of an answer.
struct Head {
    long status = 0;
    std::optional<std::size_t> length;
    bool is_chunked = false, closes = false;
};

template <typename Number>
std::optional<Number> number_in(std::string_view text, int base) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
    return error == std::errc{} && end != text.data() ? std::optional(number) : std::nullopt;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
    return text;
}

class PlainTransport final : public Transport {
public:
    explicit PlainTransport(Peer peer) : peer_(std::move(peer)) {
        head_ = fmt::format(" HTTP/1.1\r\nHost: {}\r\nContent-Type: application/octet-stream\r\n", peer_.name);
        if (!peer_.who.user.empty() || !peer_.who.password.empty())
            head_ +=
                fmt::format("X-ClickHouse-User: {}\r\nX-ClickHouse-Key: {}\r\n", peer_.who.user, peer_.who.password);
    }

    Reply post(const std::string& target, std::string_view body, std::size_t most_bytes) override {
        const std::string head = fmt::format("POST {}{}Content-Length: {}\r\n\r\n", target, head_, body.size());
        const bool is_reused = socket_.is_open();
        try {
            if (!is_reused) connect();
            if (auto reply = exchange(head, body, most_bytes)) return *std::move(reply);
            if (is_reused) {  // closed since: the server had nothing of the question
                connect();
                if (auto reply = exchange(head, body, most_bytes)) return *std::move(reply);
            }
        } catch (...) {
            socket_.close();  // what is left of the answer is not that of the next question
            throw;
        }
        fail_broken();
    }

private:
    void connect() {
        socket_.close();
        rest_.clear();
        addrinfo wanted{};
        wanted.ai_socktype = SOCK_STREAM;
        addrinfo* found = nullptr;
        if (::getaddrinfo(peer_.host.name.c_str(), std::to_string(peer_.host.port).c_str(), &wanted, &found) != 0)
            peer_.fail("there is no host of this name", "is the name spelt right?");
        const std::unique_ptr<addrinfo, AddressesFree> addresses(found);
        for (const addrinfo* each = found; each && !socket_.is_open(); each = each->ai_next)
            socket_ = connected_to(*each);
        if (!socket_.is_open()) peer_.fail("cannot connect to it", is_it_running);
    }

    [[noreturn]] void fail_broken() const { peer_.fail("the connection broke off", is_it_running); }
    [[nodiscard]] std::chrono::seconds timeout() const {
        constexpr std::int64_t longest = 1'000'000'000;
        return std::chrono::seconds(std::min(peer_.address.timeout, longest));
    }

    /// Returns nothing if the connection was closed before a byte of the answer came.
    std::optional<Reply> exchange(std::string_view head, std::string_view body, std::size_t most_bytes) {
        const bool is_sent = send(head) && send(body);
        if (!receive()) return std::nullopt;
        const Head answer = read_head();
        Reply reply{answer.status, {}};
        if (answer.is_chunked)
            read_chunks(reply.body, most_bytes);
        else if (answer.length)
            read(reply.body, *answer.length, most_bytes);
        else if (answer.status == 200)
            peer_.fail_without_end();
        if (answer.closes || !is_sent || !(answer.is_chunked || answer.length)) socket_.close();
        return reply;
    }

    /// Returns false if the server took no more of it: it answered already, or has gone.
    bool send(std::string_view bytes) {
        while (!bytes.empty()) {
            const ssize_t count = ::send(socket_.descriptor(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (count > 0) {
                bytes.remove_prefix(static_cast<std::size_t>(count));
                continue;
            }
            if (errno == EINTR) continue;
            if (errno != EAGAIN && errno != EWOULDBLOCK) return false;
            const short events = socket_.wait(POLLIN | POLLOUT, timeout());
            if (events == 0) peer_.fail_by_silence();
            if ((events & POLLIN) != 0) return false;
        }
        return true;
    }

    /// Reads some bytes; returns false at the end of the connection.
    bool receive() {
        std::array<char, std::size_t{1} << 16> bytes;
        for (;;) {
            const ssize_t count = ::recv(socket_.descriptor(), bytes.data(), bytes.size(), 0);
            if (count > 0) rest_.append(bytes.data(), static_cast<std::size_t>(count));
            if (count > 0) return true;
            if (count == 0) return false;
            if (errno == EINTR) continue;
            if (errno != EAGAIN && errno != EWOULDBLOCK) return false;
            if (socket_.wait(POLLIN, timeout()) == 0) peer_.fail_by_silence();
        }
    }
    void need() {
        if (!receive()) fail_broken();
    }

    /// Returns a line of the answer, without its end.
    std::string line() {
        std::size_t end = 0;
        while ((end = rest_.find('\n')) == rest_.npos) {
            if (rest_.size() > most_head) peer_.fail_without_end();
            need();
        }
        std::string text(trimmed(std::string_view(rest_).substr(0, end)));
        rest_.erase(0, end + 1);
        return text;
    }

    Head read_head() {
        Head head;
        do head = read_one_head();
        while (head.status == 100);  // Continue
        return head;
    }
    Head read_one_head() {
        Head head;
        const std::string first = line();
        if (!first.starts_with("HTTP/1.")) peer_.fail_without_end();
        head.status = number_in<long>(std::string_view(first).substr(std::min(first.find(' ') + 1, first.size())), 10)
                          .value_or(0);
        head.closes = first.starts_with("HTTP/1.0");
        std::size_t size = 0;
        for (std::string each = line(); !each.empty(); each = line()) {
            if ((size += each.size()) > most_head) peer_.fail_without_end();
            const std::size_t colon = std::min(each.find(':'), each.size());
            const std::string name = to_lower(std::string_view(each).substr(0, colon));
            const std::string value =
                to_lower(trimmed(std::string_view(each).substr(std::min(colon + 1, each.size()))));
            if (name == "content-length" && !(head.length = number_in<std::size_t>(value, 10)))
                peer_.fail_without_end();
            if (name == "transfer-encoding") head.is_chunked = value == "chunked";
            if (name == "connection" && value == "close") head.closes = true;
        }
        return head;
    }

    void read(std::string& body, std::size_t length, std::size_t most_bytes) {
        if (length > most_bytes - body.size()) peer_.fail_by_length();
        const std::size_t end = body.size() + length;
        for (;;) {
            const std::size_t count = std::min(end - body.size(), rest_.size());
            body.append(rest_, 0, count);
            rest_.erase(0, count);
            if (body.size() == end) return;
            need();
        }
    }
    void read_chunks(std::string& body, std::size_t most_bytes) {
        for (;;) {
            const auto length = number_in<std::size_t>(line(), 16);
            if (!length) peer_.fail_without_end();
            if (*length == 0) break;
            read(body, *length, most_bytes);
            if (!line().empty()) peer_.fail_without_end();
        }
        for (std::size_t size = 0;;) {  // trailers
            const std::string text = line();
            if (text.empty()) return;
            if ((size += text.size()) > most_head) peer_.fail_without_end();
        }
    }

    Peer peer_;
    std::string head_;  ///< behind the target, without the length
    Socket socket_;
    std::string rest_;  ///< received and not yet read
};

}  // namespace

std::unique_ptr<Transport> plain_transport(Peer peer) { return std::make_unique<PlainTransport>(std::move(peer)); }

}  // namespace cofnod::cluster
