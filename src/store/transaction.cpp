#include "store/transaction.hpp"

#include <fmt/format.h>

#include <exception>
#include <optional>
#include <random>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "store/connection.hpp"
#include "store/interruption.hpp"
#include "store/queries.hpp"
#include "store/statement.hpp"
#include "store/store.hpp"

namespace cofnod::store {

namespace {

thread_local ChangeWatch* innermost = nullptr;

}  // namespace

ChangeWatch::ChangeWatch() : outer_(std::exchange(innermost, this)) {}

ChangeWatch::~ChangeWatch() { innermost = outer_; }

void ChangeWatch::begin() {
    is_begun_ = true;
    if (!stoppable_) stoppable_.emplace();
}

void ChangeWatch::end_commit() {
    doubtful_.reset();
    is_stored_ = true;
}

Stored ChangeWatch::stored() const {
    if (is_stored_) return Stored::yes;
    if (!doubtful_) return is_begun_ ? Stored::no : Stored::untried;
    const Resumed asking;
    try {
        const Store store = Store::open(doubtful_->database, Access::read_only);
        return store.property(change_mark) == doubtful_->mark ? Stored::yes : Stored::no;
    } catch (const std::exception&) {
        return Stored::unknown;
    } catch (const Interrupted&) {
        return Stored::unknown;
    }
}

void ChangeWatch::leave_undone(std::string fault) {
    if (innermost) innermost->undone_.push_back(std::move(fault));
}

namespace {

void roll_back(Connection& connection) {
    // On a full disk SQLite has already rolled back.
    if (!connection.in_transaction()) return;
    try {
        connection.run(Sql::rollback);
    } catch (const Error&) {  // the transaction ends with the connection instead
    } catch (const Interrupted&) {
    }
}

}  // namespace

Transaction::Transaction(Connection& connection, Makes makes)
    : connection_(connection), open_(!connection.in_transaction()), is_change_(open_ && makes == Makes::change) {
    if (!open_) return;
    std::optional<BusyWait::Writer> writer;
    if (BusyWait* const wait = connection_.busy_wait()) writer.emplace(*wait);
    connection_.run(Sql::begin);
    changes_before_ = connection_.total_changes();
    if (is_change_ && innermost) innermost->begin();
}

Transaction::~Transaction() {
    if (open_) roll_back(connection_);
}

void Transaction::commit() {
    if (open_) is_change_ ? commit_change() : connection_.run(Sql::commit);
    open_ = false;
}

/// Commits a change together with its mark. A commit may fail although all except the -shm file is written, so that the
/// next connection sees the change; the mark then identifies it.
void Transaction::commit_change() {
    if (connection_.total_changes() == changes_before_) return connection_.run(Sql::commit);
    std::random_device random;
    const std::string mark = fmt::format("{:08x}{:08x}", random(), random());
    Statement(connection_, Sql::write_property).with(std::string_view(change_mark), std::string_view(mark)).run();
    if (innermost) innermost->doubtful_ = {connection_.file_name(), mark};
    connection_.run(Sql::commit);
    if (innermost) innermost->end_commit();
}

// A host program queries within a statement of its own, which sees one state.
Snapshot::Snapshot(Connection& connection)
    : connection_(connection), open_(!connection.is_borrowed() && !connection.in_transaction()) {
    if (open_) connection_.run(Sql::begin_reading);
}

Snapshot::~Snapshot() {
    if (open_) roll_back(connection_);
}

}  // namespace cofnod::store
