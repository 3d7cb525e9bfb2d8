#include "store/query.hpp"

#include <vector>

#include "store/embedded.hpp"

namespace cofnod::store {

namespace {

/// Returns all sections in the order of files and sections, which is that of the enumerators.
std::vector<std::string_view> sections() {
    constexpr std::string_view mark = "-- name: ";
    std::vector<std::string_view> all;
    for (const auto& file : embedded::files) {
        if (!file.name.starts_with("schema/queries/")) continue;
        for (auto begin = file.text.find(mark); begin != std::string_view::npos;) {
            const auto next = file.text.find(mark, begin + mark.size());
            const auto section = file.text.substr(begin, next - begin);
            all.push_back(section.substr(section.find('\n')));
            begin = next;
        }
    }
    return all;
}

}  // namespace

std::string_view sql_text(Sql query) {
    static const std::vector<std::string_view> all = sections();
    return all[static_cast<std::size_t>(query)];
}

}  // namespace cofnod::store
