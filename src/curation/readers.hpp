#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "store/game_reader.hpp"
#include "store/store.hpp"

namespace cofnod::curation {

/// Reads one store on several threads: the thread that made this reads by the store itself, each other one by a
/// connection of its own, which sees one state from its first use to the end.
class Readers {
public:
    explicit Readers(store::Store& store);
    ~Readers();

    /// Calls `use` with what the calling thread reads by, which is its own until the call returns.
    void with(const std::function<void(store::Store& store, store::GameReader& games)>& use);

private:
    struct Own;

    std::unique_ptr<Own> take_idle();

    store::Store& store_;
    store::GameReader games_;
    std::thread::id owner_ = std::this_thread::get_id();
    std::mutex lock_;
    std::vector<std::unique_ptr<Own>> idle_;
};

}  // namespace cofnod::curation
