#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/interruption.hpp"

namespace cofnod::store {

/// What has become of a change.
enum class Stored : std::uint8_t {
    untried,  ///< no transaction was begun to make one
    no,       ///< rolled back
    yes,
    unknown,  ///< a commit has failed, and the database cannot be asked
};

/// Follows the change that a command makes (Makes::change) on this thread during its lifetime, for whoever reports at
/// the end of the command what was done, whatever fails after the commit: the index, the answer, the output.
class ChangeWatch {
public:
    ChangeWatch();
    ~ChangeWatch();
    ChangeWatch(const ChangeWatch&) = delete;
    ChangeWatch& operator=(const ChangeWatch&) = delete;

    /// Returns what has become of the change. A commit that failed may have been written all the same: then the
    /// database is opened and asked. To be called when the command has closed it.
    [[nodiscard]] Stored stored() const;
    /// Faults of work that follows from the change and that the next command does again.
    [[nodiscard]] const std::vector<std::string>& undone() const { return undone_; }

    /// Adds to undone() of the watch of this thread, if there is one.
    static void leave_undone(std::string fault);

private:
    friend class Transaction;
    struct Commit {
        std::string database, mark;
    };

    static ChangeWatch* of_thread();
    void begin();
    void begin_commit(Commit commit) { doubtful_ = std::move(commit); }
    void end_commit();

    ChangeWatch* outer_;
    bool is_begun_ = false, is_stored_ = false;
    std::optional<Commit> doubtful_;  ///< begun, and not known to have ended well
    std::vector<std::string> undone_;
    std::optional<Stoppable> stoppable_;  ///< from the beginning of a change on
};

/// Key of the property that each change sets to another mark, by which it is recognised once it is stored.
inline constexpr std::string_view change_mark = "change";

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
