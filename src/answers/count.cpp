#include "answers/count.hpp"

namespace cofnod::answers {

Answer<Count> count_document() {
    return {.list = {}, .fields = {{"count", Type::integer, [](const Count& row) -> Value { return row.games; }}}};
}

void write_count(const Count& count, Format format, const Output& out) {
    Answer<Count> answer = count_document();
    if (count.positions)
        answer.fields.push_back({"positions", Type::integer, [](const Count& row) -> Value { return row.positions; }});
    write_document(answer, count, format, out);
}

}  // namespace cofnod::answers
