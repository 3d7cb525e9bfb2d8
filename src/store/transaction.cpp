#include "store/transaction.hpp"

#include "base/error.hpp"

namespace cofnod::store {

Transaction::Transaction(Connection& connection) : connection_(connection) { connection_.run("begin"); }

Transaction::~Transaction() {
    // After a full disk SQLite has rolled back by itself.
    if (!open_ || !connection_.in_transaction()) return;
    try {
        connection_.run("rollback");
    } catch (const Error&) {
        // The transaction dies with the connection instead.
    }
}

void Transaction::commit() {
    connection_.run("commit");
    open_ = false;
}

}  // namespace cofnod::store
