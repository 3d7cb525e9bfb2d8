// Any bytes as a script of CQL: it is refused with a place inside the text, or becomes a tree that can be printed and
// is the same when it is read again.

#include "cql/syntax.hpp"
#include "fuzz.hpp"

using namespace cofnod::fuzz;
using namespace cofnod;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = text_of(data, size);
    const auto script = cql::parse(text);
    if (!script) {
        const TextFault& fault = script.error();
        require(!fault.message.empty() && fault.begin <= fault.end && fault.end <= size,
                "a fault names a place in the text");
        return 0;
    }
    const auto again = cql::parse(text);
    require(again && cql::equal(*script->root, *again->root), "a script is read as the same again");
    require(cql::hash_of(*script->root) == cql::hash_of(*again->root), "equal trees have equal hashes");
    require(!cql::print(*script).empty(), "a script can be printed");
    return 0;
}
