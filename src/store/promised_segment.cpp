#include "store/promised_segment.hpp"

#include <random>
#include <vector>

#include "base/error.hpp"
#include "store/connection.hpp"
#include "store/interruption.hpp"
#include "store/statement.hpp"
#include "store/store.hpp"
#include "store/transaction.hpp"

namespace cofnod::store {

PromisedSegment::PromisedSegment(Store& store, std::int64_t first_game, std::int64_t last_game) : store_(store) {
    std::random_device random;
    mark_ = -1 - static_cast<std::int64_t>(std::uint64_t{random()} << 16 ^ random());
    Transaction transaction(store.connection(), Makes::part);
    // No two segments begin with the same game: the segment whose place it is to take may still be there.
    const std::vector<SegmentRow> rows = segments(store);
    for (auto row = rows.rbegin(); row != rows.rend(); ++row)
        if (row->first_game == first_game) --first_game;
    Statement(store.connection(), Sql::promise_segment).with(first_game, last_game, mark_).run();
    id_ = store.connection().last_insert_id();
    Statement(store.connection(), Sql::add_to_count).with("segment", 1).run();
    transaction.commit();
}

PromisedSegment::~PromisedSegment() {
    if (store_.connection().in_transaction()) return;  // of what is stored in its place
    try {
        if (!state()) return;
        Transaction transaction(store_.connection(), Makes::part);
        Statement(store_.connection(), Sql::take_promise_back).with(id_, mark_).run();
        Statement(store_.connection(), Sql::add_to_count).with("segment", -store_.connection().changed_rows()).run();
        transaction.commit();
    } catch (const Error&) {  // the next segment of one of its games takes its place
    } catch (const Interrupted&) {
    }
}

bool PromisedSegment::is_kept() const { return state() == 2; }

std::optional<std::int64_t> PromisedSegment::state() const {
    Statement row(store_.connection(), Sql::promised_segment);
    return row.with(id_, mark_).step() ? std::optional(row.integer(0)) : std::nullopt;
}

}  // namespace cofnod::store
