#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <new>

#include "base/ascii.hpp"
#include "base/error.hpp"
#include "cluster/curl.hpp"
#include "cluster/transport.hpp"
#include "store/interruption.hpp"

namespace cofnod::cluster {

namespace {

using Clock = std::chrono::steady_clock;

constexpr long connect_timeout = 10;  // seconds

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

std::string with_lower_first(std::string text) {
    if (!text.empty()) text.front() = to_lower(text.front());
    return text;
}

class TlsTransport final : public Transport {
public:
    explicit TlsTransport(Peer peer)
        : peer_(std::move(peer)), url_(fmt::format("https://{}:{}", peer_.host.name, peer_.host.port)) {
        add_header("Expect:");
        add_header("Content-Type: application/octet-stream");
        if (!peer_.who.user.empty() || !peer_.who.password.empty()) {
            add_header("X-ClickHouse-User: " + peer_.who.user);
            add_header("X-ClickHouse-Key: " + peer_.who.password);
        }
        set(CURLOPT_HTTPHEADER, headers_.get());
        set(CURLOPT_POST, 1L);
        set(CURLOPT_NOSIGNAL, 1L);
        set(CURLOPT_PROTOCOLS_STR, "https");
        set(CURLOPT_CONNECTTIMEOUT, connect_timeout);
        set(CURLOPT_WRITEFUNCTION, &TlsTransport::take);
        set(CURLOPT_WRITEDATA, static_cast<void*>(this));
        set(CURLOPT_HEADERFUNCTION, &TlsTransport::take_header);
        set(CURLOPT_HEADERDATA, static_cast<void*>(this));
        set(CURLOPT_XFERINFOFUNCTION, &TlsTransport::look_at_clock);
        set(CURLOPT_XFERINFODATA, static_cast<void*>(this));
        set(CURLOPT_NOPROGRESS, 0L);
        if (const char* certificates = std::getenv("COFNOD_CA_FILE")) set(CURLOPT_CAINFO, certificates);
    }

    Reply post(const std::string& target, std::string_view body, std::size_t most_bytes) override {
        reply_ = {};
        most_bytes_ = most_bytes;
        is_too_long_ = is_framed_ = false;
        sent_ = 0;
        last_byte_ = Clock::now();
        const std::string url = url_ + target;
        set(CURLOPT_URL, url.c_str());
        set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
        set(CURLOPT_POSTFIELDS, body.data());
        const CURLcode code = curl().easy_perform(handle_.get());
        curl().easy_getinfo(handle_.get(), CURLINFO_RESPONSE_CODE, &reply_.status);
        store::check_interruption();
        if (is_too_long_) peer_.fail_by_length();
        if (code == CURLE_ABORTED_BY_CALLBACK) peer_.fail_by_silence();
        if (code == CURLE_PEER_FAILED_VERIFICATION)
            peer_.fail("its certificate is not one that this machine trusts",
                       "name a file with the certificate of its authority: COFNOD_CA_FILE");
        if (code != CURLE_OK) peer_.fail(with_lower_first(curl().easy_strerror(code)), "is the server running?");
        if (reply_.status == 200 && !is_framed_) peer_.fail_without_end();
        return std::move(reply_);
    }

private:
    static std::size_t take(char* bytes, std::size_t, std::size_t count, void* transport) {
        auto& self = *static_cast<TlsTransport*>(transport);
        self.last_byte_ = Clock::now();
        self.is_too_long_ = self.reply_.body.size() + count > self.most_bytes_;
        if (self.is_too_long_) return 0;
        self.reply_.body.append(bytes, count);
        return count;
    }
    static std::size_t take_header(char* bytes, std::size_t, std::size_t count, void* transport) {
        auto& self = *static_cast<TlsTransport*>(transport);
        self.last_byte_ = Clock::now();
        const std::string line = to_lower(std::string_view(bytes, count));
        if (line.starts_with("http/")) self.is_framed_ = false;
        self.is_framed_ |= line.starts_with("content-length:") || line.starts_with("transfer-encoding: chunked");
        return count;
    }
    static int look_at_clock(void* transport, curl_off_t, curl_off_t, curl_off_t, curl_off_t sent) {
        auto& self = *static_cast<TlsTransport*>(transport);
        if (sent != self.sent_) self.last_byte_ = Clock::now();
        self.sent_ = sent;
        return store::is_interrupted() ||
                       Clock::now() - self.last_byte_ > std::chrono::seconds(self.peer_.address.timeout)
                   ? 1
                   : 0;
    }

    template <typename Value>
    void set(CURLoption option, Value value) {
        if (curl().easy_setopt(handle_.get(), option, value) != CURLE_OK) throw std::bad_alloc();
    }
    void add_header(const std::string& header) {
        curl_slist* const longer = curl().slist_append(headers_.get(), header.c_str());
        if (!longer) throw std::bad_alloc();
        (void)headers_.release();
        headers_.reset(longer);
    }

    Peer peer_;
    std::string url_;
    std::unique_ptr<CURL, CurlFree> handle_{new_handle()};
    std::unique_ptr<curl_slist, ListFree> headers_{};
    Reply reply_;
    std::size_t most_bytes_ = 0;
    bool is_too_long_ = false, is_framed_ = false;
    curl_off_t sent_ = 0;
    Clock::time_point last_byte_{};
};

}  // namespace

std::unique_ptr<Transport> tls_transport(Peer peer) { return std::make_unique<TlsTransport>(std::move(peer)); }

}  // namespace cofnod::cluster
