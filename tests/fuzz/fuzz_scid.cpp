// Any bytes as a database of Scid, of the version that the first byte says: its files one behind the other, two bytes
// of length before each.

#include "base.hpp"

using namespace cofnod::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string_view files = text_of(data, size).substr(1);
    switch (data[0]) {
        case '3': import_base_of(files, {".si3", ".sg3", ".sn3"}); break;
        case '4': import_base_of(files, {".si4", ".sg4", ".sn4"}); break;
        default: import_base_of(files, {".si5", ".sg5", ".sn5"});
    }
    return 0;
}
