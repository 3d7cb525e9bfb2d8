#include "store/separators.hpp"

#include <array>

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

}  // namespace cofnod::store
