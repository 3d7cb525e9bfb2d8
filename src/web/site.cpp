#include "web/site.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/tr.hpp"
#include "store/connection.hpp"

namespace cofnod::web {

Stores::Lent::Lent(Stores& owner, std::unique_ptr<store::Store> store) : owner_(owner), store_(std::move(store)) {}

Stores::Lent::~Lent() {
    // A stopped question may not have ended its transaction, and the next one would see an old state. A connection
    // opened while the disk was full would keep corrections from being stored once there is room.
    if (store_->connection().in_transaction() ||
        store_->connection().mode() == store::Connection::Mode::read_only_without_room)
        return;
    const std::lock_guard lock(owner_.mutex_);
    owner_.idle_.push_back(std::move(store_));
}

Stores::Identity Stores::identity() const {
    Identity now{.mode = store::mode_to_read(path_)};
    struct stat status {};
    if (::stat(path_.c_str(), &status) == 0) {
        now.device = status.st_dev;
        now.inode = status.st_ino;
    }
    return now;
}

Stores::Lent Stores::lend() {
    const Identity now = identity();
    std::vector<std::unique_ptr<store::Store>> outdated;  // closed without holding the lock
    {
        const std::lock_guard lock(mutex_);
        if (now != identity_) outdated = std::exchange(idle_, {});
        identity_ = now;
        if (!idle_.empty()) {
            auto store = std::move(idle_.back());
            idle_.pop_back();
            return {*this, std::move(store)};
        }
    }
    auto store = std::make_unique<store::Store>(store::Store::open(path_, store::Access::read_only));
    store->keep_pages();
    return {*this, std::move(store)};
}

std::int64_t Question::id() const {
    const std::string& text = captures.front();
    std::int64_t id = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
    if (error != std::errc{} || end != text.data() + text.size() || id <= 0)
        throw Refused{404, tr("'{}' is not the number of a game", text)};
    return id;
}

void Question::link_next(Response& response, std::int64_t last) const {
    const std::string_view all = request.target;
    const std::size_t mark = std::min(all.size(), all.find('?'));
    std::string next = std::string(all.substr(0, mark)) + '?';
    for (std::string_view rest = all.substr(std::min(all.size(), mark + 1)); !rest.empty();) {
        const std::string_view part = rest.substr(0, rest.find('&'));
        if (!part.starts_with("page_after=")) next.append(part).append("&");
        rest.remove_prefix(std::min(rest.size(), part.size() + 1));
    }
    response.headers.emplace_back("Link", fmt::format("<{}page_after={}>; rel=\"next\"", next, last));
}

}  // namespace cofnod::web
