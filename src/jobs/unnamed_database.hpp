#pragma once

#include <string>

namespace cofnod::jobs {

/// A new database under a name that nobody looks for: `all.db.merge-0a1b2c3d`. Removed unless it gets the name that it
/// is meant for; a killed program leaves it behind.
class UnnamedDatabase {
public:
    explicit UnnamedDatabase(std::string wanted);
    ~UnnamedDatabase();
    UnnamedDatabase(const UnnamedDatabase&) = delete;
    UnnamedDatabase& operator=(const UnnamedDatabase&) = delete;

    [[nodiscard]] const std::string& name() const { return name_; }

    /// Gives the database its name. Call when nobody has it open. Returns false if there is a file of that name by now.
    [[nodiscard]] bool publish() const;

private:
    std::string wanted_, name_;
};

}  // namespace cofnod::jobs
