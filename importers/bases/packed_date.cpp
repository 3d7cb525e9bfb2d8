#include "importers/bases/packed_date.hpp"

#include <fmt/format.h>

#include <string_view>

#include "importers/bases/bytes.hpp"

namespace cofnod::importers::bases {

std::string date_text(std::uint32_t packed) {
    const auto part = [](std::uint32_t value, int width, std::string_view unknown) {
        return value == 0 ? std::string(unknown) : fmt::format("{:0{}}", value, width);
    };
    return fmt::format("{}.{}.{}", part(packed >> 9, 4, "????"), part(bits(packed, 5, 4), 2, "??"),
                       part(bits(packed, 0, 5), 2, "??"));
}

}  // namespace cofnod::importers::bases
