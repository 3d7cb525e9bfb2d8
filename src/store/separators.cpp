#include "store/separators.hpp"

#include <array>

#include "store/comment_match.hpp"
#include "store/connection.hpp"
#include "store/statement.hpp"
#include "store/text.hpp"
#include "store/text_index.hpp"

namespace cofnod::store {

void add_separator(Store& store, const Separator& separator) {
    std::array<std::string, 2> buffers;
    Statement(store.connection(), Sql::insert_separator)
        .with(separator.source, separator.byte, separator.bytes, separator.line, clean(separator.kind, buffers[0]),
              clean(separator.text, buffers[1]))
        .run();
    index_separator(store.connection(), store.connection().last_insert_id(), separator.text);
}

void for_each_separator(const Store& store, std::string_view words,
                        const std::function<void(const FoundSeparator&)>& each) {
    const std::string wanted = folded_words(words), query = words_query(words);
    const bool by_words = !wanted.empty() && has_text_index(store.connection());
    Statement rows(store.connection(), by_words ? Sql::list_separators_by_words : Sql::list_separators);
    if (by_words) rows.with(std::string_view(query));
    while (rows.step()) {
        const FoundSeparator found{std::string(rows.text(0)),
                                   {.source = rows.integer(1),
                                    .byte = static_cast<std::uint64_t>(rows.integer(2)),
                                    .bytes = static_cast<std::uint64_t>(rows.integer(3)),
                                    .line = static_cast<std::uint64_t>(rows.integer(4)),
                                    .kind = std::string(rows.text(5)),
                                    .text = std::string(rows.text(6))}};
        if (words.empty() || (!wanted.empty() && folded_words(found.text.text).find(wanted) != std::string::npos))
            each(found);
    }
}

}  // namespace cofnod::store
