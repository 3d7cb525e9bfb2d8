#include "store/query.hpp"

#include <stdexcept>
#include <string>
#include <unordered_map>

#include "store/embedded.hpp"

namespace cofnod::store {

namespace {

using Queries = std::unordered_map<std::string_view, std::string_view>;

constexpr std::string_view mark = "-- name: ";

void add_sections(Queries& queries, std::string_view file) {
    for (auto begin = file.find(mark); begin != std::string_view::npos;) {
        const auto next = file.find(mark, begin + mark.size());
        const auto section = file.substr(begin + mark.size(), next - begin - mark.size());
        const auto name_end = section.find('\n');
        if (!queries.emplace(section.substr(0, name_end), section.substr(name_end)).second)
            throw std::logic_error("two queries are named " + std::string(section.substr(0, name_end)));
        begin = next;
    }
}

Queries all_queries() {
    Queries queries;
    for (const auto& file : embedded::files)
        if (file.name.starts_with("schema/queries/")) add_sections(queries, file.text);
    return queries;
}

}  // namespace

std::string_view query(std::string_view name) {
    static const Queries queries = all_queries();
    const auto found = queries.find(name);
    if (found == queries.end()) throw std::logic_error("no query is named " + std::string(name));
    return found->second;
}

}  // namespace cofnod::store
