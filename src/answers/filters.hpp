#pragma once

#include "answers/writer.hpp"
#include "cql/reference.hpp"

namespace cofnod::answers {

struct ListedFilter {
    const cql::FilterSection& section;
    const cql::FilterEntry& filter;
};

/// Declares the list of the filters of CQL.
const Answer<ListedFilter>& filter_list();

}  // namespace cofnod::answers
