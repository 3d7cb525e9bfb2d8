// Any bytes as a script of CQL: it is refused with a place inside the text, or becomes a tree that can be printed and
// is the same when it is read again.

#include <cstdlib>

#include "search/cql/script.hpp"

using namespace cofnod::search;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto script = cql::parse(text);
    if (!script) {
        const TextFault& fault = script.error();
        if (fault.message.empty() || fault.begin > fault.end || fault.end > text.size()) std::abort();
        return 0;
    }
    const auto again = cql::parse(text);
    if (!again || !cql::equal(*script->root, *again->root)) std::abort();
    if (cql::hash_of(*script->root) != cql::hash_of(*again->root)) std::abort();
    if (cql::print(*script).empty()) std::abort();
    return 0;
}
