#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace cofnod::importers::page {

/// Bytes [begin, end) of a page.
struct Part {
    std::size_t begin, end;
    [[nodiscard]] std::string_view in(std::string_view page) const { return page.substr(begin, end - begin); }
};

/// A table of HTML: the contents of its cells, markup included.
struct Table {
    Part whole;  ///< with its tags
    std::vector<std::vector<Part>> rows;
};

/// Returns the tables of a page that have no other inside, in their order. One that nobody closes ends with the page.
std::vector<Table> tables_in(std::string_view page);

}  // namespace cofnod::importers::page
