#include "base/open_databases.hpp"

#include <algorithm>
#include <mutex>
#include <system_error>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/say.hpp"
#include "base/ways_out.hpp"

namespace cofnod {

namespace {

struct Registry {
    std::mutex lock;
    std::vector<std::string> paths;  ///< one entry per connection
};

Registry& registry() {
    static Registry only;
    return only;
}

}  // namespace

OpenDatabase::OpenDatabase(std::string path) : path_(std::move(path)) {
    if (path_.empty()) return;
    Registry& all = registry();
    const std::lock_guard lock(all.lock);
    all.paths.push_back(path_);
}

OpenDatabase::~OpenDatabase() {
    if (path_.empty()) return;
    Registry& all = registry();
    const std::lock_guard lock(all.lock);
    const auto found = std::find(all.paths.begin(), all.paths.end(), path_);
    if (found != all.paths.end()) all.paths.erase(found);
}

OpenDatabase::OpenDatabase(OpenDatabase&& other) noexcept : path_(std::exchange(other.path_, {})) {}

OpenDatabase& OpenDatabase::operator=(OpenDatabase&& other) noexcept {
    std::swap(path_, other.path_);
    return *this;
}

bool is_open_database(const std::filesystem::path& path) {
    Registry& all = registry();
    const std::lock_guard lock(all.lock);
    return std::any_of(all.paths.begin(), all.paths.end(), [&](const std::string& database) {
        return std::ranges::any_of(std::initializer_list<const char*>{"", "-wal", "-shm", "-journal"},
                                   [&](const char* end) {
                                       std::error_code ignored;
                                       return std::filesystem::equivalent(path, database + end, ignored) && !ignored;
                                   });
    });
}

void refuse_open_database(const std::filesystem::path& path) {
    if (is_open_database(path))
        throw InputError(say("{}: belongs to a database that is in use by this command", path.string()),
                         WayOut::Kind::query_database);
}

}  // namespace cofnod
