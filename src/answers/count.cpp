#include "answers/count.hpp"

namespace cofnod::answers {

void write_count(const Count& count, Format format, const Output& out) {
    Answer<Count> answer{.list = {},
                         .fields = {{"count", Type::integer, [](const Count& row) -> Value { return row.games; }}}};
    if (count.positions)
        answer.fields.push_back({"positions", Type::integer, [](const Count& row) -> Value { return row.positions; }});
    write_document(answer, count, format, out);
}

}  // namespace cofnod::answers
