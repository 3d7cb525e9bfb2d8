// Any bytes as a database of ChessBase: its files one behind the other, two bytes of length before each.

#include "base.hpp"

using namespace cofnod::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    import_base_of(text_of(data, size), {".cbh", ".cbg", ".cba", ".cbp", ".cbt", ".cbc", ".cbs", ".cbe", ".cbj"});
    return 0;
}
