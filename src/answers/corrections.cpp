#include "answers/corrections.hpp"

#include "answers/in_words.hpp"
#include "base/say.hpp"

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
    return {
        .list = "corrections",
        .fields = {{"id", Type::integer, [](const Correction& row) { return number_or_none(row.id); },
                    Table::Column{phrase("id"), Table::right}},
                   {"change", Type::integer, [](const Correction& row) { return number_or_none(row.change); }},
                   {"game", Type::integer, [](const Correction& row) -> Value { return row.game; },
                    Table::Column{phrase("game"), Table::right}},
                   {"kind", Type::text, [](const Correction& row) -> Value { return store::name_of(row.kind); },
                    Table::Column{phrase("what"), Table::left},
                    in_words<Correction>([](const Correction& row) { return store::name_of(row.kind); })},
                   {"was", Type::text, [](const Correction& row) -> Value { return row.was; },
                    Table::Column{phrase("was"), Table::left, Table::flexible},
                    [](const Correction& row) { return in_a_line(row.was); }},
                   {"now", Type::text, [](const Correction& row) -> Value { return row.now; },
                    Table::Column{phrase("now"), Table::left, Table::flexible},
                    [](const Correction& row) { return in_a_line(row.now); }},
                   {"made_by", Type::text, [](const Correction& row) { return known(row.made_by); },
                    Table::Column{phrase("by"), Table::left}, [](const Correction& row) { return row.made_by; }},
                   {"made_at", Type::text, [](const Correction& row) { return known(row.made_at); },
                    Table::Column{phrase("when"), Table::left}, [](const Correction& row) { return row.made_at; }}}};
}

}  // namespace cofnod::answers
