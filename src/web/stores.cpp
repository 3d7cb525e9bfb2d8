#include "web/stores.hpp"

#include <sys/stat.h>

#include <utility>

#include "store/sidecars.hpp"

namespace cofnod::web {

Stores::Lent::Lent(Stores& owner, std::unique_ptr<store::Store> store) : owner_(owner), store_(std::move(store)) {}

Stores::Lent::~Lent() {
    // A question that was stopped may not have ended its transaction; the next would be answered from an old state.
    // One that was opened on a full disk would keep corrections from being stored when there is room.
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
    std::vector<std::unique_ptr<store::Store>> outdated;  // closed without the lock
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

}  // namespace cofnod::web
