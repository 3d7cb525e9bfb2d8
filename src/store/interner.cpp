#include "store/interner.hpp"

#include <utility>

namespace cofnod::store {

namespace {

/// Above this all is forgotten: common names come back with one SELECT each, and nothing has to be kept in order.
constexpr std::size_t most_known_bytes = 48 << 20;
/// What an entry takes besides its text: node, bucket, short string.
constexpr std::size_t entry_bytes = 72;

}  // namespace

Interner::Interner(Connection& connection, std::string_view find, std::string_view insert)
    : connection_(connection), find_(connection, find), insert_(connection, insert) {}

std::int64_t Interner::id_of(std::string_view text) {
    if (const auto found = known_.find(text); found != known_.end()) return found->second;

    // Nearly every text that is not remembered is new, so the insert comes first.
    std::int64_t id = 0;
    insert_.with(text).run();
    if (connection_.changed_rows() == 1) {
        id = connection_.last_insert_id();
        ++new_count_;
    } else {
        const ResetAtEnd reset(find_);
        find_.with(text).step();
        id = find_.integer(0);
    }

    if (known_bytes_ > most_known_bytes) {
        known_.clear();
        known_bytes_ = 0;
    }
    known_.emplace(text, id);
    known_bytes_ += text.size() + entry_bytes;
    return id;
}

std::int64_t Interner::take_new_count() { return std::exchange(new_count_, 0); }

}  // namespace cofnod::store
