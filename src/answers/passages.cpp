#include "answers/passages.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

#include "answers/in_words.hpp"
#include "base/say.hpp"
#include "base/utf8.hpp"

namespace cofnod::answers {

namespace {

using store::FoundSeparator;

/// The start of a text, in one line: tables are buffered.
std::string in_a_line(std::string text) {
    static constexpr std::size_t longest = 400;
    if (text.size() > longest) {
        text.resize(utf8::valid_prefix(std::string_view(text).substr(0, longest)));
        text += "…";
    }
    std::ranges::replace_if(
        text, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    return text;
}

}  // namespace

Answer<FoundSeparator> passage_list() {
    return {.list = "passages",
            .fields = {
                {"source", Type::text, [](const FoundSeparator& row) -> Value { return row.source; },
                 Table::Column{phrase("source"), Table::left, Table::flexible}},
                {"line", Type::integer, [](const FoundSeparator& row) -> Value { return row.text.line; },
                 Table::Column{phrase("line"), Table::right}},
                {"byte", Type::integer, [](const FoundSeparator& row) -> Value { return row.text.byte; }},
                {"bytes", Type::integer, [](const FoundSeparator& row) -> Value { return row.text.bytes; }},
                {"kind", Type::text, [](const FoundSeparator& row) -> Value { return row.text.kind; },
                 Table::Column{phrase("kind"), Table::left},
                 in_words<FoundSeparator>([](const FoundSeparator& row) { return std::string_view(row.text.kind); })},
                {"text", Type::text, [](const FoundSeparator& row) -> Value { return row.text.text; },
                 Table::Column{phrase("text"), Table::left, Table::flexible},
                 [](const FoundSeparator& row) { return in_a_line(row.text.text); }}}};
}

}  // namespace cofnod::answers
