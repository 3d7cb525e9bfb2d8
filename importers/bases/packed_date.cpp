#include "importers/bases/packed_date.hpp"

#include <algorithm>
#include <cstddef>

#include "importers/bases/bytes.hpp"

namespace cofnod::importers::bases {

std::string date_text(std::uint32_t packed) {
    std::string text;
    const auto add = [&](std::uint32_t value, std::size_t width) {
        const std::string digits = std::to_string(value);
        if (value == 0)
            text.append(width, '?');
        else
            text.append(width - std::min(width, digits.size()), '0') += digits;
    };
    add(packed >> 9, 4);
    text += '.';
    add(bits(packed, 5, 4), 2);
    text += '.';
    add(bits(packed, 0, 5), 2);
    return text;
}

}  // namespace cofnod::importers::bases
