#pragma once

#include <string>
#include <string_view>

#include "cluster/catalog.hpp"
#include "cluster/server.hpp"
#include "store/statistics.hpp"

namespace cofnod::cluster {

/// Returns the hash of the chunks of a database, which its rows of the table about name.
std::string state_of(const Catalog& catalog, std::string_view database);

/// Facts that a database states about itself.
struct About {
    const store::Summary& summary;
    std::string database, state;
    std::int64_t base = 0;  ///< what is added to ids

    /// Returns its rows of the table about, in the format RowBinary. `loaded`: now.
    [[nodiscard]] std::string rows(std::int64_t loaded) const;
    /// Returns the hash that one of these rows has.
    [[nodiscard]] std::string hash() const;
};

/// Reads what the databases of a catalog say of themselves, all of them as one, without the players of most games.
/// Throws StoreError if one does not.
store::Summary read_about(Server& server, const std::string& database, const Catalog& catalog);

}  // namespace cofnod::cluster
