#include "curation/readers.hpp"

#include <utility>

#include "store/transaction.hpp"

namespace cofnod::curation {

struct Readers::Own {
    explicit Own(const store::Store& like)
        : store(store::Store::open(like.path(), store::Access::read_only)),
          one_state(store.connection()),
          games(store) {}

    store::Store store;
    store::Snapshot one_state;
    store::GameReader games;
};

Readers::Readers(store::Store& store) : store_(store), games_(store) {}

Readers::~Readers() = default;

void Readers::with(const std::function<void(store::Store& store, store::GameReader& games)>& use) {
    if (std::this_thread::get_id() == owner_) return use(store_, games_);
    std::unique_ptr<Own> own = take_idle();
    if (!own) own = std::make_unique<Own>(store_);
    use(own->store, own->games);
    const std::lock_guard held(lock_);
    idle_.push_back(std::move(own));
}

std::unique_ptr<Readers::Own> Readers::take_idle() {
    const std::lock_guard held(lock_);
    if (idle_.empty()) return nullptr;
    std::unique_ptr<Own> own = std::move(idle_.back());
    idle_.pop_back();
    return own;
}

}  // namespace cofnod::curation
