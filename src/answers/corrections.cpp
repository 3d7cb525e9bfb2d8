#include "answers/corrections.hpp"

#include <algorithm>
#include <string>

namespace cofnod::answers {

namespace {

using store::Correction;

Value number_or_none(std::int64_t number) { return number == 0 ? Value() : Value(number); }

/// A text of several lines, in one.
std::string in_a_line(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    return text;
}

}  // namespace

Answer<Correction> correction_list() {
    return {.list = "corrections",
            .fields = {{"id", Type::integer, [](const Correction& row) { return number_or_none(row.id); },
                        Table::Column{"id", Table::right}},
                       {"change", Type::integer, [](const Correction& row) { return number_or_none(row.change); }},
                       {"game", Type::integer, [](const Correction& row) -> Value { return row.game; },
                        Table::Column{"game", Table::right}},
                       {"kind", Type::text, [](const Correction& row) -> Value { return store::name_of(row.kind); },
                        Table::Column{"what", Table::left}},
                       {"was", Type::text, [](const Correction& row) -> Value { return row.was; },
                        Table::Column{"was", Table::left, Table::flexible},
                        [](const Correction& row) { return in_a_line(row.was); }},
                       {"now", Type::text, [](const Correction& row) -> Value { return row.now; },
                        Table::Column{"now", Table::left, Table::flexible},
                        [](const Correction& row) { return in_a_line(row.now); }},
                       {"made_by", Type::text, [](const Correction& row) { return known(row.made_by); },
                        Table::Column{"by", Table::left}, [](const Correction& row) { return row.made_by; }},
                       {"made_at", Type::text, [](const Correction& row) { return known(row.made_at); },
                        Table::Column{"when", Table::left}, [](const Correction& row) { return row.made_at; }}}};
}

}  // namespace cofnod::answers
