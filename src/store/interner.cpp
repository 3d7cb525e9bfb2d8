#include "store/interner.hpp"

#include "base/hash.hpp"
#include "store/connection.hpp"

#include <utility>

namespace cofnod::store {

namespace {

/// Cache size in bytes above which it is cleared; simpler than LRU, and a common name costs one SELECT to restore.
constexpr std::size_t most_known_bytes = 48 << 20;

}  // namespace

std::optional<std::int64_t> TextIds::find(std::string_view text) const {
    const std::uint64_t hash = hash64(text);
    for (std::size_t place = hash & (slots_.size() - 1); slots_[place].size != Slot::empty;
         place = place_after(place)) {
        const Slot& slot = slots_[place];
        if (slot.hash == hash && std::string_view(texts_).substr(slot.begin, slot.size) == text) return slot.id;
    }
    return std::nullopt;
}

void TextIds::add(std::string_view text, std::int64_t id) {
    if (2 * ++count_ > slots_.size()) grow();
    const std::uint64_t hash = hash64(text);
    slots_[empty_place(hash)] = {hash, id, static_cast<std::uint32_t>(texts_.size()),
                                 static_cast<std::uint32_t>(text.size())};
    texts_ += text;
}

void TextIds::clear() { *this = {}; }

std::size_t TextIds::empty_place(std::uint64_t hash) const {
    std::size_t place = hash & (slots_.size() - 1);
    while (slots_[place].size != Slot::empty) place = place_after(place);
    return place;
}

void TextIds::grow() {
    const std::vector<Slot> before = std::exchange(slots_, std::vector<Slot>(2 * slots_.size()));
    for (const Slot& slot : before)
        if (slot.size != Slot::empty) slots_[empty_place(slot.hash)] = slot;
}

Interner::Interner(Connection& connection, Sql find, Sql insert)
    : connection_(connection), find_(connection, find), insert_(connection, insert) {}

std::int64_t Interner::id_of(std::string_view text) {
    if (const auto found = known_.find(text)) return *found;

    // Nearly every text that is not cached is new, so the insert comes first.
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

    if (known_.bytes() > most_known_bytes) known_.clear();
    known_.add(text, id);
    return id;
}

std::int64_t Interner::take_new_count() { return std::exchange(new_count_, 0); }

}  // namespace cofnod::store
