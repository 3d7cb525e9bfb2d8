#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace cofnod::importers {

/// A part of a container, with how much of it the container declares and how much was found.
struct Declared {
    std::string part;         ///< "archif.sg4"
    std::string_view counts;  ///< one of the phrases below, for both numbers
    std::uint64_t declared = 0, found = 0;

    [[nodiscard]] bool is_whole() const { return found >= declared; }
};

namespace declared {
extern const std::string_view bytes, bytes_of_records, end_marks, members, names, pages, records;
}  // namespace declared

/// Returns the InputError for a container that declares more than was found in it, which names all that is missing;
/// nullptr if it is whole.
std::exception_ptr fault_of_missing(const std::string& container, const std::vector<Declared>& parts);

}  // namespace cofnod::importers
