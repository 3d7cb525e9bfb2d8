#include "store/transaction.hpp"

#include "base/error.hpp"
#include "store/connection.hpp"
#include "store/interruption.hpp"
#include "store/queries.hpp"

namespace cofnod::store {

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

Transaction::Transaction(Connection& connection) : connection_(connection), open_(!connection.in_transaction()) {
    if (open_) connection_.run(Sql::begin);
}

Transaction::~Transaction() {
    if (open_) roll_back(connection_);
}

void Transaction::commit() {
    if (open_) connection_.run(Sql::commit);
    open_ = false;
}

// A host program asks within a statement of its own, which sees one state.
Snapshot::Snapshot(Connection& connection)
    : connection_(connection), open_(!connection.is_borrowed() && !connection.in_transaction()) {
    if (open_) connection_.run(Sql::begin_reading);
}

Snapshot::~Snapshot() {
    if (open_) roll_back(connection_);
}

}  // namespace cofnod::store
