#pragma once

#include "sqlite/host_watch.hpp"
#include "sqlite/virtual_table.hpp"
#include "store/store.hpp"

namespace cofnod::sqlite {

/// A table of what the host's main database has.
class StoreTable : public Table {
public:
    explicit StoreTable(sqlite3* host) : store_(store::Store::over(host)), watch_(store_.connection()) {}
    HostWatch* watch() override { return &watch_; }

protected:
    store::Store store_;

private:
    HostWatch watch_;
};

}  // namespace cofnod::sqlite
