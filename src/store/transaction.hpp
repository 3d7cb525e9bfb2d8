#pragma once

#include <cstdint>

namespace cofnod::store {

class Connection;

/// What a transaction is to whoever has given a command.
enum class Makes : std::uint8_t {
    change,  ///< all that was asked for: a ChangeWatch reports what became of it
    part,    ///< a part of it, or what follows from the games: the same command, or the next, continues
};

/// A write transaction, rolled back on destruction unless committed. Takes the write lock at once: a second writer
/// waits (Connection::wait_at_most) and fails before its work begins, not in the middle. Part of the outer one within
/// another Transaction.
class Transaction {
public:
    explicit Transaction(Connection& connection, Makes makes = Makes::change);
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;

    void commit();

private:
    void commit_change();

    Connection& connection_;
    bool open_;
    bool is_change_;
    std::int64_t changes_before_ = 0;
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
