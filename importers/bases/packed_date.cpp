#include "importers/bases/packed_date.hpp"

#include <cstddef>

#include "importers/bases/bytes.hpp"

namespace cofnod::importers::bases {

std::string date_text(std::uint32_t packed) {
    std::string text = "????.??.??";
    const auto write = [&](std::uint32_t value, std::size_t begin, std::size_t end) {
        if (value == 0) return;
        for (; end > begin; value /= 10) text[--end] = static_cast<char>('0' + value % 10);
    };
    static constexpr std::uint32_t last_year = 9999;
    const std::uint32_t year = packed >> 9;
    write(year, 0, 4);
    write(bits(packed, 5, 4), 5, 7);
    write(bits(packed, 0, 5), 8, 10);
    return year <= last_year ? text : text.replace(0, 4, std::to_string(year));
}

}  // namespace cofnod::importers::bases
