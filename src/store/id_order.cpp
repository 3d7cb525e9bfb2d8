#include "store/id_order.hpp"

#include "base/error.hpp"
#include "base/say.hpp"
#include "base/ways_out.hpp"

namespace cofnod::store {

void IdOrder::throw_out_of_order(const Statement& row) {
    const std::string file = row.file();
    throw StoreError(say("{}: the database is damaged (rows are out of order)", file),
                     WayOut(WayOut::Kind::recover_database, {file}));
}

}  // namespace cofnod::store
