#pragma once

#include <cstdint>
#include <string>

#include "importers/bases/bytes.hpp"

namespace cofnod::importers::bases::chessbase {

/// A file of entities: players, tournaments, annotators, sources, teams. An id is a place in it.
class Entities {
public:
    /// `file`: all of its bytes; empty: none is known.
    explicit Entities(std::string file);

    /// Returns the data of an entity; no bytes if it is deleted or not there.
    [[nodiscard]] Bytes find(std::int64_t id) const;
    [[nodiscard]] std::uint64_t count() const { return count_; }
    /// Returns the number of entities that the head of the file declares; 0 if it has none.
    [[nodiscard]] std::uint64_t declared() const { return declared_; }

private:
    std::string file_;
    std::size_t header_ = 0, record_ = 0;
    std::uint64_t count_ = 0, declared_ = 0;
};

}  // namespace cofnod::importers::bases::chessbase
