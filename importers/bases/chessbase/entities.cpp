#include "importers/bases/chessbase/entities.hpp"

#include <algorithm>
#include <utility>

namespace cofnod::importers::bases::chessbase {

namespace {

/// Bytes of a record before its data: a node of a tree, which is not needed but to tell the deleted ones.
constexpr std::size_t node_size = 9;
constexpr std::uint32_t deleted = static_cast<std::uint32_t>(-999);

}  // namespace

Entities::Entities(std::string file) : file_(std::move(file)) {
    static constexpr std::size_t least_header = 28;
    const Bytes bytes(file_);
    if (bytes.size() < least_header) return;
    record_ = node_size + bytes.little(12, 4);
    header_ = least_header + bytes.little(24, 4);
    declared_ = bytes.little(0, 4);
    if (header_ < file_.size()) count_ = std::min<std::uint64_t>(declared_, (file_.size() - header_) / record_);
}

Bytes Entities::find(std::int64_t id) const {
    if (id < 0 || static_cast<std::uint64_t>(id) >= count_) return Bytes({});
    const Bytes record(Bytes(file_).part(header_ + static_cast<std::size_t>(id) * record_, record_));
    return record.little(0, 4) == deleted ? Bytes({}) : Bytes(record.part(node_size));
}

}  // namespace cofnod::importers::bases::chessbase
