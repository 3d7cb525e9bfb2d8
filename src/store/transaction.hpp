#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/interruption.hpp"

namespace cofnod::store {

/// Outcome of a change.
enum class Stored : std::uint8_t {
    untried,  ///< no transaction for a change was begun
    no,       ///< rolled back
    yes,
    unknown,  ///< a commit failed and the database cannot be read
};

/// Tracks the change that a command makes (Makes::change) on this thread during its lifetime, so that the command can
/// report at its end what was done, even if something fails after the commit: the index, the report, the output.
class ChangeWatch {
public:
    ChangeWatch();
    ~ChangeWatch();
    ChangeWatch(const ChangeWatch&) = delete;
    ChangeWatch& operator=(const ChangeWatch&) = delete;

    /// Returns the outcome of the change. A commit that failed may have been written nevertheless: the database is then
    /// opened and checked. Call after the command has closed it.
    [[nodiscard]] Stored stored() const;
    /// Errors in work that follows from the change and that the next command will do again.
    [[nodiscard]] const std::vector<std::string>& undone() const { return undone_; }

    /// Adds an error to undone() of the watch of this thread, if there is one.
    static void leave_undone(std::string fault);

private:
    friend class Transaction;
    struct Commit {
        std::string database, mark;
    };

    void begin();
    void end_commit();

    ChangeWatch* outer_;
    bool is_begun_ = false, is_stored_ = false;
    std::optional<Commit> doubtful_;  ///< begun, and not known to have succeeded
    std::vector<std::string> undone_;
    std::optional<Stoppable> stoppable_;  ///< set once a change has begun
};

/// Key of the property that each change sets to a mark of its own, which shows later that the change was stored.
inline constexpr std::string_view change_mark = "change";

class Connection;

/// Role of a transaction in a command.
enum class Makes : std::uint8_t {
    change,  ///< the whole change of a command: a ChangeWatch reports its outcome
    part,    ///< a part of it, or data derived from the games: the same command, or the next, continues
};

/// A write transaction, rolled back on destruction unless committed. Takes the write lock at once: a second writer
/// waits (BusyWait) and fails before its work begins, not in the middle. Within another Transaction it
/// is part of that one.
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
