#include "answers/filters.hpp"

namespace cofnod::answers {

const Answer<ListedFilter>& filter_list() {
    using Row = ListedFilter;
    // clang-format off
    static const Answer<Row> answer{.list = "filters", .fields = {
        {"usage",   Type::text, [](const Row& row) -> Value { return row.filter.usage; }},
        {"type",    Type::text, [](const Row& row) -> Value { return row.filter.type; }},
        {"section", Type::text, [](const Row& row) -> Value { return row.section.title; }},
        {"help",    Type::text, [](const Row& row) -> Value { return row.filter.help; }},
    }};
    // clang-format on
    return answer;
}

}  // namespace cofnod::answers
