#pragma once

namespace cofnod::store {

class Connection;

/// A write transaction, rolled back on destruction unless committed. Takes the write lock at once: a second writer
/// waits (Connection::wait_at_most) and fails before its work begins, not in the middle. Part of the outer one within
/// another Transaction.
class Transaction {
public:
    explicit Transaction(Connection& connection);
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;

    void commit();

private:
    Connection& connection_;
    bool open_;
};

/// A read transaction: the connection sees the state of its first read until destruction. Does nothing within a
/// Transaction or another Snapshot.
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
