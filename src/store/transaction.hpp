#pragma once

#include "store/connection.hpp"

namespace cofnod::store {

/// Everything between its making and commit() happens as a whole or, without commit(), not at all.
/// It may write from the start: a second writer waits (Connection::wait_at_most), and is told before its work begins,
/// not in the middle of it.
class Transaction {
public:
    explicit Transaction(Connection& connection);
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;

    void commit();

private:
    Connection& connection_;
    bool open_ = true;
};

/// While it lives, the connection reads one state of the database, whatever other programs write meanwhile: that of
/// the first thing read. Within a Transaction or another Snapshot it does nothing.
class Snapshot {
public:
    explicit Snapshot(Connection& connection);
    ~Snapshot();
    Snapshot(const Snapshot&) = delete;
    Snapshot& operator=(const Snapshot&) = delete;

private:
    Connection& connection_;
    bool open_;
};

}  // namespace cofnod::store
