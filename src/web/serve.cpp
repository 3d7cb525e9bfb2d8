#include "web/serve.hpp"

#include <filesystem>
#include <system_error>

#include "base/error.hpp"
#include "store/store.hpp"
#include "web/server.hpp"

namespace cofnod::web {

namespace {

/// Moves what is in the write-ahead log into the database, so that a copy of this one file has all of it: readers,
/// which are the last to close it, leave the log where it is.
void put_log_into(const std::string& database) {
    std::error_code none;
    if (std::filesystem::file_size(database + "-wal", none) == 0 || none) return;
    try {
        (void)store::Store::open(database, store::Access::read_write);
    } catch (const Error&) {  // another program has it open, or it may not be written to
    }
}

}  // namespace

void serve(const ServeOptions& options, const std::function<void(const Entrance&)>& on_listening) {
    {
        Server server(options);
        on_listening({.token = server.token(),
                      .address = [&](const std::function<void()>& on_void) { return server.address(on_void); }});
        server.run();
    }
    put_log_into(options.database);
}

}  // namespace cofnod::web
