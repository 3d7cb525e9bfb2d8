#include "cql/reference.hpp"

namespace cofnod::cql {

namespace {

struct Row {
    std::string_view word, takes, type, help;  ///< no type: the title of a section
};

constexpr Row rows[] = {
#define HEADING(title) {title, "", "", ""},
#define EACH_WORD(kind, word, takes, type, reader, number, help) {word, takes, #type, help},
#define OPERATOR(kind, usage, type, cost, traits, help) {usage, "", #type, help},
#include "cql/kinds.def"
};

std::string usage_of(const Row& row) {
    std::string usage(row.word);
    if (!row.takes.empty() && row.takes.front() != '(') usage += ' ';
    return usage.append(row.takes);
}

}  // namespace

std::vector<FilterSection> filter_reference() {
    std::vector<FilterSection> sections;
    for (const Row& row : rows)
        if (row.type.empty())
            sections.push_back({row.word, {}});
        else
            sections.back().filters.push_back({usage_of(row), row.type, row.help});
    return sections;
}

}  // namespace cofnod::cql
